package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"memswarm/swarm"
)

var when = time.Unix(1_700_000_000, 0)

func newIndex(t *testing.T, notes ...*Note) *Index {
	t.Helper()
	x := openAt(t, t.TempDir())
	t.Cleanup(func() { _ = x.Close() })
	put(t, x, notes...)
	return x
}

func put(t *testing.T, x *Index, notes ...*Note) {
	t.Helper()
	b := x.Begin()
	for _, n := range notes {
		if n.ModTime.IsZero() {
			n.ModTime = when
		}
		if err := b.Put(t.Context(), n); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// simple makes a note of a title and sections "heading|text".
func simple(doc, title string, sections ...string) *Note {
	n := &Note{Doc: doc, Title: title, Hash: keyOf(doc + title + strings.Join(sections, ""))}
	for i, s := range sections {
		h, body, _ := strings.Cut(s, "|")
		sec := Section{Heading: h, Anchor: strings.ToLower(strings.ReplaceAll(h, " ", "-")), Text: body, Start: i * 10, End: i*10 + 10}
		if h != "" {
			sec.Path = []string{h}
		}
		n.Sections = append(n.Sections, sec)
	}
	return n
}

func ask(t *testing.T, x *Index, q *swarm.Query, opt SearchOptions) *swarm.Found {
	t.Helper()
	opt.Provider = "test"
	found, err := x.Search(t.Context(), q, opt)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range found.Results {
		for _, m := range r.Matches {
			if m.Start < 0 || m.End > len(r.Excerpt) || m.Start >= m.End {
				t.Fatalf("span %v of %q", m, r.Excerpt)
			}
		}
		if found.Corpus != nil && r.Evidence != nil && len(r.Evidence.Note) != len(found.Corpus.Terms) {
			t.Fatalf("%d frequencies for %d terms", len(r.Evidence.Note), len(found.Corpus.Terms))
		}
	}
	return found
}

func docs(found *swarm.Found) []string {
	var out []string
	for _, r := range found.Results {
		if len(out) == 0 || out[len(out)-1] != r.Ref.Doc {
			out = append(out, r.Ref.Doc)
		}
	}
	return out
}

func query(words string) *swarm.Query { return &swarm.Query{Text: words, Words: words, Now: when} }

func TestSearch(t *testing.T) {
	x := newIndex(t,
		simple("auth/tokens.md", "Token rotation", "Refresh|A refreshToken expires after 15 minutes.", "Storage|Keys are kept in the vault, not in .env files."),
		simple("deploy.md", "Deploying", "|We deploy on Tuesdays with zero downtime.", "Errors|ECONNREFUSED means that 169.254.169.254 is not reachable; see DEC-0054 and node:fs."),
		simple("lang/c.md", "Languages", "|C# and C++ are compiled; see @scope/pkg 3.1."),
		simple("cafe.md", "Café", "|Das Café in der Straße war geschlossen."),
		simple("zh.md", "黑豹队", "|黑豹队的防守丢了多少分？"),
		simple("ru.md", "Защита", "|Команда записала на свой счет несколько блокировок в этом сезоне."),
		simple("th.md", "ไทย", "|ภาษาไทยเป็นภาษาราชการของประเทศไทย"),
		simple("ko.md", "서울", "|서울에서 열린 회의에 참석했다"),
		simple("ar.md", "العربية", "|اللُّغَةُ العَرَبِيَّةُ جميلة"),
	)
	for _, c := range []struct{ words, want string }{
		{"refresh token", "auth/tokens.md"},
		{"refreshToken", "auth/tokens.md"},
		{"refreshing tokens", "auth/tokens.md"},
		{"rotation token", "auth/tokens.md"},
		{".env", "auth/tokens.md"},
		{"ECONNREFUSED", "deploy.md"},
		{"econnrefuse", "deploy.md"}, // a letter is missing
		{"169.254.169.254", "deploy.md"},
		{"DEC-0054", "deploy.md"},
		{"node:fs", "deploy.md"},
		{"deployments", "deploy.md"},
		{"C#", "lang/c.md"},
		{"C++", "lang/c.md"},
		{"@scope/pkg", "lang/c.md"},
		{"3.1", "lang/c.md"},
		{"cafe", "cafe.md"},
		{"CAFÉ", "cafe.md"},
		{"防守", "zh.md"},
		{"队", "zh.md"},
		{"блокировка", "ru.md"},
		{"ภาษาไทย", "th.md"},
		{"서울", "ko.md"},
		{"اللغة", "ar.md"},
		{"downtiem", "deploy.md"}, // swapped letters
		{"what is the refresh token", "auth/tokens.md"},
	} {
		found := ask(t, x, query(c.words), SearchOptions{})
		if got := docs(found); len(got) == 0 || got[0] != c.want {
			t.Errorf("%q: %v, want %s", c.words, got, c.want)
		} else if len(found.Results[0].Matches) == 0 && c.words != "rotation token" {
			t.Errorf("%q: no matches in %q", c.words, found.Results[0].Excerpt)
		}
	}
	for _, words := range []string{"zorbulon", "", "  ", "!!!"} {
		if got := docs(ask(t, x, query(words), SearchOptions{})); len(got) != 0 {
			t.Errorf("%q: %v, want nothing", words, got)
		}
	}
}

func TestOperators(t *testing.T) {
	a := simple("work/a.md", "Alpha plan", "One|the quick brown fox", "Two|slow brown bear")
	a.Tags = []string{"work/backend"}
	a.Aliases = []string{"First plan"}
	a.Updated = when.AddDate(0, 0, -30)
	b := simple("home/b.md", "Beta", "|brown sugar and quick lunch")
	b.Tags = []string{"Home"}
	b.Updated = when.AddDate(0, 0, -3)
	x := newIndex(t, a, b)
	for _, c := range []struct {
		name string
		q    swarm.Query
		want string
	}{
		{"phrase", swarm.Query{Words: "quick brown", Phrases: []string{"quick brown"}}, "work/a.md"},
		{"phrase that is nowhere", swarm.Query{Words: "brown quick", Phrases: []string{"brown quick"}}, ""},
		{"exclude", swarm.Query{Words: "brown", Exclude: []string{"sugar"}}, "work/a.md"},
		{"exclude by title", swarm.Query{Words: "brown", Exclude: []string{"alpha"}}, "home/b.md"},
		{"tag", swarm.Query{Words: "brown", Tags: []string{"home"}}, "home/b.md"},
		{"tag above", swarm.Query{Words: "brown", Tags: []string{"#work"}}, "work/a.md"},
		{"tag alone", swarm.Query{Tags: []string{"work/backend"}}, "work/a.md"},
		{"path", swarm.Query{Words: "brown", Paths: []string{"HOME/"}}, "home/b.md"},
		{"scope", swarm.Query{Words: "brown", Scope: "work"}, "work/a.md"},
		{"absolute scope", swarm.Query{Words: "brown", Scope: "/root/home"}, "home/b.md"},
		{"title", swarm.Query{Words: "brown", Titles: []string{"plans"}}, "work/a.md"},
		{"since", swarm.Query{Words: "brown", Since: when.AddDate(0, 0, -7)}, "home/b.md"},
		{"until", swarm.Query{Words: "brown", Until: when.AddDate(0, 0, -7)}, "work/a.md"},
		{"prefix", swarm.Query{Words: "sug", Prefix: true}, "home/b.md"},
		{"alias", swarm.Query{Words: "plan first"}, "work/a.md"},
	} {
		found := ask(t, x, &c.q, SearchOptions{Path: func(doc string) string { return "/root/" + doc }})
		if got := strings.Join(docs(found), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	found := ask(t, x, query("plan first"), SearchOptions{})
	if r := found.Results[0]; r.Match != swarm.MatchTitle {
		t.Errorf("the words of an alias in any order give %q, want %q", r.Match, swarm.MatchTitle)
	}
	q := query("bear")
	q.Expand = []swarm.WeightedTerm{{Term: "sugar", Weight: 0.3}}
	if got := docs(ask(t, x, q, SearchOptions{})); !slices.Equal(got, []string{"work/a.md", "home/b.md"}) {
		t.Errorf("widened: %v", got)
	}
}

func TestUpdate(t *testing.T) {
	x := newIndex(t, simple("a.md", "A", "x|apple", "y|banana"), simple("b.md", "B", "x|cherry"))
	put(t, x, simple("a.md", "A", "x|damson"))
	for words, want := range map[string]int{"apple": 0, "banana": 0, "damson": 1, "cherry": 1} {
		if got := len(docs(ask(t, x, query(words), SearchOptions{}))); got != want {
			t.Errorf("%s: %d notes, want %d", words, got, want)
		}
	}
	b := x.Begin()
	for _, doc := range []string{"b.md", "none.md"} {
		if err := b.Delete(t.Context(), doc); err != nil {
			t.Fatal(err)
		}
	}
	// Twice in one set of changes: the last one counts.
	for _, s := range []string{"fig", "grape"} {
		if err := b.Put(t.Context(), simple("c.md", "C", "x|"+s, "y|"+s)); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.Put(t.Context(), simple("c.md", "C", "x|grape")); err != nil {
		t.Fatal(err)
	}
	if err := b.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	for words, want := range map[string]int{"cherry": 0, "fig": 0, "grape": 1} {
		if got := len(docs(ask(t, x, query(words), SearchOptions{}))); got != want {
			t.Errorf("%s: %d notes, want %d", words, got, want)
		}
	}
	if s := x.Stats(); s.Notes != 2 || s.Sections != 2 {
		t.Errorf("%+v, want 2 notes with 2 sections", s)
	}
	if e, ok := x.Entry("c.md"); !ok || e.Sections != 1 {
		t.Errorf("entry %+v, %v", e, ok)
	}
	if _, ok := x.Entry("b.md"); ok {
		t.Error("a deleted note has an entry")
	}
}

func TestRecords(t *testing.T) {
	n := simple("ü/a\xff\xfe.md", "Título", "H|Text with  blanks")
	n.Aliases, n.Tags, n.Keywords, n.Links = []string{"x"}, []string{"t"}, []string{"k"}, []string{"Other#h"}
	n.Kind, n.Problem, n.Summary = "concept", "broken", "sum"
	n.Size, n.ModTime, n.Hash = 12345678901, time.Unix(1700000000, 123456789), ^uint64(0)
	n.Created, n.Updated = when.AddDate(-1, 0, 0), when
	n.Sections[0].TextStart = 3
	n.Sections[0].Tags = []string{"s"}
	dir := t.TempDir()
	x := openAt(t, dir)
	put(t, x, n)
	_ = x.Close()
	x = openAt(t, dir)
	defer func() { _ = x.Close() }()
	got, ok := x.Note(n.Doc)
	if !ok {
		t.Fatal("the note is gone")
	}
	got.Weight, got.Lang = 0, ""
	if g, w := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", n); g != w {
		t.Errorf("\n%s\nwant\n%s", g, w)
	}
	e, _ := x.Entry(n.Doc)
	if !e.ModTime.Equal(n.ModTime) || e.Size != n.Size || e.Hash != n.Hash || e.Doc != n.Doc {
		t.Errorf("entry %+v", e)
	}
}

func TestUnsaved(t *testing.T) {
	x := newIndex(t, simple("a.md", "A", "|apple"), simple("b.md", "B", "|banana"))
	opt := SearchOptions{Unsaved: []*Note{simple("a.md", "A", "|avocados"), simple("new.md", "N", "|nectarine")}}
	for words, want := range map[string]string{"apple": "", "avocado": "a.md", "nectarine": "new.md", "banana": "b.md"} {
		if got := strings.Join(docs(ask(t, x, query(words), opt)), " "); got != want {
			t.Errorf("%s: %q, want %q", words, got, want)
		}
	}
	if got := docs(ask(t, x, query("apple"), SearchOptions{})); len(got) != 1 {
		t.Errorf("an unsaved text is seen by others: %v", got)
	}
}

// TestSameScore checks that the fusion's scoring of the evidence gives the
// order and scores of the index.
func TestSameScore(t *testing.T) {
	v := madeUp(t, 300)
	x := newIndex(t, v.notes...)
	for _, cq := range v.queries {
		q := swarm.Parse(cq.Text, when)
		found := ask(t, x, q, SearchOptions{})
		s := swarm.DefaultScoring.Scorer(found.Corpus)
		last := ""
		for _, r := range found.Results {
			if r.Ref.Doc == last {
				continue
			}
			last = r.Ref.Doc
			if got := s.Score(r.Evidence, nil); got != r.Score {
				t.Fatalf("%q, %s: %v, want %v", cq.Text, r.Ref, got, r.Score)
			}
		}
	}
}

func TestHeld(t *testing.T) {
	dir := t.TempDir()
	x := openAt(t, dir)
	if _, err := Open(dir, Options{}); !errors.Is(err, ErrHeld) {
		t.Errorf("opened twice: %v, want ErrHeld", err)
	}
	if err := Remove(dir); !errors.Is(err, ErrHeld) {
		t.Errorf("removed while open: %v, want ErrHeld", err)
	}
	if err := x.Close(); err != nil {
		t.Fatal(err)
	}
	if err := x.Close(); err != nil {
		t.Error("closing twice:", err)
	}
	if _, err := x.Search(t.Context(), query("x"), SearchOptions{}); !errors.Is(err, ErrClosed) {
		t.Errorf("search after close: %v, want ErrClosed", err)
	}
	if err := Remove(dir); err != nil {
		t.Fatal(err)
	}
}

func TestCancelled(t *testing.T) {
	x := newIndex(t, madeUp(t, 300).notes...)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := x.Begin().Put(ctx, simple("z.md", "Z")); !errors.Is(err, context.Canceled) {
		t.Errorf("put: %v", err)
	}
}

func TestConcurrent(t *testing.T) {
	v := madeUp(t, 300)
	x := newIndex(t, v.notes[:100]...)
	var wg sync.WaitGroup
	stop := make(chan struct{})
	for range 3 {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				q := swarm.Parse(v.queries[i%len(v.queries)].Text, when)
				if _, err := x.Search(context.Background(), q, SearchOptions{}); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 20 {
		put(t, x, v.notes[100+i*10:110+i*10]...)
		b := x.Begin()
		if err := b.Delete(t.Context(), v.notes[i].Doc); err != nil {
			t.Error(err)
		}
		if err := b.Commit(t.Context()); err != nil {
			t.Error(err)
		}
	}
	close(stop)
	wg.Wait()
	if got := x.Stats().Notes; got != 280 {
		t.Errorf("%d notes, want 280", got)
	}
}

// TestDamage breaks the files of an index in many ways: it must be found out,
// at once or when it is used, and never end the program.
func TestDamage(t *testing.T) {
	notes := madeUp(t, 300).notes
	for _, c := range []struct {
		name   string
		break_ func(t *testing.T, store string, zaps []string)
	}{
		{"segment cut short", func(t *testing.T, _ string, zaps []string) { must(t, os.Truncate(zaps[0], 1000)) }},
		{"segment cut by a little", func(t *testing.T, _ string, zaps []string) {
			fi, err := os.Stat(zaps[0])
			must(t, err)
			must(t, os.Truncate(zaps[0], fi.Size()-1000))
		}},
		{"segment gone", func(t *testing.T, _ string, zaps []string) { must(t, os.Remove(zaps[0])) }},
		{"random bytes", func(t *testing.T, _ string, zaps []string) {
			data, err := os.ReadFile(zaps[0])
			must(t, err)
			for i := range 20000 {
				data[len(data)/4+i%(len(data)/2)] ^= byte(i*7 + 1)
			}
			must(t, os.WriteFile(zaps[0], data, 0o600))
		}},
		{"empty root.bolt", func(t *testing.T, store string, _ []string) {
			must(t, os.Truncate(filepath.Join(store, "root.bolt"), 0))
		}},
		{"root.bolt of noise", func(t *testing.T, store string, _ []string) {
			must(t, os.WriteFile(filepath.Join(store, "root.bolt"), []byte(strings.Repeat("noise", 5000)), 0o600))
		}},
		{"root.bolt gone", func(t *testing.T, store string, _ []string) { must(t, os.Remove(filepath.Join(store, "root.bolt"))) }},
		{"another format", func(t *testing.T, store string, _ []string) {
			must(t, os.WriteFile(filepath.Join(filepath.Dir(store), formatFile), []byte("999\n"), 0o600))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			x := openAt(t, dir)
			put(t, x, notes...)
			must(t, x.Close())
			store := filepath.Join(dir, storeDir)
			zaps, err := filepath.Glob(filepath.Join(store, "*.zap"))
			if err != nil || len(zaps) == 0 {
				t.Fatal(zaps, err)
			}
			c.break_(t, store, zaps)
			x, err = Open(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			x.checking.Wait()
			_, err = x.Search(t.Context(), query("the system token"), SearchOptions{})
			damaged := errors.Is(err, ErrDamaged)
			if err != nil && !damaged {
				t.Fatalf("search: %v", err)
			}
			if !damaged && x.Stats().Notes == len(notes) && c.name != "another format" {
				t.Error("the damage went unnoticed")
			}
			must(t, x.Close())
			must(t, Remove(dir))
			x = openAt(t, dir)
			put(t, x, notes[:10]...)
			if n := x.Stats().Notes; n != 10 {
				t.Errorf("%d notes after the rebuild", n)
			}
			must(t, x.Close())
		})
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestLongQueries asks what people paste.
func TestLongQueries(t *testing.T) {
	v := madeUp(t, 300)
	x := newIndex(t, v.notes...)
	for name, words := range map[string]string{
		"words": strings.Repeat("unknownword anotherone thesystem ", 60), "unspaced": strings.Repeat("黑豹队的防守丢了多少分", 180),
		"one word": strings.Repeat("x", 2000), "punctuation": strings.Repeat("./-_:@#", 280), "invalid": strings.Repeat("\xff\xc3", 900),
		"marks": strings.Repeat("a\u0301\u0300", 600), "numbers": strings.Repeat("1.2.3.4.5.", 200),
	} {
		start := time.Now()
		ask(t, x, query(words), SearchOptions{})
		t.Logf("%s: %v", name, time.Since(start))
	}
}

func FuzzRecords(f *testing.F) {
	f.Add(encodeNote(simple("a.md", "A", "x|y")))
	f.Add(encodeSection(&Section{Heading: "h", Path: []string{"a", "b"}, Text: "t"}, 3))
	h := noteHead{key: 1, doc: "\xff\xfe/ü.md", size: -1, modTime: -5, hash: ^uint64(0)}
	f.Add(h.encode())
	f.Fuzz(func(t *testing.T, b []byte) {
		var h noteHead
		h.decode(b)
		var s sectionHead
		s.decode(b)
		_, _ = decodeNote(&h, string(b))
		_, _ = decodeSection(string(b))
		if len(b) < 1000 {
			doc := string(b)
			back := noteHead{}
			in := noteHead{key: keyOf(doc), doc: doc, size: int64(len(b)), modTime: -int64(len(b)), hash: keyOf(doc), weight: 1}
			e := in.encode()
			if strings.ContainsRune(string(e[1:]), 0xFF) && strings.Contains(string(e), "\xff") {
				t.Fatalf("separator in %q", e)
			}
			if back.decode(e[1:]); back != in {
				t.Fatalf("%+v, want %+v", back, in)
			}
		}
	})
}

func FuzzExcerpt(f *testing.F) {
	f.Add("The quick brown fox. Jumps over the lazy dog", "quick dog")
	f.Add(strings.Repeat("黑豹队的防守丢了多少分", 50), "防守")
	f.Add(strings.Repeat("x", 3000)+"\xff needle", "needle")
	f.Fuzz(func(t *testing.T, s, words string) {
		p := &plan{q: query(words)}
		p.addWords(words)
		w := make([]float64, len(p.slots))
		for i := range p.slots {
			p.slots[i].forms = []formTerm{{p.slots[i].key, 1}}
			w[i] = 1
		}
		m := newMatcher(p, w)
		found := m.read(s)
		if prox := m.proximity(found); prox < 0 || prox > 1 {
			t.Fatalf("proximity %v", prox)
		}
		out, spans := m.excerpt(s, found)
		if len(out) > 2*excerptMost || !strings.Contains(s, out) {
			t.Fatalf("excerpt of %d bytes", len(out))
		}
		last := 0
		for _, sp := range spans {
			if sp.Start < last || sp.End <= sp.Start || sp.End > len(out) {
				t.Fatalf("spans %v of %d bytes", spans, len(out))
			}
			last = sp.End
		}
	})
}
