package source

import (
	"path"
	"path/filepath"
	"strings"

	"memswarm/providers/internal/markdown"
)

// inScope gives the test for documents that lie under a scope: a path relative
// to the root or an absolute one, of a folder or of a note (its extension may be
// missing). Nil means that all do.
func (s *Source) inScope(scope string) func(doc string) bool {
	scope = strings.TrimSpace(scope)
	if scope == "" {
		return nil
	}
	if filepath.IsAbs(scope) {
		ms := *s.mounts.Load()
		for _, m := range ms {
			if filepath.Clean(scope) == m.Dir || filepath.Clean(scope) == m.real {
				return func(doc string) bool { return strings.HasPrefix(doc, m.Prefix) }
			}
		}
		doc, _, ok := ms.doc(scope)
		if !ok {
			return func(string) bool { return false }
		}
		return under(doc)
	}
	return under(filepath.ToSlash(scope))
}

// under is the test for documents at or below a path, in any case and normal
// form.
func under(scope string) func(doc string) bool {
	scope = strings.Trim(path.Clean("/"+scope), "/")
	if scope == "" {
		return nil
	}
	scope = markdown.Fold(scope)
	return func(doc string) bool {
		doc = markdown.Fold(doc)
		rest, ok := strings.CutPrefix(doc, scope)
		return ok && (rest == "" || rest[0] == '/' || rest == path.Ext(doc))
	}
}
