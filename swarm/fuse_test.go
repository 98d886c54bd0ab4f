package swarm_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	. "memswarm/swarm"
)

// plain is the fusion by the plain formula.
func plain() *Fusion {
	p := DefaultFusion()
	p.JointWeight = 0
	return &p
}

func joint() *Fusion {
	p := DefaultFusion()
	return &p
}

// with gives results evidence: each words[i] is the text of the note and
// section of result i, counted against the query's words.
func with(id ID, query string, notes int, texts ...string) *Found {
	words := strings.Fields(query)
	f := &Found{Corpus: &Corpus{Notes: notes}}
	f.Corpus.Total[FieldBody] = float64(20 * notes)
	for i, w := range words {
		f.Corpus.Terms = append(f.Corpus.Terms, Term{Key: w, Word: i, Weight: 1})
	}
	for n, text := range texts {
		in := strings.Fields(text)
		e := &Evidence{Note: make([]Freqs, len(words))}
		for i, w := range words {
			for _, x := range in {
				if x == w {
					e.Note[i][FieldBody]++
				}
			}
			if e.Note[i][FieldBody] > 0 {
				f.Corpus.Terms[i].DF++
			}
		}
		e.NoteLen[FieldBody] = float32(len(in))
		e.Section, e.SectionLen = e.Note, e.NoteLen
		doc := fmt.Sprintf("%d.md", n+1)
		f.Results = append(f.Results, Result{Ref: Ref{Provider: id, Doc: doc}, Note: doc, Title: doc, Excerpt: text, Match: MatchKeyword, Evidence: e})
	}
	return f
}

func refs(hits []Hit) []string {
	out := []string{}
	for _, h := range hits {
		out = append(out, h.Ref.String())
	}
	return out
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-12 }

func checkSums(t interface{ Errorf(string, ...any) }, hits []Hit) {
	for _, h := range hits {
		if !near(h.Sum(), h.Total) || math.IsNaN(h.Total) {
			t.Errorf("%s: contributions add up to %v, total %v", h.Ref, h.Sum(), h.Total)
		}
	}
}

func TestFusePlainFormula(t *testing.T) {
	// Worked by hand, K = 60: byterover weighs 1, obsidian 0.85.
	a := found(ByteRover, "x.md", "y.md")
	b := found(Obsidian, "p.md", "q.md")
	// x.md and q.md are one file.
	a.Results[0].Location = &Location{Path: "/v/x.md"}
	b.Results[1].Location = &Location{Path: "/v/x.md"}
	want := []struct {
		ref   string
		total float64
	}{
		{"byterover:x.md", 1.0/61 + 0.85/62}, // 0.030103
		{"byterover:y.md", 1.0 / 62},         // 0.016129
		{"obsidian:p.md", 0.85 / 61},         // 0.013934 — below half of the top
	}
	p := plain()
	p.GapRatio = 0
	hits := Fuse(&Query{Words: "w"}, []List{{ByteRover, a}, {Obsidian, b}}, p)
	if len(hits) != len(want) {
		t.Fatalf("hits %v", refs(hits))
	}
	for i, w := range want {
		if hits[i].Ref.String() != w.ref || !near(hits[i].Total, w.total) {
			t.Errorf("hit %d: %s %.6f, want %s %.6f", i, hits[i].Ref, hits[i].Total, w.ref, w.total)
		}
	}
	if got := hits[0].AlsoIn; len(got) != 1 || got[0].String() != "obsidian:q.md" {
		t.Errorf("also in %v", got)
	}
	checkSums(t, hits)

	// The thresholds: half of 0.030103 is 0.015051, so p.md goes.
	hits = Fuse(&Query{Words: "w"}, []List{{ByteRover, a}, {Obsidian, b}}, plain())
	if got := refs(hits); !slices.Equal(got, []string{"byterover:x.md", "byterover:y.md"}) {
		t.Errorf("gap ratio 0.5: %v", got)
	}
	p.MinScore = 0.0165
	hits = Fuse(&Query{Words: "w"}, []List{{ByteRover, a}, {Obsidian, b}}, p)
	if got := refs(hits); !slices.Equal(got, []string{"byterover:x.md"}) {
		t.Errorf("min score 0.0165: %v", got)
	}
	p = plain()
	p.K, p.GapRatio = 10, 0
	hits = Fuse(&Query{Words: "w"}, []List{{ByteRover, a}}, p)
	if !near(hits[0].Total, 1.0/11) {
		t.Errorf("K 10: %v", hits[0].Total)
	}
	p.Weights = map[ID]float64{ByteRover: 0.5}
	hits = Fuse(&Query{Words: "w"}, []List{{ByteRover, a}}, p)
	if !near(hits[0].Total, 0.5/11) {
		t.Errorf("weight 0.5: %v", hits[0].Total)
	}
}

