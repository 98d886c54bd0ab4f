package markdown

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// TestFrontmatter reads frontmatter of every shape found in the wild.
func TestFrontmatter(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		// want is title|aliases|tags|problems|body
		want string
	}{
		{"lists", "---\ntitle: T\naliases:\n  - a\n  - b c\ntags: [x, y/z]\n---\nbody", "T|[a b c]|[x y/z]||body"},
		{"lists at the margin", "---\naliases:\n- a\ntags:\n- x\n---\nbody", "|[a]|[x]||body"},
		{"scalars", "---\naliases: a, b c\ntags: x, y z\n---\nbody", "|[a b c]|[x y z]||body"},
		{"alias and tag", "---\nalias: a\ntag: x\n---\nbody", "|[a]|[x]||body"},
		{"tags with hashes", "---\ntags: \"#x\"\n---\nbody", "||[x]||body"},
		{"a tag that YAML takes for a comment", "---\ntags: #foo\ntitle: T\n---\nbody", "T||[foo]||body"},
		{"several such", "---\ntags: #foo #bar, #baz\n---\nbody", "||[foo bar baz]||body"},
		{"such items", "---\ntags:\n  - #a\n  - b\n---\nbody", "||[a b]||body"},
		{"tags with spaces in a list", "---\ntags: [error handling, x]\n---\nbody", "||[error handling x]||body"},
		{"numbers as tags", "---\ntags: [2024, 1.10]\naliases: 007\n---\nbody", "|[007]|[2024 1.10]||body"},
		{"null and empty", "---\ntitle:\naliases: []\ntags: ~\n---\nbody", "||||body"},
		{"bare wikilinks", "---\nrelated: [[Note]]\naliases: [[A]]\n---\nbody", "|[A]|||body"},
		{"list of bare wikilinks", "---\nrelated:\n - [[N]]\n - [[M]]\ntitle: T\n---\nbody", "T||||body"},
		{"at sign", "---\nauthor: @me\ntitle: T\ntags: [a]\n---\nbody", "T||[a]|frontmatter-invalid|body"},
		{"colon in a title", "---\ntitle: A: b\ntags:\n  - x\n---\nbody", "A: b||[x]|frontmatter-invalid|body"},
		{"quotes in broken YAML", "---\ntitle: \"A: \\\"b\\\"\"\nx: a: b\naliases: ['it''s', \"c, d\"]\n---\nbody", "A: \"b\"|[it's c, d]||frontmatter-invalid|body"},
		{"block scalar in broken YAML", "---\nx: @\ntitle: >\n  two\n  lines\ntags:\n- y\n---\nbody", "two lines||[y]|frontmatter-invalid|body"},
		{"list over lines in broken YAML", "---\nx: @\ntags: [a,\n  b,\n]\ntitle: T\n---\nbody", "T||[a b]|frontmatter-invalid|body"},
		{"tabs", "---\ntitle: T\ntags:\n\t- a\n\t- b\n---\nbody", "T||[a b]|frontmatter-invalid|body"},
		{"template", "---\ntitle: {{title}}\ndate: {{date}}\n---\nbody", "||||body"},
		{"templater", "---\ntitle: <% tp.file.title %>\n---\nbody", "||||body"},
		{"same key twice", "---\ntitle: A\ntitle: B\n---\nbody", "A|||frontmatter-duplicate-key|body"},
		{"key case", "---\nTitle: T\nTags: x\nAliases: a\n---\nbody", "T|[a]|[x]||body"},
		{"flow mapping", "---\n{title: T, tags: [x]}\n---\nbody", "T||[x]||body"},
		{"anchors", "---\na: &x [p, q]\ntags: *x\n---\nbody", "||[p q]||body"},
		{"CRLF", "---\r\ntitle: T\r\ntags:\r\n- x\r\n---\r\nbody", "T||[x]||body"},
		{"CR", "---\rtitle: T\r---\rbody", "T||||body"},
		{"order mark", "\xEF\xBB\xBF---\ntitle: T\n---\nbody", "T||||body"},
		{"dots at the end", "---\ntitle: T\n...\nbody", "T||||body"},
		{"spaces after the dashes", "--- \ntitle: T\n---  \nbody", "T||||body"},
		{"empty", "---\n---\nbody", "||||body"},
		{"comments only", "---\n# a\n\n---\nbody", "||||body"},
		{"no end", "---\ntitle: T\ntags: [x]\n\nbody", "T||[x]|frontmatter-unclosed|body"},
		{"no end, heading", "---\ntitle: T\n# body", "T|||frontmatter-unclosed|"},
		{"no end, a rule below", "---\ntitle: T\n\nbody\n\n---\nmore", "T|||frontmatter-unclosed|body\n\nmore"},
		{"only keys, no end", "---\ntitle: T", "T|||frontmatter-unclosed|"},
		{"letterhead", "---\nAcme Corp, 12 Street\nTel: 555\n\n---\nbody", "||||Acme Corp, 12 Street\nTel: 555\n\nbody"},
		{"a rule", "---\n\nbody\n", "||||body"},
		{"prose with colons", "---\nHe said: no\nand she said yes\nand so on\n\n---\nbody", "||||He said: no\nand she said yes\nand so on\n\nbody"},
		{"text behind the dashes", "--- text\ntitle: T\n---\nbody", "||||"},
		{"a sequence", "---\n- a\n- b\n---\nbody", "||||- a\n- b\n\nbody"},
		{"not on the first line", "\n---\ntitle: T\n---\nbody", "||||"},
		{"four dashes", "----\ntitle: T\n----\nbody", "||||"},
		{"TOML", "+++\ntitle = \"T\"\ntags = [\"x\", 'y']\naliases = [\n  \"a\",\n  \"b\"\n]\ndate = 2024-01-02\n+++\nbody", "T|[a b]|[x y]||body"},
		{"TOML tables", "+++\ntitle = 'T'\n[extra]\ntitle = \"no\"\n[[x]]\nkey = 1\n+++\nbody", "T||||body"},
		{"long TOML strings", "+++\ntitle = \"\"\"\nT\"\"\"\nx = '''\na\nb'''\n+++\nbody", "T||||body"},
		{"broken TOML", "+++\ntitle = \"T\"\nwhat is this\ntags = [\"x\"]\n+++\nbody", "T||[x]|frontmatter-invalid|body"},
		{"plus signs", "+++\nbody\n+++\n", "||||+++\nbody\n+++"},
		{"scripts", "---\ntitle: 日本語 メモ\naliases: [Привет, é]\ntags: [メモ/x, 🎉]\n別名: a\n---\nbody", "日本語 メモ|[Привет é]|[メモ/x 🎉]||body"},
		{"invalid UTF-8", "---\ntitle: caf\xe9\ntags: [x]\n---\nbody", "caf\uFFFD||[x]|encoding,frontmatter-invalid|body"},
		{"nested", "---\ntitle: T\na:\n  title: no\n  tags: [no]\ntags: [x]\n---\nbody", "T||[x]||body"},
		{"folded aliases", "---\naliases: [A, a, \" A \", Á, á]\n---\nbody", "|[A Á]|||body"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := Parse([]byte(tt.src), Options{})
			checkNote(t, []byte(tt.src), n)
			var codes []string
			for _, p := range n.Problems {
				codes = append(codes, p.Code)
				if !strings.HasSuffix(p.Message, ".") {
					t.Errorf("%q is no sentence", p.Message)
				}
			}
			list := func(l []string) string {
				if len(l) == 0 {
					return ""
				}
				return fmt.Sprint(l)
			}
			body := ""
			if len(n.Sections) > 0 {
				body = n.Sections[0].Text
				if n.Sections[0].Level > 0 && n.Sections[0].Text == "" {
					body = ""
				}
			}
			title := n.Title
			if n.TitleFrom != TitleFromFrontmatter {
				title = ""
			}
			if tt.want == "||||" {
				body = "" // only that it is no frontmatter
				if n.Frontmatter != nil {
					t.Errorf("frontmatter %v", n.Frontmatter)
				}
			}
			if got := strings.Join([]string{title, list(n.Aliases), list(n.Tags), strings.Join(codes, ","), body}, "|"); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestFrontmatterValues(t *testing.T) {
	src := "---\ns: text\ni: 42\nf: 1.5\nb: true\nn: ~\nd: 2024-01-02\nl: [1, a]\nm:\n  k: v\n  l: [x]\nw: [[Note]]\n42: key\n---\n"
	got := Parse([]byte(src), Options{}).Frontmatter
	want := map[string]any{
		"s": "text", "i": 42, "f": 1.5, "b": true, "n": nil, "d": time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC),
		"l": []any{1, "a"}, "m": map[string]any{"k": "v", "l": []any{"x"}}, "w": "[[Note]]", "42": "key",
	}
	if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
	got = Parse([]byte("+++\ns = \"text\"\ni = 42\nb = true\nd = 2024-01-02\nl = [1, \"a\"]\n[t]\nk = 'v'\n+++\n"), Options{}).Frontmatter
	want = map[string]any{"s": "text", "i": 42, "b": true, "d": time.Date(2024, 1, 2, 0, 0, 0, 0, time.UTC), "l": []any{"1", "a"}, "t.k": "v"}
	if fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
		t.Errorf("got  %#v\nwant %#v", got, want)
	}
}

