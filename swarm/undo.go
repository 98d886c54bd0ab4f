package swarm

import "context"

// Undoer takes back what its Curator stored, where the folders of the
// configuration do not tell how.
type Undoer interface {
	// Undo takes back the write that the token of a receipt is about. ok is false
	// when the token is none of the provider's.
	Undo(ctx context.Context, token string) (ok bool, err error)
}
