package markdown

import (
	"bytes"
	"path"
	"strings"
	"time"
)

// fill takes the fields that the product knows into note and gives the tags.
// Of a key that stands twice the first with a value counts.
func (f *frontBlock) fill(note *Note, opt Options) []string {
	var aliases, tags, keywords tagSet
	for _, fd := range f.fields {
		switch key := normalKey(fd.key); key {
		case "title":
			if t := strings.TrimSpace(fd.scalar()); t != "" && note.Title == "" && !isPlaceholder(t) {
				note.Title, note.TitleLine, note.TitleFrom = validText(t), fd.line, TitleFromFrontmatter
			}
		case "alias", "aliases":
			for _, s := range fd.split(",") {
				aliases.add(validText(s))
			}
		case "tag", "tags":
			for _, s := range fd.split(", \t") {
				s = strings.Trim(strings.TrimLeft(strings.TrimSpace(s), "#"), "/")
				if !isPlaceholder(s) {
					tags.add(validText(s))
				}
			}
		case "keyword", "keywords":
			for _, s := range fd.split(",") {
				keywords.add(validText(s))
			}
		case "summary", "description", "abstract":
			if note.Summary == "" {
				note.Summary = validText(strings.TrimSpace(fd.scalar()))
			}
		case "related":
			if opt.Relations {
				f.relations(note, fd)
			}
		default:
			f.date(note, fd, key)
		}
	}
	note.Aliases, note.Keywords = aliases.list, keywords.list
	f.wikilinks(note)
	return tags.list
}

// split gives the items of a list, or the parts of a scalar at any of the
// separators.
func (fd field) split(seps string) []string {
	if fd.list {
		var out []string
		for _, it := range fd.items {
			out = append(out, it.text)
		}
		return out
	}
	s := strings.Trim(fd.scalar(), "[]")
	return strings.FieldsFunc(s, func(r rune) bool { return r == '\n' || strings.ContainsRune(seps, r) })
}

// isPlaceholder says whether a template's variable was never filled in.
func isPlaceholder(s string) bool {
	return strings.Contains(s, "{{") && strings.Contains(s, "}}") || strings.Contains(s, "<%")
}

// date takes a field that says when the note was made or changed.
func (f *frontBlock) date(note *Note, fd field, key string) {
	var into *time.Time
	switch key {
	case "created", "createdat", "date", "datecreated", "createddate", "creationdate", "createdon", "published":
		into = &note.Created
	case "updated", "updatedat", "modified", "modifiedat", "lastmodified", "lastmod", "lastupdated",
		"dateupdated", "datemodified", "updateddate", "modifieddate", "updatedon":
		into = &note.Updated
	default:
		return
	}
	s := strings.TrimSpace(fd.scalar())
	if s == "" || isPlaceholder(s) {
		return
	}
	t, ok := parseDate(s)
	if !ok {
		note.problem(fd.line, ProblemDate, "The date in "+fd.key+" could not be read; write it as 2006-01-02 or 2006-01-02T15:04:05Z.")
		return
	}
	if into.IsZero() {
		*into = t
	}
}

// relations takes the entries of ByteRover's related.
func (f *frontBlock) relations(note *Note, fd field) {
	for _, it := range fd.items {
		for s := range strings.SplitSeq(it.text, ",") {
			s = strings.TrimSpace(s)
			if target := strings.TrimPrefix(s, "@"); target != "" && !strings.HasPrefix(s, "[[") {
				l := Link{Kind: LinkRelation, Target: validText(path.Clean(target)), Section: -1, Line: it.line}
				f.locate(&l, s)
				note.Links = append(note.Links, l)
			}
		}
	}
}

func (f *frontBlock) locate(l *Link, text string) {
	line := f.line(l.Line)
	if n := bytes.Index(line, []byte(text)); n >= 0 {
		l.StartCol, l.EndCol = n, n+len(text)
	} else {
		l.EndCol = len(line)
	}
}

// wikilinks takes the links in values, quoted or not, as Obsidian does.
func (f *frontBlock) wikilinks(note *Note) {
	for n := f.from; n < f.to; n++ {
		line := f.line(n)
		for at := 0; ; {
			i := bytes.Index(line[at:], []byte("[["))
			if i < 0 {
				break
			}
			i += at
			j := bytes.Index(line[i:min(len(line), i+maxWikilink)], []byte("]]"))
			if j < 0 {
				break
			}
			at = i + j + 2
			if k := bytes.LastIndex(line[i:i+j], []byte("[[")); k > 0 {
				i, j = i+k, j-k
			}
			if l, _, ok := parseWikilink(validText(string(line[i+2 : i+j]))); ok {
				l.Line, l.StartCol, l.EndCol, l.Section = n, i, at, -1
				note.Links = append(note.Links, l)
			}
		}
	}
}
