package config

import "testing"

// BenchmarkLoad loads a configuration with every key of the reference product.
func BenchmarkLoad(b *testing.B) {
	dir := workspace(b, testdata(b, "reference-full.yaml"))
	env := environment(testVariables)
	for b.Loop() {
		Load(Options{Dir: dir, Env: env})
	}
}
