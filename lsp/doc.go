// Package lsp serves the Language Server Protocol over any byte stream.
//
// It owns everything between the wire and a handler: framing, dispatch,
// cancellation, the lifecycle, open documents, position conversion, progress
// and logging. It knows nothing about what the server is for; an application
// registers its handlers on a [Router] and passes it to a [Server].
//
//	r := lsp.NewRouter()
//	lsp.Handle(r, protocol.MethodTextDocumentHover, hover)
//	lsp.HandleRaw(r, "swarm/query", query)
//	lsp.Notify(r, protocol.MethodWorkspaceDidChangeConfiguration, configure)
//	code, err := (&lsp.Server{Router: r}).Serve(ctx, lsp.Stdio())
//
// # Order
//
// Notifications run one after another in the order they arrive, on the
// goroutine that reads the connection. Requests run concurrently. Each request
// sees the documents as they were when it arrived ([Session.Snapshot]), however
// many edits overtake it while it runs.
//
// Because notification handlers run on the reading goroutine, they must not
// wait for the client: a call to the client from one fails at once instead of
// hanging the connection. Use [Session.Go] for such work.
//
// # Contexts
//
// The context that a handler receives ends when the client cancels the
// request, when the connection ends, or when the handler returns. The
// underlying JSON-RPC library recycles its own request contexts, and deriving
// from one crashes the process; handlers never see those.
package lsp
