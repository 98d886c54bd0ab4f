package curate

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"memswarm/providers/internal/curate/passage"
	"memswarm/providers/internal/curate/provenance"
	"memswarm/providers/internal/curate/secrets"
	"memswarm/swarm"
)

// CodeEmpty is the code of the error for a passage with nothing in it.
const CodeEmpty = "empty"

// MaxPassage is the longest passage that is stored, in bytes.
const MaxPassage = 8 << 20

// draft is a curation made ready for any of the writers.
type draft struct {
	title    string
	named    bool   // the title is one, not merely the first sentence
	heading  string // "# Title", with the markup that the passage's own heading has
	body     string // what stands below the heading; may be ""
	kind     passage.Kind
	about    swarm.ContentType
	origin   *swarm.Origin // nil when not known
	tags     []string
	now      time.Time
	warnings []string
}

// prepare cleans and titles a passage. The error is an [*swarm.Error].
func prepare(c *swarm.Curation, id swarm.ID) (*draft, error) {
	if len(c.Content) > MaxPassage {
		return nil, &swarm.Error{Code: "too_large", Provider: id,
			Message: fmt.Sprintf("The passage has %d MB; at most %d MB are stored as one note.", len(c.Content)>>20, MaxPassage>>20),
			Fix:     "Store a shorter passage, or put the file itself into the folder."}
	}
	d := &draft{about: c.Type, now: c.Now, origin: provenance.Fill(c.Origin)}
	if d.now.IsZero() {
		d.now = time.Now()
	}
	if d.about == "" {
		d.about = swarm.General
	}
	language, symbol := "", ""
	if d.origin != nil {
		language, symbol = d.origin.Language, d.origin.Symbol
	}
	p := passage.Clean(c.Content, language)
	if p.Markdown == "" && p.Front == "" {
		return nil, &swarm.Error{Code: CodeEmpty, Provider: id, Message: "There is nothing to store: the passage is empty.", Fix: "Select some text, or give it as an argument or on standard input."}
	}
	d.kind, d.warnings = p.Kind, p.Warnings
	for _, f := range secrets.Find(c.Content) {
		d.warnings = append(d.warnings, f.String())
	}
	front := d.front(p.Front)
	d.title = p.Title(c.Title, front, symbol)
	if d.title == "" || c.Title == "" && secrets.Find(d.title) != nil {
		// A secret must not get into the file's name on top.
		d.title = "Note " + d.now.Format("2006-01-02 15:04")
	}
	d.body = p.Markdown
	d.heading = "# " + escapeHeading(d.title)
	d.named = strings.TrimSpace(c.Title) != "" || front != "" || symbol != ""
	d.absorbHeading(p.Kind)
	if p.Front != "" {
		// The note gets a frontmatter of its own; that of the passage stays visible.
		d.body = strings.TrimSpace(passage.Fence(p.Front, "yaml") + "\n\n" + d.body)
	}
	return d, nil
}

// front reads title and tags out of the passage's own frontmatter.
func (d *draft) front(text string) (title string) {
	if text == "" {
		return ""
	}
	var f struct {
		Title any `yaml:"title"`
		Tags  any `yaml:"tags"`
	}
	if yaml.Unmarshal([]byte(text), &f) != nil {
		return ""
	}
	switch tags := f.Tags.(type) {
	case string:
		d.tags = cleanTags(strings.FieldsFunc(tags, func(r rune) bool { return r == ',' || r == ' ' }))
	case []any:
		for _, t := range tags {
			if s, ok := t.(string); ok {
				d.tags = append(d.tags, s)
			}
		}
		d.tags = cleanTags(d.tags)
	}
	title, _ = f.Title.(string)
	return title
}

// absorbHeading makes the heading that the passage begins with the note's own
// when it is the title, so that the title does not stand there twice.
func (d *draft) absorbHeading(k passage.Kind) {
	if k == passage.Code {
		return
	}
	headings := passage.ReadOutline(d.body).Headings
	if len(headings) == 0 {
		return
	}
	d.named = d.named || passage.Inline(headings[0].Text) == d.title
	if h := headings[0]; h.Start == 0 && passage.Inline(h.Text) == d.title && !strings.Contains(h.Text, "\n") {
		d.heading = "# " + h.Text
		d.body = strings.Trim(d.body[h.End:], "\n")
	}
}

// summary is one or two lines about the note, for systems that keep them.
func (d *draft) summary() string {
	if d.kind == passage.Code {
		return ""
	}
	return passage.Cut(passage.FirstSentence(d.body), 200)
}

var htmlStart = regexp.MustCompile(`<([A-Za-z/!?])`)

// escapeHeading keeps a title from being read as HTML ("Vec<T>") or from losing
// its last "#" ("C #").
func escapeHeading(title string) string {
	title = htmlStart.ReplaceAllString(title, `\<$1`)
	if strings.HasSuffix(title, "#") {
		title = title[:len(title)-1] + `\#`
	}
	return title
}

var notTag = regexp.MustCompile(`[^\p{L}\p{N}\p{M}_/-]+`)

// cleanTags brings tags to the form that Obsidian and others take: no "#", no
// spaces, each once.
func cleanTags(tags []string) []string {
	var out []string
	seen := map[string]bool{}
	for _, t := range tags {
		t = strings.Trim(notTag.ReplaceAllString(strings.TrimPrefix(strings.TrimSpace(t), "#"), "-"), "-/")
		if t != "" && !seen[t] {
			seen[t] = true
			out = append(out, t)
		}
	}
	return out
}
