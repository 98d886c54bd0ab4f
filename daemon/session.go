package daemon

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// session is what must be known of a client's connection to tell it to another
// server when the first has died: its initialize, its settings, the text of its
// open documents, and the requests that wait for an answer. Messages are kept as
// they came.
type session struct {
	mu         sync.Mutex // guards all
	generation int        // how many servers there were before this one
	initialize *request
	answered   bool // initialize was
	shutdown   bool
	after      []note // initialized, settings, folders, documents, in their order
	kept       int    // bytes in after
	lossy      bool   // too much to keep
	pending    map[string]*request
	count      int
	progress   map[string]json.RawMessage // tokens that the server made and has begun
	created    map[string]bool            // tokens that the server made
	registered map[string]bool            // capabilities, by id
}

// note is a notification that a new server must get too.
type note struct {
	key  string // what a later one replaces; "" nothing
	uri  string // of the document
	body []byte
}

// request is one that waits for its answer.
type request struct {
	envelope
	body   []byte
	order  int
	resent bool
}

// maxKept limits what is kept for a new server, in bytes: an editor with more
// unsaved text than this is told when its server dies.
const maxKept = 64 << 20

// replayID is the id of the initialize that the client did not send.
const replayID = `"memswarm-replay"`

func newSession() *session {
	return &session{pending: map[string]*request{}, progress: map[string]json.RawMessage{},
		created: map[string]bool{}, registered: map[string]bool{}}
}

// fromClient takes note of a message and returns it as the server should see it;
// nil is for an answer to a server that is no more.
func (s *session) fromClient(body []byte) (forward []byte, method string) {
	var e envelope
	if json.Unmarshal(body, &e) != nil {
		return body, "" // the server says what is wrong with it
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case e.Method == "" && e.hasID():
		return s.answer(&e, body), ""
	case e.hasID():
		r := &request{envelope: e, body: body, order: s.count}
		r.Params = nil
		s.count++
		s.pending[string(e.ID)] = r
		switch e.Method {
		case "initialize":
			if s.initialize == nil {
				s.initialize = r
			}
		case "shutdown":
			s.shutdown = true
		}
	default:
		s.notification(&e, body)
	}
	return body, e.Method
}

// notification keeps what a new server must know. s.mu is held.
func (s *session) notification(e *envelope, body []byte) {
	switch e.Method {
	case "initialized", "workspace/didChangeConfiguration":
		s.keep(note{key: e.Method, body: body})
	case "workspace/didChangeWorkspaceFolders":
		s.keep(note{body: body})
	case "$/cancelRequest":
		var p struct{ ID json.RawMessage }
		if json.Unmarshal(e.Params, &p) == nil {
			if r := s.pending[string(p.ID)]; r != nil {
				r.resent = true // not asked again
			}
		}
	case "textDocument/didOpen", "textDocument/didChange", "textDocument/didClose":
		var p struct {
			TextDocument   struct{ URI string }
			ContentChanges []struct{ Range *struct{} }
		}
		if json.Unmarshal(e.Params, &p) != nil {
			return
		}
		uri := p.TextDocument.URI
		switch e.Method {
		case "textDocument/didClose":
			s.drop(func(n note) bool { return n.uri == uri })
		case "textDocument/didOpen":
			s.drop(func(n note) bool { return n.uri == uri })
			s.keep(note{uri: uri, body: body})
		default:
			if len(p.ContentChanges) == 1 && p.ContentChanges[0].Range == nil {
				// The whole text: earlier edits no longer matter.
				s.drop(func(n note) bool { return n.uri == uri && n.key == "edit" })
			}
			s.keep(note{uri: uri, key: "edit", body: body})
		}
	}
}

