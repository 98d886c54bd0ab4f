package markdown

import (
	"fmt"
	"slices"
	"testing"
)

// TestText reads one passage and compares its text and its code.
func TestText(t *testing.T) {
	for _, tt := range []struct {
		name, src, want string
		code            []string
	}{
		{"plain", "two\nlines", "two\nlines", nil},
		{"hard breaks", "a  \nb\\\nc", "a\nb\nc", nil},
		{"blank lines", "a\n\n\n\nb", "a\n\nb", nil},
		{"emphasis", "*a* **b** ***c*** _d_ __e__ ~~f~~ ==g==", "a b c d e f g", nil},
		{"no emphasis", "2*3*4 snake_case_name a * b ~c~ =d= **", "234 snake_case_name a * b ~c~ =d= **", nil},
		{"half open", "*a **b* c", "*a *b c", nil},
		{"escapes", `\*a\* \# \[b\] \`, `*a* # [b] \`, nil},
		{"entities", "&lt;a&gt; &amp; &#65; &nope; R&D", "<a> & A &nope; R&D", nil},
		{"code spans", "`a` ``b ` c`` `d", "`a` ``b ` c`` `d", []string{"a", "b ` c"}},
		{"code hides", "`[[a]] #b *c* <d>`", "`[[a]] #b *c* <d>`", []string{"[[a]] #b *c* <d>"}},
		{"links", "[a](b) [c](d \"t\") [e](<f g>) ![h](i.png) <https://x.y/z> <me@x.y>", "a c e h https://x.y/z me@x.y", nil},
		{"links without text", "[](note.md) ![](img/a%20b.png) ![](data:image/png;base64,AAAA)", "note.md img/a b.png", nil},
		{"no links", "[a] (b) [c](d e) [x]", "[a] (b) [c](d e) [x]", nil},
		{"bare URL", "see https://x.y/a_b_c#d_e_ and **https://x.y**", "see https://x.y/a_b_c#d_e_ and https://x.y", nil},
		{"wikilinks", "[[a]] [[b|c]] [[d#e]] [[#f]] [[g#^h]] ![[i.png|300x200]] [[j#k#l]]", "a c d > e f g i.png j > k > l", nil},
		{"no wikilinks", "[[]] [[ ]] [[a\nb]] [[|c]] [[#]]", "[[]] [[ ]] [[a\nb]] [[|c]] [[#]]", nil},
		{"brackets in brackets", "[[1]](u) [[a|see [1]]] [[[b]]]", "[1] see [1] [b]", nil},
		{"comments", "a %%b%% c <!-- d --> e", "a  c  e", nil},
		{"comment over lines", "a <!-- b\nc --> d %%e\nf%% g", "a  d  g", nil},
		{"open comments", "100%% sure <!-- b", "100%% sure <!-- b", nil},
		{"HTML", "a<b>c</b><br>d <img src='x' alt=\"e f\"> <span\nclass=g>h</span>", "ac d e f h", nil},
		{"no HTML", "a < b <c d=> e<3", "a < b <c d=> e<3", nil},
		{"math", "$a_1 * b_1$ $$c_2 * d_2$$ $5 and $6 *x*", "$a_1 * b_1$ $$c_2 * d_2$$ $5 and $6 x", nil},
		{"list", "- a\n  b\n- c\n  1. d\n\n     e\n* [ ] f", "- a\nb\n- c\n  1. d\n\ne\n* [ ] f", nil},
		{"quote", "> a\n> > b\nc", "a\nb\nc", nil},
		{"callout", "> [!note]+ Title *x*\n> body", "Title x\nbody", nil},
		{"not a callout", "> [!a b] c", "[!a b] c", nil},
		{"table", "| a | *b* |\n|:--|--:|\n| `c\\|d` | [[e\\|f]] |", "| a | b |\n| `c\\|d` | f |", []string{"c\\|d"}},
		{"fence", "```go title\nx := 1\n\n  y\n```", "x := 1\n\n  y", []string{"x := 1\n\n  y"}},
		{"fence in a list", "- a\n  ~~~\n  b\n   c\n  ~~~", "- a\nb\n c", []string{"b\n c"}},
		{"indented code", "a\n\n    b\n\n      c\n\n", "a\n\nb\n\n  c", []string{"b\n\n  c"}},
		{"tabs in code", "- a\n\n\t\tb\n", "- a\n\n  b", []string{"  b"}},
		{"HTML block", "<div class=\"x\">\n<p>a &amp; b</p>\n</div>\n\nc", "a & b\n\nc", nil},
		{"script and style", "<script>\nvar a\n</script>\n\n<style>b</style>\n\nc", "c", nil},
		{"pre", "<pre>\na\n\n b</pre>", "a\n b", nil},
		{"footnotes", "a[^1] b.\n\n[^1]: the *note*\n[^x]:\n    more", "a b.\n\nthe note\n\nmore", nil},
		{"reference links", "[a][x] [x] [X][] [b][y]\n\n[x]: /u 't'", "a x X [b][y]", nil},
		{"block ids", "a ^id1\n- b ^id-2 \nc^d ^", "a\n- b\nc^d ^", nil},
		{"tags stay", "#a #b/c", "#a #b/c", nil},
		{"rule", "a\n\n***\n\nb", "a\n\nb", nil},
		{"CRLF", "a\r\nb\r\n", "a\nb", nil},
		{"emphasis in CJK", "**重要**な *点*", "重要な 点", nil},
		{"code in a link", "[`a`](b) *`c`*", "`a` `c`", []string{"a", "c"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			n := Parse([]byte("\n"+tt.src), Options{})
			checkNote(t, []byte("\n"+tt.src), n)
			if len(n.Sections) != 1 {
				t.Fatalf("%d sections", len(n.Sections))
			}
			s := n.Sections[0]
			if s.Text != tt.want {
				t.Errorf("got  %q\nwant %q", s.Text, tt.want)
			}
			var code []string
			for _, c := range s.Code {
				code = append(code, s.Text[c.Start:c.End])
			}
			if !slices.Equal(code, tt.code) {
				t.Errorf("code %q, want %q", code, tt.code)
			}
		})
	}
}

func TestTags(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string
	}{
		{"#a #b/c #d-e_f", []string{"a", "b/c", "d-e_f"}},
		{"#1984 #y1984 #1984y #2024-01", []string{"y1984", "1984y", "2024-01"}},
		{"a#b C# x/#y &#35; #", nil},
		{"(#a) *#b* **#c** [#d]", []string{"a", "b", "c", "d"}},
		{"#a, #b. #c; #d! #e?", []string{"a", "b", "c", "d", "e"}},
		{"#a/ #/b", []string{"a", "/b"}},
		{"#a#b", []string{"a"}},
		{"#日本語 #привет/мир #été #🎉 #👩‍👩‍👧", []string{"日本語", "привет/мир", "été", "🎉", "👩‍👩‍👧"}},
		{"中文，#标签。后", []string{"标签"}},
		{"`#a` [x](#b) [[#c]] https://x.y/#d <a href=\"#e\">f</a> \\#g $#h$ <!-- #i -->", nil},
		{"# Heading #a\n#b\n## x #c ##", []string{"a", "b", "c"}},
		{"#a #A #\u00e9 #e\u0301", []string{"a", "\u00e9"}},
		{"- #a\n> #b\n\n| #c |\n|---|\n| #d |", []string{"a", "b", "c", "d"}},
		{"```\n#a\n```\n\n    #b", nil},
		{"#_ #- #--", nil},
	} {
		n := Parse([]byte(tt.src), Options{})
		if !slices.Equal(n.Tags, tt.want) {
			t.Errorf("%q: %q, want %q", tt.src, n.Tags, tt.want)
		}
	}
	n := Parse([]byte("---\ntags: [x, a]\n---\n#a\n# H #b\n#c #b\n"), Options{})
	if want := []string{"x", "a", "b", "c"}; !slices.Equal(n.Tags, want) {
		t.Errorf("of the note: %q", n.Tags)
	}
	if want := []string{"b", "c"}; !slices.Equal(n.Sections[1].Tags, want) {
		t.Errorf("of the section: %q", n.Sections[1].Tags)
	}
}

