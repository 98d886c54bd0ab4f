package curate

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"memswarm/providers/internal/curate/passage"
	"memswarm/providers/internal/curate/slug"
	"memswarm/swarm"
)

// odd is what people and programs may select.
var odd = []string{
	"", " ", "\n\n\n", "\t \r\n", "\u3000\u00a0", "\ufeff", "\x00", "\xff", "\xff\xfe\x41\x00", "a", "é", "e\u0301", "日本語", "🎉", "👩‍👩‍👧‍👦 👍🏽", "\u202e\u202d", "\u200b", "\u0301",
	"שלום עולם. עוד משפט.", "مرحبا بالعالم. جملة أخرى.", "हिन्दी में लिखा। दूसरा।", "ไทยไม่มีวรรคตอน",
	"../../x", "/etc/passwd", `C:\Windows\System32`, "CON", "nul.md", "COM1: speed", "...", ".", "..", ".hidden", "-", "---", "--- \n---", "~", "~/x", "$HOME", "%PATH%", "`rm -rf /`",
	"con\r\nprn\r\n", "a\rb\rc", "line\r\n\r\nline\r\n", "no end", "\n\nlead", "trail  \n\n\n",
	"# Heading", "#nospace", "# ", "#", "####### seven", "# A\n# A\n# A", "Setext\n===", "===", "Title\n---\ntext", "- list\n  - nested\n    ```\n    # x\n    ```",
	"```", "```go", "```go\nx\n```", "~~~\n```\n~~~", "``````", "````\n```\n````", "``` a`b", "text ``` text", strings.Repeat("`", 300),
	"---\ntitle: a\n---\n", "---\ntitle: a: b\n---\nx", "---\ntitle: [1, 2]\ntags: {a: b}\n---\nx", "---\nunclosed: yes\n", "---\n---\n", "---\ntitle: \"../../x\"\n---\n", "+++\ntoml = 1\n+++\n",
	"key: value", "- a: b", "a: b: c", "\"quoted\"", "'single'", "a \\ b", "a\\", "\\n", "{}", "[]", "&anchor *alias", "!tag", "| pipe", "> fold", "@at", "%percent", "null", "true", "yes", "1.0", "2026-11-30", "0x1F", "#comment", "a #b", "? k",
	"{{title}}", "{{content}}{{content}}", "{{ date:YYYY }}", "{{unknown}}", "$1 \\1 ${x}", "<script>alert(1)</script>", "<!-- comment -->", "<!-- open", "-->", "<!-- openclaw:human:start -->", "<!-- openclaw:wiki:related:start -->x<!-- openclaw:wiki:related:end -->", "<!-- openclaw:wiki:raw-source -->",
	"[[link]]", "[[a|b]]", "![[embed]]", "[x](y.md)", "![img](a.png)", "[a][b]", "[^1]: foot", "[[unclosed", "]]", "[a\nb](c\nd)", "a[i](j)", "[[[x]]]", "[[x]](y)", "[`code`](z)", "`[[x]]`", "``[[x]]``", "`[[x]]", "<https://a.b>", "[[x]] `a", "\\[[x]]", "    [[indented]]", "> [[quoted]]", "| [[a\\|b]] |",
	"<bv-topic path=\"x\" title=\"y\"></bv-topic>", "</bv-topic>", "<template>x</template>", "&lt;&amp;", "a < b > c & d",
	"// comment", "//", "/* x */", "/*", "*/", "/**/", "/***/", "# sh", "#!/bin/sh\necho", "-- sql", "-- ", "; lisp", "% tex", `"""doc"""`, `"""`, "'''x'''", "<!-- x -->", "{- h -}", "(* ml *)", "=begin\nx\n=end", "#include <x>", "REM x", "\" vim", "::",
	"\tindented\n\t\tmore", "    four\n  two", "\t\n\tx\n \ty", "func f() {\n\t}", "x\n\t\ty\n\t}", "{", "}", ";", "return", "import os", "SELECT 1",
	"password = \"Tr0ub4dor3\"", "AKIA" + "IOSFODNN7QWERTYU", "a@b.c", "https://user:pass@host/x",
	strings.Repeat("long title ", 30), strings.Repeat("日本語", 100), strings.Repeat("e\u0301", 200), strings.Repeat("🎉", 100), strings.Repeat("a", 300), strings.Repeat("a.", 200), strings.Repeat("# x\n\n", 2100),
	strings.Repeat("x\n", 5000), strings.Repeat("\x00", 100), strings.Repeat("\n", 10000) + "x", strings.Repeat("> ", 500) + "deep", strings.Repeat("- ", 500), strings.Repeat("[", 2000), strings.Repeat("[[", 2000), strings.Repeat("*", 2000), strings.Repeat("[a](", 1000), strings.Repeat("<!--", 1000),
	"\u0085next\u2028line\u2029para", "a\vb\fc", "\x1b[31mred\x1b[0m", "tab\there", "\U000e0001\U000e0041 tags", "\U0010ffff", "\ufffe", "ﬀ ﬁ ſ K Å", "İstanbul ı", "ß ẞ", "①②③", "１２３", "Ⅷ", "²", "a\u0308\u0301b",
	strings.Repeat("word ", 1<<20), strings.Repeat("\tx := 1 // y\n", 400_000), // 5 MB each
}

var oddLanguages = []string{"", "markdown", "go", "python", "html", "shellscript", "plaintext", "vim", "we\x00ird`lang\n"}

