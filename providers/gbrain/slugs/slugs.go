// Package slugs makes GBrain's page names by its import rule, the one that
// `gbrain sync` applies to file names, so that a page stored through a tool and
// the same page synced from its file have one slug.
package slugs

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxSegment is how long a segment of a generated slug gets, in bytes: as a
// file name with an extension it must fit into 255.
const MaxSegment = 96

// OfPath gives the slug of a file by its slash-separated path below the
// brain's folder: "notes/Über Straße.md" is "notes/uber-straße". It is ""
// when nothing of the path is left.
func OfPath(rel string) string {
	for _, ext := range []string{".md", ".mdx", ".markdown"} {
		if len(rel) > len(ext) && strings.EqualFold(rel[len(rel)-len(ext):], ext) {
			rel = rel[:len(rel)-len(ext)]
			break
		}
	}
	var out []string
	for seg := range strings.SplitSeq(rel, "/") {
		if s := Segment(seg); s != "" {
			out = append(out, s)
		}
	}
	return strings.Join(out, "/")
}

// Segment applies the import rule to one part of a path: accents go, letters
// are lower case, blanks become hyphens, and of the rest letters and digits of
// any script, ".", "_" and "-" stay.
func Segment(s string) string {
	s = strings.ToValidUTF8(s, "")
	var b strings.Builder
	for _, r := range norm.NFD.String(s) {
		// The combining accents of Latin, Greek and Cyrillic go. Marks of other
		// scripts (voicing, vowel signs) lie elsewhere and are part of the word.
		if r < 0x300 || r > 0x36F {
			b.WriteRune(unicode.ToLower(r))
		}
	}
	s = norm.NFC.String(b.String())
	b.Reset()
	last := rune(0)
	for _, r := range s {
		if unicode.IsSpace(r) {
			r = '-'
		}
		switch {
		case r == '-' && last == '-':
			continue
		case r == '-' || r == '.' || r == '_' || unicode.IsLetter(r) || unicode.IsNumber(r) || unicode.IsMark(r):
			b.WriteRune(r)
			last = r
		}
	}
	s = strings.Trim(b.String(), "-")
	if strings.Trim(s, ".") == "" {
		return "" // ".." must never be a segment
	}
	return s
}

// New makes a slug for a page of that title and content. The end is taken from
// the content, so that storing the same text twice meets its own page, and
// nobody else's: a page that this client may not see cannot be overwritten by
// chance.
func New(prefix, title, content string) string {
	sum := sha256.Sum256([]byte(content))
	tail := hex.EncodeToString(sum[:4])
	name := Segment(title)
	if len(name) > MaxSegment {
		cut := MaxSegment
		for !utf8.RuneStart(name[cut]) {
			cut--
		}
		name = strings.TrimRight(name[:cut], "-._")
	}
	name = strings.ReplaceAll(strings.Trim(name, "."), "..", ".")
	if name != "" {
		name += "-"
	}
	return prefix + "/" + name + tail
}

// Valid says whether put_page takes the slug as it is and get_page finds it
// again: what the tools reject or change is not valid.
func Valid(slug string) bool {
	if slug == "" || slug[0] == '/' || len(slug) > 1024 || !utf8.ValidString(slug) || strings.ToLower(slug) != slug {
		return false
	}
	for seg := range strings.SplitSeq(slug, "/") {
		if seg == "." || seg == ".." {
			return false
		}
	}
	for _, bad := range []string{"\\", "%2e", "%2f", "%5c"} {
		if strings.Contains(slug, bad) {
			return false
		}
	}
	return !strings.ContainsFunc(slug, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
}

// Hidden says whether searches never show pages of that slug.
func Hidden(slug string) bool {
	for _, p := range HiddenPrefixes {
		if strings.HasPrefix(slug, p) {
			return true
		}
	}
	return false
}

// HiddenPrefixes are the folders that GBrain's searches leave out.
var HiddenPrefixes = []string{"test/", "attachments/", ".raw/"}
