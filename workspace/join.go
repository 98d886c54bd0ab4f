package workspace

import (
	"context"
	"slices"

	"memswarm/swarm"
)

// namedSource is a configured provider of one of several folders under the id
// that it has among all of them.
type namedSource struct {
	swarm.Source          // as configured, with its own id
	id           swarm.ID // "@FOLDER" is added where another folder has the id too
	folder       int
	// same says that an earlier source is the same place: it is asked once.
	same bool
}

// named lists the providers of several folders. One that is reached from two
// folders (same kind, same root) keeps the first's id; where two folders have
// different providers of the same id, the second's gets "@FOLDER".
func named(folders []*Folder) []namedSource {
	type place struct{ kind, root string }
	ids := map[swarm.ID]bool{}
	byPlace := map[place]swarm.ID{}
	var out []namedSource
	for i, f := range folders {
		for _, s := range f.sources {
			at := place{s.Info.ID.Kind(), s.Info.Root}
			if same, ok := byPlace[at]; ok && at.root != "" {
				out = append(out, namedSource{s, same, i, true})
				continue
			}
			id := s.Info.ID
			for n := f.Name(); ids[id]; n += "'" {
				id = s.Info.ID + swarm.ID("@"+n)
			}
			ids[id] = true
			byPlace[at] = id
			out = append(out, namedSource{s, id, i, false})
		}
	}
	return out
}

// join makes one coordinator over the providers of several folders. Constants
// come from the first folder.
func join(folders []*Folder) (*swarm.Coordinator, error) {
	o := folders[0].options()
	o.Sources, o.Edges = nil, nil
	names := make([]map[swarm.ID]swarm.ID, len(folders)) // a folder's own ids → those of the join
	for i := range names {
		names[i] = map[swarm.ID]swarm.ID{}
	}
	for _, s := range named(folders) {
		names[s.folder][s.Info.ID] = s.id
		if !s.same {
			o.Sources = append(o.Sources, rename(s.Source, s.id))
		}
	}
	for i, f := range folders {
		for _, e := range f.options().Edges {
			edge := swarm.Edge{From: names[i][e.From], To: names[i][e.To]}
			if edge.From != "" && edge.To != "" && edge.From != edge.To && !slices.Contains(o.Edges, edge) {
				o.Edges = append(o.Edges, edge)
			}
		}
	}
	c, err := swarm.New(o)
	if err != nil { // edges that are a DAG in each folder may close a cycle over both
		o.Edges = nil
		c, err = swarm.New(o)
	}
	return c, err
}

func rename(s swarm.Source, id swarm.ID) swarm.Source {
	if s.Info.ID == id {
		return s
	}
	s.Info.ID = id
	if s.Provider != nil {
		s.Provider = &renamed{Provider: s.Provider, id: id}
	}
	return s
}

// renamed gives a provider another id in the joined view.
type renamed struct {
	swarm.Provider
	id swarm.ID
}

func (r *renamed) Info() swarm.Info {
	i := r.Provider.Info()
	i.ID = r.id
	return i
}

func (r *renamed) Search(ctx context.Context, q *swarm.Query) (*swarm.Found, error) {
	found, err := r.Provider.Search(ctx, q)
	if found == nil {
		return found, err
	}
	copied := *found
	copied.Results = make([]swarm.Result, len(found.Results))
	for i, res := range found.Results {
		res.Ref.Provider = r.id
		copied.Results[i] = res
	}
	return &copied, err
}

// Expand passes enrichment through.
func (r *renamed) Expand(ctx context.Context, q *swarm.Query, found *swarm.Found) []swarm.WeightedTerm {
	if e, ok := r.Provider.(swarm.Expander); ok {
		return e.Expand(ctx, q, found)
	}
	return nil
}
