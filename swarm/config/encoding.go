package config

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// checkEncoding finds what the YAML library reports without a place: text that
// is not UTF-8, and control characters.
func (d *Document) checkEncoding() bool {
	text := d.lines.text
	if bytes.HasPrefix(text, []byte("\xff\xfe")) || bytes.HasPrefix(text, []byte("\xfe\xff")) {
		d.problem(Error, CodeEncoding, 0, 2, "The file is UTF-16; a configuration is UTF-8.", "Save it as UTF-8.")
		return false
	}
	for i := 0; i < len(text); {
		r, n := utf8.DecodeRune(text[i:])
		switch {
		case r == utf8.RuneError && n <= 1:
			d.problem(Error, CodeEncoding, i, i+1, fmt.Sprintf("The byte 0x%02X is not UTF-8.", text[i]), "Save the file as UTF-8.")
			return false
		case !printable(r):
			d.problem(Error, CodeEncoding, i, i+n, fmt.Sprintf("The character U+%04X is not allowed in YAML.", r), "Remove it.")
			return false
		}
		i += n
	}
	return true
}

// printable is YAML 1.2's c-printable (section 5.1), less the byte order mark
// within a file, which the library refuses.
func printable(r rune) bool {
	switch {
	case r == '\t', r == '\n', r == '\r', r == 0x85:
		return true
	case r < 0x20, r >= 0x7F && r < 0xA0, r == 0xFEFF, r == 0xFFFE, r == 0xFFFF:
		return false
	}
	return true
}