// keep appends a note, in place of an earlier one with the same key.
func (s *session) keep(n note) {
	if n.key != "" && n.uri == "" {
		if i := slices.IndexFunc(s.after, func(o note) bool { return o.key == n.key && o.uri == "" }); i >= 0 {
			s.kept += len(n.body) - len(s.after[i].body)
			s.after[i] = n
			return
		}
	}
	if s.kept+len(n.body) > maxKept {
		s.lossy = true
		return
	}
	s.kept += len(n.body)
	s.after = append(s.after, n)
}

func (s *session) drop(match func(note) bool) {
	s.after = slices.DeleteFunc(s.after, func(n note) bool {
		if match(n) {
			s.kept -= len(n.body)
			return true
		}
		return false
	})
}

// answer passes on the client's answer to a request of this server's.
func (s *session) answer(e *envelope, body []byte) []byte {
	if s.generation == 0 {
		return body
	}
	var id string
	if json.Unmarshal(e.ID, &id) != nil {
		return nil
	}
	own, ok := strings.CutPrefix(id, s.prefix())
	if !ok {
		return nil
	}
	e.ID = json.RawMessage(own)
	return encode(*e)
}

// prefix marks the ids of this generation's server, whose numbers begin again.
func (s *session) prefix() string { return fmt.Sprintf("memswarm-%d:", s.generation) }

// fromServer takes note of a message and returns it as the client should see
// it, nil when it is not for the client. reply is what to answer the server at
// once; last is the server's last word.
func (s *session) fromServer(body []byte) (forward, reply []byte, last *bye) {
	var e envelope
	if json.Unmarshal(body, &e) != nil {
		return body, nil, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case e.Method == "" && string(e.ID) == replayID:
		return nil, nil, nil
	case e.Method == "" && e.hasID():
		if r := s.pending[string(e.ID)]; r != nil {
			delete(s.pending, string(e.ID))
			if r == s.initialize {
				if e.Error != nil {
					s.initialize = nil // the client may try again
				} else {
					s.answered = true
				}
			}
		}
		return body, nil, nil
	case e.Method == methodBye:
		last = &bye{Code: 1}
		_ = json.Unmarshal(e.Params, last)
		return nil, nil, last
	case e.hasID():
		return s.asks(&e, body)
	case e.Method == "$/progress":
		s.progresses(&e)
	}
	return body, nil, nil
}

// asks passes on a request of the server's, unless an earlier server has asked
// the client the same and it still holds. s.mu is held.
func (s *session) asks(e *envelope, body []byte) (forward, reply []byte, last *bye) {
	switch e.Method {
	case "window/workDoneProgress/create":
		var p struct{ Token json.RawMessage }
		if json.Unmarshal(e.Params, &p) == nil {
			s.created[string(p.Token)] = true
		}
	case "client/registerCapability":
		var p struct{ Registrations []struct{ ID string } }
		if json.Unmarshal(e.Params, &p) == nil {
			known := len(p.Registrations) > 0
			for _, r := range p.Registrations {
				known = known && s.registered[r.ID]
				s.registered[r.ID] = true
			}
			if known {
				return nil, encode(envelope{ID: e.ID, Result: json.RawMessage("null")}), nil
			}
		}
	}
	if s.generation == 0 {
		return body, nil, nil
	}
	id, _ := json.Marshal(s.prefix() + string(e.ID))
	e.ID = id
	return encode(*e), nil, nil
}

// progresses remembers what the client is being shown. s.mu is held.
func (s *session) progresses(e *envelope) {
	var p struct {
		Token json.RawMessage
		Value struct{ Kind string }
	}
	if json.Unmarshal(e.Params, &p) != nil || !s.created[string(p.Token)] {
		return
	}
	switch p.Value.Kind {
	case "begin":
		s.progress[string(p.Token)] = p.Token
	case "end":
		delete(s.progress, string(p.Token))
		delete(s.created, string(p.Token))
	}
}

// state says whether the client has been initialized, has asked to shut down,
// and whether a new server can be told everything.
func (s *session) state() (open, shutdown, resumable bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.answered, s.shutdown, !s.lossy
}
