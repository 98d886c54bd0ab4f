package corpus

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// writer writes one note and counts what is in it.
type writer struct {
	strings.Builder
	v                     *vault
	p                     *plan
	r                     *rand.Rand
	sections, links, code int
}

// note gives the text of the i-th note.
func (v *vault) note(i int) *writer {
	w := &writer{v: v, p: &v.notes[i], r: v.noteRand(i)}
	frontmatter(&w.Builder, w.r, w.p)
	switch {
	case w.p.shape == tiny:
		if w.p.sections > 0 {
			w.heading(1, w.p.title)
		} else {
			w.sections++
		}
		w.sentences(1 + w.r.IntN(4))
		w.WriteString("\n")
	case w.p.shape == daily:
		w.heading(1, w.p.modified.Format("Monday 2 January 2006"))
		for range w.p.sections {
			w.heading(2, w.headingText())
			w.list(2 + w.r.IntN(6))
		}
	default:
		if chance(w.r, 0.85) {
			w.heading(1, w.p.title)
		} else {
			w.sections++
		}
		w.paragraph(0.5)
		w.body()
	}
	return w
}

func (w *writer) body() {
	level := 2
	for range w.p.sections {
		w.heading(level, w.headingText())
		length := math.Exp(0.8 * w.r.NormFloat64())
		for length > 0 {
			w.blockOf(min(length, 1.5))
			length -= 1.5
		}
		switch f := w.r.Float64(); {
		case f < 0.25 && level < 5:
			level++
		case f < 0.5 && level > 2:
			level--
		case f < 0.55:
			level = 2
		}
	}
}

func (w *writer) heading(level int, text string) {
	w.sections++
	if level == 1 && chance(w.r, 0.03) { // setext
		fmt.Fprintf(w, "%s\n%s\n\n", text, strings.Repeat("=", 5))
		return
	}
	w.WriteString("######"[:level])
	w.WriteByte(' ')
	w.WriteString(text)
	w.WriteString("\n\n")
}

func (w *writer) headingText() string {
	switch f := w.r.Float64(); {
	case f < 0.3:
		return one(w.r, w.p.lang.template)
	case f < 0.36:
		return "`" + one(w.r, w.v.idents) + "`"
	default:
		return w.p.phrase(w.r, 1+w.r.IntN(4))
	}
}

// blockOf writes a paragraph, list, code fence, table or callout; size 1 is an
// average paragraph.
func (w *writer) blockOf(size float64) {
	switch f := w.r.Float64(); {
	case f < 0.66:
		w.paragraph(size)
	case f < 0.86:
		w.list(1 + int(6*size*w.r.Float64()))
	case f < 0.94:
		w.fence(2 + int(10*size*w.r.Float64()))
	case f < 0.97:
		w.table(1 + int(5*size))
	default:
		w.WriteString("> [!" + one(w.r, []string{"note", "warning", "tip", "todo"}) + "] ")
		w.WriteString(w.p.phrase(w.r, 3))
		w.WriteString("\n> ")
		w.sentences(1 + w.r.IntN(2))
		w.WriteString("\n\n")
	}
}

func (w *writer) paragraph(size float64) {
	w.sentences(1 + int(size*(2+w.r.Float64()*6)))
	if chance(w.r, 0.03) {
		fmt.Fprintf(w, " ^%06x", w.r.IntN(1<<24))
	}
	w.WriteString("\n\n")
}

func (w *writer) sentences(n int) {
	for i := range n {
		if i > 0 && w.p.lang.spaced {
			w.WriteByte(' ')
		}
		w.sentence(5 + w.r.IntN(13))
	}
}

func (w *writer) sentence(n int) {
	l := w.p.lang
	for i := range n {
		if i > 0 && l.spaced {
			w.WriteByte(' ')
		}
		word := w.token()
		if i == 0 {
			word = capital(word)
		}
		w.WriteString(word)
		if i < n-1 && chance(w.r, 0.07) {
			w.WriteString(l.comma)
		}
	}
	w.WriteString(l.stop)
}

// token is mostly a word, now and then something else that notes are full of.
func (w *writer) token() string {
	r := w.r
	f := r.Float64()
	switch {
	case f < 0.78:
		return w.p.lang.word(r)
	case f < 0.96:
		return w.p.topic.word(r)
	case f < 0.966:
		return w.wikilink()
	case f < 0.974:
		return "`" + one(r, w.v.idents) + "`"
	case f < 0.978:
		return one(r, w.v.idents)
	case f < 0.982 && len(w.p.tags) > 0:
		return "#" + one(r, w.p.tags)
	case f < 0.986:
		return "**" + w.p.lang.contentWord(r) + "**"
	case f < 0.989:
		return fmt.Sprintf("%d.%d.%d", r.IntN(9), r.IntN(30), r.IntN(20))
	case f < 0.991:
		return w.p.modified.AddDate(0, 0, -r.IntN(400)).Format(time.DateOnly)
	case f < 0.992:
		return fmt.Sprintf("E%04d", r.IntN(10000))
	case f < 0.994:
		return fmt.Sprintf("[%s](https://example.org/%s/%d)", w.p.lang.contentWord(r), one(r, identifierParts), r.IntN(1000))
	default:
		return fmt.Sprint(r.IntN(2000))
	}
}

func (w *writer) wikilink() string {
	w.links++
	to := w.v.link(w.r)
	switch w.r.IntN(6) {
	case 0:
		return "[[" + to.name + "|" + w.p.lang.contentWord(w.r) + "]]"
	case 1:
		return "[[" + strings.TrimSuffix(to.path, ".md") + "]]"
	case 2:
		return "[[" + to.name + "#" + one(w.r, to.lang.template) + "]]"
	}
	return "[[" + to.name + "]]"
}

func (w *writer) list(n int) {
	mark := one(w.r, []string{"- ", "- ", "* ", "1. ", "- [ ] ", "- [x] "})
	for range n {
		w.WriteString(mark)
		w.sentence(3 + w.r.IntN(9))
		w.WriteByte('\n')
	}
	w.WriteByte('\n')
}

func (w *writer) table(rows int) {
	w.WriteString("| " + w.p.phrase(w.r, 1) + " | " + w.p.phrase(w.r, 1) + " |\n| --- | ---: |\n")
	for range rows {
		fmt.Fprintf(w, "| %s | %d |\n", w.p.phrase(w.r, 2), w.r.IntN(1000))
	}
	w.WriteByte('\n')
}

func (w *writer) fence(lines int) {
	w.code++
	mark := one(w.r, []string{"```", "```", "```", "~~~"})
	w.WriteString(mark + one(w.r, []string{"go", "ts", "python", "sh", ""}) + "\n")
	for range lines {
		a, b, c := one(w.r, w.v.idents), one(w.r, w.v.idents), one(w.r, identifierParts)
		switch w.r.IntN(5) {
		case 0:
			fmt.Fprintf(w, "%s := %s(%s, %d)\n", a, b, c, w.r.IntN(100))
		case 1:
			fmt.Fprintf(w, "# %s %s\n", c, w.p.lang.contentWord(w.r)) // looks like a heading and is none
		case 2:
			fmt.Fprintf(w, "if %s != nil { return %s }\n", a, b)
		case 3:
			fmt.Fprintf(w, "\t%s.%s = %q\n", c, a, w.p.lang.contentWord(w.r))
		default:
			fmt.Fprintf(w, "%s --%s=%d\n", c, one(w.r, identifierParts), w.r.IntN(9999))
		}
	}
	w.WriteString(mark + "\n\n")
}
