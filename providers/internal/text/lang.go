package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Lang is a language that the package knows, as far as stems and stop words
// go. Zero is an unknown one.
type Lang uint8

// The languages.
const (
	Unknown Lang = iota
	English
	German
	French
	Spanish
	Italian
	Portuguese
	Dutch
	Swedish
	Danish
	Norwegian
	Finnish
	Hungarian
	Romanian
	Turkish
	Irish
	Catalan
	Czech
	Polish
	Indonesian
	Vietnamese
	Russian
	Ukrainian
	Bulgarian
	Greek
	Arabic
	Persian
	Hebrew
	Hindi
	Tamil
	Chinese
	Japanese
	Korean
	Thai
	NumLangs
)

var codes = [NumLangs]string{
	"", "en", "de", "fr", "es", "it", "pt", "nl", "sv", "da", "no", "fi", "hu", "ro", "tr", "ga", "ca",
	"cs", "pl", "id", "vi", "ru", "uk", "bg", "el", "ar", "fa", "he", "hi", "ta", "zh", "ja", "ko", "th",
}

// Code is the ISO 639-1 code, "" when unknown.
func (l Lang) Code() string {
	if l < NumLangs {
		return codes[l]
	}
	return ""
}

// LangOf finds a language by its code ("de", "de-AT"), Unknown when it is none
// of these.
func LangOf(code string) Lang {
	code, _, _ = strings.Cut(strings.ToLower(code), "-")
	code, _, _ = strings.Cut(code, "_")
	if code == "nb" || code == "nn" {
		return Norwegian
	}
	for l := English; l < NumLangs; l++ {
		if codes[l] == code {
			return l
		}
	}
	return Unknown
}

// Script is a group of languages whose words can be told from others' by their
// letters.
type Script uint8

// The scripts that matter to stemming.
const (
	NoScript Script = iota
	Latin
	Cyrillic
	Greekish
	Arabish
	Hebrewish
	Devanagari
	Tamilish
	CJK
	Hangulish
	Thaiish
	NumScripts
)

var scripts = [NumLangs]Script{
	NoScript, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin, Latin,
	Latin, Latin, Latin, Latin, Cyrillic, Cyrillic, Cyrillic, Greekish, Arabish, Arabish, Hebrewish, Devanagari, Tamilish, CJK, CJK, Hangulish, Thaiish,
}

// Script is the script that the language is written in.
func (l Lang) Script() Script { return scripts[l] }

// ScriptOf is the script of a word's first letter.
func ScriptOf[T string | []byte](word T) Script {
	for _, r := range string(word) {
		if s := scriptOfRune(r); s != NoScript {
			return s
		}
	}
	return NoScript
}

func scriptOfRune(r rune) Script {
	switch {
	case r < utf8.RuneSelf:
		if isASCIILetter(byte(r)) {
			return Latin
		}
		return NoScript
	case r >= 0xC0 && r <= 0x24F, r >= 0x1E00 && r <= 0x1EFF:
		return Latin
	case r >= 0x400 && r <= 0x52F:
		return Cyrillic
	case r >= 0x370 && r <= 0x3FF, r >= 0x1F00 && r <= 0x1FFF:
		return Greekish
	case r >= 0x600 && r <= 0x6FF, r >= 0x750 && r <= 0x77F, r >= 0xFB50 && r <= 0xFDFF, r >= 0xFE70 && r <= 0xFEFE:
		return Arabish
	case r >= 0x590 && r <= 0x5FF:
		return Hebrewish
	case r >= 0x900 && r <= 0x97F:
		return Devanagari
	case r >= 0xB80 && r <= 0xBFF:
		return Tamilish
	}
	switch classOf(r) {
	case han:
		return CJK
	case hangul:
		return Hangulish
	case unspaced:
		return Thaiish
	}
	return NoScript
}

// sample is how much of a text is looked at to tell its language.
const sample = 6000

// Detect tells the language of a text: by its script, and where several
// languages share one, by their commonest words. Unknown when there is too
// little to go by.
func Detect(s string) Lang {
	if len(s) > sample {
		s = s[:sample]
	}
	var n [NumScripts]int
	kana, ukrainian, persian := 0, 0, 0
	for _, r := range s {
		sc := scriptOfRune(r)
		n[sc]++
		switch {
		case sc == CJK && (unicode.Is(unicode.Hiragana, r) || unicode.Is(unicode.Katakana, r)):
			kana++
		case r == 'і' || r == 'ї' || r == 'є' || r == 'ґ':
			ukrainian++
		case r == 'پ' || r == 'چ' || r == 'ژ' || r == 'گ' || r == 'ی' || r == 'ک':
			persian++
		}
	}
	// Latin letters stand in texts of any script, as names and code.
	best := Latin
	for sc := Cyrillic; sc <= Thaiish; sc++ {
		if n[sc] > n[best] || best == Latin && 3*n[sc] > n[Latin] && n[sc] > 3 {
			best = sc
		}
	}
	if n[best] == 0 {
		return Unknown
	}
	switch best {
	case Cyrillic:
		if ukrainian*40 > n[best] {
			return Ukrainian
		}
		if l := byStopWords(s, Russian, Bulgarian); l != Unknown {
			return l
		}
		return Russian
	case Greekish:
		return Greek
	case Arabish:
		if persian*25 > n[best] {
			return Persian
		}
		return Arabic
	case Hebrewish:
		return Hebrew
	case Devanagari:
		return Hindi
	case Tamilish:
		return Tamil
	case CJK:
		if kana*10 > n[best] {
			return Japanese
		}
		return Chinese
	case Hangulish:
		return Korean
	case Thaiish:
		return Thai
	}
	return byStopWords(s, English, Vietnamese)
}

// byStopWords finds the language of which most stop words occur. A language
// must lead clearly, since many share words.
func byStopWords(s string, from, to Lang) Lang {
	var hits [NumLangs]int
	words := 0
	var sc Scanner
	sc.Scan(s, func(t *Token) {
		if t.Kind != Word {
			return
		}
		words++
		for m := stopWords()[string(t.Term)]; m != 0; m &= m - 1 {
			hits[lowestBit(m)]++
		}
	})
	best, second := Unknown, 0
	for l := from; l <= to; l++ {
		switch h := hits[l]; {
		case best == Unknown && h > 0 || h > hits[best]:
			second = hits[best]
			best = l
		case h > second:
			second = h
		}
	}
	if h := hits[best]; h < 2 || h*12 < words || h == second && h < 4 {
		return Unknown
	}
	return best
}
