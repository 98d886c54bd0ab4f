package handlers

import (
	"context"
	"unicode"

	"memswarm/lsp"
	"memswarm/swarm"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Constants of the words around the cursor.
const (
	aroundLines  = 3   // lines above and below
	aroundWords  = 8   // words taken at most, nearest first
	aroundWeight = 0.1 // of a word, beside 1 for a word of the query
)

// wordsAround lists the identifiers near a position, as weak context for local
// providers.
func wordsAround(ctx context.Context, s *lsp.Session, doc uri.URI, pos protocol.Position) []swarm.WeightedTerm {
	d, ok := s.Document(ctx, doc)
	if !ok {
		return nil
	}
	m := d.Mapper()
	line := m.Line(m.Offset(pos, s.Encoding()))
	seen := map[string]bool{}
	var out []swarm.WeightedTerm
	for _, n := range nearest(line, aroundLines, m.LineCount()) {
		for _, w := range identifiers(m.LineText(n)) {
			if len(out) == aroundWords {
				return out
			}
			if !seen[w] {
				seen[w] = true
				out = append(out, swarm.WeightedTerm{Term: w, Weight: aroundWeight, From: "cursor"})
			}
		}
	}
	return out
}

// nearest lists line numbers by their distance from line.
func nearest(line, reach, count int) []int {
	out := []int{line}
	for d := 1; d <= reach; d++ {
		if line-d >= 0 {
			out = append(out, line-d)
		}
		if line+d < count {
			out = append(out, line+d)
		}
	}
	return out
}

// identifiers lists the words of a line of code that may mean something: five
// letters and longer, since shorter ones are mostly keywords and loop variables.
func identifiers(line string) []string {
	const shortest, longest = 5, 64
	var out []string
	start := -1
	flush := func(end int) {
		if start >= 0 && end-start >= shortest && end-start <= longest {
			out = append(out, line[start:end])
		}
		start = -1
	}
	for i, r := range line {
		if r == '_' || unicode.IsLetter(r) || (start >= 0 && unicode.IsDigit(r)) {
			if start < 0 {
				start = i
			}
			continue
		}
		flush(i)
	}
	flush(len(line))
	return out
}
