package walk

import (
	"fmt"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"golang.org/x/text/unicode/norm"
)

// matcher holds Rules in the form in which they are asked.
type matcher struct {
	extensions []string
	skipDirs   map[string]bool
	names      map[string]bool // patterns that are plain names
	globs      []glob
}

// glob is a pattern of Rules.Ignore.
type glob struct {
	pattern  string
	basename bool // without a slash: matched against the name
	dirOnly  bool
}

// CheckPattern says what is wrong with a pattern for Rules.Ignore.
func CheckPattern(p string) error {
	if !doublestar.ValidatePattern(p) {
		return fmt.Errorf("%q is not a valid pattern: look for a bracket or brace that is not closed", p)
	}
	return nil
}

func newMatcher(r Rules, report *Report) matcher {
	m := matcher{skipDirs: map[string]bool{}, names: map[string]bool{}}
	for _, e := range r.Extensions {
		m.extensions = append(m.extensions, strings.ToLower(e))
	}
	for _, d := range r.SkipDirs {
		m.skipDirs[d] = true
	}
	for _, p := range r.Ignore {
		if err := CheckPattern(p); err != nil {
			report.skip("", ReasonPattern, "The ignore pattern "+err.Error()+".")
			continue
		}
		p = norm.NFC.String(strings.TrimPrefix(strings.ReplaceAll(strings.TrimSpace(p), `\`, "/"), "./"))
		anchored := strings.HasPrefix(p, "/")
		g := glob{dirOnly: strings.HasSuffix(p, "/")}
		g.pattern = strings.Trim(p, "/")
		if g.pattern == "" {
			continue
		}
		g.basename = !anchored && !strings.Contains(g.pattern, "/")
		if g.basename && !g.dirOnly && !strings.ContainsAny(g.pattern, `*?[{`) {
			m.names[g.pattern] = true
			continue
		}
		m.globs = append(m.globs, g)
	}
	return m
}

// extension says whether a name ends like a note.
func (m *matcher) extension(name string) bool {
	if len(m.extensions) == 0 {
		return true
	}
	for _, e := range m.extensions {
		if len(name) > len(e) && strings.EqualFold(name[len(name)-len(e):], e) {
			return true
		}
	}
	return false
}

// ignored says whether a pattern matches.
func (m *matcher) ignored(rel, name string, isDir bool) bool {
	if len(m.names) == 0 && len(m.globs) == 0 {
		return false
	}
	rel, name = norm.NFC.String(rel), norm.NFC.String(name)
	if m.names[name] {
		return true
	}
	for _, g := range m.globs {
		if g.dirOnly && !isDir {
			continue
		}
		subject := rel
		if g.basename {
			subject = name
		}
		if ok, _ := doublestar.Match(g.pattern, subject); ok {
			return true
		}
	}
	return false
}
