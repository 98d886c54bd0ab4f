package source

import (
	"context"

	"memswarm/swarm"
)

// maxSkipped is how many skipped files Health lists; SkippedTotal counts all.
const maxSkipped = 200

// Health looks at the folder and tells the state of the index. An index that is
// being built is healthy: it answers from what there is.
func (v *View) Health(ctx context.Context) swarm.Health {
	s := v.src
	h := swarm.Health{State: swarm.StateOK}
	problem, err := within(ctx, func() *swarm.Error { return checkRoot(s.opts.Root) })
	if err != nil {
		problem = &swarm.Error{Code: "timeout", Err: err,
			Message: "The folder " + s.opts.Root + " does not answer.",
			Fix:     "Check the drive or the network share that it is on."}
	}
	ix, err := s.index(ctx)
	if err == nil {
		st := ix.Stats()
		h.Notes, h.Sections, h.IndexBytes = st.Notes, st.Sections, st.Bytes
	} else if problem == nil && ctx.Err() == nil {
		problem = swarm.AsError(err, CodeIndex, "")
	}
	if err == nil && s.complete.Load() {
		// The problems of notes read by an earlier process come with the links.
		s.loadLinks(ctx)
	}
	h.Skipped, h.SkippedTotal = s.status.allSkipped()
	if len(h.Skipped) > maxSkipped {
		h.Skipped = h.Skipped[:maxSkipped]
	}
	h.Warnings = append(s.status.allWarnings(), v.prefs.Warnings...)
	last, syncing, indexed := s.status.last()
	h.Indexed = indexed
	h.Indexing = problem == nil && (syncing || !s.complete.Load())
	switch {
	case problem != nil:
		h.State = swarm.StateFailed
	case last != nil && last.Code == CodeMissingPath && isEmptyFolder(s.opts.Root):
		problem, h.State = last, swarm.StateFailed
	case last != nil && last.Code != CodeMissingPath:
		problem, h.State = last, swarm.StateDegraded
		h.Indexing = syncing
	}
	if problem != nil {
		h.Error, _ = v.named(problem).(*swarm.Error)
	}
	return h
}

// within runs f, which may hang on a dead drive, and gives up with ctx.
func within[T any](ctx context.Context, f func() T) (T, error) {
	done := make(chan T, 1)
	go func() { done <- f() }()
	select {
	case v := <-done:
		return v, nil
	case <-ctx.Done():
		var zero T
		return zero, ctx.Err()
	}
}
