package markdown

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"
)

// looksLikeKeys says whether more lines are keys than are prose.
func (f *frontBlock) looksLikeKeys() bool {
	keys, prose := 0, 0
	for n := f.from; n < f.to; n++ {
		switch f.classify(n) {
		case lineKey:
			keys++
			if f.toml {
				n = f.longStringEnd(n)
			}
		case lineProse:
			prose++
		}
	}
	return keys > prose
}

// leadingKeys is the line after the keys that the block begins with, from when
// it does not begin with one or prose follows them directly.
func (f *frontBlock) leadingKeys() int {
	n := f.from
	if n >= len(f.lines) || f.classify(n) != lineKey {
		return f.from
	}
	for ; n < len(f.lines); n++ {
		switch f.classify(n) {
		case lineProse:
			return f.from
		case lineBlank, lineHeading:
			return n
		}
	}
	return n
}

type lineClass uint8

func (f *frontBlock) classify(n int) lineClass {
	line := bytes.TrimRight(f.line(n), " \t")
	switch {
	case len(line) == 0:
		return lineBlank
	case line[0] == '#':
		return lineHeading
	case isSpaceTab(line[0]), line[0] == ']', line[0] == '}', len(line) > 1 && line[0] == '-' && isSpaceTab(line[1]), string(line) == "-":
		return linePart
	case f.toml && line[0] == '[':
		return linePart
	}
	if _, _, ok := splitKey(line, f.toml); ok {
		return lineKey
	}
	return lineProse
}

// maxKey bounds a key; what is longer is a sentence with a colon.
const maxKey = 64

// splitKey splits "key: value" or, in TOML, "key = value".
func splitKey(line []byte, toml bool) (key string, value []byte, ok bool) {
	sep := byte(':')
	if toml {
		sep = '='
	}
	if len(line) > 1 && (line[0] == '"' || line[0] == '\'') {
		n := bytes.IndexByte(line[1:], line[0])
		if n < 1 || n > maxKey {
			return "", nil, false
		}
		rest := trimSpaceTab(line[n+2:])
		if len(rest) == 0 || rest[0] != sep {
			return "", nil, false
		}
		return string(line[1 : n+1]), trimSpaceTab(rest[1:]), true
	}
	n := bytes.IndexByte(line, sep)
	if n < 1 || n > maxKey || !toml && n+1 < len(line) && !isSpaceTab(line[n+1]) {
		return "", nil, false
	}
	k := trimSpaceTab(line[:n])
	words := 0
	for i, r := range string(k) {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), unicode.IsMark(r), r == '_':
		case i > 0 && (r == '-' || r == '.' || r == '/'):
		case r == ' ':
			words++
		default:
			return "", nil, false
		}
	}
	if words > 3 || len(k) == 0 || !utf8.Valid(k) {
		return "", nil, false
	}
	return string(k), trimSpaceTab(line[n+1:]), true
}

// normalKey makes createdAt, created_at, Created-At and "created at" one.
func normalKey(k string) string {
	return strings.ToLower(strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, k))
}
