package gbrain

import (
	"path/filepath"
	"strings"

	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/slugs"
	"memswarm/providers/gbrain/wire"
	"memswarm/swarm"
)

// defaultSource is the source whose pages need no name of it.
const defaultSource = "default"

// between separates the name of a source from a slug in a document's id.
const between = "::"

// docOf is the document's id: the slug, behind the name of any source but the
// default one. The same slug may be in several sources.
func docOf(source, slug string) string {
	if source == "" || source == defaultSource {
		return slug
	}
	return source + between + slug
}

// splitDoc is the reverse of docOf; source is "" for the default one.
func splitDoc(doc string) (source, slug string) {
	if before, after, ok := strings.Cut(doc, between); ok && before != "" && !strings.Contains(before, "/") {
		return before, after
	}
	return "", doc
}

// semantic says that a row was found by its meaning alone.
func semantic(r *wire.Row) bool { return r.KeywordHit != nil && !*r.KeywordHit }

// result makes a result of a row. Where its text stands is found later.
func (s *search) result(r *wire.Row) swarm.Result {
	excerpt, spans := pages.Excerpt(r.Text, s.words)
	title := strings.Join(strings.Fields(strings.ToValidUTF8(r.Title, "�")), " ")
	if title == "" {
		title = r.Slug
	}
	res := swarm.Result{
		Ref:        swarm.Ref{Provider: s.o.ID, Doc: docOf(r.SourceID, r.Slug)},
		Title:      title,
		Note:       title,
		Breadcrumb: breadcrumb(r.Slug, title),
		Tags:       r.Tags,
		Excerpt:    excerpt,
		Matches:    spans,
		Modified:   r.EffectiveDate.Time,
		Source:     r.Slug,
		NoteKind:   r.Type,
		Match:      swarm.MatchKeyword,
		Score:      r.Score,
		Words:      len(strings.Fields(r.Text)),
	}
	switch {
	case semantic(r):
		res.Match = swarm.MatchSemantic
	case s.text == "" && !(s.q.Since.IsZero() && s.q.Until.IsZero()):
		res.Match = swarm.MatchDate
	}
	return res
}

// breadcrumb is the folders of a slug and the title.
func breadcrumb(slug, title string) []string {
	parts := strings.Split(slug, "/")
	return append(parts[:len(parts)-1:len(parts)-1], title)
}

// wordsOf are the words of a query to be marked in excerpts.
func wordsOf(q *swarm.Query) []string {
	text := q.Words
	if text == "" {
		text = q.Subject
	}
	return pages.Words(text)
}

// slugScope makes a slug prefix of a scope: a path relative to the brain, or
// an absolute one in its repository. ok is false when it lies elsewhere.
func (p *Provider) slugScope(scope string) (prefix string, ok bool) {
	if filepath.IsAbs(scope) {
		rel, err := filepath.Rel(p.o.RepoPath, scope)
		if p.o.RepoPath == "" || err != nil || !filepath.IsLocal(rel) && rel != "." {
			return "", false
		}
		scope = filepath.ToSlash(rel)
	}
	if scope == "." {
		return "", true
	}
	return slugs.OfPath(strings.Trim(scope, "/")), true
}
