// Package daemon gives every user one long-lived server that all editor
// windows and commands join over a Unix socket.
//
// It knows where the socket lies and who may use it (Place), how a client
// finds the server or starts one, race-free (Join), what the two say to each
// other before the first byte of the real protocol (Hello, Welcome), and how a
// client's standard input and output are joined with the server so that a crash
// is survived (Proxy). What is served behind the socket is the caller's.
//
// # The conversation
//
// The client writes one line of JSON, the Hello, and the server answers with
// one, the Welcome. Behind a Hello for [PurposeLSP] both speak the Language
// Server Protocol, until the server says how it ended with a last notification,
// which the client's side keeps to itself: a connection that ends without one
// has lost its server. Behind the other purposes the connection ends after the
// Welcome.
//
// # Locks
//
// A server holds an exclusive lock on one file for its whole life, so that there
// is never a second one; whoever starts a server holds another, so that ten who
// start at once start one. The system releases both when a process dies, however
// it dies.
package daemon