func TestLinks(t *testing.T) {
	for _, tt := range []struct {
		src  string
		want []string // kind target#heading^block|alias line:start-end
	}{
		{"x [[Note]] y", []string{"wikilink Note 0:2-10"}},
		{"[[a/b c#H|al]] [[#H]] [[n#^b1]] [[#^b2]] [[n#H#^b3]]", []string{
			"wikilink a/b c#H|al 0:0-14", "wikilink #H 0:15-21", "wikilink n^b1 0:22-31", "wikilink ^b2 0:32-40", "wikilink n#H^b3 0:41-52"}},
		{"![[img.png|100]] ![[note#H]]", []string{"embed img.png 0:0-16", "embed note#H 0:17-28"}},
		{"| a |\n|---|\n| [[b\\|c]] |", []string{"wikilink b|c 2:2-10"}},
		{"[t](path%20x.md#frag \"title\")", []string{"markdown path x.md#frag|t 0:0-29"}},
		{"[t](<a b.md>) ![i](c.png) [u](d.md#^e)", []string{"markdown a b.md|t 0:0-13", "embed c.png|i 0:14-25", "markdown d.md^e|u 0:26-38"}},
		{"[a](#top) [b](/abs.md) [c](../up.md) [d](x(1).md) [e](100%.md)", []string{
			"markdown #top|a 0:0-9", "markdown /abs.md|b 0:10-22", "markdown ../up.md|c 0:23-36", "markdown x(1).md|d 0:37-49", "markdown 100%.md|e 0:50-62"}},
		{"<https://a.b> [x](https://a.b) [y](mailto:a@b) [z](//c.d) https://e.f [w](obsidian://open)", nil},
		{"[r][x] [x] [X][] [n][y]\n\n[x]: a.md#b 't'\n[z]: https://c", []string{"markdown a.md#b|r 0:0-6", "markdown a.md#b|x 0:7-10", "markdown a.md#b|X 0:11-16"}},
		{"`[[a]]` ``[b](c)`` \\[[d]] <!-- [[e]] --> %%[[f]]%%", nil},
		{"```\n[[a]]\n```\n\n    [[b]]\n\n<div>\n[[c]]\n</div>", nil},
		{"> - [[a]]\n>   [b](c.md)", []string{"wikilink a 0:4-9", "markdown c.md|b 1:4-13"}},
		{"日本 [[メモ|é]] [x](%E6%97%A5.md)", []string{"wikilink メモ|é 0:7-20", "markdown 日.md|x 0:21-38"}},
		{"[a\nb](c.md) d", []string{"markdown c.md|a b 0:0-2"}},
		{"[[a]][[b]] ![[c]]![[d]]", []string{"wikilink a 0:0-5", "wikilink b 0:5-10", "embed c 0:11-17", "embed d 0:17-23"}},
		{"[a [b](c.md) d](e.md)", []string{"markdown c.md|b 0:3-12"}},
		{"[![alt](i.png)](n.md)", []string{"embed i.png|alt 0:1-14", "markdown n.md|![alt](i.png) 0:0-21"}},
		{"\tx\n\n-\t[[a]]", []string{"wikilink a 2:2-7"}},
		{"# H [[a]]\n\nS [[b]]\n---", []string{"wikilink a 0:4-9", "wikilink b 2:2-7"}},
		{"---\nup: \"[[a|b]]\"\nrel: [[c]]\nlist:\n  - '[[d#e]]'\n---\n[[f]]", []string{
			"wikilink a|b 1:5-12", "wikilink c 2:5-10", "wikilink d#e 4:5-12", "wikilink f 6:0-5"}},
		{"[[1]](b.md)", []string{"markdown b.md|[1] 0:0-11"}},
		{"[1]: a.md\n[[1]](b.md)", []string{"markdown a.md|1 1:1-4"}},
		{"\r\n[[a]]\r\n[[b]]", []string{"wikilink a 1:0-5", "wikilink b 2:0-5"}},
		{"\xEF\xBB\xBF[[a]]", []string{"wikilink a 0:0-5"}},
		{"bad\xff [[a\xfe]]", []string{"wikilink a\uFFFD 0:5-11"}},
		{"@a/b/c.md", nil},
	} {
		n := Parse([]byte(tt.src), Options{})
		var got []string
		for _, l := range n.Links {
			s := fmt.Sprintf("%s %s", l.Kind, l.Target)
			if l.Heading != "" {
				s += "#" + l.Heading
			}
			if l.Block != "" {
				s += "^" + l.Block
			}
			if l.Alias != "" {
				s += "|" + l.Alias
			}
			got = append(got, fmt.Sprintf("%s %d:%d-%d", s, l.Line, l.StartCol, l.EndCol))
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%q:\n got %q\nwant %q", tt.src, got, tt.want)
		}
	}
}

func TestRelations(t *testing.T) {
	src := "---\nrelated: ['@a/b.md', \"c/d\", @e/f]\n---\nSee @g/h_i/j.md, (@k/l). Not me@x.y/z, @alone, `@m/n`.\n"
	var got []string
	for _, l := range Parse([]byte(src), Options{Relations: true}).Links {
		got = append(got, fmt.Sprintf("%s %s %d:%d-%d", l.Kind, l.Target, l.Line, l.StartCol, l.EndCol))
	}
	want := []string{"relation a/b.md 1:11-18", "relation c/d 1:22-25", "relation e/f 1:28-32", "relation g/h_i/j.md 3:4-15", "relation k/l 3:18-22"}
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestBlockIDs(t *testing.T) {
	n := Parse([]byte("para\nends ^p1\n\n- item ^i-2\n  more\n\n| a |\n|---|\n\n^t3\n\n`^no` x^2 ^no.t\n\n```\n^code\n```\n# H ^h4\n\nagain ^p1"), Options{})
	want := map[string]int{"p1": 1, "i-2": 3, "t3": 9, "h4": 16}
	if fmt.Sprint(n.Blocks) != fmt.Sprint(want) {
		t.Errorf("got %v, want %v", n.Blocks, want)
	}
}
