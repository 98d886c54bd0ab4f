package lsp

import (
	"path/filepath"
	"runtime"
	"strings"

	"go.lsp.dev/uri"
)

// NormalizeURI returns the one spelling of a URI that documents are keyed by,
// that of VS Code: "file:///C:/x" becomes "file:///c%3A/x", "+" and parentheses
// are escaped, "swarm:///q" becomes "swarm:/q". The scheme is put in lower case.
// What cannot be parsed is returned as it is, so that it can still be a key.
func NormalizeURI(s string) uri.URI {
	if s == "" {
		return "" // uri.Parse would make it the root folder
	}
	if scheme, rest, ok := strings.Cut(s, ":"); ok {
		if lower := strings.ToLower(scheme); lower != scheme {
			s = lower + ":" + rest
		}
	}
	// Bytes that are no UTF-8 take a second round: \xff becomes %FF, and an
	// escape that spells no text becomes %25FF. The protocol package parses the
	// URIs that it decodes once or not at all, so the fixed point is the key.
	for range 3 {
		u, err := uri.Parse(s)
		if err != nil || string(u) == s {
			break
		}
		s = string(u)
	}
	return uri.URI(strings.Clone(s))
}

// URIFromPath returns the file URI of an absolute path. ok is false for a
// relative one.
func URIFromPath(path string) (u uri.URI, ok bool) {
	return uriFromPath(path, runtime.GOOS == "windows")
}

// PathFromURI returns the absolute, clean path of a file URI. ok is false for
// every other scheme, for a file on another host (except on Windows, where that
// is a network share) and for what is no absolute path.
func PathFromURI(u uri.URI) (path string, ok bool) {
	return pathFromURI(string(u), runtime.GOOS == "windows")
}

func uriFromPath(path string, windows bool) (uri.URI, bool) {
	host := ""
	if windows {
		path = strings.ReplaceAll(path, `\`, "/")
		if rest, ok := strings.CutPrefix(path, "//"); ok {
			host, path, _ = strings.Cut(rest, "/")
			path = "/" + path
			if host == "" {
				return "", false
			}
		} else if hasDrive(path) && len(path) > 2 && path[2] == '/' {
			path = "/" + strings.ToLower(path[:1]) + path[1:]
		} else {
			return "", false
		}
	}
	if !strings.HasPrefix(path, "/") {
		return "", false
	}
	if host == "" {
		// More than one leading slash is one in POSIX and a host in a URI.
		path = "/" + strings.TrimLeft(path, "/")
	}
	return uri.URI("file://" + escape(strings.ToLower(host)) + escape(path)), true
}

// escape writes a path as VS Code does. The uri package would do, did it not
// take the folder /C: of a POSIX system for a drive and lower its letter.
func escape(path string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	b.Grow(len(path))
	for i := range len(path) {
		c := path[i]
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c >= '0' && c <= '9', strings.IndexByte("-._~/", c) >= 0:
			b.WriteByte(c)
		default:
			b.WriteByte('%')
			b.WriteByte(hex[c>>4])
			b.WriteByte(hex[c&15])
		}
	}
	return b.String()
}

func pathFromURI(s string, windows bool) (string, bool) {
	scheme, rest, ok := strings.Cut(s, ":")
	if !ok || !strings.EqualFold(scheme, "file") {
		return "", false
	}
	if i := strings.IndexAny(rest, "?#"); i >= 0 {
		rest = rest[:i]
	}
	host := ""
	if after, ok := strings.CutPrefix(rest, "//"); ok {
		i := strings.IndexByte(after, '/')
		if i < 0 {
			return "", false
		}
		host, rest = unescape(after[:i]), after[i:]
	}
	path := unescape(rest)
	if !strings.HasPrefix(path, "/") || strings.IndexByte(path, 0) >= 0 {
		return "", false
	}
	local := host == "" || strings.EqualFold(host, "localhost")
	if !windows {
		return filepath.Clean(path), local
	}
	switch {
	case !local:
		path = "//" + host + path
	case hasDrive(path[1:]):
		path = strings.ToUpper(path[1:2]) + path[2:]
		if len(path) == 2 {
			path += "/"
		}
	default:
		return "", false // a path without a drive depends on the current one
	}
	path = strings.ReplaceAll(path, "/", `\`)
	if runtime.GOOS == "windows" {
		path = filepath.Clean(path)
	}
	return path, true
}

func hasDrive(path string) bool {
	return len(path) >= 2 && path[1] == ':' &&
		(path[0] >= 'a' && path[0] <= 'z' || path[0] >= 'A' && path[0] <= 'Z')
}

// unescape decodes percent escapes into bytes, whatever they spell: a file name
// need not be UTF-8. A percent sign that starts no escape stands for itself,
// since some clients forget to escape it.
func unescape(s string) string {
	if strings.IndexByte(s, '%') < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '%' && i+2 < len(s) {
			if hi, lo := hexDigit(s[i+1]), hexDigit(s[i+2]); hi >= 0 && lo >= 0 {
				b.WriteByte(byte(hi<<4 | lo))
				i += 2
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

func hexDigit(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
