package swarm_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"pgregory.net/rapid"

	. "memswarm/swarm"
)

// drawLists draws answers of up to five providers with everything that the
// fusion looks at: shared files, copies, all match types, evidence or none.
func drawLists(t *rapid.T) []List {
	ids := []ID{ByteRover, Obsidian, MemoryWiki, GBrain, "local-markdown:a", "local-markdown:b", "other"}
	ids = rapid.Permutation(ids).Draw(t, "ids")[:rapid.IntRange(0, 5).Draw(t, "providers")]
	matches := []MatchType{"", MatchKeyword, MatchTitle, MatchFuzzy, MatchLink, MatchDate, MatchSemantic, MatchEnriched}
	var lists []List
	for _, id := range ids {
		f := &Found{}
		terms := rapid.IntRange(0, 3).Draw(t, "terms")
		if terms > 0 {
			f.Corpus = &Corpus{Notes: rapid.IntRange(1, 50).Draw(t, "notes")}
			f.Corpus.Total[FieldBody] = float64(f.Corpus.Notes * 30)
			for i := range terms {
				f.Corpus.Terms = append(f.Corpus.Terms, Term{Key: fmt.Sprint("k", i), Word: i, Weight: 1,
					DF: rapid.IntRange(0, f.Corpus.Notes).Draw(t, "df"), Loose: rapid.Bool().Draw(t, "loose")})
			}
		}
		for range rapid.IntRange(0, 12).Draw(t, "results") {
			r := Result{
				Ref:         Ref{Provider: id, Doc: rapid.SampledFrom([]string{"a", "b", "c", "d"}).Draw(t, "doc"), Anchor: rapid.SampledFrom([]string{"", "x", "y"}).Draw(t, "anchor")},
				Match:       rapid.SampledFrom(matches).Draw(t, "match"),
				SectionHash: uint64(rapid.IntRange(0, 3).Draw(t, "section")),
				Words:       rapid.IntRange(40, 60).Draw(t, "words"),
			}
			// A document has one path and one content.
			if r.Ref.Doc < "c" {
				r.Location = &Location{Path: "/" + r.Ref.Doc}
			} else if id != Obsidian {
				r.NoteHash = uint64(r.Ref.Doc[0])
			}
			if terms > 0 && rapid.Bool().Draw(t, "evidence") {
				r.Evidence = &Evidence{}
				for range terms {
					fs := Freqs{FieldBody: float32(rapid.IntRange(0, 2).Draw(t, "tf"))}
					r.Evidence.Note = append(r.Evidence.Note, fs)
					r.Evidence.Section = append(r.Evidence.Section, fs)
				}
			}
			f.Results = append(f.Results, r)
		}
		lists = append(lists, List{id, f})
	}
	return lists
}

func TestFuseProperties(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		lists := drawLists(t)
		p := DefaultFusion()
		p.JointWeight = rapid.SampledFrom([]float64{0, 1, 20}).Draw(t, "joint")
		p.GapRatio = rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "gap")
		q := &Query{Words: "w", Limit: rapid.IntRange(1, 40).Draw(t, "limit"), Kind: rapid.SampledFrom([]Kind{Factual, Temporal, Relational, Personal}).Draw(t, "kind")}
		hits := Fuse(q, lists, &p)

		checkSums(t, hits)
		if len(hits) > q.Limit {
			t.Errorf("%d hits, limit %d", len(hits), q.Limit)
		}
		seen := map[Ref]bool{}
		exact := true
		for i, h := range hits {
			for _, r := range append([]Ref{h.Ref}, h.AlsoIn...) {
				if seen[r] {
					t.Errorf("%s stands twice", r)
				}
				seen[r] = true
			}
			if h.Total <= 0 || h.MoreInNote < 0 {
				t.Errorf("%s: total %v, %d more", h.Ref, h.Total, h.MoreInNote)
			}
			names := map[string]bool{}
			for _, c := range h.Contributions {
				if names[c.List] || c.Rank < 1 {
					t.Errorf("%s: contributions %v", h.Ref, h.Contributions)
				}
				names[c.List] = true
			}
			// Behind the exact matches the order is that of the totals.
			if i > 0 && hits[i-1].Total < h.Total {
				if !exact {
					t.Errorf("hit %d scores more than the one before", i)
				}
				exact = false
			}
		}

		shuffled := slices.Clone(lists)
		rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if again := Fuse(q, shuffled, &p); !reflect.DeepEqual(refs(hits), refs(again)) {
			t.Errorf("the order of the lists matters:\n%v\n%v", refs(hits), refs(again))
		} else if !reflect.DeepEqual(hits, again) {
			t.Errorf("the order of the lists changes the hits")
		}
	})
}

// benchLists are five providers of 100 notes with three sections each.
func benchLists() []List {
	r := rand.New(rand.NewPCG(1, 2))
	ids := []ID{ByteRover, Obsidian, MemoryWiki, "local-markdown:a", "local-markdown:b"}
	var lists []List
	for _, id := range ids {
		f := &Found{Corpus: &Corpus{Notes: 1000}}
		f.Corpus.Total = [NumFields]float64{3000, 5000, 2000, 2000, 200000}
		for i := range 4 {
			f.Corpus.Terms = append(f.Corpus.Terms, Term{Key: fmt.Sprint("term", i), Word: i, Weight: 1, DF: 20 << i})
		}
		for n := range 100 {
			doc := fmt.Sprintf("folder/note-%d.md", n)
			note := make([]Freqs, 4)
			for i := range note {
				if r.IntN(2) == 0 {
					note[i][FieldBody] = float32(r.IntN(6))
					note[i][FieldHeading] = float32(r.IntN(2))
				}
			}
			for s := range 3 {
				section := slices.Clone(note)
				f.Results = append(f.Results, Result{
					Ref:      Ref{Provider: id, Doc: doc, Anchor: fmt.Sprint("section-", s)},
					Location: &Location{Path: "/home/me/" + string(id) + "/" + doc},
					NoteHash: r.Uint64(), SectionHash: r.Uint64(), Words: 80, Match: MatchKeyword,
					Evidence: &Evidence{Note: note, NoteLen: Lengths{FieldBody: 200}, Section: section, SectionLen: Lengths{FieldBody: 60}},
				})
			}
		}
		lists = append(lists, List{id, f})
	}
	return lists
}

func BenchmarkFuse(b *testing.B) {
	lists, p := benchLists(), DefaultFusion()
	q := &Query{Words: "a b c d", Limit: 10}
	b.ReportAllocs()
	for b.Loop() {
		Fuse(q, lists, &p)
	}
}
