package workspace

import (
	"context"

	"memswarm/swarm"
)

// join makes one coordinator over the providers of several folders. The same
// provider reached from two folders (same kind, same root) is asked once; where
// two folders have different providers of the same id, the second's id gets
// "@FOLDER". Constants come from the first folder.
func join(folders []*Folder) (*swarm.Coordinator, error) {
	o := folders[0].options()
	o.Sources, o.Edges = nil, nil
	type place struct{ kind, root string }
	ids := map[swarm.ID]bool{}
	byPlace := map[place]swarm.ID{}
	for _, f := range folders {
		name := map[swarm.ID]swarm.ID{} // the folder's own ids → those of the join
		for _, s := range f.sources {
			id := s.Info.ID
			at := place{id.Kind(), s.Info.Root}
			if same, ok := byPlace[at]; ok && at.root != "" {
				name[id] = same
				continue
			}
			renamed := id
			for n := f.Name(); ids[renamed]; n += "'" {
				renamed = id + swarm.ID("@"+n)
			}
			ids[renamed] = true
			byPlace[at] = renamed
			name[id] = renamed
			o.Sources = append(o.Sources, rename(s, renamed))
		}
		for _, e := range f.options().Edges {
			edge := swarm.Edge{From: name[e.From], To: name[e.To]}
			if edge.From != "" && edge.To != "" && edge.From != edge.To {
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
