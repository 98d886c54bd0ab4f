package workspace

import (
	"context"

	"memswarm/contract"
	"memswarm/providers"
	"memswarm/swarm"
)

// Undo takes back what the token of a curate is about, when it is still as it
// was written and its target may be written now.
func (v *View) Undo(ctx context.Context, token, dir string) (*contract.Undone, error) {
	out := &contract.Undone{Paths: []string{}}
	paths, err := v.undo(ctx, token, dir)
	if ctx.Err() != nil && err != nil && len(paths) == 0 {
		return nil, ctx.Err()
	}
	out.Paths = append(out.Paths, paths...)
	v.Changed(context.WithoutCancel(ctx), paths)
	if err != nil {
		body := contract.NewError(err)
		out.Error = &body
		return out, nil
	}
	out.Success = true
	return out, nil
}

func (v *View) undo(ctx context.Context, token, dir string) ([]string, error) {
	var roots []string
	places := v.places(dir)
	for _, p := range places {
		if u, ok := p.curator.(swarm.Undoer); ok && p.Writable {
			if done, err := u.Undo(ctx, token); done || err != nil {
				return nil, err
			}
		}
		if p.Writable && p.local && p.root != "" {
			roots = append(roots, p.root)
		}
	}
	if len(places) == 0 {
		return nil, ErrNoFolder
	}
	return providers.UndoIn(roots, token)
}
