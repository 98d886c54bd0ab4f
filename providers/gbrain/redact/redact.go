// Package redact keeps secrets out of what people and logs see.
package redact

import (
	"errors"
	"fmt"
	"io"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

const mask = "[redacted]"

// Secret is a value that printing never shows; string(s) gives it.
type Secret string

// String gives "[redacted]", or "" for an empty secret.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return mask
}

// Format keeps the value out of every verb, wrong ones included.
func (s Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, s.String()) }

// MarshalText keeps the value out of JSON.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Scrubber removes known secrets, and what looks like one, from texts. The
// zero value knows none.
type Scrubber struct{ known []string }

// New knows the secrets, and the passwords inside those that are connection
// strings.
func New(secrets ...Secret) *Scrubber {
	var s Scrubber
	add := func(v string) {
		// Shorter values would tear holes into ordinary words.
		if len(v) >= 4 && !slices.Contains(s.known, v) {
			s.known = append(s.known, v)
		}
	}
	for _, secret := range secrets {
		v := string(secret)
		add(v)
		add(strings.TrimSpace(v))
		if u, err := url.Parse(v); err == nil && u.User != nil {
			if p, ok := u.User.Password(); ok {
				add(p)
				add(url.QueryEscape(p))
				add(url.PathEscape(p))
			}
			add(u.User.String())
		}
		if m := rawPassword.FindStringSubmatch(v); m != nil {
			add(m[1])
		}
		for _, m := range keyword.FindAllStringSubmatch(v, -1) {
			add(strings.Trim(m[1], `'`))
		}
	}
	// Longer ones first: a password may be part of a connection string.
	slices.SortStableFunc(s.known, func(a, b string) int { return len(b) - len(a) })
	return &s
}

var (
	rawPassword = regexp.MustCompile(`^\w+://[^:/@\s]*:(.*)@[^@]*$`) // a password with characters that a URL may not hold
	keyword     = regexp.MustCompile(`(?i)\bpassword\s*=\s*('(?:[^'\\]|\\.)*'|\S+)`)

	// looks finds secrets that nobody told us: those of the brain's own
	// configuration, in what gbrain prints.
	looks = []*regexp.Regexp{
		regexp.MustCompile(`(\b[a-zA-Z][a-zA-Z0-9+.-]*://)[^\s/@]+@`),
		regexp.MustCompile(`(?i)(\bbearer\s+)[^\s"',;]+`),
		regexp.MustCompile(`(?i)(\b(?:[a-z]+_)*(?:api[_-]?key|password|passwd|secret|token)\b["']?\s*[=:]\s*)["']?[^\s"',;&]+`),
		regexp.MustCompile(`()\b(?:sk|pk|ze|gb|ghp|gho|xox[bp])[-_][A-Za-z0-9_-]{12,}`),
	}
)

// Text is s without secrets.
func (s *Scrubber) Text(text string) string {
	for _, k := range s.known {
		text = strings.ReplaceAll(text, k, mask)
	}
	for i, re := range looks {
		to := "${1}" + mask
		if i == 0 {
			to += "@"
		}
		text = re.ReplaceAllString(text, to)
	}
	return text
}

// Err is err with a message without secrets. Causes that callers test for
// (errors.Is) are kept; the original's text is not reachable.
func (s *Scrubber) Err(err error, keep ...error) error {
	if err == nil {
		return nil
	}
	out := &scrubbed{text: s.Text(err.Error())}
	for _, k := range keep {
		if errors.Is(err, k) {
			out.causes = append(out.causes, k)
		}
	}
	return out
}

type scrubbed struct {
	text   string
	causes []error
}

func (e *scrubbed) Error() string   { return e.text }
func (e *scrubbed) Unwrap() []error { return e.causes }
