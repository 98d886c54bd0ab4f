// Package hostile makes a folder of notes as real folders hold them at their
// worst: broken frontmatter, every script, both normal forms, links in loops,
// pipes and folders called .md, binary files, huge lines. Tests use it to see
// that each file is searchable or left out as it should be, and never a crash.
package hostile

import (
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf16"
)

// Want says what must become of a file.
type Want int

// What must become of a file.
const (
	Found   Want = iota // a search for Word finds the document
	Absent              // it is not searchable, and need not be mentioned
	Skipped             // it is not searchable, and is reported with a reason
	Either              // both are sensible; it must only do no harm
)

// File is one hostile file with its expectation.
type File struct {
	Path string // relative, slash-separated
	Why  string // what is hostile about it
	Word string // a word that stands in no other file
	Want Want
	make func(path string) error
}

// Make writes the files below dir. Files that this system cannot hold (a name,
// a pipe) are left out of what it returns.
func Make(dir string) ([]File, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	var made []File
	for _, f := range append(append(contents(), names()...), places(dir)...) {
		path := filepath.Join(dir, filepath.FromSlash(f.Path))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			continue
		}
		if err := f.make(path); err != nil {
			continue
		}
		if f.Want == Found {
			// A file system that folds case or normal forms keeps one of two
			// twins, and may list another spelling of the name.
			if data, err := os.ReadFile(path); err != nil || len(data) == 0 {
				continue
			}
		}
		made = append(made, f)
	}
	return made, nil
}

// word makes the n-th word: letters only, so that no splitting or stemming
// makes two of them alike.
func word(n int) string {
	const consonants = "bdfgklmnprtvz"
	a, b, c := n%13, n/13%13, n/169%13
	return fmt.Sprintf("qu%co%ca%cox", consonants[a], consonants[b], consonants[c])
}

func write(text string) func(string) error {
	return func(path string) error { return os.WriteFile(path, []byte(text), 0o644) }
}

func utf16le(s string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(s)) {
		b = binary.LittleEndian.AppendUint16(b, u)
	}
	return string(b)
}

