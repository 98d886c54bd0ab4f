package handlers

import (
	"context"

	"go.lsp.dev/protocol"
)

// tellProblem says once why changes on disk are not noticed at once, and what
// helps, when the user can help it.
func (s *statusSender) tellProblem(ctx context.Context) {
	if s.problemTold {
		return
	}
	for _, f := range s.c.view.Folders() {
		if p := f.WatchProblem(); p != "" {
			s.problemTold = true
			_ = s.c.session.ShowMessage(ctx, protocol.MessageTypeWarning, "Memory Swarm: "+p)
			return
		}
	}
}
