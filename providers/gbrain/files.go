package gbrain

import (
	"context"

	"memswarm/providers/gbrain/pages"
	"memswarm/providers/gbrain/repo"
	"memswarm/providers/gbrain/slugs"
	"memswarm/swarm"
)

// files searches the brain's files when the brain cannot be asked; nil when
// there are none, or the search fails too.
func (s *search) files(ctx context.Context, why error, via string) *swarm.Found {
	if s.o.Files == nil {
		return nil
	}
	found, err := s.o.Files.Search(ctx, s.q)
	if err != nil || found == nil {
		s.log("cannot search the brain's files either", err)
		return nil
	}
	e := s.explain(via, why)
	out := *found
	out.Results = nil
	out.CostCents = s.cost.Float()
	out.Degraded = &swarm.Error{Code: e.Code, Provider: s.o.ID, Message: e.Message + " Its files were searched instead.", Fix: e.Fix, Err: e.Err}
	for _, r := range found.Results {
		if s.asPage(&r) {
			out.Results = append(out.Results, r)
		}
	}
	files := "its files"
	s.last.Store(&files)
	return &out
}

// asPage makes a result of a file one of its page, by the brain's rules of
// what may be shown. ok is false when it may not.
func (s *search) asPage(r *swarm.Result) (ok bool) {
	if r.Location == nil {
		return false
	}
	slug, ok := s.tree.Slug(r.Location.Path)
	if !ok || slugs.Hidden(slug) {
		return false
	}
	if !s.o.IncludePrivate {
		text, ok := repo.Read(r.Location.Path)
		if !ok || pages.Private(text) {
			return false
		}
	}
	r.Ref.Provider, r.Ref.Doc = s.o.ID, slug
	return true
}
