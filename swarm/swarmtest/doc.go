// Package swarmtest helps to test what is built on package swarm: a fake
// provider that behaves as told, and the conformance suite that every provider
// must pass.
package swarmtest
