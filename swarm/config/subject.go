package config

import (
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"memswarm/swarm"
)

// Action is one thing that trusting a workspace would allow.
type Action struct {
	Kind     string   `json:"kind"` // start, connect, write, read or set
	Provider swarm.ID `json:"provider,omitempty"`
	// What it is about, without secrets: a folder, an address, a key with its
	// value.
	What string `json:"what"`
}

func (a Action) String() string {
	switch a.Kind {
	case "start":
		return "starts " + a.What
	case "connect":
		return "connects to " + a.What
	case "write":
		return "writes into " + a.What
	case "read":
		return "reads " + a.What
	}
	return "sets " + a.What
}

// Subject is what trust in a workspace is about. As long as it stays the same,
// other changes of the configuration need no new answer.
type Subject struct {
	Folder  string   `json:"folder"` // the workspace, links followed
	Actions []Action `json:"actions"`
	Hash    string   `json:"hash"` // of Actions
}

// Empty says that trust would change nothing.
func (s Subject) Empty() bool { return len(s.Actions) == 0 }

// TrustStore remembers the user's answers.
type TrustStore interface {
	// Lookup says whether the user trusts the workspace at subject.Folder to do
	// what subject.Actions lists.
	Lookup(subject Subject) (trusted bool, err error)
}

// TrustSubject lists what the workspace's configuration would start, connect
// to, write, or read and set beyond what an untrusted workspace may. It is in a
// fixed order and holds no secret.
func TrustSubject(c *Config) Subject {
	s := Subject{Folder: realPath(c.Workspace.Folder), Actions: []Action{}}
	places := newPlaces(c)
	for _, id := range c.gated() {
		u := c.use(id)
		switch {
		case u.remote && c.byWorkspace(u.reads...):
			s.Actions = append(s.Actions, c.gbrainActions()...)
		case u.remote:
		default:
			if (c.byWorkspace(u.reads...) || id == idByteRover) && places.unreadable(u.path) != "" {
				s.Actions = append(s.Actions, Action{"read", id, u.path})
			}
			if u.writer && (c.byWorkspace(u.writes...) || id == idByteRover) && !places.inside(u.path) {
				s.Actions = append(s.Actions, Action{"write", id, u.path})
			}
		}
	}
	for path, v := range c.values {
		if k, ok := Lookup(path); ok && k.Guarded && v.origin.Layer == LayerWorkspace && !v.bad {
			s.Actions = append(s.Actions, Action{"set", "", fmt.Sprintf("%s to %v", path, v.v)})
		}
	}
	slices.SortFunc(s.Actions, func(a, b Action) int { return strings.Compare(a.line(), b.line()) })
	s.Actions = slices.Compact(s.Actions)
	lines := []string{}
	for _, a := range s.Actions {
		lines = append(lines, a.line())
	}
	s.Hash = hashOf([]byte(strings.Join(lines, "\x00")))
	return s
}

func (a Action) line() string { return a.Kind + "\x01" + string(a.Provider) + "\x01" + a.What }

// gbrainActions is what GBrain's transport may do.
func (c *Config) gbrainActions() []Action {
	g := c.Providers.GBrain
	var out []Action
	is := func(names ...string) bool { return slices.Contains(names, g.Transport) }
	if is("auto", "mcp", "cli") {
		what := "gbrain"
		if g.RepoPath != "" {
			what += " in " + g.RepoPath
		}
		out = append(out, Action{"start", idGBrain, what})
	}
	if is("auto", "postgres") && g.ConnectionString != "" {
		out = append(out, Action{"connect", idGBrain, withoutSecrets(string(g.ConnectionString))})
	}
	if is("auto", "postgres") && g.ConnectionString == "" && g.RepoPath != "" {
		out = append(out, Action{"connect", idGBrain, "the database that " + g.RepoPath + " names"})
	}
	if is("auto", "http") && g.URL != "" {
		what := withoutSecrets(g.URL)
		if g.Token != "" {
			what += " with a token"
		}
		out = append(out, Action{"connect", idGBrain, what})
	}
	return out
}

var (
	secretParameter = regexp.MustCompile(`(?i)pass|secret|token|key`)
	dsnSecret       = regexp.MustCompile(`(?i)\b(\w*(?:pass|secret|token|key)\w*)\s*=\s*('(?:[^'\\]|\\.)*'|\S+)`)
)

// withoutSecrets is an address with passwords taken out; host, database and
// user stay, because they decide where data goes.
func withoutSecrets(s string) string {
	u, err := url.Parse(s)
	switch {
	case err != nil, u.Opaque != "":
		return "an address that cannot be shown"
	case u.Scheme == "":
		return dsnSecret.ReplaceAllString(s, "$1="+redacted)
	}
	switch {
	case u.User == nil:
	case u.Scheme == "http" || u.Scheme == "https":
		u.User = nil // a token may stand as the user
	default:
		u.User = url.User(u.User.Username())
	}
	q := u.Query()
	for name := range q {
		if secretParameter.MatchString(name) && !strings.EqualFold(name, "sslkey") {
			q.Set(name, redacted)
		}
	}
	u.RawQuery = q.Encode()
	u.Fragment, u.RawFragment = "", ""
	return u.String()
}
