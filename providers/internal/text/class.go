package text

import "unicode"

// class says what a rune is to the scanner.
type class uint8

const (
	other    class = iota // separates
	letter                // of a script written with blanks
	digit                 // any number
	mark                  // continues a word
	ignored               // continues a word and is not part of it: soft hyphen, joiners, vowel points
	han                   // Han and kana: any two neighbours are a term
	unspaced              // Thai, Lao, Khmer, Myanmar
	hangul
)

// classes of the basic multilingual plane, filled from Unicode's tables.
var classes = buildClasses()

func buildClasses() *[0x10000]class {
	t := new([0x10000]class)
	fill := func(c class, tables ...*unicode.RangeTable) {
		for _, table := range tables {
			for _, r := range table.R16 {
				for x := uint32(r.Lo); x <= uint32(r.Hi); x += uint32(r.Stride) {
					t[x] = c
				}
			}
		}
	}
	fill(letter, unicode.L)
	fill(digit, unicode.N)
	fill(mark, unicode.M)
	fill(han, unicode.Han, unicode.Hiragana, unicode.Katakana)
	fill(unspaced, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
	fill(hangul, unicode.Hangul)
	span := func(c class, lo, hi int) {
		for x := lo; x <= hi; x++ {
			t[x] = c
		}
	}
	// Punctuation and digits that the script tables above include.
	span(other, 0x2E80, 0x2FDF) // radicals
	span(other, 0x3012, 0x3020)
	t[0x3007] = han // 〇
	t[0x30FB] = other
	span(han, 0x30FC, 0x30FE) // ー and iteration marks
	t[0xFF70] = han
	t[0x0E2F], t[0x0E3F], t[0x0E4F] = other, other, other
	span(digit, 0x0E50, 0x0E59)
	t[0x0E5A], t[0x0E5B] = other, other
	span(digit, 0x0ED0, 0x0ED9)
	span(other, 0x104A, 0x104F)
	span(digit, 0x1040, 0x1049)
	span(other, 0x17D4, 0x17DB)
	span(digit, 0x17E0, 0x17E9)
	span(other, 0x3200, 0x33FF) // enclosed and squared signs

	t[0x00AD] = ignored // soft hyphen
	t[0x200C], t[0x200D], t[0x2060] = ignored, ignored, ignored
	t[0x0640] = ignored // tatweel
	span(ignored, 0x064B, 0x065F)
	t[0x0670] = ignored
	span(ignored, 0x0591, 0x05BD) // Hebrew points
	t[0x05BF], t[0x05C1], t[0x05C2], t[0x05C4], t[0x05C5], t[0x05C7] = ignored, ignored, ignored, ignored, ignored, ignored
	span(ignored, 0xFE00, 0xFE0F) // variation selectors
	t['_'] = other
	return t
}

func classOf(r rune) class {
	switch {
	case uint32(r) < 0x10000:
		return classes[r]
	case r >= 0x20000 && r <= 0x3FFFF:
		return han
	case unicode.IsLetter(r):
		return letter
	case unicode.IsNumber(r):
		return digit
	case unicode.IsMark(r):
		return mark
	}
	return other
}

// wordy runes make up words of scripts with blanks.
func (c class) wordy() bool { return c >= letter && c <= ignored }
