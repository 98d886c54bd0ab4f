package source

import (
	"context"
	"fmt"
	"strings"

	"memswarm/providers/internal/walk"
	"memswarm/swarm"
)

// Fetch reads a document's file as text.
func (v *View) Fetch(ctx context.Context, doc string) (string, error) {
	s := v.src
	missing := func(err error) error {
		return &swarm.Error{Code: CodeNoDocument, Provider: v.info.ID, Err: err,
			Message: fmt.Sprintf("There is no note %q.", doc), Fix: "Search again: it may have been moved."}
	}
	ix, err := s.index(ctx)
	if err != nil {
		return "", v.named(err)
	}
	if _, indexed := ix.Entry(doc); !indexed {
		return "", missing(nil)
	}
	file, ok := s.fileOf(doc)
	if !ok {
		return "", missing(nil)
	}
	data, err := walk.ReadFile(ctx, file, 0)
	if err != nil {
		return "", missing(err)
	}
	return strings.ToValidUTF8(string(data), "\uFFFD"), nil
}