func TestStrictFrontmatter(t *testing.T) {
	for _, tt := range []struct{ src, title, problem, text string }{
		{"---\ntitle: T\n---\nbody", "T", "", "body"},
		{"---\ntitle: A: b\n---\nbody", "", ProblemFrontmatter, "body"},
		{"---\ntitle: T\n\nbody", "", "", "title: T\n\nbody"},
	} {
		n := Parse([]byte(tt.src), Options{StrictFrontmatter: true})
		problem := ""
		if len(n.Problems) > 0 {
			problem = n.Problems[0].Code
		}
		if n.Title != tt.title || problem != tt.problem || n.Sections[0].Text != tt.text {
			t.Errorf("%q: title %q, problem %q, text %q", tt.src, n.Title, problem, n.Sections[0].Text)
		}
	}
}

func TestDates(t *testing.T) {
	for _, tt := range []struct{ front, created, updated string }{
		{"date: 2024-01-02", "2024-01-02T00:00:00Z", ""},
		{"created: 2024-01-02T03:04:05+02:00", "2024-01-02T03:04:05+02:00", ""},
		{"createdAt: '2024-01-02T03:04:05.678Z'\nupdatedAt: 2024-02-03", "2024-01-02T03:04:05Z", "2024-02-03T00:00:00Z"},
		{"created_at: 2024-01-02 03:04\nlast-modified: 2024-01-02 03:04:05", "2024-01-02T03:04:00Z", "2024-01-02T03:04:05Z"},
		{"Date Created: January 2, 2024\nmodified: 2024/1/2", "2024-01-02T00:00:00Z", "2024-01-02T00:00:00Z"},
		{"created: \"[[2024-01-02]]\"", "2024-01-02T00:00:00Z", ""},
		{"created: [[2024-01-02]]", "2024-01-02T00:00:00Z", ""},
		{"created: 1704164645\nupdated: 1704164645678", "2024-01-02T03:04:05Z", "2024-01-02T03:04:05Z"},
		{"created: 20240102\nlastmod: 2.1.2024", "2024-01-02T00:00:00Z", "2024-01-02T00:00:00Z"},
		{"created: 2024-01-02T03:04:05-0700", "2024-01-02T03:04:05-07:00", ""},
		{"created: yesterday\nupdated: {{date}}\ndate: 2024-01-02", "2024-01-02T00:00:00Z", ""},
		{"date:\nupdated: ''", "", ""},
	} {
		n := Parse([]byte("---\n"+tt.front+"\n---\n"), Options{})
		format := func(d time.Time) string {
			if d.IsZero() {
				return ""
			}
			return d.Format(time.RFC3339)
		}
		if c, u := format(n.Created), format(n.Updated); c != tt.created || u != tt.updated {
			t.Errorf("%q: created %s, updated %s", tt.front, c, u)
		}
	}
	n := Parse([]byte("---\ncreated: yesterday\n---\n"), Options{})
	if len(n.Problems) != 1 || n.Problems[0].Code != ProblemDate || n.Problems[0].Line != 1 {
		t.Errorf("problems %+v", n.Problems)
	}
}

func TestAliasBomb(t *testing.T) {
	n := Parse(hostile(0)["aliases"], Options{})
	if len(n.Problems) == 0 {
		t.Error("no problem was named")
	}
}

func TestLargeFrontmatter(t *testing.T) {
	n := Parse([]byte("---\ntitle: T\n"+strings.Repeat("key: value\n", 200_000)+"---\nbody"), Options{})
	if n.Title != "T" || n.Problems[0].Code != ProblemIncomplete || n.Sections[0].Text != "body" {
		t.Errorf("title %q, %d problems", n.Title, len(n.Problems))
	}
}
