// Package handlers answers the requests of language clients: one file per
// method. It translates between LSP and the workspace, and does nothing else.
package handlers
