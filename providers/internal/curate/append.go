package curate

import (
	"context"
	"strings"

	"memswarm/providers/internal/curate/passage"
	"memswarm/providers/internal/curate/safefile"
	"memswarm/swarm"
)

// Append adds passages to a note that exists.
type Append struct {
	Provider swarm.ID
	Root     string // the target's folder, absolute
	Rel      string // the note, relative to it, slash-separated
	// Heading is the heading to add under, by its text or its anchor as in
	// [swarm.Ref]; "" for the end of the note.
	Heading string
	// Hash is what [Hash] gives for the note as the caller read it; "" for the
	// note as it is now.
	Hash string
}

// Hash identifies the content of a note: the hex SHA-256 of its bytes.
func Hash(note []byte) string { return safefile.Hash(note) }

// Edit replaces the bytes from Start to End of a note.
type Edit struct {
	Start, End int
	Text       string
}

// appendTries bounds how often an append starts over because another one was
// faster. It applies only when the caller has not fixed the content by a hash.
const appendTries = 200

// Curate adds a passage. Nothing of the note changes but the place where the
// passage goes in and the value of "updated" or "updatedAt" in its frontmatter;
// line ends, BOM and bytes that are not UTF-8 stay.
func (a *Append) Curate(ctx context.Context, c *swarm.Curation) (*swarm.Receipt, error) {
	d, err := prepare(c, a.Provider)
	if err != nil {
		return nil, err
	}
	r, err := a.write(ctx, d, c.DryRun)
	return r, name(err, a.Provider)
}

func (a *Append) write(ctx context.Context, d *draft, dry bool) (*swarm.Receipt, error) {
	dir, err := safefile.Open(a.Root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	for range appendTries {
		if err = ctx.Err(); err != nil {
			break
		}
		var r *swarm.Receipt
		r, err = a.once(dir, d, dry)
		if err == nil || a.Hash != "" || swarm.AsError(err, "", "").Code != safefile.CodeChanged {
			return r, err
		}
	}
	return nil, err
}

func (a *Append) once(dir *safefile.Dir, d *draft, dry bool) (*swarm.Receipt, error) {
	note, err := dir.Read(a.Rel, safefile.MaxNote)
	if err != nil {
		return nil, err
	}
	before := safefile.Hash(note)
	if a.Hash != "" && a.Hash != before {
		return nil, &swarm.Error{Code: safefile.CodeChanged, Message: dir.Path(a.Rel) + " has changed since it was read, so it was left alone.", Fix: "Look at the note again and repeat the command."}
	}
	edits, err := a.edits(string(note), d)
	if err != nil {
		return nil, err
	}
	text, reverts := apply(string(note), edits)
	r := &swarm.Receipt{
		Provider: a.Provider,
		Ref:      swarm.Ref{Provider: a.Provider, Doc: a.Rel, Anchor: a.anchor()}.String(),
		Path:     dir.Path(a.Rel),
		Text:     text,
		Warnings: d.warnings,
	}
	if dry {
		return r, nil
	}
	if err := dir.Replace(a.Rel, before, []byte(text)); err != nil {
		return nil, err
	}
	r.Undo = token{Root: a.Root, Steps: []step{{Rel: a.Rel, Hash: safefile.Hash([]byte(text)), Edits: reverts, Before: before}}}.String()
	return r, nil
}

func (a *Append) anchor() string {
	if a.Heading == "" {
		return ""
	}
	return anchor(a.Heading)
}

// Edits gives the changes for a note that is open in an editor, so that they
// can be applied to its text there, in order of position and not overlapping.
func (a *Append) Edits(note string, c *swarm.Curation) ([]Edit, error) {
	d, err := prepare(c, a.Provider)
	if err != nil {
		return nil, err
	}
	edits, err := a.edits(note, d)
	return edits, name(err, a.Provider)
}

func (a *Append) edits(note string, d *draft) ([]Edit, error) {
	if strings.HasPrefix(note, "\xff\xfe") || strings.HasPrefix(note, "\xfe\xff") {
		return nil, &swarm.Error{Code: "not_utf8", Message: a.Rel + " is written in UTF-16, which is not appended to.", Fix: "Save the note as UTF-8."}
	}
	o := passage.ReadOutline(note)
	at, level, err := place(note, o, a.Heading)
	if err != nil {
		return nil, err
	}
	edits := touch(note, d.now)
	return append(edits, insertion(note, o, at, d.section(level))), nil
}

// section is the passage as a section below a heading of the given level.
func (d *draft) section(level int) string {
	var parts []string
	if d.named {
		parts = append(parts, strings.Repeat("#", min(level+1, 6))+strings.TrimPrefix(d.heading, "#"))
	}
	if d.body != "" {
		parts = append(parts, d.body)
	}
	if len(parts) == 0 {
		parts = append(parts, d.title)
	}
	if s := sourceLine(d.origin); s != "" {
		parts = append(parts, s)
	}
	return strings.Join(parts, "\n\n")
}

// insertion puts a section at a byte position that begins a line or ends the
// note, with one blank line on either side and in the note's own line ends.
func insertion(note string, o *passage.Outline, at int, section string) Edit {
	eol := "\n"
	if i := strings.IndexByte(note, '\n'); i > 0 && note[i-1] == '\r' {
		eol = "\r\n"
	}
	var lead strings.Builder
	head := note[:at]
	empty := strings.TrimSpace(strings.TrimPrefix(head[min(o.Body, at):], "\uFEFF")) == ""
	if len(head) > 0 && !strings.HasSuffix(head, "\n") && head != "\uFEFF" {
		lead.WriteString(eol)
	}
	if at == len(note) && o.OpenFence != "" {
		lead.WriteString(o.OpenFence + eol) // else the passage would be part of the code
	}
	if !(empty && o.Body == 0) && head != "\uFEFF" && !blankBefore(head) {
		lead.WriteString(eol)
	}
	tail := eol
	if rest := note[at:]; rest != "" && !strings.HasPrefix(rest, "\n") && !strings.HasPrefix(rest, "\r\n") {
		tail += eol
	}
	return Edit{at, at, lead.String() + strings.ReplaceAll(section, "\n", eol) + tail}
}

// blankBefore says whether the text ends with a blank line.
func blankBefore(s string) bool {
	s, ok := strings.CutSuffix(s, "\n")
	if !ok {
		return false
	}
	return strings.TrimRight(s[strings.LastIndexByte(s, '\n')+1:], " \t\r") == ""
}

// apply makes edits and tells how to take them back.
func apply(note string, edits []Edit) (string, []revert) {
	var b strings.Builder
	var reverts []revert
	at := 0
	for _, e := range edits {
		b.WriteString(note[at:e.Start])
		reverts = append(reverts, revert{At: b.Len(), Len: len(e.Text), Old: []byte(note[e.Start:e.End])})
		b.WriteString(e.Text)
		at = e.End
	}
	b.WriteString(note[at:])
	return b.String(), reverts
}
