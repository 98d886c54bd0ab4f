package swarmtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"memswarm/swarm"
)

// scanner is the simplest provider that is right: it reads all files for each
// query. flaw spoils one thing, so that the suite can be seen to fail.
type scanner struct {
	root, flaw string
	mu         sync.Mutex
	stale      []note
	closed     bool
}

type note struct {
	rel, path, title string
	tags             []string
	aliases          []string
	sections         []passage
}

type passage struct {
	title, anchor, text string
	start, end          int
}

func (s *scanner) Info() swarm.Info {
	return swarm.Info{ID: "scan", Label: "scan", Local: true, Root: s.root}
}

func (s *scanner) Sync(ctx context.Context, _ bool, _ func(int, int)) error { return ctx.Err() }

func (s *scanner) Ready() <-chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}

func (s *scanner) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed && s.flaw == "close" {
		return errors.New("closed already")
	}
	s.closed = true
	return nil
}

func (s *scanner) Health(context.Context) swarm.Health {
	notes, skipped, err := s.read(nil)
	h := swarm.Health{State: swarm.StateOK, Notes: len(notes), Skipped: skipped, SkippedTotal: len(skipped)}
	if err != nil {
		h.State, h.Error = swarm.StateFailed, &swarm.Error{Code: "missing_path", Message: err.Error(), Fix: "Create it."}
	}
	return h
}

// read reads all notes below the root, with buffers in place of their files.
func (s *scanner) read(unsaved []swarm.Buffer) (notes []note, skipped []swarm.Skipped, err error) {
	if _, err := os.Stat(s.root); err != nil {
		return nil, nil, err
	}
	var seen []os.FileInfo
	err = filepath.WalkDir(s.root, func(path string, d os.DirEntry, err error) error {
		if err != nil {
			return nil
		}
		rel, _ := filepath.Rel(s.root, path)
		regular := d.Type().IsRegular()
		if s.flaw == "links" && d.Type()&os.ModeSymlink != 0 {
			if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
				regular = true
			}
		}
		if !regular || !strings.EqualFold(filepath.Ext(path), ".md") {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			skipped = append(skipped, swarm.Skipped{Path: filepath.ToSlash(rel), Reason: err.Error()})
			return nil
		}
		if info, err := d.Info(); err == nil {
			if slices.ContainsFunc(seen, func(other os.FileInfo) bool { return os.SameFile(info, other) }) {
				return nil
			}
			seen = append(seen, info)
		}
		text := string(data)
		for _, b := range unsaved {
			if b.Path == path && s.flaw != "unsaved" {
				text = b.Text
			}
		}
		notes = append(notes, parse(filepath.ToSlash(rel), path, text))
		return nil
	})
	return notes, skipped, err
}

var listField = regexp.MustCompile(`(?m)^(tags|aliases): \[(.*)\]`)

func parse(rel, path, text string) note {
	n := note{rel: rel, path: path, title: strings.TrimSuffix(filepath.Base(rel), filepath.Ext(rel))}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	lines[0] = strings.TrimPrefix(lines[0], "\ufeff")
	if lines[0] == "---" {
		for _, m := range listField.FindAllStringSubmatch(text, -1) {
			items := strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ' ' })
			if m[1] == "tags" {
				n.tags = items
			} else {
				n.aliases = items
			}
		}
	}
	cur := passage{title: n.title}
	count := map[string]int{}
	flush := func(end int) {
		cur.end = end
		cur.text = strings.ToValidUTF8(strings.Join(lines[cur.start:end], "\n"), " ")
		if end > cur.start {
			n.sections = append(n.sections, cur)
		}
	}
	for i, line := range lines {
		title := strings.TrimLeft(line, "#")
		if title == line || !strings.HasPrefix(title, " ") {
			continue
		}
		flush(i)
		title = strings.ToValidUTF8(strings.TrimSpace(title), " ")
		if len(n.sections) == 0 || line[1] == ' ' {
			n.title = title
		}
		anchor := strings.ReplaceAll(strings.ToLower(title), " ", "-")
		if count[anchor]++; count[anchor] > 1 {
			anchor = fmt.Sprintf("%s-%d", anchor, count[anchor])
		}
		cur = passage{title: title, anchor: anchor, start: i}
	}
	flush(len(lines))
	return n
}

