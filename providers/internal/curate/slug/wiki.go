package slug

import (
	"crypto/sha1"
	"encoding/hex"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// maxWiki is the limit of an OpenClaw wiki for a page's slug, in bytes.
const maxWiki = 240

// Wiki is the slug that OpenClaw's Memory Wiki gives a title: lower case, runs
// of anything but letters, numbers and marks as one "-", "page" when nothing is
// left, and over 240 bytes cut and marked with 12 digits of its SHA-1. The
// title is composed (NFC) first and joiners and emoji selectors go, which the
// wiki's own rule leaves to chance.
func Wiki(title string) string {
	var b strings.Builder
	last := '-'
	for _, r := range norm.NFC.String(strings.ToLower(valid(title))) {
		switch {
		case joiner(r), variation(r):
		case unicode.IsMark(r) && last == '-':
		case unicode.In(r, unicode.L, unicode.N, unicode.M):
			b.WriteRune(r)
			last = r
		case last != '-':
			b.WriteByte('-')
			last = '-'
		}
	}
	s := norm.NFC.String(strings.Trim(b.String(), "-"))
	if s == "" {
		return "page"
	}
	if len(s) > maxWiki {
		tail := "-" + sha1Hex(s)
		s = strings.TrimRight(cut(s, maxWiki-len(tail)), "-") + tail
	}
	return s
}

// WikiStem is the file name, without ".md", for a slug: the slug itself, except
// that "index" belongs to the wiki and that no system must trip over a device name.
func WikiStem(slug string) string {
	if slug == "index" || Reserved(slug) {
		return slug + "-" + sha1Hex(slug)
	}
	return slug
}

func sha1Hex(s string) string {
	sum := sha1.Sum([]byte(s))
	return hex.EncodeToString(sum[:])[:12]
}
