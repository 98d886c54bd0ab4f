package gbrain

import (
	"fmt"
	"strings"
	"time"

	"memswarm/providers/gbrain/pages"
	"memswarm/providers/internal/curate/passage"
	"memswarm/providers/internal/curate/secrets"
	"memswarm/swarm"
)

// maxPassage is the longest passage that is stored, in bytes.
const maxPassage = 2 << 20

// draft is a passage made ready for a page.
type draft struct {
	title    string
	body     string // markdown below the heading
	warnings []string
}

// prepare cleans and titles a passage.
func (p *Provider) prepare(c *swarm.Curation) (*draft, error) {
	if len(c.Content) > maxPassage {
		return nil, &swarm.Error{Code: "too_large", Provider: p.o.ID,
			Message: fmt.Sprintf("The passage has %d MB; at most %d MB are stored as one page.", len(c.Content)>>20, maxPassage>>20), Fix: "Store a shorter passage."}
	}
	language, symbol := "", ""
	if c.Origin != nil {
		language, symbol = c.Origin.Language, c.Origin.Symbol
	}
	text := passage.Clean(c.Content, language)
	if text.Markdown == "" && text.Front == "" {
		return nil, &swarm.Error{Code: "empty", Provider: p.o.ID, Message: "There is nothing to store: the passage is empty.",
			Fix: "Select some text, or give it as an argument or on standard input."}
	}
	d := &draft{title: text.Title(c.Title, "", symbol), body: pages.Defuse(text.Markdown), warnings: text.Warnings}
	if text.Front != "" {
		// A foreign frontmatter may hold an id, and GBrain takes that for the
		// page to write to.
		d.body = strings.TrimSpace(passage.Fence(text.Front, "yaml") + "\n\n" + d.body)
	}
	if d.title == "" {
		now := c.Now
		if now.IsZero() {
			now = p.o.Now()
		}
		d.title = "Note " + now.Format(time.DateOnly)
	}
	for _, f := range secrets.Find(c.Content) {
		d.warnings = append(d.warnings, f.String())
	}
	if s := source(c.Origin); s != "" {
		d.body += "\n\nSource: " + s
	}
	return d, nil
}

// source says where a passage is from, without what only this machine knows.
func source(o *swarm.Origin) string {
	if o == nil || o.Relative == "" && o.Permalink == "" {
		return ""
	}
	text := o.Relative
	if text == "" {
		return "<" + o.Permalink + ">"
	}
	if o.EndLine > o.StartLine {
		text += fmt.Sprintf("#L%d-L%d", o.StartLine+1, o.EndLine)
	}
	text = "`" + strings.ReplaceAll(text, "`", "'") + "`"
	if o.Permalink != "" {
		text = "[" + text + "](<" + strings.NewReplacer("<", "%3C", ">", "%3E").Replace(o.Permalink) + ">)"
	}
	return text
}

// page is the whole markdown of a new page.
func (d *draft) page(t swarm.ContentType) string {
	kind := "concept"
	if t == swarm.Note {
		kind = "note"
	}
	body := d.body
	if first, _, _ := strings.Cut(body, "\n"); !strings.HasPrefix(first, "# ") {
		body = "# " + d.title + "\n\n" + body
	}
	return (&pages.Page{Type: kind, Title: d.title, Body: body}).Markdown()
}
