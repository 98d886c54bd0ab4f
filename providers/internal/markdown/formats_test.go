package markdown

import (
	"strings"
	"testing"
)

func TestTopicsThatAreNot(t *testing.T) {
	for _, tt := range []struct{ name, src, title, text, problem string }{
		{"plain HTML", "<html><head><title>T</title><style>x</style></head><body><p>a</p><p>b<br>c</p></body></html>", "T", "a\nb\nc", ProblemFormat},
		{"headings", "<h1>One</h1><p>a", "One", "a", ProblemFormat},
		{"text", "just text", "", "just text", ProblemFormat},
		{"empty", "", "", "", ProblemFormat},
		{"unclosed topic", "<bv-topic title=T><bv-reason>why", "T", "why", ""},
		{"binary", "<bv-topic\x00>", "", "", ProblemBinary},
		{"order mark, upper case", "\xEF\xBB\xBF<BV-TOPIC TITLE='T'><BV-REASON>x</BV-REASON></BV-TOPIC>", "T", "x", ""},
		{"unknown element", "<bv-topic title=T><bv-odd-one>x</bv-odd-one></bv-topic>", "T", "x", ""},
		{"invalid UTF-8", "<bv-topic title=T>caf\xe9</bv-topic>", "T", "caf\uFFFD", ProblemEncoding},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n, _ := ParseHTMLTopic([]byte(tt.src))
			checkNote(t, []byte(tt.src), n)
			text, problem := "", ""
			if len(n.Sections) > 0 {
				text = n.Sections[len(n.Sections)-1].Text
			}
			if len(n.Problems) > 0 {
				problem = n.Problems[0].Code
			}
			if n.Title != tt.title || text != tt.text || problem != tt.problem {
				t.Errorf("title %q, text %q, problem %q", n.Title, text, problem)
			}
		})
	}
}

func TestTopicAttributes(t *testing.T) {
	n, attrs := ParseHTMLTopic([]byte(`<bv-topic path="a/b" title=" T " importance="5" title="second">x</bv-topic>`))
	if attrs["path"] != "a/b" || attrs["importance"] != "5" || attrs["title"] != " T " || n.Title != "T" || n.Frontmatter["path"] != "a/b" {
		t.Errorf("%v, title %q", attrs, n.Title)
	}
	if _, attrs := ParseHTMLTopic([]byte("<p>x</p>")); attrs != nil {
		t.Errorf("attributes of no topic: %v", attrs)
	}
}

func TestCanvasProblems(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		sections  int
		problem   bool
	}{
		{"empty file", "", 0, false},
		{"empty object", "{}", 0, false},
		{"null nodes", `{"nodes":null}`, 0, false},
		{"nodes of another kind", `{"nodes":{"a":1}}`, 0, true},
		{"not JSON", "# note", 0, true},
		{"cut off", `{"nodes":[{"type":"text","text":"kept"},{"type":"te`, 1, true},
		{"edges first", `{"edges":[{"a":[1]}],"nodes":[{"type":"text","text":"x"}]}`, 1, false},
		{"a list", `[1,2]`, 0, true},
	} {
		n := ParseCanvas([]byte(tt.src))
		if len(n.Sections) != tt.sections || (len(n.Problems) > 0) != tt.problem {
			t.Errorf("%s: %d sections, %+v", tt.name, len(n.Sections), n.Problems)
		}
	}
}

func TestDrawings(t *testing.T) {
	blob := strings.Repeat("N4KgLgngDgpiBcIYA8DG", 50)
	for _, tt := range []struct{ name, src, want, problem string }{
		{"old format", "---\nexcalidraw-plugin: parsed\n---\n# Text Elements\nHello ^abcdefgh\n\n# Drawing\n```json\n{\"elements\":[]}\n```\n", "Hello", ""},
		{"comment around the data", "---\nexcalidraw-plugin: parsed\n---\n%%\n# Excalidraw Data\n## Text Elements\nHello ^abcdefgh\n\n%%\n## Drawing\n```compressed-json\n" + blob + "\n```\n%%", "Hello", ""},
		{"compressed only", "---\nexcalidraw-plugin: parsed\n---\n## Drawing\n```compressed-json\n" + blob + "\n```\n", "", ProblemCompressed},
		{"data cut off", "---\nexcalidraw-plugin: parsed\n---\n## Drawing\n```json\n{\"elements\":[", "", ProblemFormat},
		{"JSON file", `{"type":"excalidraw","elements":[{"type":"text","text":"Hello"},{"type":"line"}]}`, "Hello", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := ParseExcalidraw([]byte(tt.src), Options{})
			checkNote(t, []byte(tt.src), n)
			var texts []string
			for _, s := range n.Sections {
				if s.Text != "" {
					texts = append(texts, s.Text)
				}
			}
			problem := ""
			if len(n.Problems) > 0 {
				problem = n.Problems[0].Code
			}
			if got := strings.Join(texts, "|"); got != tt.want || problem != tt.problem || n.Title != "" {
				t.Errorf("text %q, problem %q, title %q", got, problem, n.Title)
			}
		})
	}
}

func TestParseFile(t *testing.T) {
	for name, want := range map[string]bool{"a.excalidraw.md": true, "A.EXCALIDRAW": true, "a.md": false, "excalidraw.md": false} {
		if got := IsExcalidraw(name, []byte("# x")); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if !IsExcalidraw("a.md", []byte("---\n\nexcalidraw-plugin: parsed\n---\n")) {
		t.Error("a drawing by its frontmatter")
	}
	if n := ParseFile("a.CANVAS", []byte(`{"nodes":[{"type":"text","text":"x"}]}`), Options{}); len(n.Sections) != 1 || n.Sections[0].Level != 1 {
		t.Errorf("canvas: %+v", n.Sections)
	}
	if n := ParseFile("a.html", []byte("<bv-topic title=T>x</bv-topic>"), Options{}); n.Title != "T" {
		t.Errorf("topic: %q", n.Title)
	}
	if n := ParseFile("a.md", []byte("# T"), Options{}); n.Title != "T" {
		t.Errorf("note: %q", n.Title)
	}
}

func FuzzFormats(f *testing.F) {
	for _, s := range []string{
		"<bv-topic title=a related='@b/c'><bv-fact subject=x>y</bv-fact><h3>z<pre>\nq</pre><a href=u#v>w</a> @d/e</bv-topic>", "<template><h1>", "<li><h2><bv-rule/>",
		`{"nodes":[{"type":"text","text":"# a\n[[b]]"},{"type":"file","file":"c","subpath":"#d"}]}`,
		"---\nexcalidraw-plugin: a\n---\n# Text Elements\nx ^y\n%%\n# Drawing\n```json\n{\"elements\":[{\"type\":\"text\",\"text\":\"z\"}]}\n```\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if _, ok := decodeUTF16(src); ok {
			return
		}
		n, _ := ParseHTMLTopic(src)
		checkNote(t, src, n)
		checkNote(t, src, ParseCanvas(src))
		checkNote(t, src, ParseExcalidraw(src, Options{}))
	})
}
