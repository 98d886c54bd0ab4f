// Package swarm is the domain of Memory Swarm: one query is classified, sent to
// every provider that may answer it, and the providers' rankings are fused by
// Reciprocal Rank Fusion.
//
// The package imports the standard library only. It knows nothing of files,
// indexes, editors or the wire; those live in rooms around it that depend on it.
package swarm
