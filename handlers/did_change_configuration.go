package handlers

import (
	"bytes"
	"context"
	"encoding/json"

	"memswarm/lsp"

	"go.lsp.dev/protocol"
)

// didChangeConfiguration takes new settings. A client that sends none is asked
// for its "memswarm" section, as the specification's pull model has it.
func didChangeConfiguration(_ context.Context, s *lsp.Session, p *protocol.DidChangeConfigurationParams) error {
	c := conn(s)
	raw := bytes.Clone([]byte(p.Settings))
	if len(raw) > 0 && string(raw) != "null" {
		return c.configure(raw)
	}
	s.Go(func(ctx context.Context) {
		pulled, err := s.Configuration(ctx, "memswarm")
		if err == nil && pulled != nil {
			err = c.configure(pulled)
		}
		if err != nil {
			c.opts.Log.Warn("the client's settings are not used", "err", err)
		}
	})
	return nil
}

// configure takes over settings; what they leave out stays as it was.
func (c *connection) configure(raw json.RawMessage) error {
	next, err := parseSettings(raw)
	if err != nil {
		return err
	}
	c.change(func() {
		if next.Trusted == nil {
			next.Trusted = c.settings.Trusted
		}
		c.settings = next
	})
	return nil
}
