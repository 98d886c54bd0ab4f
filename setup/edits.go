package setup

import (
	"bytes"

	"memswarm/swarm/config"
)

// Edits are the changes of the file as one edit of whole lines: what is the same
// at its start and at its end is not touched.
func (p *Plan) Edits() []config.Edit {
	if !p.Changed() || bytes.Equal(p.Before, p.After) {
		return nil
	}
	start := 0
	for start < len(p.Before) && start < len(p.After) && p.Before[start] == p.After[start] {
		start++
	}
	start = lineStart(p.Before, start)
	end := 0
	for end < len(p.Before)-start && end < len(p.After)-start && p.Before[len(p.Before)-1-end] == p.After[len(p.After)-1-end] {
		end++
	}
	// Only whole lines: a rune or a CRLF must not be cut.
	tail := p.Before[len(p.Before)-end:]
	if i := bytes.IndexByte(tail, '\n'); i >= 0 {
		end = len(tail) - i - 1
	} else {
		end = 0
	}
	return []config.Edit{{Start: start, End: len(p.Before) - end, New: string(p.After[start : len(p.After)-end])}}
}

func lineStart(text []byte, at int) int {
	return bytes.LastIndexByte(text[:at], '\n') + 1
}
