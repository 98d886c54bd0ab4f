package source

import (
	"slices"
	"strings"
	"sync"
	"time"

	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// status is what Health tells beside the index's own counts.
type status struct {
	mu       sync.Mutex
	syncing  bool
	indexed  time.Time    // when the index last agreed with the files
	problem  *swarm.Error // of the last sync
	walked   []swarm.Skipped
	skipped  int               // how many files and folders walk left out that a person should know of
	parsed   map[string]string // document → why it was not, or only in part, read
	warnings map[string][]string
}

// What warnings are about.
const (
	aboutSettings = "1 settings"
	aboutIndex    = "2 index"
	aboutFiles    = "3 files"
	aboutWatching = "4 watching"
)

func (st *status) setSettingsWarnings(w []string) { st.setWarnings(aboutSettings, w) }

func (st *status) setWarnings(about string, w []string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.warnings == nil {
		st.warnings = map[string][]string{}
	}
	st.warnings[about] = w
}

func (st *status) setIndexed(t time.Time) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.indexed = t
}

func (st *status) begin() {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.syncing = true
}

func (st *status) end(problem *swarm.Error, complete bool) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.syncing = false
	st.problem = problem
	if complete {
		st.indexed = now()
	}
}

// last gives the last sync's problem, whether one is running, and when the index
// last agreed with the files.
func (st *status) last() (problem *swarm.Error, syncing bool, indexed time.Time) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.problem, st.syncing, st.indexed
}

// told are the reasons of walk that a person should hear of; the others are
// what the rules ask for.
func told(r walk.Reason) bool {
	switch r {
	case walk.ReasonExtension, walk.ReasonSkipDir, walk.ReasonHidden, walk.ReasonIgnored, walk.ReasonGitignore:
		return false
	}
	return true
}

// setWalk keeps what the walks left out. Paths carry the prefix of their mount.
func (st *status) setWalk(reports []mountReport) {
	st.mu.Lock()
	defer st.mu.Unlock()
	st.walked, st.skipped = nil, 0
	var warnings []string
	for _, r := range reports {
		for reason, n := range r.Counts {
			if told(reason) {
				st.skipped += n
			}
		}
		for _, s := range r.Skipped {
			if !told(s.Reason) {
				continue
			}
			if s.Reason == walk.ReasonPattern {
				st.skipped--
				warnings = append(warnings, s.Message)
				continue
			}
			st.walked = append(st.walked, swarm.Skipped{Path: r.prefix + s.Rel, Reason: s.Message})
		}
	}
	if st.warnings == nil {
		st.warnings = map[string][]string{}
	}
	st.warnings[aboutFiles] = warnings
}

// setParsed notes why a document was not read whole; "" when it was.
func (st *status) setParsed(doc, reason string) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if reason == "" {
		delete(st.parsed, doc)
		return
	}
	if st.parsed == nil {
		st.parsed = map[string]string{}
	}
	st.parsed[doc] = reason
}

// allSkipped lists files that were not read, in the order of their paths.
func (st *status) allSkipped() (list []swarm.Skipped, total int) {
	st.mu.Lock()
	defer st.mu.Unlock()
	list = slices.Clone(st.walked)
	for doc, reason := range st.parsed {
		list = append(list, swarm.Skipped{Path: doc, Reason: reason})
	}
	slices.SortFunc(list, func(a, b swarm.Skipped) int { return strings.Compare(a.Path, b.Path) })
	return list, st.skipped + len(st.parsed)
}

func (st *status) allWarnings() []string {
	st.mu.Lock()
	defer st.mu.Unlock()
	var all []string
	for _, about := range []string{aboutSettings, aboutIndex, aboutFiles, aboutWatching} {
		all = append(all, st.warnings[about]...)
	}
	return all
}
