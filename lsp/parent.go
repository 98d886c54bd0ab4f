package lsp

import (
	"errors"
	"time"
)

// errParent is why a connection ended whose client died without closing it.
var errParent = errors.New("the process of the client has ended")

// watchParent ends the connection when the process pid ends. A process that is
// not there to begin with is not watched: the client may live in another
// container or on another machine, where its number means nothing here.
func (c *conn) watchParent(pid int) {
	every := c.server.ParentPoll
	if every < 0 {
		return
	}
	if every == 0 {
		every = 3 * time.Second
	}
	p, ok := watchProcess(pid)
	if !ok {
		c.log.Info("the client's process is not visible here and is not watched", "pid", pid)
		return
	}
	go func() {
		defer p.close()
		ticker := time.NewTicker(every)
		defer ticker.Stop()
		for {
			select {
			case <-c.ctx.Done():
				return
			case <-ticker.C:
				if !p.alive() {
					c.finish(errParent)
					return
				}
			}
		}
	}()
}