// contents are files with ordinary names and hostile insides. W stands for the
// file's own word.
func contents() []File {
	var files []File
	add := func(why, text string, want Want) {
		n := len(files)
		w := word(n)
		files = append(files, File{
			Path: fmt.Sprintf("contents/c%02d.md", n), Why: why, Word: w, Want: want,
			make: write(strings.ReplaceAll(text, "W", w)),
		})
	}
	found := func(why, text string) { add(why, text, Found) }

	found("plain", "# Title\n\nsome W here\n")
	found("no final newline", "W")
	found("CRLF", "---\r\ntitle: A\r\n---\r\n# B\r\n\r\nW\r\n")
	found("CR only", "# B\r\rW\r")
	found("BOM", "\ufeff---\ntitle: A\n---\nW\n")
	found("BOM and CRLF", "\ufeff# A\r\nW\r\n")
	found("invalid UTF-8", "\x80\xff\xfe W \xc3\x28\n")
	found("truncated rune at the end", "W \xe6\x97")
	found("Latin-1", "caf\xe9 W na\xefve\n")
	add("UTF-16 with a BOM", utf16le("W"), Either)
	found("surrogate half as UTF-8", "W \xed\xa0\x80 x\n")
	found("overlong encoding", "W \xc0\xaf x\n")
	found("control characters", "W \x01\x02\x1b[31m x\n")
	add("NUL bytes", "W\x00\x00\x00\x01"+strings.Repeat("\x00\x07", 400), Either)
	add("empty", "", Absent)
	add("only blanks", " \n\t\n \n", Absent)
	found("only frontmatter", "---\ntitle: W\n---\n")
	found("only a heading", "# W\n")
	found("unclosed frontmatter", "---\ntitle: A\n\nW in the text\n")
	found("frontmatter that is no YAML", "---\ntitle: A: b: [c\n\t- x\n---\nW\n")
	found("frontmatter list", "---\n- a\n- b\n---\nW\n")
	found("frontmatter scalar", "---\njust text\n---\nW\n")
	found("frontmatter with duplicate keys", "---\ntitle: A\ntitle: B\n---\nW\n")
	found("frontmatter with a template", "---\ndate: {{date}}\n---\nW\n")
	found("frontmatter with wikilinks", "---\nup: [[A]]\nrelated: [[B]], [[C]]\n---\nW\n")
	found("frontmatter tags as #tag", "---\ntags: #a #b\n---\nW\n")
	found("frontmatter numbers for strings", "---\ntitle: 42\naliases: [1, 2.5, true, null]\ntags: 2024\n---\nW\n")
	found("frontmatter maps for lists", "---\naliases: {a: b}\ntags: {c: [d]}\n---\nW\n")
	found("frontmatter alias bomb", "---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ng: [*f,*f,*f,*f,*f,*f,*f,*f,*f]\n---\nW\n")
	found("frontmatter nested deeply", "---\na: "+strings.Repeat("[", 3000)+strings.Repeat("]", 3000)+"\n---\nW\n")
	found("frontmatter that is huge", "---\n"+strings.Repeat("key_of_no_use: value\n", 20000)+"---\nW\n")
	found("TOML frontmatter", "+++\ntitle = \"A\"\n+++\nW\n")
	found("JSON frontmatter", "{\"title\": \"A\"}\n\nW\n")
	found("first line starts with dashes", "--- a letterhead\nW\n")
	found("a rule and no frontmatter", "---\n\nW\n\n---\n")
	found("dates that are none", "---\ndate: 2024-99-99\ncreated: yesterday\nupdated: 0000-00-00\n---\nW\n")
	found("dates far away", "---\ndate: 9999-12-31\ncreated: 0001-01-01\n---\nW\n")
	found("unclosed fence", "# A\n\n```go\nfunc W() {}\n\n# not a heading\n")
	found("fence inside a fence", "````md\n```\nW\n```\n````\n")
	found("heading in a fence", "```\n# W\n```\n")
	found("setext headings", "W heading\n=========\n\ntext\n\nB\n---\n")
	found("thousands of headings", strings.Repeat("# h\n", 5000)+"\nW\n")
	found("headings six deep and more", "# a\n## b\n### c\n#### d\n##### e\n###### f\n####### W\n")
	found("empty headings", "#\n##\n### \n\nW\n")
	found("a heading of punctuation", "# !!! ???\n\nW\n")
	found("a heading of 100 kB", "# "+strings.Repeat("long ", 20000)+"\n\nW\n")
	found("one word of 1 MB", strings.Repeat("x", 1<<20)+"\n\nW\n")
	found("one line of 10 MB", strings.Repeat("many words on one line ", 10<<20/23)+"W\n")
	found("a million short lines", strings.Repeat("a\n", 1<<20)+"W\n")
	found("deep quotes", strings.Repeat(">", 10000)+" W\n")
	found("deep lists", deepList(300)+"W\n")
	found("many brackets", strings.Repeat("[", 50000)+" W\n")
	found("many emphasis marks", strings.Repeat("*a_ ", 50000)+" W\n")
	found("many backticks", strings.Repeat("` `` ", 20000)+" W\n")
	found("wikilinks unclosed", "[[A|b #c\n\n[[ W\n")
	found("wikilinks of every shape", "[[]] [[|]] [[#]] [[#^]] [[A#B#C|d|e]] ![[x.png|100]] [[../../../etc/passwd]] [[/]] [[A\\|b]] W\n")
	found("links to nowhere", "[a](../../../../../../etc/passwd.md) [b](<>) [c](#) [d](http://[::1) [e](%zz.md) W\n")
	found("a link to itself", "[[c57]] [me](c57.md) W\n")
	found("HTML", "<div><script>alert(1)</script><!-- never closed W\n\nW\n")
	found("an HTML comment", "<!-- hidden -->\n\nW\n")
	found("percent comments", "%% hidden %%\n\nW\n")
	found("a comment that never ends", "W\n\n%% open\n\nmore\n")
	found("LaTeX", "$$\n\\frac{a}{b}\n$$\n\nW $x_1$\n")
	found("footnotes", "W[^1]\n\n[^1]: note\n[^1]: again\n")
	found("tables", "| a | W |\n|---|---|\n| `x|y` | z |\n")
	found("dataview and templater code", "```dataview\nTABLE x\n```\n<%* tp.file.title %>\nW\n")
	found("base64 image", "![](data:image/png;base64,"+strings.Repeat("iVBORw0KGgo", 20000)+")\n\nW\n")
	found("right-to-left override", "W \u202egnirts\u202c\n")
	found("zero-width characters", "a\u200bb\u200d W \ufeff\n")
	found("zalgo", "Z"+strings.Repeat("\u0301", 3000)+" W\n")
	found("emoji sequences", "👩‍👩‍👧‍👦 🏳️‍🌈 👍🏽 W\n")
	found("astral letters", "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𐍈 W\n")
	found("Chinese", "刷新令牌轮换 W 会话\n")
	found("Japanese", "リフレッシュトークン W です\n")
	found("Korean", "토큰 교체 W 입니다\n")
	found("Arabic and Hebrew", "رمز W אסימון\n")
	found("Thai without blanks", "การหมุนเวียนโทเค็นW\n\nW\n")
	found("Devanagari", "टोकन W रोटेशन\n")
	found("no-break and ideographic blanks", "a\u00a0W\u3000b\n")
	found("unusual line ends", "a\u2028W\u2029b\u0085c\vd\f\n")
	found("a tab in every place", "\t# code\n\n-\ta\n\t\tb\n\nW\t\n")
	found("git conflict", "<<<<<<< HEAD\nW\n=======\nother\n>>>>>>> branch\n")
	found("query syntax as text", "path:x tag:y -z \"W\" AND OR NOT ( * ?\n\nW\n")
	return files
}

func deepList(n int) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(strings.Repeat("  ", i) + "- item\n")
	}
	b.WriteString("\n\n")
	return b.String()
}
