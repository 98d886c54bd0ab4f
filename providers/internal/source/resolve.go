package source

import (
	"context"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"strings"

	"memswarm/providers/internal/markdown"
	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// ResolveLink finds the place that a link leads to: a note, a heading or block
// in it, or an attachment. target is what stands between the brackets.
func (v *View) ResolveLink(ctx context.Context, from, target string) (swarm.Location, bool) {
	s := v.src
	ms := *s.mounts.Load()
	doc, m, ok := ms.doc(from)
	if !ok {
		return swarm.Location{}, false
	}
	g := s.graphFor(ctx, false)
	if g == nil {
		return swarm.Location{}, false
	}
	for _, l := range readings(target) {
		to := doc
		if l.Target != "" {
			id, ok := g.resolve(doc, l)
			if !ok {
				continue
			}
			to = g.docs[id]
		}
		if at, ok := s.place(ctx, to, l); ok {
			return at, true
		}
	}
	return s.attachment(m, strings.TrimPrefix(doc, m.Prefix), target)
}

// readings are what a target may mean, likeliest first: a wikilink, or the
// destination of a markdown link, which may be percent-encoded and counts from
// the note. What looks like a path to a file is read as the latter first.
func readings(target string) []markdown.Link {
	text, _, _ := strings.Cut(target, "|")
	wiki := splitTarget(strings.TrimSpace(text))
	wiki.Kind = markdown.LinkWiki
	dest := strings.Trim(strings.TrimSpace(target), "<>")
	if dec, err := url.PathUnescape(dest); err == nil {
		dest = dec
	}
	md := splitTarget(dest)
	md.Kind = markdown.LinkMarkdown
	relation := splitTarget(strings.TrimPrefix(wiki.Target, "@"))
	relation.Kind = markdown.LinkRelation
	if strings.HasPrefix(target, "@") {
		return []markdown.Link{relation, wiki}
	}
	if path.Ext(md.Target) != "" {
		return []markdown.Link{md, wiki, relation}
	}
	return []markdown.Link{wiki, md}
}

// splitTarget cuts a target into note, heading and block.
func splitTarget(s string) (l markdown.Link) {
	l.Target, l.Heading, _ = strings.Cut(s, "#")
	if head, block, ok := strings.Cut(l.Heading, "^"); ok {
		l.Heading, l.Block = strings.TrimSuffix(head, "#"), block
	}
	l.Target = strings.TrimSpace(l.Target)
	return l
}

// place is where in a document's file a link leads. A heading or block that is
// not there leads to the note.
func (s *Source) place(ctx context.Context, doc string, l markdown.Link) (swarm.Location, bool) {
	file, ok := s.fileOf(doc)
	if !ok {
		return swarm.Location{}, false
	}
	at := swarm.Location{Path: file.Abs}
	if l.Heading == "" && l.Block == "" {
		return at, true
	}
	data, err := walk.ReadFile(ctx, file, 0)
	if err != nil {
		return at, ctx.Err() == nil
	}
	page, _ := s.opts.Parse(&File{Doc: doc, Rel: file.Rel, Data: data, ModTime: file.ModTime})
	if page == nil {
		return at, true
	}
	section, line, ok := page.Note.Find(l.Heading, l.Block)
	if !ok {
		return at, true
	}
	at.StartLine, at.EndLine = line, line+1
	if section >= 0 && l.Block == "" {
		at.EndLine = max(at.EndLine, page.Note.Sections[section].End)
	}
	return at, true
}

// fileOf is a document's file, which must lie in its folder also when links are
// followed.
func (s *Source) fileOf(doc string) (walk.File, bool) {
	ms := *s.mounts.Load()
	abs, ok := ms.path(doc)
	if !ok {
		return walk.File{}, false
	}
	_, m, ok := ms.doc(abs)
	if !ok {
		return walk.File{}, false
	}
	real, err := filepath.EvalSymlinks(abs)
	if err != nil {
		return walk.File{}, false
	}
	info, err := os.Stat(real)
	if _, in := below(m.real, real); !in || err != nil || !info.Mode().IsRegular() {
		return walk.File{}, false
	}
	return walk.File{Rel: strings.TrimPrefix(doc, m.Prefix), Abs: abs, Real: real, Size: info.Size(), ModTime: info.ModTime()}, true
}

// attachment finds a file that is no note, such as an image: beside the note,
// from the root, or in the folder for attachments.
func (s *Source) attachment(m Mount, from, target string) (swarm.Location, bool) {
	name, _, _ := strings.Cut(target, "|")
	name, _, _ = strings.Cut(name, "#")
	if dec, err := url.PathUnescape(name); err == nil {
		name = dec
	}
	name = strings.TrimSpace(name)
	if name == "" {
		return swarm.Location{}, false
	}
	dirs := []string{path.Dir(from), "."}
	if s.opts.Attachments != nil {
		folder := s.opts.Attachments()
		if strings.HasPrefix(folder, "./") {
			folder = path.Join(path.Dir(from), folder)
		}
		dirs = append(dirs, strings.Trim(folder, "/"))
	}
	for _, dir := range dirs {
		rel := filepath.FromSlash(path.Join(dir, name))
		if !filepath.IsLocal(rel) {
			continue
		}
		real, err := filepath.EvalSymlinks(filepath.Join(m.Dir, rel))
		if err != nil {
			continue
		}
		info, err := os.Stat(real)
		if _, in := below(m.real, real); in && err == nil && info.Mode().IsRegular() {
			return swarm.Location{Path: filepath.Join(m.Dir, rel)}, true
		}
	}
	return swarm.Location{}, false
}
