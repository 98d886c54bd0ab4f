// Package fake is a GBrain for tests: it replays what a real one (0.46.28)
// answered where the request is a recorded one, works like it over a small
// brain in memory otherwise, and misbehaves on demand.
package fake
