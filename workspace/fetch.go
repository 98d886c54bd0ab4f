package workspace

import (
	"context"

	"memswarm/swarm"
)

// Fetch reads the whole text of a page of a provider.
func (v *View) Fetch(ctx context.Context, id swarm.ID, doc string) (string, error) {
	for _, s := range v.seats("") {
		if s.id != id {
			continue
		}
		if fetcher, ok := s.Provider.(swarm.Fetcher); ok {
			return fetcher.Fetch(ctx, doc)
		}
	}
	return "", &swarm.Error{Code: "not_found", Provider: id, Message: "No open provider has this page.",
		Fix: "Check that the provider is enabled in the workspace's configuration."}
}
