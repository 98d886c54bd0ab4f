package curate

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"memswarm/providers/internal/curate/passage"
	"memswarm/swarm"
)

// place finds the byte where a section goes in: at the end of the section with
// the heading, or of the note when heading is "", but before blocks that a
// program writes. level is that of the heading it goes under, 1 for the note.
func place(note string, o *passage.Outline, heading string) (at, level int, err error) {
	if heading == "" {
		return beforeGenerated(note, o, o.Body, len(note)), 1, nil
	}
	i := findHeading(o.Headings, heading)
	if i < 0 {
		return 0, 0, &swarm.Error{Code: "no_heading", Message: "The note has no heading “" + heading + "” any more.", Fix: "Choose another heading, or append to the end of the note."}
	}
	h := o.Headings[i]
	end := len(note)
	for _, next := range o.Headings[i+1:] {
		if next.Level <= h.Level {
			end = next.Start
			break
		}
	}
	return beforeGenerated(note, o, h.End, end), h.Level, nil
}

// findHeading finds a heading by its text, else by its anchor.
func findHeading(headings []passage.Heading, want string) int {
	folded := foldHeading(strings.TrimLeft(want, "# "))
	for i, h := range headings {
		if foldHeading(passage.Inline(h.Text)) == folded || foldHeading(h.Text) == folded {
			return i
		}
	}
	used := map[string]int{}
	for i, h := range headings {
		a := anchor(passage.Inline(h.Text))
		used[a]++
		if n := used[a]; n > 1 {
			a += "-" + strconv.Itoa(n)
		}
		if a == norm.NFC.String(want) {
			return i
		}
	}
	return -1
}

func foldHeading(s string) string {
	return norm.NFC.String(cases.Fold().String(norm.NFC.String(strings.Join(strings.Fields(s), " "))))
}

// anchor is a heading's anchor as GitHub makes it, "section" for one without letters.
func anchor(heading string) string {
	var b strings.Builder
	for _, r := range norm.NFC.String(strings.TrimSpace(strings.TrimLeft(heading, "# "))) {
		switch {
		case r == '-' || r == '_':
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte('-')
		case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsNumber(r):
			b.WriteRune(unicode.ToLower(r))
		}
	}
	if b.Len() == 0 {
		return "section"
	}
	return norm.NFC.String(b.String())
}

var (
	// A generated block begins and ends with comments such as
	// "<!-- openclaw:wiki:related:start -->" or "<!-- BEGIN_TF_DOCS -->".
	blockStart = regexp.MustCompile(`(?i)^<!--.*(?:\bstart\b|\bbegin|_begin|:start).*-->$`)
	blockEnd   = regexp.MustCompile(`(?i)^<!--.*(?:\bend\b|\bend_|_end|:end).*-->$`)
	human      = regexp.MustCompile(`(?i)^<!--.*\bhuman:`)
	linkDef    = regexp.MustCompile(`^ {0,3}\[[^\]]+\]:\s*\S`)
)

// beforeGenerated moves the end of a stretch of a note up past the blocks at its
// end that programs own: generated blocks with their headings, the settings
// block of Obsidian's plugins ("%% … %%"), and past definitions of links and
// footnotes, which belong at the end. It also leaves blank lines below.
func beforeGenerated(note string, o *passage.Outline, from, to int) int {
	from = min(from, to)
	lines := splitLines(note, from, to)
	end := len(lines)
	for end > 0 {
		i := end - 1
		t := strings.TrimSpace(note[lines[i][0]:lines[i][1]])
		switch {
		case o.Fenced(lines[i][0]):
			return lineEnd(lines, end, from)
		case t == "":
			end--
			continue
		case linkDef.MatchString(t):
			end--
			continue
		}
		start := blockAt(note, lines, i, t)
		if start < 0 {
			break
		}
		end = start
		// A heading right above the block belongs to it, but the note's title does not.
		for k := start - 1; k >= 0 && t[0] == '<'; k-- {
			if h := strings.TrimSpace(note[lines[k][0]:lines[k][1]]); h != "" {
				if strings.HasPrefix(h, "##") && !o.Fenced(lines[k][0]) {
					end = k
				}
				break
			}
		}
	}
	return lineEnd(lines, end, from)
}

// blockAt gives the line where the block begins that ends with line i, -1 when
// line i ends none.
func blockAt(note string, lines [][2]int, i int, t string) int {
	isStart := func(s string) bool { return blockStart.MatchString(s) && !human.MatchString(s) }
	switch {
	case t == "%%" || strings.HasPrefix(t, "%%") && strings.HasSuffix(t, "%%") && len(t) > 4:
		if t != "%%" {
			return i
		}
		isStart = func(s string) bool { return strings.HasPrefix(s, "%%") }
	case !blockEnd.MatchString(t) || human.MatchString(t):
		return -1
	}
	for k := i - 1; k >= 0; k-- {
		if isStart(strings.TrimSpace(note[lines[k][0]:lines[k][1]])) {
			return k
		}
	}
	return -1
}

func splitLines(s string, from, to int) [][2]int {
	var lines [][2]int
	for at := from; at < to; {
		next := to
		if i := strings.IndexByte(s[at:to], '\n'); i >= 0 {
			next = at + i + 1
		}
		lines = append(lines, [2]int{at, next})
		at = next
	}
	return lines
}

func lineEnd(lines [][2]int, n, from int) int {
	if n == 0 {
		return from
	}
	return lines[n-1][1]
}
