package source

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"memswarm/providers/internal/index"
	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/walk"
)

// hashOf is the identity of a note's whole content, never 0.
func hashOf(data []byte) uint64 {
	return max(1, xxh3.Hash(data))
}

// outcome is what reading one file gave.
type outcome struct {
	note    *index.Note // nil when the file is no note
	failed  bool        // the file could not be read at all
	skipped string      // why it was not, or only in part, read
}

// read reads and parses a file. The only error is that of ctx.
func (s *Source) read(ctx context.Context, l listed) (outcome, error) {
	data, err := walk.ReadFile(ctx, l.file, 0)
	if err != nil {
		if ctx.Err() != nil {
			return outcome{}, ctx.Err()
		}
		out := outcome{failed: true, skipped: err.Error()}
		if e, ok := errors.AsType[*walk.Error](err); ok {
			out.skipped = e.Message
			if e.Reason == walk.ReasonVanished {
				out.skipped = "" // it is gone, and nobody misses it
			}
		}
		return out, nil
	}
	var out outcome
	out.note, out.skipped = s.parse(l.doc, l.file.Rel, data, l.file.ModTime)
	if out.note != nil {
		out.note.Size, out.note.ModTime, out.note.Hash = l.file.Size, l.file.ModTime, hashOf(data)
		out.note.Problem = out.skipped
	}
	return out, nil
}

// parse makes a note of a file's content. A parser's panic costs the file, not
// the program.
func (s *Source) parse(doc, rel string, data []byte, modTime time.Time) (note *index.Note, skipped string) {
	defer func() {
		if p := recover(); p != nil {
			note, skipped = nil, fmt.Sprintf("The file could not be read: the parser failed (%v). Please report it.", p)
			s.log(fmt.Sprintf("the parser failed on %s: %v\n%s", doc, p, debug.Stack()))
		}
	}()
	page, skipped := s.opts.Parse(&File{Doc: doc, Rel: rel, Data: data, ModTime: modTime})
	if page == nil {
		return nil, skipped
	}
	for _, p := range page.Note.Problems {
		if p.Code == markdown.ProblemBinary || p.Code == markdown.ProblemTooLarge {
			return nil, p.Message
		}
	}
	if skipped == "" {
		skipped = problemsOf(page.Note)
	}
	return s.noteOf(doc, page, modTime), skipped
}

// problemsOf says in one line what of a file could not be read as meant.
func problemsOf(n *markdown.Note) string {
	var lines []string
	for _, p := range n.Problems {
		switch p.Code {
		case markdown.ProblemDate, markdown.ProblemDuplicate:
			continue // of no consequence for finding the note
		}
		text := p.Message
		if p.Line > 0 {
			text = fmt.Sprintf("Line %d: %s", p.Line+1, text)
		}
		lines = append(lines, text)
		if len(lines) == 3 {
			break
		}
	}
	return strings.Join(lines, " ")
}
