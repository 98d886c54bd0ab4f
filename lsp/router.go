package lsp

import (
	"bytes"
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

// Router holds the handlers of a server by method name. Fill it before serving;
// afterwards it must not change, and any number of connections may share it.
type Router struct {
	requests      map[string]*request
	notifications map[string]notification
	onDocument    []func(context.Context, *Session, DocumentEvent)
}

type notification func(ctx context.Context, s *Session, params []byte) error

// request is a registered handler. run decodes the parameters and returns the
// result not yet encoded.
type request struct {
	method string
	run    func(ctx context.Context, s *Session, params []byte) (any, error)
	raw    bool // the result is encoded by the rules of encoding/json
	keep   bool // the result outlives a cancellation
}

// Option changes how a request is handled.
type Option func(*request)

// KeepResult is for requests with effects. Once the client has cancelled a
// request, its result is normally dropped and the answer is -32800; with
// KeepResult a handler that succeeded all the same is answered with its result,
// so that the client learns what was done.
func KeepResult(r *request) { r.keep = true }

// NewRouter returns a Router with no handlers.
func NewRouter() *Router {
	return &Router{requests: map[string]*request{}, notifications: map[string]notification{}}
}

// Handle registers the handler of a request of the specification. Missing
// parameters decode as {}; parameters of the wrong shape are answered with
// -32602. A nil result is answered as null. It panics when the method has a
// handler already.
//
// The method initialize may be handled like any other; its result is completed
// with the position encoding and the document synchronisation that this package
// provides. A handler of shutdown runs before its answer is sent, and both must
// not call the client.
func Handle[P, R any](r *Router, method string, h func(ctx context.Context, s *Session, params *P) (R, error), opts ...Option) {
	r.add(method, &request{run: func(ctx context.Context, s *Session, params []byte) (any, error) {
		p := new(P)
		if err := decode(params, p); err != nil {
			return nil, err
		}
		return h(ctx, s, p)
	}}, opts)
}

// HandleRaw registers the handler of a custom request. params is what the client
// sent, {} when it sent none, and may be kept. The result is encoded by the
// rules of encoding/json.
func HandleRaw(r *Router, method string, h func(ctx context.Context, s *Session, params json.RawMessage) (any, error), opts ...Option) {
	r.add(method, &request{raw: true, run: func(ctx context.Context, s *Session, params []byte) (any, error) {
		return h(ctx, s, orEmpty(params))
	}}, opts)
}

// Notify registers a handler of a notification. Its error is logged. Handlers of
// document notifications run after the documents have changed; prefer
// [OnDocument] for those. It panics when the method has a handler already.
//
// Strings in params share memory with the whole message: strings.Clone what is
// kept.
func Notify[P any](r *Router, method string, h func(ctx context.Context, s *Session, params *P) error) {
	r.addNotification(method, func(ctx context.Context, s *Session, params []byte) error {
		p := new(P)
		if err := decode(params, p); err != nil {
			return err
		}
		return h(ctx, s, p)
	})
}

// NotifyRaw registers a handler of a custom notification. params may be kept.
func NotifyRaw(r *Router, method string, h func(ctx context.Context, s *Session, params json.RawMessage) error) {
	r.addNotification(method, func(ctx context.Context, s *Session, params []byte) error {
		return h(ctx, s, bytes.Clone(orEmpty(params)))
	})
}

// OnDocument registers a function that runs, in wire order, after a document was
// opened, edited, saved or closed.
func OnDocument(r *Router, h func(ctx context.Context, s *Session, ev DocumentEvent)) {
	r.onDocument = append(r.onDocument, h)
}

func (r *Router) add(method string, req *request, opts []Option) {
	if _, taken := r.requests[method]; taken {
		panic("lsp: two handlers for " + method)
	}
	for _, o := range opts {
		o(req)
	}
	req.method = method
	r.requests[method] = req
}

func (r *Router) addNotification(method string, n notification) {
	if _, taken := r.notifications[method]; taken {
		panic("lsp: two handlers for " + method)
	}
	r.notifications[method] = n
}

// decode reads parameters into v and reports what does not fit as -32602.
func decode(params []byte, v any) error {
	if err := protocol.Unmarshal(orEmpty(params), v); err != nil {
		return Errorf(CodeInvalidParams, "invalid parameters: %v", err)
	}
	return nil
}

func orEmpty(params []byte) []byte {
	if len(params) == 0 {
		return []byte("{}")
	}
	return params
}
