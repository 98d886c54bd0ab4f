package setup

import (
	"context"

	"memswarm/providers/detect"
	"memswarm/swarm/config"
)

// Found is what detection saw, as candidates.
type (
	Found     = detect.Found
	Candidate = detect.Candidate
)

// Detect looks for what could be searched from a folder; see [detect.Detect].
func Detect(ctx context.Context, dir string, cfg *config.Config, env func(string) (string, bool)) *Found {
	return detect.Detect(ctx, detect.Options{Dir: dir, Root: cfg.Workspace.Root, Env: env})
}
