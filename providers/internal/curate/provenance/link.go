package provenance

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// scp is git's short form "user@host:path".
var scp = regexp.MustCompile(`^(?:[^@/\s]+@)?([A-Za-z0-9.-]+):([^\s]+)$`)

// webBase is the address of a repository on the web, without credentials, for
// the remote's URL in any of git's forms; "" when there is none.
func webBase(remote string) (base, host string) {
	var path string
	scheme := "https"
	if u, err := url.Parse(remote); err == nil && u.Host != "" {
		switch u.Scheme {
		case "http":
			scheme, host = "http", u.Host
		case "https":
			host = u.Host
		case "ssh", "git", "git+ssh", "ssh+git": // their port is not the web's
			host = u.Hostname()
		default:
			return "", ""
		}
		path = u.EscapedPath()
	} else if m := scp.FindStringSubmatch(remote); m != nil && len(m[1]) > 1 { // one letter is a Windows drive
		host, path = m[1], (&url.URL{Path: m[2]}).EscapedPath()
	} else {
		return "", ""
	}
	host = strings.ToLower(host)
	host = strings.TrimPrefix(host, "ssh.") // ssh.github.com serves behind firewalls
	if host == "altssh.gitlab.com" {
		host = "gitlab.com"
	}
	path = strings.Trim(strings.TrimSuffix(strings.Trim(path, "/"), ".git"), "/")
	if path == "" || strings.Contains(path, "..") {
		return "", ""
	}
	return scheme + "://" + host + "/" + path, host
}

// permalink links to lines of a file at a commit in the way of the forge that
// the host belongs to. start is 0-based, end exclusive. A host that is not
// recognised gives "": a wrong link is worse than none.
func permalink(remote, commit, rel string, start, end int) string {
	base, host := webBase(remote)
	if base == "" || commit == "" || rel == "" {
		return ""
	}
	file := (&url.URL{Path: rel}).EscapedPath()
	file = strings.ReplaceAll(file, "?", "%3F")
	first, last := start+1, max(end, start+1)
	switch {
	case is(host, "github"):
		return base + "/blob/" + commit + "/" + file + lines("#L%d", "#L%d-L%d", first, last)
	case is(host, "gitlab"):
		return base + "/-/blob/" + commit + "/" + file + lines("#L%d", "#L%d-%d", first, last)
	case host == "bitbucket.org":
		return base + "/src/" + commit + "/" + file + lines("#lines-%d", "#lines-%d:%d", first, last)
	case host == "codeberg.org", is(host, "gitea"), is(host, "forgejo"):
		return base + "/src/commit/" + commit + "/" + file + lines("#L%d", "#L%d-L%d", first, last)
	case host == "git.sr.ht":
		return base + "/tree/" + commit + "/item/" + file + lines("#L%d", "#L%d-%d", first, last)
	}
	return ""
}

// is knows the forge's own host and those that companies name after it:
// "github.com", "github.example.com".
func is(host, forge string) bool {
	return host == forge+".com" || strings.HasPrefix(host, forge+".")
}

func lines(one, many string, first, last int) string {
	if first == last {
		return fmt.Sprintf(one, first)
	}
	return fmt.Sprintf(many, first, last)
}
