package provenance

import (
	"path/filepath"
	"strings"

	"memswarm/swarm"
)

// Fill returns the origin with what git knows of its file: Repository,
// Relative, Commit and Permalink. What the caller has set stays. The commit is
// the one that is checked out; the file itself may have been changed since,
// which only a full comparison would tell.
func Fill(o *swarm.Origin) *swarm.Origin {
	if o == nil {
		return nil
	}
	out := *o
	if out.Path == "" || !filepath.IsAbs(out.Path) {
		return &out
	}
	r := findRepo(filepath.Dir(out.Path))
	if r == nil {
		return &out
	}
	if out.Repository == "" {
		out.Repository = r.root
	}
	if out.Relative == "" {
		if rel, err := filepath.Rel(out.Repository, out.Path); err == nil && filepath.IsLocal(rel) {
			out.Relative = filepath.ToSlash(rel)
		}
	}
	if out.Commit == "" {
		out.Commit = r.head()
	}
	if out.Permalink == "" && out.Repository == r.root && !strings.HasPrefix(out.Relative, ".git/") {
		out.Permalink = permalink(r.remote(), out.Commit, out.Relative, out.StartLine, out.EndLine)
	}
	return &out
}