func TestFuseJointFormula(t *testing.T) {
	// The obsidian note has the word more often: first in the joint list.
	a := with(ByteRover, "token", 50, "token once here", "plain token text which is a little longer")
	b := with(Obsidian, "token", 50, "token token token")
	hits := Fuse(&Query{Words: "token"}, []List{{ByteRover, a}, {Obsidian, b}}, joint())
	want := []struct {
		ref   string
		total float64
	}{
		{"obsidian:1.md", 20.0/61 + 0.85/61}, // 0.341803
		{"byterover:1.md", 20.0/62 + 1.0/61}, // 0.338974
		{"byterover:2.md", 20.0/63 + 1.0/62}, // 0.333589
	}
	if len(hits) != len(want) {
		t.Fatalf("%v", refs(hits))
	}
	for i, w := range want {
		if hits[i].Ref.String() != w.ref || !near(hits[i].Total, w.total) {
			t.Errorf("hit %d: %s %.6f, want %s %.6f", i, hits[i].Ref, hits[i].Total, w.ref, w.total)
		}
	}
	// A clear winner stays first whatever its provider weighs; of two that are
	// as good the one from the weightier provider comes first.
	b = with(Obsidian, "token", 50, "token once here")
	if got := refs(Fuse(&Query{Words: "token"}, []List{{ByteRover, a}, {Obsidian, b}}, joint())); got[0] != "byterover:1.md" || got[1] != "obsidian:1.md" {
		t.Errorf("%v", got)
	}
	checkSums(t, hits)
	if got := hits[0].Explain(); len(got) != 2 || !strings.HasPrefix(got[0], "joint: rank ") {
		t.Errorf("explained %q", got)
	}
}

