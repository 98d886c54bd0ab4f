package config

import (
	"fmt"
	"io"
	"log/slog"
)

// Secret is a value that must not be shown: a connection string, a token. Every
// way of printing it gives "[redacted]"; string(s) gives the value.
type Secret string

const redacted = "[redacted]"

// String returns "[redacted]", or "" when the secret is empty.
func (s Secret) String() string {
	if s == "" {
		return ""
	}
	return redacted
}

// GoString keeps the value out of %#v.
func (s Secret) GoString() string { return fmt.Sprintf("config.Secret(%q)", s.String()) }

// Format keeps the value out of every other verb, wrong ones included: without
// it, fmt prints the raw string for %d.
func (s Secret) Format(f fmt.State, verb rune) {
	text := s.String()
	switch {
	case verb == 'q':
		text = fmt.Sprintf("%q", text)
	case verb == 'v' && f.Flag('#'):
		text = s.GoString()
	}
	_, _ = io.WriteString(f, text) // a fmt.State does not fail
}

// MarshalText keeps the value out of JSON and YAML.
func (s Secret) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// LogValue keeps the value out of logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }
