package slug

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Max is the length limit of names in bytes, without an extension: 255 less
// room for a suffix, an extension, and what a synchronisation service adds.
const Max = 120

// Empty is the name for a title that has nothing to make a name of.
const Empty = "note"

// File makes "refresh-token-rotation" of "Refresh token: rotation": lower case,
// runs of anything but letters, digits, marks and "_" as one "-". Letters of
// every script stay, composed (NFC); emoji go. At most [Max] bytes; a longer
// name is cut and gets a hash of the whole so that it stays its own.
func File(title string) string {
	return safe(strings.Trim(dashed(title, '-', unicode.ToLower), "-"), '-')
}

// Name is a title as a file name that people read: "Refresh token - rotation".
// Case and spaces stay; what some system refuses in a name, or what breaks a
// wikilink ("[", "]", "#", "^", "|"), becomes a space or "-"; emoji go.
func Name(title string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(valid(title)) {
		switch {
		case r == ':' || r == '/' || r == '\\' || r == '|':
			b.WriteString(" - ")
		case strings.ContainsRune(`*?"<>#^[]`, r), unicode.IsSpace(r):
			b.WriteByte(' ')
		case word(r), unicode.IsPunct(r), unicode.In(r, unicode.Sm, unicode.Sc), r == '`':
			b.WriteRune(r)
		}
	}
	s := strings.Join(strings.Fields(dropLooseMarks(b.String())), " ")
	return safe(strings.Trim(s, " .-"), ' ')
}

// dashed keeps the characters of words and puts sep for each run of others.
func dashed(s string, sep rune, lower func(rune) rune) string {
	var b strings.Builder
	b.Grow(len(s))
	last := sep // no separator at the start
	for _, r := range norm.NFC.String(valid(s)) {
		switch {
		case joiner(r), r == '\'', r == '’':
			continue // "don't" is one word; joiners shape Persian and Indic words
		case unicode.IsMark(r):
			if last == sep || variation(r) {
				continue // what it stood on is gone
			}
		case !word(r):
			if last != sep {
				b.WriteRune(sep)
				last = sep
			}
			continue
		default:
			r = lower(r)
		}
		b.WriteRune(r)
		last = r
	}
	return norm.NFC.String(b.String())
}

func word(r rune) bool { return r == '_' || unicode.In(r, unicode.L, unicode.N) || mark(r) }

func mark(r rune) bool { return unicode.IsMark(r) && !variation(r) }

// variation says whether r only chooses between a letter and its picture.
func variation(r rune) bool {
	return r >= 0xFE00 && r <= 0xFE0F || r >= 0xE0100 && r <= 0xE01EF || r == 0x20E3
}

func joiner(r rune) bool { return r == 0x200C || r == 0x200D || r == 0xAD }

func dropLooseMarks(s string) string {
	var b strings.Builder
	last := ' '
	for _, r := range s {
		if mark(r) && !unicode.IsLetter(last) && !unicode.IsNumber(last) && !unicode.IsMark(last) {
			continue
		}
		b.WriteRune(r)
		last = r
	}
	return b.String()
}

func valid(s string) string { return strings.ToValidUTF8(s, "") }

// safe applies the rules that hold for every name: not empty, not too long, no
// dot or space at an end, and none of the names that Windows keeps for devices.
func safe(s string, sep rune) string {
	s = strings.Trim(s, ". ")
	if s == "" {
		return Empty
	}
	if len(s) > Max {
		sum := sha256.Sum256([]byte(s))
		tail := string(sep) + hex.EncodeToString(sum[:4])
		s = strings.TrimRight(cut(s, Max-len(tail)), "-_. ") + tail
	}
	if Reserved(s) { // the part before the first dot counts
		base, ext, dotted := strings.Cut(s, ".")
		s = strings.TrimRight(base, " ") + string(sep) + Empty
		if dotted {
			s += "." + ext
		}
	}
	return s
}

// cut shortens s to at most max bytes, at the border of a character with its marks.
func cut(s string, max int) string {
	if len(s) <= max {
		return s
	}
	for max > 0 {
		r, size := utf8.DecodeRuneInString(s[max:])
		if utf8.RuneStart(s[max]) && !(size > 0 && unicode.IsMark(r)) {
			break
		}
		max--
	}
	return s[:max]
}

// Reserved says whether Windows keeps the name for a device, whatever its
// extension (https://learn.microsoft.com/windows/win32/fileio/naming-a-file).
func Reserved(name string) bool {
	base, _, _ := strings.Cut(name, ".")
	base = strings.ToUpper(strings.TrimRight(base, " "))
	switch base {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$", "CLOCK$":
		return true
	}
	if rest, ok := strings.CutPrefix(base, "COM"); ok {
		return port(rest)
	}
	if rest, ok := strings.CutPrefix(base, "LPT"); ok {
		return port(rest)
	}
	return false
}

func port(s string) bool {
	return len(s) == 1 && s[0] >= '0' && s[0] <= '9' || s == "¹" || s == "²" || s == "³"
}
