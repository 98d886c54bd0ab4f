package curate

import (
	"context"
	"errors"
	"path"
	"strings"

	"memswarm/providers/internal/curate/safefile"
	"memswarm/providers/internal/curate/slug"
	"memswarm/swarm"
)

// Daily puts passages into the note of the day instead of notes of their own.
type Daily struct {
	// Format is the note's path below the folder without ".md", in the tokens of
	// moment.js, "" for "YYYY-MM-DD".
	Format string
	// Heading is the heading to add under, made when missing; "" for the end.
	Heading string
}

func (y *Daily) write(ctx context.Context, dir *safefile.Dir, root string, id swarm.ID, d *draft, dry bool) (*swarm.Receipt, error) {
	format := y.Format
	if format == "" {
		format = "YYYY-MM-DD"
	}
	var parts []string
	for p := range strings.SplitSeq(moment(format, d.now), "/") {
		if strings.Trim(p, " .") != "" {
			parts = append(parts, slug.Name(p))
		}
	}
	if len(parts) == 0 {
		parts = []string{d.now.Format("2006-01-02")}
	}
	rel := path.Join(parts...) + ".md"
	if !dir.Exists(rel) {
		create := dir.Create
		if dry {
			create = dir.Preview
		}
		stem := parts[len(parts)-1]
		text := []byte(y.first(d, stem))
		made, err := create(path.Dir(rel), stem, ".md", func(s string) ([]byte, error) {
			if s != stem {
				return nil, safefile.ErrStop // another process has just made it
			}
			return text, nil
		})
		if err == nil {
			return receipt(id, root, d, dry, made), nil
		}
		if !errors.Is(err, safefile.ErrStop) {
			return nil, err
		}
	}
	a := &Append{Provider: id, Root: root, Rel: rel, Heading: y.Heading}
	r, err := a.write(ctx, d, dry)
	if err != nil && swarm.AsError(err, "", "").Code == "no_heading" {
		end := *d
		end.body = end.section(2)
		end.heading, end.named, end.origin = "# "+y.title(), true, nil
		a.Heading = ""
		r, err = a.write(ctx, &end, dry)
	}
	return r, err
}

// first is the whole text of a daily note that does not exist yet.
func (y *Daily) first(d *draft, stem string) string {
	s := "# " + stem + "\n\n"
	level := 1
	if y.Heading != "" {
		s += "## " + y.title() + "\n\n"
		level = 2
	}
	return s + d.section(level) + "\n"
}

func (y *Daily) title() string { return strings.TrimLeft(y.Heading, "# ") }
