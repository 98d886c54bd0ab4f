package source

import (
	"context"
	"sync"

	"memswarm/swarm"
)

// View is a Source as one configured provider: with an id, a label and
// preferences of its own. Closing it gives up its share of the source.
type View struct {
	src     *Source
	info    swarm.Info
	prefs   Preferences
	release func() error
	once    sync.Once
	err     error // of release
}

// Preferences are what two providers over the same folder may differ in.
type Preferences struct {
	// FollowLinks adds the notes that are linked from and to the best hits.
	FollowLinks bool
	// Prior weighs a result by what is known of it beside the words, about 0.5
	// to 1.5; nil weighs all alike.
	Prior func(q *swarm.Query, r *swarm.Result) float64
	// Warnings are shown in Health beside the source's own.
	Warnings []string
}

// NewView makes a provider of a source. release is called by Close; nil closes
// nothing.
func NewView(s *Source, id swarm.ID, label string, prefs Preferences, release func() error) *View {
	return &View{
		src:     s,
		info:    swarm.Info{ID: id, Label: label, Local: true, Root: s.opts.Root},
		prefs:   prefs,
		release: release,
	}
}

// Info says who the provider is.
func (v *View) Info() swarm.Info { return v.info }

// Close gives up the view's share of the source.
func (v *View) Close() error {
	v.once.Do(func() {
		if v.release != nil {
			v.err = v.release()
		}
	})
	return v.err
}

// Sync brings the index up to date with the files.
func (v *View) Sync(ctx context.Context, full bool, progress func(done, total int)) error {
	return v.named(v.src.Sync(ctx, full, progress))
}

// Ready is closed when a first complete index exists.
func (v *View) Ready() <-chan struct{} { return v.src.ready }

// Changed brings the index up to date for the given absolute paths.
func (v *View) Changed(ctx context.Context, paths []string) error {
	return v.named(v.src.Changed(ctx, paths))
}

// named puts the provider's id into an error of the source, which does not know
// for whom it works.
func (v *View) named(err error) error {
	if e, ok := err.(*swarm.Error); ok && e.Provider == "" {
		c := *e
		c.Provider = v.info.ID
		return &c
	}
	return err
}

var (
	_ swarm.Provider = (*View)(nil)
	_ swarm.Syncer   = (*View)(nil)
	_ swarm.Changer  = (*View)(nil)
	_ swarm.Fetcher  = (*View)(nil)
	_ swarm.Recenter = (*View)(nil)
	_ swarm.Relater  = (*View)(nil)
	_ swarm.Resolver = (*View)(nil)
	_ swarm.Knower   = (*View)(nil)
	_ swarm.Linker   = (*View)(nil)
	_ swarm.Expander = (*View)(nil)
)
