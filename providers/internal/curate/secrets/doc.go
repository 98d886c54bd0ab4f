// Package secrets finds what looks like a key, token or password in a text, so
// that a person is asked before it is stored. It reports lines and kinds and
// never the values.
package secrets
