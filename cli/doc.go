// Package cli is the terminal: one file per command, and the renderers of text
// and JSON that they share.
package cli
