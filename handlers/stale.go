package handlers

import "context"

// followConfigs opens the folders again when a configuration changes on disk,
// whoever changes it. c.mu is held.
func (c *connection) followConfigs(turn int) {
	if c.unfollow != nil {
		c.unfollow()
	}
	var ctx context.Context
	ctx, c.unfollow = context.WithCancel(c.session.Context())
	for _, f := range c.view.Folders() {
		stale := f.Stale()
		c.session.Go(func(context.Context) {
			select {
			case <-ctx.Done():
				return
			case <-stale:
			}
			c.mu.Lock()
			current := turn == c.turn
			c.mu.Unlock()
			if current {
				c.reload()
			}
		})
	}
}
