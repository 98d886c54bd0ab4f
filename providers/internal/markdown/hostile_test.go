package markdown

import (
	"bytes"
	"strings"
	"testing"
)

// hostile are notes of about size bytes that cost a careless parser time that
// grows with their square, or its stack.
func hostile(size int) map[string][]byte {
	rep := func(s string) []byte { return bytes.Repeat([]byte(s), size/len(s)+1) }
	m := map[string][]byte{
		"one line":         rep("word "),
		"letters":          rep("a"),
		"quotes":           rep(">"),
		"quote lines":      rep(strings.Repeat(">", 90) + "a\n"),
		"items":            rep("- "),
		"item lines":       rep("- a\n"),
		"nested items":     rep("- - - - - - - -\n"),
		"brackets":         rep("["),
		"images":           rep("!["),
		"closed brackets":  rep("[a]"),
		"bracket pairs":    append(rep("["), rep("]")...),
		"wikilink starts":  rep("[[a"),
		"wikilinks":        rep("[[a]] "),
		"link starts":      rep("[a](b"),
		"link titles":      rep("[a](b \""),
		"link parentheses": rep("[a](("),
		"links in links":   append(rep("["), rep("a](b)")...),
		"images in links":  rep("![[x](y)"),
		"definitions":      rep("[a]: /b\n"),
		"open definitions": rep("[a]: /b '\n"),
		"footnotes":        rep("[^a]: "),
		"footnote marks":   rep("[^a]"),
		"backticks":        growing("`", size),
		"code spans":       rep("`a` "),
		"stars":            rep("*a **b "),
		"underscores":      rep("_a_b"),
		"star runs":        growing("*", size),
		"mixed runs":       rep("*a_ ~~b== "),
		"tags":             rep("#a "),
		"hashes":           rep("#"),
		"heading lines":    rep("# a\n"),
		"same headings":    rep("## a\n## a-2\n"),
		"setext":           rep("a\n=\n"),
		"table underlines": append([]byte("a|b\n-|-\n"), rep("===\n")...),
		"rules":            rep("---\n"),
		"percents":         rep("%%"),
		"comment lines":    rep("%% a\nb\n"),
		"dollars":          rep("$a "),
		"double dollars":   rep("$$a "),
		"angles":           rep("<a "),
		"tag attributes":   rep("<a b="),
		"quoted values":    rep("<a b='"),
		"comments":         rep("a <!--"),
		"instructions":     rep("a <?"),
		"cdata":            rep("a <![CDATA["),
		"html lines":       rep("<div>\n"),
		"block markers":    rep("<!-- openclaw:wiki:related:start -->\n"),
		"marker names":     numbered("<!-- openclaw:wiki:x%:start -->\n", size),
		"ampersands":       rep("&amp"),
		"entities":         rep("&amp;"),
		"backslashes":      rep("\\"),
		"block ids":        rep(" ^a\n"),
		"carets":           rep(" ^"),
		"relations":        rep("@a/"),
		"urls":             rep("a://"),
		"fences":           rep("```\n"),
		"open fences":      rep("~~~ a\n"),
		"tabs":             rep("\t"),
		"tab items":        rep("-\t"),
		"carriage returns": rep("\r"),
		"blank lines":      rep("\n"),
		"NUL later":        append(bytes.Repeat([]byte("a "), 5000), rep("\x00")...),
		"invalid":          rep("\xff\xfe\xfd "),
		"combining":        rep("\u0301"),
		"frontmatter":      append([]byte("---\n"), rep("a: b\n")...),
		"closed keys":      append(append([]byte("---\n"), rep("a: b\n")...), "---\n"...),
		"flow":             append(append([]byte("---\na: "), rep("[")...), "\n---\n"...),
		"nested keys":      append(append([]byte("---\n"), staircase(1000)...), "---\n"...),
		"frontmatter link": append(append([]byte("---\na: "), rep("[[")...), "\n---\n"...),
		"toml":             append(append([]byte("+++\na = "), rep("[")...), "\n+++\n"...),
		"aliases": []byte("---\na: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n" +
			"d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\nf: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\ntags: *f\n---\n"),
	}
	return m
}

// growing is runs of a character of growing length.
func growing(c string, size int) []byte {
	var b bytes.Buffer
	for n := 1; b.Len() < size; n++ {
		b.WriteString("a" + strings.Repeat(c, n))
	}
	return b.Bytes()
}

func numbered(s string, size int) []byte {
	var b bytes.Buffer
	for n := 0; b.Len() < size; n++ {
		b.WriteString(strings.ReplaceAll(s, "%", strings.Repeat("i", n%50)))
	}
	return b.Bytes()
}

func staircase(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		b.WriteString(strings.Repeat(" ", i) + "a:\n")
	}
	return b.Bytes()
}

// Every hostile note is read in time that grows with its length: a quadratic
// parser would need hours for this.
func TestHostileNotes(t *testing.T) {
	for name, src := range hostile(64 << 10) {
		t.Run(name, func(t *testing.T) {
			checkNote(t, src, Parse(src, Options{Relations: true, SkipBlock: MemoryWikiGenerated}))
			note, _ := ParseHTMLTopic(src)
			checkNote(t, src, note)
			ParseCanvas(src)
			ParseExcalidraw(src, Options{})
		})
	}
}

func TestTenMegabyteLine(t *testing.T) {
	src := append([]byte("# Title\n"), bytes.Repeat([]byte("some words [[Link]] "), 500_000)...)
	n := Parse(src, Options{})
	if len(n.Links) != 500_000 || len(n.Sections) != 1 || n.Title != "Title" {
		t.Errorf("%d links, %d sections", len(n.Links), len(n.Sections))
	}
}
