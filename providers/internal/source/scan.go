package source

import (
	"context"
	"strings"

	"memswarm/providers/internal/walk"
	"memswarm/providers/internal/watch"
)

// mountReport is what a walk of one mount left out.
type mountReport struct {
	prefix string
	walk.Report
}

// listed is a file with the document that it becomes.
type listed struct {
	doc  string
	file walk.File
}

// scan is what the folders hold now.
type scan struct {
	files   []listed
	reports []mountReport
	// unseen are the prefixes of documents that could not be looked at: folders
	// that may not be read, shared folders that are away. Their notes stay.
	unseen []string
	// away says that a shared folder could not be looked at: nobody tells when
	// it comes back.
	away bool
	// truncated says that a limit ended a walk.
	truncated bool
}

// look lists the files of all mounts. Only the first mount's failure is an
// error; a shared folder that is away keeps its notes in the index.
func (s *Source) look(ctx context.Context, ms mounts, pass *watch.Pass) (*scan, error) {
	var found scan
	rules := walk.Rules{}
	if s.opts.Rules != nil {
		rules = s.opts.Rules()
	}
	if pass != nil {
		rules.Entering = func(f walk.Folder) { pass.Enter(watch.Folder{Path: f.Abs, Real: f.Real}) }
	}
	for i, m := range ms {
		report, err := walk.Walk(ctx, m.Dir, rules, func(f walk.File) error {
			if s.opts.Exclude == nil || !s.opts.Exclude(f.Rel) {
				found.files = append(found.files, listed{doc: m.Prefix + f.Rel, file: f})
			}
			return nil
		})
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			if i == 0 {
				return nil, err
			}
			found.unseen = append(found.unseen, m.Prefix)
			found.away = true
			continue
		}
		for _, skip := range report.Skipped {
			if skip.Reason == walk.ReasonUnreadable && skip.Rel != "" {
				found.unseen = append(found.unseen, m.Prefix+skip.Rel+"/")
			}
		}
		found.truncated = found.truncated || report.Truncated
		found.reports = append(found.reports, mountReport{prefix: m.Prefix, Report: report})
	}
	return &found, nil
}

// hides says whether a document lies where the scan could not look.
func (sc *scan) hides(doc string) bool {
	for _, prefix := range sc.unseen {
		if strings.HasPrefix(doc, prefix) {
			return true
		}
	}
	return false
}
