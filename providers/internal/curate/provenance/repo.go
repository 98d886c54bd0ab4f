package provenance

import (
	"bufio"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// repo is a git repository as its files show it
// (https://git-scm.com/docs/gitrepository-layout).
type repo struct {
	root   string // of the working tree
	git    string // the working tree's own git folder
	common string // the git folder shared by all working trees
}

// maxFile bounds what is read of any of git's files.
const maxFile = 16 << 20

// findRepo walks up from a folder to the one that holds ".git", a folder or,
// in linked working trees and submodules, a file that names one.
func findRepo(dir string) *repo {
	for range 128 {
		if git := gitDir(filepath.Join(dir, ".git")); git != "" {
			r := &repo{root: dir, git: git, common: git}
			if c := firstLine(filepath.Join(git, "commondir")); c != "" {
				r.common = absolute(git, c)
			}
			return r
		}
		up := filepath.Dir(dir)
		if up == dir {
			return nil
		}
		dir = up
	}
	return nil
}

func gitDir(p string) string {
	st, err := os.Stat(p)
	if err != nil {
		return ""
	}
	if !st.IsDir() {
		to, ok := strings.CutPrefix(firstLine(p), "gitdir:")
		if !ok {
			return ""
		}
		p = absolute(filepath.Dir(p), strings.TrimSpace(to))
	}
	if _, err := os.Stat(filepath.Join(p, "HEAD")); err != nil {
		return ""
	}
	return p
}

func absolute(base, p string) string {
	p = filepath.FromSlash(p)
	if !filepath.IsAbs(p) {
		p = filepath.Join(base, p)
	}
	return filepath.Clean(p)
}

func firstLine(p string) string {
	line, _, _ := strings.Cut(read(p, 64<<10), "\n")
	return strings.TrimSpace(line)
}

func read(p string, max int64) string {
	st, err := os.Stat(p)
	if err != nil || !st.Mode().IsRegular() { // a pipe would wait for ever
		return ""
	}
	f, err := os.Open(p)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, max))
	return string(data)
}

var (
	objectID = regexp.MustCompile(`^(?:[0-9a-f]{40}|[0-9a-f]{64})$`)
	refName  = regexp.MustCompile(`^refs/[^\x00-\x20~^:?*\[\\]+$`)
)

// head is the commit that is checked out, "" when there is none yet.
func (r *repo) head() string {
	h := firstLine(filepath.Join(r.git, "HEAD"))
	for range 5 { // symbolic references may point at each other
		name, symbolic := strings.CutPrefix(h, "ref:")
		if !symbolic {
			break
		}
		h = r.ref(strings.TrimSpace(name))
	}
	if objectID.MatchString(h) {
		return h
	}
	return ""
}

// branch is the checked out branch, "" when HEAD is detached.
func (r *repo) branch() string {
	name, _ := strings.CutPrefix(firstLine(filepath.Join(r.git, "HEAD")), "ref: refs/heads/")
	if strings.Contains(name, " ") || objectID.MatchString(name) {
		return ""
	}
	return name
}

func (r *repo) ref(name string) string {
	if !refName.MatchString(name) || strings.Contains(name, "..") {
		return ""
	}
	for _, dir := range []string{r.git, r.common} {
		if h := firstLine(filepath.Join(dir, filepath.FromSlash(name))); h != "" {
			return h
		}
	}
	sc := bufio.NewScanner(strings.NewReader(read(filepath.Join(r.common, "packed-refs"), maxFile)))
	for sc.Scan() {
		if id, n, ok := strings.Cut(sc.Text(), " "); ok && n == name {
			return id
		}
	}
	return ""
}

// remote is the URL of the remote of the checked out branch, of "origin", or of
// the only one.
func (r *repo) remote() string {
	urls, order := map[string]string{}, []string(nil)
	branchRemote := map[string]string{}
	var section, sub string
	for line := range strings.SplitSeq(read(filepath.Join(r.common, "config"), 1<<20), "\n") {
		line = strings.TrimSpace(line)
		if m := configSection.FindStringSubmatch(line); m != nil {
			section, sub = strings.ToLower(m[1]), strings.ReplaceAll(strings.ReplaceAll(m[2], `\"`, `"`), `\\`, `\`)
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			continue
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.Trim(strings.TrimSpace(value), `"`)
		switch {
		case section == "remote" && key == "url" && urls[sub] == "":
			urls[sub] = value
			order = append(order, sub)
		case section == "branch" && key == "remote":
			branchRemote[sub] = value
		}
	}
	if u := urls[branchRemote[r.branch()]]; u != "" {
		return u
	}
	if u := urls["origin"]; u != "" {
		return u
	}
	if len(order) == 1 {
		return urls[order[0]]
	}
	return ""
}

var configSection = regexp.MustCompile(`^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]`)
