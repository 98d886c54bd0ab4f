package swarmtest

import (
	"fmt"
	"reflect"
	"strings"

	"memswarm/swarm"
)

const sectioned = `# Tokens

Intro with %[1]s.

## Rotation

Rotate with %[2]s every week.

## Rotation

The second has %[3]s.

### Detail

Deep down %[4]s.
`

func (s *suite) writeSectioned() (words [4]any) {
	for i := range words {
		words[i] = coin(fmt.Sprint("section", i))
	}
	s.write("tokens.md", fmt.Sprintf(sectioned, words[:]...))
	s.write("other.md", "# Other\n\nNothing of it.\n")
	return words
}

func testSections(s *suite) {
	words := s.writeSectioned()
	s.open()
	titles := []string{"Tokens", "Rotation", "Rotation", "Detail"}
	anchors := make(map[string]bool)
	for i, w := range words {
		found := s.search(w.(string))
		if len(found.Results) == 0 {
			s.Errorf("section %d is not found", i)
			continue
		}
		r := found.Results[0]
		if r.Title != titles[i] || r.Location == nil {
			s.Errorf("section %d: title %q, want %q; location %v", i, r.Title, titles[i], r.Location)
		}
		if anchors[r.Ref.Anchor] {
			s.Errorf("anchor %q names two sections", r.Ref.Anchor)
		}
		anchors[r.Ref.Anchor] = true
		if !strings.Contains(r.Excerpt, w.(string)) {
			s.Errorf("the excerpt %q does not show %s", r.Excerpt, w)
		}
	}
}

func testStableRefs(s *suite) {
	words := s.writeSectioned()
	s.open()
	refs := func() (out []swarm.Ref) {
		for _, w := range words {
			for _, r := range s.search(w.(string)).Results {
				out = append(out, r.Ref)
			}
		}
		return out
	}
	first := refs()
	if again := refs(); !reflect.DeepEqual(first, again) {
		s.Errorf("the same query gives %v, then %v", first, again)
	}
	s.sync(true)
	if again := refs(); !reflect.DeepEqual(first, again) {
		s.Errorf("after a rebuild %v, before %v", again, first)
	}
}

func testCandidates(s *suite) {
	word := coin("common")
	for i := range 130 {
		s.write(fmt.Sprintf("n%03d.md", i), fmt.Sprintf("# Note %d\n\n%s\n", i, strings.Repeat(word+" filler ", 1+i%5)))
	}
	s.open()
	for _, n := range []int{1, 7, swarm.MinCandidates} {
		q := query(word)
		q.Candidates = n
		docs := make(map[string]bool)
		for _, r := range s.ask(q).Results {
			docs[r.Ref.Doc] = true
		}
		if len(docs) != n {
			s.Errorf("%d candidates wanted, %d notes came", n, len(docs))
		}
	}
}

func testOperators(s *suite) {
	word := coin("operator")
	s.write("one.md", "---\ntags: [alpha]\naliases: [Uno]\n---\n# First note\n\n"+word+" red green blue.\n")
	s.write("two.md", "---\ntags: [beta]\n---\n# Second note\n\n"+word+" blue green red.\n")
	s.write("sub/three.md", "# Third note\n\n"+word+" red blue.\n")
	s.open()
	for _, tt := range []struct {
		text string
		want []string
	}{
		{word, []string{"one.md", "sub/three.md", "two.md"}},
		{word + ` "red green"`, []string{"one.md"}},
		{word + " -green", []string{"sub/three.md"}},
		{word + " tag:beta", []string{"two.md"}},
		{word + " tag:#alpha", []string{"one.md"}},
		{word + " path:three", []string{"sub/three.md"}},
		{word + " title:second", []string{"two.md"}},
		{word + " title:uno", []string{"one.md"}},
		{word + " tag:none", nil},
		{"tag:beta", []string{"two.md"}},
	} {
		got := make(map[string]bool)
		for _, r := range s.search(tt.text).Results {
			for _, name := range []string{"one.md", "two.md", "sub/three.md"} {
				if s.isFile(r, s.path(name)) {
					got[name] = true
				}
			}
		}
		want := make(map[string]bool)
		for _, name := range tt.want {
			want[name] = true
		}
		if !reflect.DeepEqual(got, want) {
			s.Errorf("%s: %v, want %v", tt.text, got, want)
		}
	}
}

func testOddQueries(s *suite) {
	s.writeSectioned()
	s.open()
	for _, text := range []string{
		"", " ", `"`, `""`, "-", "- - -", "tag:", "*", "?", "a*", "/", `\`, "(", "[[", "AND OR NOT", "the of and", "~", "^", "\x00", "\xff\xfe", "💥",
		"語", strings.Repeat("word ", 2000), strings.Repeat("長", 3000), strings.Repeat("(", 1000), "+tokens:rotation^2~",
	} {
		s.search(text)
	}
}

func testUnsaved(s *suite) {
	before, after := coin("saved"), coin("unsaved")
	s.write("open.md", "# Open\n\n"+before+"\n")
	s.write("other.md", "# Other\n\n"+before+"\n")
	s.open()
	ask := func(word string) (open, other bool) {
		q := query(word)
		q.Unsaved = []swarm.Buffer{{Path: s.path("open.md"), Text: "# Open\n\nline\n\n" + after + "\n", Version: 2}}
		for _, r := range s.ask(q).Results {
			if _, shown := finds(&swarm.Found{Results: []swarm.Result{r}}, word); shown {
				open = open || s.isFile(r, s.path("open.md"))
				other = other || s.isFile(r, s.path("other.md"))
			}
		}
		return open, other
	}
	if open, _ := ask(after); !open {
		s.Error("the unsaved text is not found")
	}
	if open, other := ask(before); open || !other {
		s.Errorf("the masked text: found in the open note %t, in the other %t", open, other)
	}
	if open, _ := finds(s.search(after), after); open.Ref.Doc != "" {
		s.Error("unsaved text of one query is left for the next")
	}
	s.wantFirst("Open", "open.md")
}