func (s *scanner) Search(ctx context.Context, q *swarm.Query) (*swarm.Found, error) {
	if s.flaw != "context" && ctx.Err() != nil {
		return nil, ctx.Err()
	}
	notes, _, err := s.read(q.Unsaved)
	if err != nil {
		return nil, err
	}
	if s.flaw == "stale" {
		s.mu.Lock()
		if s.stale == nil {
			s.stale = notes
		}
		notes = s.stale
		s.mu.Unlock()
	}
	var out []swarm.Result
	for _, n := range notes {
		if n.admitted(q) {
			out = append(out, s.match(n, q)...)
		}
	}
	slices.SortStableFunc(out, func(a, b swarm.Result) int { return cmp.Compare(b.Score, a.Score) })
	if s.flaw == "order" {
		slices.Reverse(out)
	}
	docs := map[string]bool{}
	out = slices.DeleteFunc(out, func(r swarm.Result) bool {
		if !docs[r.Ref.Doc] && len(docs) == q.Candidates && s.flaw != "candidates" {
			return true
		}
		docs[r.Ref.Doc] = true
		return false
	})
	return &swarm.Found{Results: out}, nil
}

func (n *note) admitted(q *swarm.Query) bool {
	for _, t := range q.Tags {
		if !slices.Contains(n.tags, t) {
			return false
		}
	}
	for _, p := range q.Paths {
		if !strings.Contains(n.rel, p) {
			return false
		}
	}
	for _, t := range q.Titles {
		if !strings.Contains(fold(n.title+" "+strings.Join(n.aliases, " ")), fold(t)) {
			return false
		}
	}
	return true
}

func (s *scanner) match(n note, q *swarm.Query) (out []swarm.Result) {
	words := strings.Fields(fold(q.Words))
	for _, p := range n.sections {
		text := fold(p.text)
		if s.flaw != "operators" && (slices.ContainsFunc(q.Exclude, func(x string) bool { return strings.Contains(text, fold(x)) }) ||
			slices.ContainsFunc(q.Phrases, func(x string) bool { return !strings.Contains(text, fold(x)) })) {
			continue
		}
		r := swarm.Result{
			Ref:   swarm.Ref{Provider: "scan", Doc: n.rel, Anchor: p.anchor},
			Title: cmp.Or(p.title, n.title), Note: n.title, Breadcrumb: []string{n.title}, Match: swarm.MatchKeyword,
			Location: &swarm.Location{Path: n.path, StartLine: p.start, EndLine: p.end},
		}
		for _, w := range words {
			if i := strings.Index(text, w); i >= 0 {
				r.Score += float64(strings.Count(text, w)) / float64(len(text))
				if len(text) == len(p.text) && r.Excerpt == "" {
					from, to := max(0, i-100), min(len(p.text), i+len(w)+100)
					r.Excerpt = strings.ToValidUTF8(p.text[from:to], "")
					if at := strings.Index(fold(r.Excerpt), w); at >= 0 && len(fold(r.Excerpt)) == len(r.Excerpt) {
						r.Matches = []swarm.Span{{Start: at, End: at + len(w)}}
					}
				}
			}
		}
		if r.Score == 0 && len(words) > 0 || len(words)+len(q.Tags)+len(q.Paths) == 0 {
			continue
		}
		if s.flaw == "lines" {
			r.Location.StartLine, r.Location.EndLine = p.end, p.end+1
		}
		if s.flaw == "refs" {
			r.Ref.Anchor = ""
		}
		out = append(out, r)
	}
	return out
}
