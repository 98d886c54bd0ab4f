package lsp

import (
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

// Encoding is the unit in which a protocol.Position counts its character.
type Encoding = protocol.PositionEncodingKind

// The three encodings of the protocol. Invalid UTF-8 counts one unit for each
// byte in all of them, as a decoder that substitutes U+FFFD byte by byte would
// have it in UTF-16 and UTF-32.
const (
	UTF8  Encoding = protocol.PositionEncodingKindUTF8
	UTF16 Encoding = protocol.PositionEncodingKindUTF16
	UTF32 Encoding = protocol.PositionEncodingKindUTF32
)

// Units returns the length of s in units of enc: bytes, UTF-16 code units or
// code points. An unknown encoding counts as UTF-16, the protocol's default.
func Units(s string, enc Encoding) int {
	switch enc {
	case UTF8:
		return len(s)
	case UTF32:
		return utf8.RuneCountInString(s)
	default:
		return utf16Len(s, utf8.RuneCountInString(s))
	}
}

// utf16Len returns the UTF-16 length of s, which holds the given number of
// runes. Only runes beyond the basic plane take two units, and only those take
// four bytes, so text without them needs no second pass.
func utf16Len(s string, runes int) int {
	if runes == len(s) {
		return runes
	}
	n := runes
	for _, r := range s {
		if r > 0xFFFF {
			n++
		}
	}
	return n
}

// advance returns the byte offset in s that lies n units of enc after its
// start, never inside a rune: a count that ends in the middle of one stops
// before it. A count beyond the end gives len(s).
func advance(s string, n int, enc Encoding) int {
	if n <= 0 {
		return 0
	}
	units := 0
	for i, r := range s {
		w := 1
		switch {
		case enc == UTF8:
			w = runeBytes(s[i:], r)
		case enc != UTF32 && r > 0xFFFF:
			w = 2
		}
		if units+w > n {
			return i
		}
		units += w
	}
	return len(s)
}

// runeBytes is the number of bytes that r took in s, one for invalid UTF-8.
func runeBytes(s string, r rune) int {
	if r == utf8.RuneError {
		_, w := utf8.DecodeRuneInString(s)
		return w
	}
	return utf8.RuneLen(r)
}

// countBreaks counts the line breaks of s: "\n", "\r\n" and a lone "\r", as the
// protocol defines them.
func countBreaks(s string) int {
	n := strings.Count(s, "\n")
	for i := strings.IndexByte(s, '\r'); i >= 0; {
		if i+1 == len(s) || s[i+1] != '\n' {
			n++
		}
		next := strings.IndexByte(s[i+1:], '\r')
		if next < 0 {
			break
		}
		i += 1 + next
	}
	return n
}

// nthBreak returns where the n-th line break of s (counted from 1) starts and
// ends. ok is false when s has fewer.
func nthBreak(s string, n int) (start, end int, ok bool) {
	if strings.IndexByte(s, '\r') < 0 {
		at := 0
		for ; n > 0; n-- {
			i := strings.IndexByte(s[at:], '\n')
			if i < 0 {
				return 0, 0, false
			}
			at += i + 1
		}
		return at - 1, at, true
	}
	for i := 0; i < len(s); i++ {
		if s[i] != '\n' && s[i] != '\r' {
			continue
		}
		end := i + 1
		if s[i] == '\r' && end < len(s) && s[end] == '\n' {
			end++
		}
		if n--; n == 0 {
			return i, end, true
		}
		i = end - 1
	}
	return 0, 0, false
}
