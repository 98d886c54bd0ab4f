package corpus

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"time"
)

// vault is everything that has to be known before any note is written: links
// need the titles of other notes.
type vault struct {
	opt    Options
	vocabs map[string]*vocabulary
	topics map[string][]topic
	idents []string
	notes  []plan
}

// plan is a note before it has text.
type plan struct {
	path     string // slash-separated, with .md
	title    string
	name     string // the file's base name without .md: what wikilinks use
	aliases  []string
	tags     []string
	lang     *vocabulary
	topic    topic
	modified time.Time
	shape    shape
	sections int
}

type shape int

const (
	ordinary shape = iota
	tiny           // a line or two
	long           // a reference with dozens to hundreds of headings
	daily          // named by its date
)

// lastDay is the newest modification time; fixed, so that two runs on
// different days give the same vault.
var lastDay = time.Date(2026, 6, 30, 18, 0, 0, 0, time.UTC)

func newVault(opt Options) *vault {
	r := rand.New(rand.NewPCG(opt.Seed, 0x6d656d73)) // the second word only keeps planning and notes apart
	v := &vault{opt: opt, vocabs: map[string]*vocabulary{}, topics: map[string][]topic{}}
	for _, l := range languages {
		vocab := newVocabulary(l, r)
		v.vocabs[l.code] = vocab
		for range min(400, 3+int(float64(opt.Notes)*l.share/40)) {
			v.topics[l.code] = append(v.topics[l.code], newTopic(vocab, r))
		}
	}
	for range min(20000, 500+opt.Notes) {
		v.idents = append(v.idents, identifier(r))
	}
	v.planNotes(r)
	return v
}

func (v *vault) planNotes(r *rand.Rand) {
	taken := make(map[string]bool, v.opt.Notes)
	dailies := min(v.opt.Notes*6/100, 1500)
	for i := range v.opt.Notes {
		p := plan{lang: v.vocabs[drawLanguage(r).code]}
		p.topic = one(r, v.topics[p.lang.code])
		age := time.Duration(math.Pow(r.Float64(), 2) * float64(4*365*24*time.Hour)) // more new notes than old
		p.modified = lastDay.Add(-age).Truncate(time.Second)
		if i < dailies {
			day := lastDay.AddDate(0, 0, -i)
			p.shape, p.modified = daily, day
			p.title = day.Format(time.DateOnly)
			p.path = day.Format("Daily/2006/01/") + p.title + ".md"
			p.sections = 2 + r.IntN(4)
		} else {
			p.title = v.newTitle(r, p, taken)
			p.path = p.topicFolder(r) + fileName(p.title) + ".md"
			switch f := r.Float64(); {
			case f < 0.18:
				p.shape, p.sections = tiny, r.IntN(2)
			case f < 0.19:
				p.shape, p.sections = long, 60+r.IntN(180)
			default:
				p.sections = 1 + int(6.2*math.Exp(0.6*r.NormFloat64()))
			}
			for chance(r, 0.15) && len(p.aliases) < 3 {
				p.aliases = append(p.aliases, p.phrase(r, 1+r.IntN(3)))
			}
		}
		for chance(r, 0.5) && len(p.tags) < 4 {
			p.tags = append(p.tags, p.tag(r))
		}
		p.name = strings.TrimSuffix(p.path[strings.LastIndexByte(p.path, '/')+1:], ".md")
		v.notes = append(v.notes, p)
	}
	// Planned in order of kind; shuffled so that hubs of the link graph, which
	// are the first notes, are of every kind.
	r.Shuffle(len(v.notes), func(i, j int) { v.notes[i], v.notes[j] = v.notes[j], v.notes[i] })
}

func drawLanguage(r *rand.Rand) *language {
	f := r.Float64()
	for _, l := range languages {
		if f -= l.share; f < 0 {
			return l
		}
	}
	return english
}

// newTitle makes a title that no other note has, compared without case as
// file systems do.
func (v *vault) newTitle(r *rand.Rand, p plan, taken map[string]bool) string {
	for n := 1 + r.IntN(5); ; n++ {
		t := p.phrase(r, n)
		if chance(r, 0.06) { // two scripts in one title
			t += " " + one(r, v.idents)
		}
		if len(t) > 180 { // file systems allow 255 bytes
			n = 0
			continue
		}
		if key := strings.ToLower(fileName(t)); !taken[key] {
			taken[key] = true
			return t
		}
	}
}

// phrase is n content words, the first with a capital, half of them the topic's.
func (p plan) phrase(r *rand.Rand, n int) string {
	ws := make([]string, n)
	for i := range ws {
		if chance(r, 0.5) {
			ws[i] = p.topic.word(r)
		} else {
			ws[i] = p.lang.contentWord(r)
		}
	}
	ws[0] = capital(ws[0])
	if p.lang.spaced {
		return strings.Join(ws, " ")
	}
	return strings.Join(ws, "")
}

func (p plan) topicFolder(r *rand.Rand) string {
	folder := one(r, []string{"", "Projects/", "Areas/", "Resources/", "Archive/", "Work/Engineering/"}) + p.topic.name + "/"
	for chance(r, 0.25) {
		folder += capital(p.topic.word(r)) + "/"
	}
	return folder
}

func (p plan) tag(r *rand.Rand) string {
	t := p.topic.word(r)
	if chance(r, 0.3) {
		t = one(r, []string{"status", "area", "type"}) + "/" + t
	}
	return t
}

// fileName drops what some file system refuses; made-up titles hold nothing
// else that is unsafe.
func fileName(title string) string {
	return strings.Map(func(c rune) rune {
		if strings.ContainsRune(`\/:*?"<>|#^[]`, c) {
			return -1
		}
		return c
	}, title)
}

// noteRand is the generator of one note's text.
func (v *vault) noteRand(i int) *rand.Rand {
	return rand.New(rand.NewPCG(v.opt.Seed, uint64(i)+1<<32))
}

// link draws a note by the log-uniform law: a few notes get most links.
func (v *vault) link(r *rand.Rand) *plan {
	i := int(math.Pow(float64(len(v.notes)), r.Float64())) - 1
	return &v.notes[min(max(i, 0), len(v.notes)-1)]
}

func (p plan) String() string {
	return fmt.Sprintf("%s (%s, %d sections)", p.path, p.lang.code, p.sections)
}
