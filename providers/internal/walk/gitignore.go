package walk

import (
	"os"
	"path/filepath"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// ignoreFile is one .gitignore with those it overrules. The usual library for
// these lets no nested file take back what one above it ignores, so only the
// globs are left to one.
type ignoreFile struct {
	parent *ignoreFile
	dir    string // absolute, without links
	rules  []ignoreRule
}

// ignoreRule is one line.
type ignoreRule struct {
	pattern  string
	literal  bool // no wildcard
	negate   bool
	dirOnly  bool
	basename bool // without a slash: matches at any depth
}

// ignores says whether the last rule that matches path ignores it. Nobody asks
// for what lies in an ignored folder, since it is not entered.
func (f *ignoreFile) ignores(path, name string, isDir bool) bool {
	for ; f != nil; f = f.parent {
		rel, below := strings.CutPrefix(path, f.dir)
		if !below {
			continue // reached through a link from elsewhere
		}
		rel = strings.TrimPrefix(filepath.ToSlash(rel), "/")
		for i := len(f.rules) - 1; i >= 0; i-- {
			r := &f.rules[i]
			if r.dirOnly && !isDir {
				continue
			}
			subject := rel
			if r.basename {
				subject = name
			}
			if r.matches(subject) {
				return !r.negate
			}
		}
	}
	return false
}

func (r *ignoreRule) matches(subject string) bool {
	if r.literal {
		return r.pattern == subject
	}
	ok, _ := doublestar.Match(r.pattern, subject)
	return ok
}

// maxIgnoreFile bounds a .gitignore, in bytes.
const maxIgnoreFile = 1 << 20

// nestedIgnores adds the .gitignore of d to those above it.
func nestedIgnores(d dir, report *Report) *ignoreFile {
	path := filepath.Join(d.real, ".gitignore")
	info, err := os.Lstat(path)
	if err != nil {
		return d.git
	}
	if !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
		report.skip(strings.TrimPrefix(d.rel+"/.gitignore", "/"), ReasonGitPattern, "The .gitignore is not a regular file of at most 1 MiB; it was not applied.")
		return d.git
	}
	return loadIgnores(d.git, d.real, path)
}

func loadIgnores(parent *ignoreFile, dir, path string) *ignoreFile {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxIgnoreFile {
		return parent
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return parent
	}
	f := &ignoreFile{parent: parent, dir: dir}
	for line := range strings.Lines(strings.TrimPrefix(string(text), "\uFEFF")) {
		if r, ok := parseIgnoreRule(strings.TrimRight(line, "\r\n")); ok {
			f.rules = append(f.rules, r)
		}
	}
	if len(f.rules) == 0 {
		return parent
	}
	return f
}

// parseIgnoreRule reads a line by the rules of gitignore(5).
func parseIgnoreRule(line string) (r ignoreRule, ok bool) {
	for strings.HasSuffix(line, " ") && !strings.HasSuffix(line, `\ `) {
		line = line[:len(line)-1]
	}
	if line == "" || line[0] == '#' {
		return r, false
	}
	if line[0] == '!' {
		r.negate = true
		line = line[1:]
	}
	if strings.HasSuffix(line, "/") && !strings.HasSuffix(line, `\/`) {
		r.dirOnly = true
		line = strings.TrimRight(line, "/")
	}
	r.basename = !strings.Contains(line, "/")
	line = strings.TrimPrefix(line, "/")
	if line == "" {
		return r, false
	}
	// Braces mean nothing to git, and a/** is what lies in a, not a itself.
	line = strings.NewReplacer("{", `\{`, "}", `\}`).Replace(line)
	if strings.HasSuffix(line, "/**") {
		line += "/*"
	}
	r.pattern = line
	r.literal = !strings.ContainsAny(line, `*?[\`)
	return r, doublestar.ValidatePattern(line)
}

// repositoryIgnores loads what applies to root from the repository around it:
// info/exclude and the .gitignore files between its top and root.
func repositoryIgnores(root string) *ignoreFile {
	top := root
	for {
		if _, err := os.Lstat(filepath.Join(top, ".git")); err == nil {
			break
		}
		up := filepath.Dir(top)
		if up == top {
			return nil
		}
		top = up
	}
	f := loadIgnores(nil, top, filepath.Join(gitDir(top), "info", "exclude"))
	for _, d := range foldersBetween(top, root) {
		f = loadIgnores(f, d, filepath.Join(d, ".gitignore"))
	}
	return f
}

// foldersBetween lists top and the folders down to root, without root, whose
// own file is read with the others.
func foldersBetween(top, root string) []string {
	var out []string
	rel, err := filepath.Rel(top, root)
	if err != nil || rel == "." {
		return nil
	}
	d := top
	for _, name := range strings.Split(rel, string(filepath.Separator)) {
		out = append(out, d)
		d = filepath.Join(d, name)
	}
	return out
}

// gitDir is the folder that holds info/exclude. In a linked worktree .git is a
// file that names a folder, which names the common one.
func gitDir(top string) string {
	git := filepath.Join(top, ".git")
	text, err := os.ReadFile(git)
	if err != nil {
		return git // a folder
	}
	dir, ok := strings.CutPrefix(strings.TrimSpace(string(text)), "gitdir: ")
	if !ok {
		return git
	}
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(top, dir)
	}
	if common, err := os.ReadFile(filepath.Join(dir, "commondir")); err == nil {
		if c := strings.TrimSpace(string(common)); filepath.IsAbs(c) {
			return c
		} else if c != "" {
			return filepath.Join(dir, c)
		}
	}
	return dir
}
