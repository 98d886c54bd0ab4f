package lsptest

import (
	"encoding/json"
	"fmt"
	"time"
)

// Notifications returns what the server has notified of so far, for one method
// or, with "", for all.
func (c *Client) Notifications(method string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return matching(c.inbox, method)
}

// Requests returns the requests that the server has made so far, for one method
// or, with "", for all.
func (c *Client) Requests(method string) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	return matching(c.requests, method)
}

func matching(ms []Message, method string) []Message {
	var out []Message
	for _, m := range ms {
		if method == "" || m.Method == method {
			out = append(out, m)
		}
	}
	return out
}

// Await waits for a notification that match accepts, among those that have
// arrived and those to come. A nil match accepts the first.
func (c *Client) Await(method string, match func(params json.RawMessage) bool) (json.RawMessage, error) {
	return c.await(&c.inbox, method, match)
}

// AwaitRequest is Await for requests that the server makes.
func (c *Client) AwaitRequest(method string, match func(params json.RawMessage) bool) (json.RawMessage, error) {
	return c.await(&c.requests, method, match)
}

func (c *Client) await(box *[]Message, method string, match func(json.RawMessage) bool) (json.RawMessage, error) {
	late := false
	timer := time.AfterFunc(Patience, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		late = true
		c.arrived.Broadcast()
	})
	defer timer.Stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	for seen := 0; ; {
		for ; seen < len(*box); seen++ {
			if m := (*box)[seen]; m.Method == method && (match == nil || match(m.Params)) {
				return m.Params, nil
			}
		}
		switch {
		case c.closed:
			return nil, fmt.Errorf("%s did not come: the server closed the connection", method)
		case late:
			return nil, fmt.Errorf("%s did not come in %v", method, Patience)
		}
		c.arrived.Wait()
	}
}

// Stray is the method under which Notifications and Await have answers that
// belong to no request, with the whole message as parameters.
const Stray = "lsptest/stray"
