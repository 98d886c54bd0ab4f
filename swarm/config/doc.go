// Package config loads the configuration of Memory Swarm: one table of keys
// drives decoding, validation, defaults and suggestions, so that documentation,
// completion and the loader cannot disagree.
//
// A configuration is made of layers, each overriding single values of the ones
// before it: built-in defaults, the user's own memswarm/config.yaml, the
// workspace's .brv/swarm/config.yaml, and what an editor sends. Every value
// remembers the layer and place it came from, because what an untrusted
// workspace may do depends on who asked for it ([Config.Gate]).
//
// Nothing here fails as a whole: a wrong value costs that value, and every
// problem has a file, a line, a sentence and a way to fix it.
package config
