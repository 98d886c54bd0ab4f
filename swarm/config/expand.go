package config

import (
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"gopkg.in/yaml.v3"
)

// variable is the reference product's pattern: ${NAME}, nothing else.
var variable = regexp.MustCompile(`\$\{(\w+)\}`)

// expand replaces ${VAR} by its value. An unset variable stays as it is, with a
// warning.
func (r *reader) expand(n *yaml.Node, path string) string {
	return variable.ReplaceAllStringFunc(n.Value, func(m string) string {
		name := m[2 : len(m)-1]
		if v, ok := r.env(name); ok {
			return v
		}
		r.report(Problem{Severity: Warning, Code: CodeUnsetVariable, Path: path,
			Message: "The environment variable " + short(name) + " is not set.",
			Fix:     "Set it where the program starts, or write the value itself."}, n)
		return m
	})
}

// plainSecret warns of a secret in a file that others may read: a workspace's
// configuration is often committed.
func (r *reader) plainSecret(n *yaml.Node, path string) {
	if r.layer != LayerWorkspace || n.Value == "" || variable.MatchString(n.Value) {
		return
	}
	if u, err := url.Parse(n.Value); err == nil && u.Scheme != "" && u.Host != "" {
		if _, has := u.User.Password(); !has {
			return // an address alone is no secret
		}
	}
	r.report(Problem{Severity: Warning, Code: CodePlainSecret, Path: path,
		Message: "A secret stands in the workspace's configuration, which may be shared.",
		Fix:     "Put it into an environment variable and write ${VARIABLE} here."}, n)
}

// absolute resolves a path of the configuration: a leading ~ is the home
// folder, a relative path counts from base.
func absolute(path, base, home string) string {
	switch {
	case path == "~":
		path = home
	case strings.HasPrefix(path, "~/"):
		path = filepath.Join(home, path[2:])
	case strings.HasPrefix(path, `~\`):
		path = filepath.Join(home, strings.ReplaceAll(path[2:], `\`, "/"))
	}
	if remote(path) {
		return path // cleaning would make a local path of //host/share
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	return filepath.Clean(path)
}

// remote says that a path names another machine: \\host\share or //host/share,
// whatever system this is.
func remote(path string) bool {
	return strings.HasPrefix(path, `\\`) || strings.HasPrefix(path, "//")
}
