package source

import (
	"cmp"
	"math"
	"slices"

	"memswarm/providers/internal/markdown"
)

// graph is the links between the notes at one moment. It does not change.
type graph struct {
	docs     []string // sorted
	titles   []string
	ids      map[string]int32
	out, in  [][]int32 // neighbours by id, each once, sorted
	resolver *markdown.Resolver
}

func newGraph(nodes map[string]*node) *graph {
	g := &graph{docs: make([]string, 0, len(nodes)), ids: make(map[string]int32, len(nodes))}
	for doc := range nodes {
		g.docs = append(g.docs, doc)
	}
	slices.Sort(g.docs)
	entries := make([]markdown.Entry, len(g.docs))
	g.titles = make([]string, len(g.docs))
	for i, doc := range g.docs {
		g.ids[doc] = int32(i)
		n := nodes[doc]
		g.titles[i] = n.title
		entries[i] = markdown.Entry{Path: doc, Title: n.title, Aliases: n.aliases}
	}
	g.resolver = markdown.NewResolver(entries)
	g.out, g.in = make([][]int32, len(g.docs)), make([][]int32, len(g.docs))
	for i, doc := range g.docs {
		var out []int32
		for _, t := range nodes[doc].targets {
			if to, ok := g.resolve(doc, decodeLink(t)); ok && to != int32(i) {
				out = append(out, to)
			}
		}
		slices.Sort(out)
		g.out[i] = slices.Clip(slices.Compact(out))
		for _, to := range g.out[i] {
			g.in[to] = append(g.in[to], int32(i)) // in order, since i grows
		}
	}
	return g
}

func (g *graph) resolve(from string, l markdown.Link) (int32, bool) {
	doc, ok := g.resolver.Resolve(from, l)
	if !ok {
		return 0, false
	}
	id, ok := g.ids[doc]
	return id, ok
}

// neighbour is a note that links connect with others.
type neighbour struct {
	doc    string
	via    string // title of the note that it is connected with
	to     bool   // that note links to this one; else this one links to it
	weight float64
}

// maxFan bounds how many links of one note are followed, each way: an index
// note that links to everything says little about each.
const maxFan = 200

// neighbours lists the notes linked from and to those given (the first weighs
// most), best first, at most n. Those given are left out unless they are
// connected with each other and keep is true.
func (g *graph) neighbours(docs []string, n int, keep bool) []neighbour {
	base := map[int32]bool{}
	for _, doc := range docs {
		if id, ok := g.ids[doc]; ok {
			base[id] = true
		}
	}
	found := map[int32]*neighbour{}
	for rank, doc := range docs {
		id, ok := g.ids[doc]
		if !ok {
			continue
		}
		follow := func(ends []int32, to bool) {
			// A link of many weighs less than one of few.
			w := 1 / float64(rank+1) / math.Log2(2+float64(len(ends)))
			for _, end := range ends[:min(len(ends), maxFan)] {
				if base[end] && !keep {
					continue
				}
				if have := found[end]; have != nil {
					have.weight += w
					continue
				}
				found[end] = &neighbour{doc: g.docs[end], via: g.titles[id], to: to, weight: w}
			}
		}
		follow(g.out[id], true)
		follow(g.in[id], false)
	}
	list := make([]neighbour, 0, len(found))
	for _, nb := range found {
		list = append(list, *nb)
	}
	slices.SortFunc(list, func(a, b neighbour) int {
		return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.doc, b.doc))
	})
	return list[:min(len(list), n)]
}

// named finds the notes that a text names: by title, alias or file name.
func (g *graph) named(text string) (doc string, ok bool) {
	id, ok := g.resolve("", markdown.Link{Kind: markdown.LinkWiki, Target: text})
	if !ok {
		return "", false
	}
	return g.docs[id], true
}

// link says in words what connects the note.
func (nb *neighbour) link() string {
	if nb.to {
		return "linked from “" + nb.via + "”"
	}
	return "links to “" + nb.via + "”"
}
