package curate

import (
	"context"
	"path"
	"strings"

	"memswarm/providers/internal/curate/safefile"
	"memswarm/swarm"
)

// Markdown writes notes into a folder of markdown files.
type Markdown struct {
	Provider swarm.ID
	Root     string // the folder, absolute; it must exist
	// Folder is the sub-folder for new notes, "" for the folder itself; Name the
	// file-name pattern without ".md", "" for "{{slug}}". Both take variables and
	// "/" ([CheckTemplate]).
	Folder, Name string
	Template     string // "" for [DefaultTemplate]
	Tags         []string
	Daily        *Daily // nil to make a note of its own for each passage
}

// Curate stores a passage as a new note, or in the daily note when that is set
// up. With c.DryRun it only tells what it would do.
func (m *Markdown) Curate(ctx context.Context, c *swarm.Curation) (*swarm.Receipt, error) {
	d, err := prepare(c, m.Provider)
	if err != nil {
		return nil, err
	}
	d.tags = cleanTags(append(d.tags, m.Tags...))
	r, err := m.write(ctx, d, c.DryRun)
	return r, name(err, m.Provider)
}

func (m *Markdown) write(ctx context.Context, d *draft, dry bool) (*swarm.Receipt, error) {
	template, pattern := m.Template, m.Name
	if template == "" {
		template = DefaultTemplate
	}
	if pattern == "" {
		pattern = "{{slug}}"
	}
	for _, t := range [][2]string{{"The template", template}, {"The file-name pattern", pattern}, {"The sub-folder", m.Folder}} {
		if err := CheckTemplate(t[0], t[1]); err != nil {
			return nil, err
		}
	}
	if !strings.Contains(template, "{{content}}") {
		template += "\n{{content}}\n" // a template must not lose the passage
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	dir, err := safefile.Open(m.Root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	if m.Daily != nil {
		return m.Daily.write(ctx, dir, m.Root, m.Provider, d, dry)
	}
	sub, stem := d.fileName(path.Join(m.Folder, pattern))
	text := []byte(d.render(template))
	create := dir.Create
	if dry {
		create = dir.Preview
	}
	made, err := create(sub, stem, ".md", func(string) ([]byte, error) { return text, nil })
	if err != nil {
		return nil, err
	}
	return receipt(m.Provider, m.Root, d, dry, made), nil
}

// receipt tells of files that were created; the last is the note itself.
func receipt(id swarm.ID, root string, d *draft, dry bool, files ...*safefile.Created) *swarm.Receipt {
	last := files[len(files)-1]
	r := &swarm.Receipt{
		Provider: id,
		Ref:      swarm.Ref{Provider: id, Doc: last.Rel}.String(),
		Path:     last.Path,
		Text:     string(last.Data),
		Warnings: d.warnings,
	}
	if !dry {
		t := token{Root: root}
		for _, f := range files {
			t.Steps = append(t.Steps, created(f))
		}
		r.Undo = t.String()
	}
	return r
}

// name puts the provider into an error of the layers below.
func name(err error, id swarm.ID) error {
	if err == nil {
		return nil
	}
	e := *swarm.AsError(err, safefile.CodeWrite, id)
	if e.Provider == "" {
		e.Provider = id
	}
	return &e
}