func TestContributionString(t *testing.T) {
	tests := []struct {
		c    Contribution
		want string
	}{
		{Contribution{"joint", 2, 20, 20.0 / 62}, "joint: rank 2, 20/(60+2) = 0.3226"},
		{Contribution{"obsidian", 1, 0.85, 0.85 / 11}, "obsidian: rank 1, 0.85/(10+1) = 0.07727"},
		{Contribution{"gbrain", 3, 0, 0}, "gbrain: rank 3, weight 0"},
	}
	for _, tt := range tests {
		if got := tt.c.String(); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}

// Sources that share no documents: the joint list decides by the text, where
// the plain formula lays the lists end to end.
func TestFuseJointListMendsDisjointSources(t *testing.T) {
	good := "refresh token rotation"
	var weak []string
	for range 20 {
		weak = append(weak, "token")
	}
	a := with(ByteRover, good, 100, weak...)
	b := with(LocalMarkdown, good, 100, good)
	hits := Fuse(&Query{Words: good}, []List{{ByteRover, a}, {LocalMarkdown, b}}, joint())
	if hits[0].Ref.String() != "local-markdown:1.md" {
		t.Errorf("the note with all words is not first: %v", refs(hits))
	}
}

// One test for each way of being found: with ten full pages of keyword hits a
// hit that shares no words with the query is still in the first ten.
func TestFuseEveryMatchTypeSurvives(t *testing.T) {
	texts := make([]string, 100)
	for i := range texts {
		texts[i] = "refresh token rotation"
	}
	keyword := func() *Found { return with(ByteRover, "refresh token rotation", 1000, texts...) }
	for _, match := range []MatchType{MatchKeyword, MatchTitle, MatchFuzzy, MatchLink, MatchDate, MatchSemantic, MatchEnriched} {
		for _, id := range []ID{Obsidian, LocalMarkdown, GBrain, "other"} {
			t.Run(string(match)+"/"+string(id), func(t *testing.T) {
				f := &Found{Results: []Result{{Ref: Ref{Provider: id, Doc: "special"}, Match: match, Link: "from x"}}}
				if match.Lexical() {
					f = with(id, "refresh token rotation", 10, "refresh token rotation refresh token rotation")
					f.Results[0].Ref.Doc = "special"
					f.Results[0].Match = match
				}
				hits := Fuse(&Query{Words: "refresh token rotation", Kind: Factual}, []List{{ByteRover, keyword()}, {id, f}}, joint())
				at := slices.Index(refs(hits), string(id)+":special")
				if at < 0 || len(hits) != 10 {
					t.Fatalf("not among %v", refs(hits))
				}
				if got := hits[at].Contributions[0].List; !match.Lexical() && got != string(id)+":"+string(match) {
					t.Errorf("its list is %s", got)
				}
				if match == MatchTitle && at != 0 {
					t.Errorf("the exact title stands at %d", at)
				}
				checkSums(t, hits)
			})
		}
	}
}

func TestFuseAskedForMatchesStandBesideTheBest(t *testing.T) {
	tests := []struct {
		kind  Kind
		match MatchType
	}{{Relational, MatchLink}, {Temporal, MatchDate}, {Factual, MatchSemantic}}
	for _, tt := range tests {
		a := with(Obsidian, "token", 50, "token", "token", "token")
		a.Results = append(a.Results, Result{Ref: Ref{Provider: Obsidian, Doc: "n"}, Match: tt.match})
		hits := Fuse(&Query{Words: "token", Kind: tt.kind}, []List{{Obsidian, a}}, joint())
		if at := slices.Index(refs(hits), "obsidian:n"); at < 0 || at > 1 {
			t.Errorf("%s hit of a %s query: %v", tt.match, tt.kind, refs(hits))
		}
	}
}

func TestFuseWithoutStatistics(t *testing.T) {
	lists := func() []List {
		a := with(Obsidian, "refresh token", 100, "refresh token here", "token")
		b := &Found{Results: []Result{
			{Ref: Ref{Provider: GBrain, Doc: "weak"}, Title: "t", Excerpt: "token"},
			{Ref: Ref{Provider: GBrain, Doc: "strong"}, Title: "t", Excerpt: "refresh token refresh token"},
		}}
		return []List{{Obsidian, a}, {GBrain, b}}
	}
	// Not analysed: their own list carries them.
	hits := Fuse(&Query{Words: "refresh token"}, lists(), joint())
	if got := refs(hits); !slices.Contains(got, "gbrain:weak") || !slices.Contains(got, "gbrain:strong") {
		t.Errorf("%v", got)
	}
	// Analysed: the joint list judges them by their text.
	p := joint()
	p.Analyze = func(text string, terms []Term) ([]Freqs, Lengths) {
		in := strings.Fields(text)
		fs := make([]Freqs, len(terms))
		for i, t := range terms {
			for _, w := range in {
				if w == t.Key {
					fs[i][FieldBody]++
				}
			}
		}
		return fs, Lengths{FieldBody: float32(len(in))}
	}
	hits = Fuse(&Query{Words: "refresh token"}, lists(), p)
	got := refs(hits)
	if slices.Index(got, "gbrain:strong") > slices.Index(got, "gbrain:weak") || got[0] != "gbrain:strong" {
		t.Errorf("%v", got)
	}
	if !slices.ContainsFunc(hits[0].Contributions, func(c Contribution) bool { return c.List == Joint }) {
		t.Errorf("%v", hits[0].Contributions)
	}
	// Their title can be exactly what is asked for.
	l := lists()
	l[1].Found.Results[0].Note = "Token: Refresh"
	if got := refs(Fuse(&Query{Words: "refresh token"}, l, p)); got[0] != "gbrain:weak" {
		t.Errorf("exact title: %v", got)
	}
}

func TestFuseExactTitleFirst(t *testing.T) {
	a := with(LocalMarkdown, "token", 50, "token", "token token token", "token token token token")
	a.Results[0].Match = MatchTitle
	b := with(ByteRover, "token", 50, "token token token token token", "token token")
	b.Results[1].Match = MatchTitle
	hits := Fuse(&Query{Words: "token"}, []List{{LocalMarkdown, a}, {ByteRover, b}}, joint())
	if got := refs(hits)[:2]; !slices.Equal(got, []string{"byterover:2.md", "local-markdown:1.md"}) {
		t.Errorf("%v", got)
	}
}

func TestFuseNonsenseGivesNothing(t *testing.T) {
	q := "zorbulon quantum blockchain"
	a := with(Obsidian, q, 200, "quantum physics", "quantum")
	a.Results = append(a.Results,
		Result{Ref: Ref{Provider: Obsidian, Doc: "neighbour"}, Match: MatchLink},
		Result{Ref: Ref{Provider: Obsidian, Doc: "enriched"}, Match: MatchEnriched})
	b := with(ByteRover, q, 200)
	lists := []List{{Obsidian, a}, {ByteRover, b}}
	if hits := Fuse(&Query{Words: q}, lists, joint()); len(hits) > 0 {
		t.Errorf("%v", refs(hits))
	}
	// A spelling that was corrected into the vault's words does not rescue it.
	a.Corpus.Terms = append(a.Corpus.Terms, Term{Key: "block", Word: 2, Weight: 0.5, DF: 3, Loose: true})
	for i := range a.Results[:2] {
		e := a.Results[i].Evidence
		e.Note = append(e.Note, Freqs{FieldBody: 1})
	}
	if hits := Fuse(&Query{Words: q}, lists, joint()); len(hits) > 0 {
		t.Errorf("rescued by spelling: %v", refs(hits))
	}
	// A hit by vector does not depend on words.
	c := &Found{Results: []Result{{Ref: Ref{Provider: GBrain, Doc: "near"}, Match: MatchSemantic}}}
	if got := refs(Fuse(&Query{Words: q}, append(lists, List{GBrain, c}), joint())); !slices.Equal(got, []string{"gbrain:near"}) {
		t.Errorf("%v", got)
	}
}

func TestFuseCoverage(t *testing.T) {
	tests := []struct {
		name, query, text string
		kept              bool
	}{
		{"one word", "token", "token", true},
		{"one of two", "token zorbulon", "token", true},
		{"one of three", "token zorbulon flux", "token", false},
		{"two of three", "token rotate flux", "token rotate", true},
		{"two of five", "how token zorbulon flux rotate", "token rotate", true},
		{"one of seven", "a1 a2 a3 a4 a5 a6 token", "token", false},
		{"two of nine", "a1 a2 a3 a4 a5 a6 a7 rotate token", "token rotate", true},
		{"one of fifteen", "a1 a2 a3 a4 a5 a6 a7 a8 a9 b1 b2 b3 b4 b5 token", "token", true},
	}
	for _, tt := range tests {
		f := with(Obsidian, tt.query, 500, tt.text)
		hits := Fuse(&Query{Words: tt.query}, []List{{Obsidian, f}}, joint())
		if (len(hits) > 0) != tt.kept {
			t.Errorf("%s: %d hits", tt.name, len(hits))
		}
	}
	// One wrong letter in the only word: found by spelling alone.
	f := &Found{Corpus: &Corpus{Notes: 500, Terms: []Term{{Key: "authentcation", Weight: 1}, {Key: "authentication", Weight: 0.5, DF: 12}}},
		Results: []Result{{Ref: Ref{Provider: Obsidian, Doc: "a"}, Match: MatchFuzzy, Evidence: &Evidence{Note: []Freqs{{}, {FieldBody: 2}}}}}}
	if hits := Fuse(&Query{Words: "authentcation"}, []List{{Obsidian, f}}, joint()); len(hits) != 1 {
		t.Error("a typing error in one word finds nothing")
	}
}

func TestFuseMergesCopies(t *testing.T) {
	section := func(id ID, doc, anchor string) Result {
		return Result{Ref: Ref{Provider: id, Doc: doc, Anchor: anchor}}
	}
	tests := []struct {
		name string
		edit func(a, b *Result)
		want []string
		also []string
	}{
		{"different notes", func(a, b *Result) {}, []string{"byterover:n.md#s", "obsidian:n.md#s"}, nil},
		{"one file", func(a, b *Result) { a.Location, b.Location = &Location{Path: "/n.md"}, &Location{Path: "/n.md"} }, []string{"byterover:n.md#s"}, []string{"obsidian:n.md#s"}},
		{"one content", func(a, b *Result) { a.NoteHash, b.NoteHash = 7, 7 }, []string{"byterover:n.md#s"}, []string{"obsidian:n.md#s"}},
		{"contents unknown", func(a, b *Result) { a.NoteHash, b.NoteHash = 0, 0 }, []string{"byterover:n.md#s", "obsidian:n.md#s"}, nil},
		{"long equal sections", func(a, b *Result) { a.SectionHash, b.SectionHash, a.Words, b.Words = 7, 7, 50, 50 }, []string{"byterover:n.md#s"}, []string{"obsidian:n.md#s"}},
		{"short equal sections", func(a, b *Result) { a.SectionHash, b.SectionHash, a.Words, b.Words = 7, 7, 49, 49 }, []string{"byterover:n.md#s", "obsidian:n.md#s"}, nil},
		{"one file, two sections", func(a, b *Result) {
			a.Location, b.Location = &Location{Path: "/n.md"}, &Location{Path: "/n.md"}
			b.Ref.Anchor = "t"
		}, []string{"byterover:n.md#s", "obsidian:n.md#t"}, nil},
		{"keyword leads a neighbour", func(a, b *Result) {
			a.NoteHash, b.NoteHash = 7, 7
			a.Match = MatchLink
		}, []string{"obsidian:n.md#s"}, []string{"byterover:n.md#s"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a, b := section(ByteRover, "n.md", "s"), section(Obsidian, "n.md", "s")
			tt.edit(&a, &b)
			hits := Fuse(&Query{Words: "w"}, []List{{Obsidian, &Found{Results: []Result{b}}}, {ByteRover, &Found{Results: []Result{a}}}}, plain())
			if !slices.Equal(refs(hits), tt.want) {
				t.Fatalf("%v, want %v", refs(hits), tt.want)
			}
			var also []string
			for _, r := range hits[0].AlsoIn {
				also = append(also, r.String())
			}
			if !slices.Equal(also, tt.also) {
				t.Errorf("also in %v, want %v", also, tt.also)
			}
		})
	}
}

func TestFuseSectionsPerNote(t *testing.T) {
	f := &Found{}
	for _, s := range []string{"a", "b", "c", "d"} {
		f.Results = append(f.Results, Result{Ref: Ref{Provider: Obsidian, Doc: "n.md", Anchor: s}})
	}
	f.Results = append(f.Results, Result{Ref: Ref{Provider: Obsidian, Doc: "m.md", Anchor: "x"}})
	hits := Fuse(&Query{Words: "w"}, []List{{Obsidian, f}}, plain())
	if got := refs(hits); !slices.Equal(got, []string{"obsidian:n.md#a", "obsidian:n.md#b", "obsidian:m.md#x"}) {
		t.Errorf("%v", got)
	}
	if hits[0].MoreInNote != 2 || hits[1].MoreInNote != 0 || hits[2].MoreInNote != 0 {
		t.Errorf("more in note: %d %d %d", hits[0].MoreInNote, hits[1].MoreInNote, hits[2].MoreInNote)
	}
	hits = Fuse(&Query{Words: "w", Limit: 1}, []List{{Obsidian, f}}, plain())
	if len(hits) != 1 || hits[0].MoreInNote != 3 {
		t.Errorf("limit 1: %v, %d more", refs(hits), hits[0].MoreInNote)
	}
}

func TestFuseTies(t *testing.T) {
	// The same rank in lists of the same weight: by reference.
	lists := []List{{"local-markdown:b", found("local-markdown:b", "z", "a")}, {"local-markdown:a", found("local-markdown:a", "y", "b")}}
	want := []string{"local-markdown:a:y", "local-markdown:b:z", "local-markdown:a:b", "local-markdown:b:a"}
	for range 2 {
		if got := refs(Fuse(&Query{Words: "w"}, lists, plain())); !slices.Equal(got, want) {
			t.Errorf("%v", got)
		}
		slices.Reverse(lists)
	}
}

func TestFuseTime(t *testing.T) {
	may := time.Date(2026, 5, 10, 0, 0, 0, 0, time.UTC)
	notes := func() *Found {
		f := with(Obsidian, "token", 50, "token", "token", "token", "token")
		f.Results[0].Modified = may.AddDate(0, -2, 0)
		f.Results[1].Modified = may.AddDate(0, 3, 0)
		f.Results[2].Modified = may
		// Created in May, changed since.
		f.Results[3].Created, f.Results[3].Modified = may, may.AddDate(0, 5, 0)
		return f
	}
	q := &Query{Words: "token", Kind: Temporal, Since: may.AddDate(0, 0, -9), Until: may.AddDate(0, 0, 22), Now: testNow}
	if got := refs(Fuse(q, []List{{Obsidian, notes()}}, joint())); !slices.Equal(got, []string{"obsidian:3.md", "obsidian:4.md"}) {
		t.Errorf("a range: %v", got)
	}
	q.SoftTime = true
	got := refs(Fuse(q, []List{{Obsidian, notes()}}, joint()))
	if len(got) != 4 || !slices.Contains(got[:2], "obsidian:3.md") || !slices.Contains(got[:2], "obsidian:4.md") {
		t.Errorf("a preference: %v", got)
	}
	q = &Query{Words: "token", Kind: Temporal, SoftTime: true, Now: testNow}
	if got := refs(Fuse(q, []List{{Obsidian, notes()}}, joint())); got[0] != "obsidian:4.md" {
		t.Errorf("recently: %v", got)
	}
	// What has no date is kept: nothing is known against it.
	f := with(GBrain, "token", 50, "token")
	q = &Query{Words: "token", Since: may}
	if got := refs(Fuse(q, []List{{GBrain, f}}, joint())); len(got) != 1 {
		t.Errorf("undated: %v", got)
	}
}

func TestFuseWithoutWords(t *testing.T) {
	day := func(n int) time.Time { return testNow.AddDate(0, 0, -n) }
	a := &Found{Corpus: &Corpus{Notes: 9}, Results: []Result{
		{Ref: Ref{Provider: ByteRover, Doc: "a"}, Modified: day(3), Match: MatchDate},
		{Ref: Ref{Provider: ByteRover, Doc: "b"}, Modified: day(5), Match: MatchDate},
	}}
	b := &Found{Corpus: &Corpus{Notes: 9}, Results: []Result{
		{Ref: Ref{Provider: Obsidian, Doc: "c"}, Modified: day(1), Match: MatchKeyword},
		{Ref: Ref{Provider: Obsidian, Doc: "d"}, Modified: day(4), Match: MatchKeyword},
		{Ref: Ref{Provider: Obsidian, Doc: "e"}},
	}}
	q := Parse("tag:auth", testNow)
	got := Fuse(q, []List{{ByteRover, a}, {Obsidian, b}}, joint())
	if want := []string{"obsidian:c", "byterover:a", "obsidian:d", "byterover:b", "obsidian:e"}; !slices.Equal(refs(got), want) {
		t.Errorf("%v, want the newest first: %v", refs(got), want)
	}
	checkSums(t, got)
}

func TestFusePersonalPrefersOwnVoice(t *testing.T) {
	f := with(Obsidian, "tabs", 50, "they use tabs", "I like tabs")
	for _, kind := range []Kind{Factual, Personal} {
		got := refs(Fuse(&Query{Words: "tabs", Kind: kind}, []List{{Obsidian, f}}, joint()))
		if first := got[0] == "obsidian:2.md"; first != (kind == Personal) {
			t.Errorf("%s: %v", kind, got)
		}
	}
}

func TestFusePrior(t *testing.T) {
	f := with(Obsidian, "token", 50, "token", "token")
	p := joint()
	p.Prior = func(r *Result) float64 {
		if r.Ref.Doc == "2.md" {
			return 1.1
		}
		return 1
	}
	if got := refs(Fuse(&Query{Words: "token"}, []List{{Obsidian, f}}, p)); got[0] != "obsidian:2.md" {
		t.Errorf("%v", got)
	}
}

func TestFuseSilencedProvider(t *testing.T) {
	p := joint()
	p.Weights = map[ID]float64{LocalMarkdown: 0}
	lists := []List{{Obsidian, with(Obsidian, "token", 9, "token")}, {"local-markdown:a", with("local-markdown:a", "token", 9, "token")}}
	if got := refs(Fuse(&Query{Words: "token"}, lists, p)); !slices.Equal(got, []string{"obsidian:1.md"}) {
		t.Errorf("%v", got)
	}
}

func TestWeightOf(t *testing.T) {
	given := map[ID]float64{"local-markdown:notes": 0.5, Obsidian: 0.6}
	tests := []struct {
		id   ID
		want float64
	}{
		{ByteRover, 1}, {MemoryWiki, 0.9}, {GBrain, 0.85}, {"local-markdown:x", 0.8}, {"honcho", 0.7},
		{"local-markdown:notes", 0.5}, {"local-markdown:notes@web", 0.5}, {Obsidian, 0.6}, {"obsidian@web", 0.6}, {"byterover@web", 1},
	}
	for _, tt := range tests {
		if got := WeightOf(tt.id, given); got != tt.want {
			t.Errorf("WeightOf(%s) = %v, want %v", tt.id, got, tt.want)
		}
	}
}
