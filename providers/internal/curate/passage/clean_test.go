package passage

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestClean(t *testing.T) {
	for _, tc := range []struct {
		name, lang, in, want string
		kind                 Kind
	}{
		{"empty", "go", "", "", Prose},
		{"only blanks", "markdown", " \n\t\r\n \u3000", "", Prose},
		{"prose", "", "Tokens rotate daily.\r\nYes.", "Tokens rotate daily.\nYes.", Prose},
		{"markdown stays", "markdown", "# A\n\n- [ ] b  \n- c\n\n```go\nx\n```\n", "# A\n\n- [ ] b  \n- c\n\n```go\nx\n```", Prose},
		{"nested list item", "markdown", "    - a\n      - b", "- a\n  - b", Prose},
		{"BOM", "markdown", "\uFEFFtext", "text", Prose},
		{"bad bytes", "plaintext", "a\xffb", "a\uFFFDb", Prose},
		{"go code", "go", "\tx := 1\n\tif x {\n\t\ty()\n\t}\n", "```go\nx := 1\nif x {\n\ty()\n}\n```", Code},
		{"first line without its indentation", "go", "if x {\n\t\ty()\n\t}", "```go\nif x {\n\ty()\n}\n```", Code},
		{"python keeps its body's indentation", "python", "def f():\n    return 1", "```python\ndef f():\n    return 1\n```", Code},
		{"backticks in code", "typescript", "const s = `a`;\n// ```\n", "````typescript\nconst s = `a`;\n// ```\n````", Code},
		{"tsx", "typescriptreact", "<A/>", "```tsx\n<A/>\n```", Code},
		{"doc comment and code", "go", "// F does.\nfunc F() {}", "```go\n// F does.\nfunc F() {}\n```", Code},
		{"go comment", "go", "\t// Tokens rotate.\n\t//\n\t//\tcode()\n\t// End.", "Tokens rotate.\n\n\tcode()\nEnd.", Comment},
		{"rust doc", "rust", "/// One.\n/// Two.\n//! Three.", "One.\nTwo.\nThree.", Comment},
		{"javadoc", "java", "  /**\n   * Rotates.\n   *\n   * @param x the {@code x}\n   */", "Rotates.\n\n@param x the {@code x}", Comment},
		{"one-line block", "c", "/* Short. */", "Short.", Comment},
		{"block without stars", "css", "/*\n   One.\n     Two.\n*/", "One.\n  Two.", Comment},
		{"banner", "javascript", "//////////////////\n// Title\n//////////////////\n// text", "Title\n\ntext", Comment},
		{"shell", "shellscript", "# One.\n#\n# - a", "One.\n\n- a", Comment},
		{"shebang is code", "shellscript", "#!/bin/sh\n# One.", "```sh\n#!/bin/sh\n# One.\n```", Code},
		{"C preprocessor is code", "c", "#include <a.h>\n#define X", "```c\n#include <a.h>\n#define X\n```", Code},
		{"sql", "sql", "-- Why this index.\n-- Because.", "Why this index.\nBecause.", Comment},
		{"lua block", "lua", "--[[ One.\nTwo. ]]", "One.\nTwo.", Comment},
		{"lisp", "clojure", ";; One.\n;; Two.", "One.\nTwo.", Comment},
		{"latex", "latex", "% One.\n% Two.", "One.\nTwo.", Comment},
		{"html", "html", "<!-- One.\n     Two. -->", "One.\nTwo.", Comment},
		{"docstring", "python", `    """One.` + "\n\n    Two:\n        three\n    " + `"""`, "One.\n\nTwo:\n    three", Comment},
		{"raw docstring", "python", `r"""One \d."""`, `One \d.`, Comment},
		{"code after a comment", "c", "/* a */ int x;", "```c\n/* a */ int x;\n```", Code},
		{"two comment styles", "go", "/* a */\n// b", "a\nb", Comment},
		{"open block comment is code", "c", "/* never\nclosed", "```c\n/* never\nclosed\n```", Code},
		{"vim", "vim", "\" One.", "One.", Comment},
		{"unknown language, code", "brainhug", "x = 1;", "```brainhug\nx = 1;\n```", Code},
		{"unknown language, prose", "my-notes", "This is just some text here.", "This is just some text here.", Prose},
		{"hostile language id", "a`b\n```", "x = 1;", "```ab\nx = 1;\n```", Code},
		{"code from a terminal", "", "func f() {\n\treturn 1;\n}", "```\nfunc f() {\n\treturn 1;\n}\n```", Code},
		{"prose from a terminal", "", "Remember (always) to:\nrotate the keys;\nthen tell ops.", "Remember (always) to:\nrotate the keys;\nthen tell ops.", Prose},
		{"json", "json", "{\"a\": 1}", "```json\n{\"a\": 1}\n```", Code},
		{"rtl", "", "שלום עולם. מה שלומך?", "שלום עולם. מה שלומך?", Prose},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := Clean(tc.in, tc.lang)
			if d := cmp.Diff(tc.want, p.Markdown); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
			if p.Kind != tc.kind {
				t.Errorf("kind %s, want %s", p.Kind, tc.kind)
			}
		})
	}
}

