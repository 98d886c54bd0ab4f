package markdown

import (
	"bytes"
	"fmt"
	"testing"
)

// benchmarkNote is a note of about size bytes like those in vaults.
func benchmarkNote(size int) []byte {
	var b bytes.Buffer
	b.WriteString("---\ntitle: Token rotation\naliases: [Rotation, Refresh]\ntags:\n  - auth\n  - security/jwt\ncreated: 2024-03-05\n---\n\n# Token rotation\n")
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "\n## Part %d of the story\n\nEvery *refresh* rotates the token, see `rotateToken()` and [the notes](../ops/Key%%20store.md#part).\n"+
			"It was decided in [[Meeting %d|the meeting]] that a reused token ends the session; plain words follow, as they do in most notes,\n"+
			"without any mark at all for a line or two, because people write sentences more than they write markup. #auth\n\n", i, i)
		b.WriteString("- first item with **bold** words\n- second item\n  - nested [link](https://example.com/a_b_c)\n\n> A quote\n> of two lines\n\n")
		b.WriteString("```go\nfunc main() {\n\tfmt.Println(\"# no heading\")\n}\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n日本語の文章もあります。Привет, мир.\n")
	}
	return b.Bytes()
}

func BenchmarkParse(b *testing.B) {
	for _, size := range []int{1 << 10, 5 << 10, 100 << 10} {
		b.Run(fmt.Sprintf("%dKB", size>>10), func(b *testing.B) {
			src := benchmarkNote(size)
			b.SetBytes(int64(len(src)))
			b.ReportAllocs()
			for b.Loop() {
				Parse(src, Options{})
			}
		})
	}
}

func BenchmarkResolver(b *testing.B) {
	entries := make([]Entry, 100_000)
	for i := range entries {
		name := fmt.Sprintf("Note %d", i)
		if i%10 == 0 {
			name = "README"
		}
		entries[i] = Entry{Path: fmt.Sprintf("area%d/topic%d/sub%d/%s.md", i%10, i%100, i%1000, name), Title: fmt.Sprintf("The title %d", i)}
	}
	b.Run("build", func(b *testing.B) {
		for b.Loop() {
			NewResolver(entries)
		}
	})
	r := NewResolver(entries)
	for name, l := range map[string]Link{
		"unique": {Kind: LinkWiki, Target: "Note 77777"}, "many": {Kind: LinkWiki, Target: "README"},
		"tail": {Kind: LinkWiki, Target: "sub10/README"}, "title": {Kind: LinkWiki, Target: "the title 5"}, "none": {Kind: LinkWiki, Target: "Nothing"},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				r.Resolve("area1/topic11/sub111/Note 111.md", l)
			}
		})
	}
}

// BenchmarkHostile holds the inputs that make careless parsers quadratic.
func BenchmarkHostile(b *testing.B) {
	for name, src := range hostile(1 << 20) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				Parse(src, Options{Relations: true, SkipBlock: MemoryWikiGenerated})
			}
		})
	}
}
