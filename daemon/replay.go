package daemon

import (
	"cmp"
	"encoding/json"
	"maps"
	"slices"
)

// effects are the requests that must not be made twice.
var effects = []string{"swarm/curate", "swarm/undo", "swarm/configure", "workspace/executeCommand"}

// replay begins with a new server: it returns what that one must be told, and
// what the client must be told because the old one did not live to.
func (s *session) replay() (toServer, toClient [][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.generation++
	for _, token := range s.progress {
		params, _ := json.Marshal(map[string]any{"token": token, "value": map[string]string{"kind": "end"}})
		toClient = append(toClient, encode(envelope{Method: "$/progress", Params: params}))
	}
	clear(s.progress)
	clear(s.created)
	if s.initialize != nil && s.answered {
		var e envelope
		if json.Unmarshal(s.initialize.body, &e) == nil {
			e.ID = json.RawMessage(replayID)
			toServer = append(toServer, encode(e))
		}
	} else if s.initialize != nil {
		toServer = append(toServer, s.initialize.body)
	}
	for _, n := range s.after {
		toServer = append(toServer, n.body)
	}
	waiting := slices.SortedFunc(maps.Values(s.pending), func(a, b *request) int { return cmp.Compare(a.order, b.order) })
	for _, r := range waiting {
		switch {
		case r == s.initialize:
		case slices.Contains(effects, r.Method):
			toClient = append(toClient, s.fail(r, "The server ended while it was at work on this. Look whether it was done before you try again."))
		case r.resent:
			toClient = append(toClient, s.fail(r, "The server ended while it was at work on this."))
		default:
			r.resent = true // one that kills servers kills two at most
			toServer = append(toServer, r.body)
		}
	}
	return toServer, toClient
}

// fail answers a request in the server's place. s.mu is held.
func (s *session) fail(r *request, message string) []byte {
	delete(s.pending, string(r.ID))
	const requestFailed = -32803
	e, _ := json.Marshal(map[string]any{"code": requestFailed, "message": message})
	return encode(envelope{ID: r.ID, Error: e})
}