func TestCleanWarns(t *testing.T) {
	if w := Clean("a\xff\x00", "").Warnings; len(w) != 2 {
		t.Errorf("warnings: %q", w)
	}
	if w := Clean("fine", "").Warnings; w != nil {
		t.Errorf("warnings: %q", w)
	}
}

func TestCleanTakesFrontmatterApart(t *testing.T) {
	p := Clean("---\ntitle: Old\ntags: [a]\n---\n\n# Head\n", "markdown")
	if p.Front != "title: Old\ntags: [a]" || p.Markdown != "# Head" {
		t.Errorf("%+v", p)
	}
	p = Clean("---\njust a line\n---\n", "markdown")
	if p.Front != "" || !strings.Contains(p.Markdown, "just a line") {
		t.Errorf("%+v", p)
	}
}

// Every word of the selection must still be there: a note that lost something
// on its way is worse than an ugly one.
func TestCleanLosesNoWord(t *testing.T) {
	langs := []string{"", "markdown", "go", "python", "html", "c", "shellscript", "lua", "vim", "nonsense", "json"}
	rapid.Check(t, func(t *rapid.T) {
		lang := rapid.SampledFrom(langs).Draw(t, "lang")
		s := rapid.StringMatching("(word|другое|日本|// |# |/\\*|\\*/| \\* |\"\"\"|---|`+|\\n|\\r\\n|    |\\t|<!-- | -->|x = 1;){0,40}").Draw(t, "text")
		p := Clean(s, lang)
		for _, w := range []string{"word", "другое", "日本", "x = 1;"} {
			got := strings.Count(p.Markdown, w) + strings.Count(p.Front, w)
			if want := strings.Count(s, w); got != want {
				t.Fatalf("%q ×%d, was ×%d, in %q", w, got, want, p.Markdown)
			}
		}
		if !utf8.ValidString(p.Markdown) || strings.ContainsAny(p.Markdown, "\r\x00") {
			t.Fatalf("unclean: %q", p.Markdown)
		}
		if p.Kind == Code && ReadOutline(p.Markdown).OpenFence != "" {
			t.Fatalf("open fence: %q", p.Markdown)
		}
	})
}

func FuzzClean(f *testing.F) {
	f.Add("// a\n/* b */", "go")
	f.Add("\xff\x00\r", "markdown")
	f.Add("---\na: b\n---\n", "")
	f.Fuzz(func(t *testing.T, s, lang string) {
		p := Clean(s, lang)
		p.Title("", "", "")
		if !utf8.ValidString(p.Markdown) {
			t.Fatalf("%q", p.Markdown)
		}
		if strings.TrimSpace(strings.ToValidUTF8(s, "?")) != "" && strings.Trim(s, " \t\r\n\v\f\u00a0\u2028\u2029\u3000\u0085\ufeff") != "" && p.Markdown == "" && p.Front == "" {
			for _, r := range s { // only white space may vanish
				if !strings.ContainsRune(" \t\r\n", r) && r > 0x3000 {
					t.Fatalf("nothing is left of %q", s)
				}
			}
		}
	})
}
