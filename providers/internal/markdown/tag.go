package markdown

import (
	"unicode"
	"unicode/utf8"
)

// tag reads #tag/nested by Obsidian's rule: not after a letter, digit or slash,
// made of letters, marks, digits, '_', '-', '/' and symbols such as emoji, and
// not of digits alone.
func (in *inliner) tag(i int) int {
	b := in.buf
	if !tagMayFollow(in.runeBefore(i)) {
		return i + 1
	}
	j, other := i+1, false
	for j < len(b) {
		if c := b[j]; c < utf8.RuneSelf {
			if !isAlnum(c) && c != '_' && c != '-' && c != '/' {
				break
			}
			other = other || !isDigit(c)
			j++
			continue
		}
		r, n := utf8.DecodeRune(b[j:])
		if !isTagRune(r) || r == utf8.RuneError && n == 1 {
			break
		}
		other = true
		j += n
	}
	end := j
	for end > i+1 && b[end-1] == '/' {
		end--
	}
	if other && hasWord(b[i+1:end]) {
		in.tags = append(in.tags, string(b[i+1:end]))
	}
	return j
}

// hasWord says whether a tag holds more than '_', '-' and '/'.
func hasWord(t []byte) bool {
	for _, c := range t {
		if isAlnum(c) || c >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

func isTagRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r) || unicode.IsSymbol(r) || r == '\u200d'
}

func tagMayFollow(r rune) bool {
	switch r {
	case '(', '*', '_', '~', '=', '|', '[', '{':
		return true
	}
	return unicode.IsSpace(r) || r >= utf8.RuneSelf && unicode.IsPunct(r)
}

// relation reads a mention @domain/topic[/subtopic]/file[.md] of ByteRover.
func (in *inliner) relation(i int) int {
	b := in.buf
	if r := in.runeBefore(i); unicode.IsLetter(r) || unicode.IsDigit(r) || r == '.' || r == '/' || r == '@' {
		return i + 1
	}
	j, slash := i+1, false
	for j < len(b) {
		c := b[j]
		if c == '/' && j > i+1 {
			slash = true
		} else if c < utf8.RuneSelf && !isAlnum(c) && c != '_' && c != '-' && c != '.' {
			break
		} else if r, _ := utf8.DecodeRune(b[j:]); c >= utf8.RuneSelf && !isTagRune(r) {
			break
		}
		_, n := utf8.DecodeRune(b[j:])
		j += n
	}
	end := j
	for end > i+1 && (b[end-1] == '.' || b[end-1] == '/') {
		end--
	}
	if !slash || end == i+1 {
		return i + 1
	}
	l := Link{Kind: LinkRelation, Target: string(b[i+1 : end])}
	in.locate(&l, i, end)
	in.links = append(in.links, l)
	return end
}