func TestOddSelections(t *testing.T) {
	if len(odd) < 200 {
		t.Fatalf("only %d", len(odd))
	}
	base := fastDir(t)
	targets := map[string]writer{}
	for _, name := range []string{"markdown", "pattern", "daily", "wiki", "tree", "html"} {
		root := filepath.Join(base, name)
		os.Mkdir(root, 0o777)
		switch name {
		case "markdown":
			targets[name] = &Markdown{Provider: "local-markdown:n", Root: root}
		case "pattern":
			targets[name] = &Markdown{Provider: "local-markdown:n", Root: root, Folder: "{{symbol}}/{{title}}", Name: "{{title}} {{path}}", Template: "{{title}}\n{{content}}"}
		case "daily":
			targets[name] = &Markdown{Provider: "local-markdown:n", Root: root, Daily: &Daily{Heading: "Log"}}
		case "wiki":
			targets[name] = &Wiki{Provider: "memory-wiki", Root: root}
		case "tree":
			targets[name] = &Tree{Provider: "byterover", Root: root, Place: func(_ context.Context, title, text string) (string, string) { return title, title }}
		case "html":
			targets[name] = &Tree{Provider: "byterover", Root: root, HTML: true}
		}
	}
	outside := filepath.Join(base, "outside.md")
	os.WriteFile(outside, []byte("outside"), 0o666)
	var mu sync.Mutex
	written := map[string]string{}
	var wg sync.WaitGroup // the targets at once: most of the time goes into fsync
	for name, w := range targets {
		wg.Go(func() {
			for i, text := range odd {
				if len(text) > 1<<20 && name != "markdown" && (name != "wiki" || i%2 == 0) {
					continue // five megabytes take their time, and the rest is the same
				}
				path, text := curateOdd(t, base, name, w, i, text)
				if path == "" {
					continue
				}
				mu.Lock()
				if old, ok := written[path]; ok && name != "daily" {
					t.Errorf("%d %s: %s was written over: %q", i, name, path, head(old))
				}
				written[path] = text
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for path, text := range written {
		if data, err := os.ReadFile(path); err != nil || string(data) != text && !strings.Contains(path, "daily") {
			t.Errorf("%s is not what was written: %v", path, err)
		}
	}
	if data, _ := os.ReadFile(outside); string(data) != "outside" {
		t.Error("something outside has changed")
	}
	for _, issue := range lintWiki(t, filepath.Join(base, "wiki")) {
		t.Error("wiki:", issue)
	}
	for rel := range snapshot(t, base) {
		if strings.Contains(rel, ".tmp") {
			t.Error("left behind: ", rel)
		}
	}
	if dir := os.Getenv("CURATE_KEEP"); dir != "" { // to look at, or to give to the real tools
		if err := os.CopyFS(dir, os.DirFS(base)); err != nil {
			t.Error(err)
		}
	}
}

// curateOdd stores one odd selection, checks what came of it, and gives the
// file's path and text, "" when there was nothing to store.
func curateOdd(t *testing.T, base, name string, w writer, i int, text string) (string, string) {
	lang := oddLanguages[i%len(oddLanguages)]
	c := &swarm.Curation{Content: text, Now: noon}
	switch i % 3 {
	case 1:
		c.Origin = &swarm.Origin{Language: lang, Path: filepath.Join(base, "src", fmt.Sprintf("%q [x](y) %d.go", lang, i%5)), EndLine: 3}
	case 2:
		c.Origin = &swarm.Origin{Language: lang, Symbol: text[:min(len(text), 100)]}
		c.Title = text[:min(len(text), 300)]
	}
	r, err := w.Curate(t.Context(), c)
	if err != nil {
		if e := swarm.AsError(err, "?", ""); e.Code != CodeEmpty || e.Fix == "" || e.Provider == "" || passage.Clean(text, lang).Markdown != "" {
			t.Errorf("%d %s: %q: %v", i, name, head(text), err)
		}
		return "", ""
	}
	rel, err := filepath.Rel(filepath.Join(base, name), r.Path)
	if err != nil || !filepath.IsLocal(rel) {
		t.Errorf("%d %s: written to %s", i, name, r.Path)
	}
	for _, part := range strings.Split(strings.TrimSuffix(strings.TrimSuffix(filepath.ToSlash(rel), ".md"), ".html"), "/") {
		if slug.Reserved(part) || strings.Trim(part, " .") != part || len(part) > 250 || part == "" {
			t.Errorf("%d %s: the name %q is not safe", i, name, part)
		}
	}
	if !utf8.ValidString(r.Text) || !strings.HasSuffix(r.Text, "\n") {
		t.Errorf("%d %s: not clean text: %q", i, name, head(r.Text))
	}
	if front := frontOf(r.Text); name == "markdown" || name == "tree" {
		var m map[string]any
		if err := yaml.Unmarshal([]byte(front), &m); err != nil {
			t.Errorf("%d %s: frontmatter: %v\n%s", i, name, err, front)
		} else if s, ok := m["title"].(string); !ok || strings.TrimSpace(s) == "" {
			t.Errorf("%d %s: the title is %#v", i, name, m["title"])
		}
	}
	return r.Path, r.Text
}

func head(s string) string { return s[:min(len(s), 60)] }

func frontOf(text string) string {
	start, end, ok := passage.Frontmatter(text)
	if !ok {
		return "none"
	}
	return text[start : end-len("---\n")]
}
