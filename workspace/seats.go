package workspace

import (
	"memswarm/swarm"
)

// seat is an open provider under the id by which a view of several folders
// knows it.
type seat struct {
	swarm.Provider // as opened, so that its abilities show
	id             swarm.ID
	folder         *Folder
}

// seats lists the open providers of a folder, or of all folders for "". A
// provider that is reached from two folders is listed once.
func (v *View) seats(dir string) []seat {
	folders := v.Pick(dir)
	var out []seat
	for _, s := range named(folders) {
		if s.Provider != nil && !s.same {
			out = append(out, seat{s.Provider, s.id, folders[s.folder]})
		}
	}
	return out
}

// interactive says whether the provider may be asked without the user having
// typed a query: with what stands under the cursor. Local ones always may.
func (s *seat) interactive() bool {
	if s.Info().Local {
		return true
	}
	g := s.folder.cfg.Providers.GBrain
	return s.Info().ID.Kind() == swarm.GBrain && g.Interactive
}

// weight is the provider's in the fusion.
func (s *seat) weight() float64 {
	return swarm.WeightOf(s.id, s.folder.cfg.Routing.Weights)
}

// mine puts the seat's id into results.
func (s *seat) mine(results []swarm.Result) []swarm.Result {
	for i := range results {
		results[i].Ref.Provider = s.id
	}
	return results
}
