package index

import (
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"memswarm/providers/internal/text"
)

// noteHead is what the index holds in memory of each note, read from the
// numbers that stand beside the note's document.
type noteHead struct {
	key      uint64
	doc      string
	size     int64
	modTime  int64 // nanoseconds
	hash     uint64
	created  int64 // seconds, 0 when unknown
	updated  int64
	sections uint32
	title    float32 // lengths in words
	meta     float32
	path     float32
	heading  float32 // summed over the sections
	body     float32
	weight   float32
	lang     text.Lang
}

func (h *noteHead) entry() Entry {
	return Entry{Doc: h.doc, Size: h.size, ModTime: time.Unix(0, h.modTime), Hash: h.hash, Sections: int(h.sections)}
}

// date is the best known date of the knowledge in seconds.
func (h *noteHead) date() int64 {
	if h.updated != 0 {
		return h.updated
	}
	return h.modTime / 1e9
}

const weightUnit = 1000

func (h *noteHead) encode() []byte {
	b := appendNumber([]byte{'n'}, h.key)
	for _, v := range [...]uint64{
		uint64(h.size), uint64(h.modTime), h.hash, uint64(h.created), uint64(h.updated), uint64(h.sections),
		uint64(h.title), uint64(h.meta), uint64(h.path), uint64(h.weight * weightUnit), uint64(h.lang),
	} {
		b = appendNumber(b, v)
	}
	return appendEscaped(b, h.doc)
}

func (h *noteHead) decode(b []byte) {
	var v [12]uint64
	for i := range v {
		v[i], b = takeNumber(b)
	}
	*h = noteHead{
		key: v[0], size: int64(v[1]), modTime: int64(v[2]), hash: v[3], created: int64(v[4]), updated: int64(v[5]),
		sections: uint32(v[6]), title: float32(v[7]), meta: float32(v[8]), path: float32(v[9]),
		weight: float32(v[10]) / weightUnit, lang: text.Lang(min(v[11], uint64(text.NumLangs))), doc: unescape(b),
	}
}

// sectionHead is the same for a section.
type sectionHead struct {
	key     uint64
	ordinal uint32
	body    uint32 // lengths in words
	own     uint32
	above   uint32
}

func (h *sectionHead) encode() []byte {
	b := appendNumber([]byte{'s'}, h.key)
	b = appendNumber(b, uint64(h.ordinal))
	b = appendNumber(b, uint64(h.body))
	b = appendNumber(b, uint64(h.own))
	return appendNumber(b, uint64(h.above))
}

func (h *sectionHead) decode(b []byte) {
	var v [5]uint64
	for i := range v {
		v[i], b = takeNumber(b)
	}
	*h = sectionHead{v[0], uint32(v[1]), uint32(v[2]), uint32(v[3]), uint32(v[4])}
}

// encodeNote makes the record that is stored with a note, without what its
// head holds.
func encodeNote(n *Note) []byte {
	var e encoder
	e.str(n.Title)
	e.strs(n.Aliases)
	e.strs(n.Tags)
	e.strs(n.Keywords)
	e.str(n.Summary)
	e.str(n.Kind)
	e.str(n.Lang)
	e.strs(n.Links)
	e.str(n.Problem)
	e.time(n.Created)
	e.time(n.Updated)
	return e.b
}

func decodeNote(h *noteHead, record string) (*Note, error) {
	d := decoder{s: record}
	n := &Note{
		Doc: h.doc, Size: h.size, ModTime: time.Unix(0, h.modTime), Hash: h.hash, Weight: float64(h.weight),
		Title: d.str(), Aliases: d.strs(), Tags: d.strs(), Keywords: d.strs(), Summary: d.str(),
		Kind: d.str(), Lang: d.str(), Links: d.strs(), Problem: d.str(), Created: d.time(), Updated: d.time(),
	}
	return n, d.err()
}

// storedSection is a section's record.
type storedSection struct {
	Section
	ordinal int
	words   int
	hash    uint64  // of the text with blanks collapsed
	matches []match // of the query that read it
}

func encodeSection(s *Section, words int) []byte {
	e := encoder{b: make([]byte, 0, len(s.Text)+len(s.Heading)+len(s.Anchor)+64)}
	e.uint(uint64(words))
	e.uint(hashText(s.Text))
	e.int(int64(s.Start))
	e.int(int64(s.End))
	e.int(int64(s.TextStart))
	e.str(s.Anchor)
	e.str(s.Heading)
	e.strs(s.Path)
	e.strs(s.Tags)
	e.str(s.Text)
	return e.b
}

func decodeSection(record string) (*storedSection, error) {
	d := decoder{s: record}
	s := &storedSection{}
	s.words = int(d.uint())
	s.hash = d.uint()
	s.Start, s.End, s.TextStart = int(d.int()), int(d.int()), int(d.int())
	s.Anchor, s.Heading, s.Path, s.Tags, s.Text = d.str(), d.str(), d.strs(), d.strs(), d.str()
	return s, d.err()
}

// hashText is equal for texts that differ in blanks only.
func hashText(s string) uint64 {
	var h xxh3.Hasher
	for f := range strings.FieldsSeq(s) {
		_, _ = h.WriteString(f)
		_, _ = h.WriteString(" ")
	}
	return max(1, h.Sum64())
}
