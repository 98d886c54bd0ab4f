package text

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"
)

// maxTerm is the longest term in bytes; longer words (encoded data) are cut.
const maxTerm = 128

// lowerASCII maps A-Z to a-z and leaves the rest.
var lowerASCII = func() (t [256]byte) {
	for i := range t {
		t[i] = byte(i)
		if 'A' <= i && i <= 'Z' {
			t[i] = byte(i) + 'a' - 'A'
		}
	}
	return t
}()

// appendNormal appends s in the form in which words are compared: lower case,
// composed, without width variants and points that readers leave out. The exact
// accents stay; see [Fold].
func appendNormal(dst []byte, s string) []byte {
	from := len(dst)
	compose, compat := false, false
	for i := 0; i < len(s); {
		if c := s[i]; c < utf8.RuneSelf {
			dst = append(dst, lowerASCII[c])
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		i += n
		if classOf(r) == ignored {
			continue
		}
		switch {
		case r >= 0x300 && r <= 0x36F, r >= 0x1100 && r <= 0x11FF, r == 0x3099, r == 0x309A,
			r >= 0x093C && r <= 0x0958 && r == 0x093C:
			compose = true
		case r >= 0xFB00 && r <= 0xFFEF, r >= 0x2070 && r <= 0x214F, r == 0xB2, r == 0xB3, r == 0xB9:
			compat = true
		}
		dst = utf8.AppendRune(dst, lowerRune(r))
	}
	if compat {
		b := norm.NFKC.Append(nil, dst[from:]...)
		dst = dst[:from]
		for _, r := range string(b) {
			dst = utf8.AppendRune(dst, lowerRune(r))
		}
	} else if compose {
		b := norm.NFC.Append(nil, dst[from:]...)
		dst = append(dst[:from], b...)
	}
	if len(dst)-from > maxTerm {
		cut := from + maxTerm
		for cut > from && !utf8.RuneStart(dst[cut]) {
			cut--
		}
		dst = dst[:cut]
	}
	return dst
}

// lowerRune is the lower case of r with the variants that a language does not
// tell apart in search made one.
func lowerRune(r rune) rune {
	switch r {
	case 'İ':
		return 'i'
	case 'ς':
		return 'σ'
	case 'أ', 'إ', 'آ', 'ٱ':
		return 'ا'
	case 'ى', 'ی': // alef maksura, Farsi yeh
		return 'ي'
	case 'ة':
		return 'ه'
	case 'ک': // keheh
		return 'ك'
	case 'ँ': // candrabindu
		return 'ं'
	case '’':
		return '\''
	}
	// Digits of other scripts that are used beside Arabic-Indic and Latin ones.
	switch {
	case r >= 0x0660 && r <= 0x0669:
		return r - 0x0660 + '0'
	case r >= 0x06F0 && r <= 0x06F9:
		return r - 0x06F0 + '0'
	case r >= 0x0966 && r <= 0x096F:
		return r - 0x0966 + '0'
	case r >= 0x0E50 && r <= 0x0E59:
		return r - 0x0E50 + '0'
	}
	return unicode.ToLower(r)
}

// wideRune gives the full form of half-width kana and leaves the rest.
func wideRune(r rune) rune {
	if r >= 0xFF66 && r <= 0xFF9D {
		if w := width.LookupRune(r).Wide(); w != 0 {
			return w
		}
	}
	return r
}

// Normal is the normal form of a whole string, blanks and punctuation
// included: equal for spellings that differ in case, width or composition.
func Normal(s string) string { return string(appendNormal(nil, s)) }

// Fold is the normal form without accents: "Résumé" and "resume" agree.
func Fold(s string) string {
	b := appendNormal(nil, s)
	if isASCII(b) {
		return string(b)
	}
	return string(foldNormal(b))
}

func isASCII[T []byte | string](s T) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// foldNormal takes the accents from a normal form.
func foldNormal(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, r := range string(norm.NFD.Bytes(b)) {
		switch {
		case r >= 0x300 && r <= 0x36F:
			continue
		case r < utf8.RuneSelf:
		case r == 'ß':
			out = append(out, "ss"...)
			continue
		case r == 'æ':
			out = append(out, "ae"...)
			continue
		case r == 'œ':
			out = append(out, "oe"...)
			continue
		case r == 'þ':
			out = append(out, "th"...)
			continue
		default:
			r = plainRune(r)
		}
		out = utf8.AppendRune(out, r)
	}
	return norm.NFC.Bytes(out)
}

// plainRune maps letters whose accents have no decomposition.
func plainRune(r rune) rune {
	switch r {
	case 'ø':
		return 'o'
	case 'đ', 'ð':
		return 'd'
	case 'ł':
		return 'l'
	case 'ı':
		return 'i'
	case 'ħ':
		return 'h'
	case 'ŧ':
		return 't'
	}
	return r
}
