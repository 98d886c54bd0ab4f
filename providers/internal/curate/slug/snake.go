package slug

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Snake is the name that ByteRover gives a topic: lower case, every run of
// other characters than letters, digits and "_" as one "_". ByteRover knows
// ASCII only, so "Überblick" would become "berblick" and "日本語" nothing at all;
// here accents go from Latin letters, and other scripts stay as they are.
func Snake(title string) string {
	s := dashed(unaccent(title), '_', unicode.ToLower)
	for strings.Contains(s, "__") {
		s = strings.ReplaceAll(s, "__", "_")
	}
	s = safe(strings.Trim(s, "_"), '_')
	if treeReserved(s) {
		s += "_" + Empty
	}
	return s
}

// treeReserved lists the names that mean something else in a context tree.
func treeReserved(s string) bool {
	switch s {
	case "context", "_index", "index", "_manifest", "_archived":
		return true
	}
	return false
}

// Domain is the name of a folder at the top of a context tree, which ByteRover
// wants in ASCII ([\w-]+); fallback when the title gives none.
func Domain(title, fallback string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(unaccent(title)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
	}
	s := b.String()
	for strings.Contains(s, "__") {
		s = strings.ReplaceAll(s, "__", "_")
	}
	if s = strings.Trim(s, "_-"); s == "" {
		return fallback
	}
	return Snake(s)
}

var latin = strings.NewReplacer("ß", "ss", "ẞ", "ss", "æ", "ae", "Æ", "ae", "ø", "o", "Ø", "o", "đ", "d", "Đ", "d",
	"ł", "l", "Ł", "l", "œ", "oe", "Œ", "oe", "þ", "th", "Þ", "th", "ð", "d", "Ð", "d", "ı", "i", "İ", "i")

// unaccent takes the marks off Latin letters only: in other scripts they are
// part of the spelling.
func unaccent(s string) string {
	s = latin.Replace(norm.NFC.String(valid(s)))
	var b strings.Builder
	latinBase := false
	for _, r := range norm.NFD.String(s) {
		if unicode.IsMark(r) && latinBase {
			continue
		}
		latinBase = unicode.Is(unicode.Latin, r)
		b.WriteRune(r)
	}
	return norm.NFC.String(b.String())
}
