package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"memswarm/swarm"
	"memswarm/workspace"
)

// asked is when the queries are asked: after the newest note of the examples,
// so that "last week" and the like do not depend on the calendar.
var asked = time.Date(2026, 6, 15, 10, 0, 0, 0, time.UTC)

// examples scores the judged queries over examples/harbor below repo.
func examples(ctx context.Context, repo string, show bool) (*table, error) {
	list, err := readJudged(filepath.Join(repo, "bench", "judged", "harbor.tsv"))
	if err != nil {
		return nil, err
	}
	view, done, err := open(ctx, filepath.Join(repo, "examples", "harbor"))
	if err != nil {
		return nil, err
	}
	defer done()
	t := &table{}
	for _, j := range list {
		a, err := view.Query(ctx, &workspace.Request{Text: j.query, Limit: 10, Now: asked}, "")
		if err != nil {
			return nil, fmt.Errorf("%s: %w", j.query, err)
		}
		s := judge(j, a.Hits)
		t.add(j.category, s)
		if show && (!s.right || s.sectionAsked && !s.section) {
			what := "wrong section"
			if !s.right {
				what = fmt.Sprintf("found at %d", s.rank)
			}
			fmt.Printf("%-12s %q: %s; want %s%s\n", j.category, j.query, what, describe(j), got(a.Hits))
		}
	}
	return t, nil
}

func describe(j judged) string {
	if len(j.wanted) == 0 {
		return "nothing"
	}
	s := j.wanted[0].note
	if j.section != "" {
		s += "#" + j.section
	}
	return s
}

func got(hits []swarm.Hit) string {
	var b strings.Builder
	for i, h := range hits[:min(3, len(hits))] {
		fmt.Fprintf(&b, "\n    %d. %s", i+1, h.Ref)
	}
	return b.String()
}

// open opens a workspace with a cache of its own and waits for the indexes.
func open(ctx context.Context, dir string) (*workspace.View, func(), error) {
	home, err := os.MkdirTemp("", "memswarm-rank-")
	if err != nil {
		return nil, nil, err
	}
	env := func(name string) (string, bool) {
		if name == "HOME" {
			return home, true
		}
		return "", false
	}
	dir, err = filepath.Abs(dir)
	if err != nil {
		return nil, nil, err
	}
	host := workspace.NewHost(workspace.HostOptions{CacheDir: filepath.Join(home, "cache")})
	view := host.NewView()
	done := func() {
		_ = view.Close()
		_ = host.Close()
		_ = os.RemoveAll(home)
	}
	if err := view.Set([]workspace.Spec{{Dir: dir, Env: env}}); err != nil {
		done()
		return nil, nil, err
	}
	for _, f := range view.Folders() {
		if err := f.Sync(ctx, false); err != nil {
			done()
			return nil, nil, err
		}
	}
	return view, done, nil
}

// score is how one query went.
type score struct {
	right        bool // the first hit has grade 3, or nothing was right and nothing came
	inThree      bool
	rank         int // of the first hit of grade 3, 0 when none came
	section      bool
	sectionAsked bool
	ndcg         float64
	empty        bool
	wantsNothing bool
}

// judge compares hits with what was wanted, note by note.
func judge(j judged, hits []swarm.Hit) score {
	s := score{empty: len(hits) == 0, wantsNothing: len(j.wanted) == 0, sectionAsked: j.section != ""}
	if s.wantsNothing {
		s.right, s.inThree = s.empty, s.empty
		return s
	}
	grade := make(map[string]int, len(j.wanted))
	for _, w := range j.wanted {
		grade[w.note] = w.grade
	}
	var gains []int
	seen := map[string]bool{}
	for _, h := range hits {
		refs := append([]swarm.Ref{h.Ref}, h.AlsoIn...)
		g, fresh := 0, true
		for _, r := range refs {
			note := string(r.Provider) + ":" + r.Doc
			g = max(g, grade[note])
			fresh = fresh && !seen[note]
			if note == j.wanted[0].note && r.Anchor == j.section {
				s.section = true
			}
		}
		if !fresh {
			continue
		}
		for _, r := range refs {
			seen[string(r.Provider)+":"+r.Doc] = true
		}
		gains = append(gains, g)
		if g == 3 && s.rank == 0 {
			s.rank = len(gains)
		}
	}
	s.right, s.inThree = s.rank == 1, s.rank >= 1 && s.rank <= 3
	s.ndcg = ndcg(gains, j.wanted)
	return s
}

// ndcg is nDCG@10 with gain 2^grade-1 and discount log2(rank+1). Copies of one
// note count once in the ideal, since they are shown once: the ideal is
// bounded by 1.
func ndcg(gains []int, want []wanted) float64 {
	var dcg, ideal float64
	for i, g := range gains[:min(10, len(gains))] {
		dcg += (math.Exp2(float64(g)) - 1) / math.Log2(float64(i)+2)
	}
	for i, w := range want[:min(10, len(want))] {
		ideal += (math.Exp2(float64(w.grade)) - 1) / math.Log2(float64(i)+2)
	}
	return min(1, dcg/ideal)
}
