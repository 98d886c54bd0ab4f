package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"sync"

	"memswarm/swarm/config"
)

// maxGood is how many places' configurations are remembered.
const maxGood = 64

// lastGood remembers configuration files as they were when they had no error: a
// file that becomes invalid leaves them in force.
type lastGood struct {
	mu    sync.Mutex
	texts map[string]map[string][]byte // by place, then by file; guarded by mu
}

// read is [readConfig], with the last good files in the place of those that have
// an error now.
func (g *lastGood) read(spec Spec) (cfg *config.Config, key string) {
	cfg, key = readConfig(spec, nil)
	place := fmt.Sprintf("%q %q %t", spec.Dir, spec.ConfigFile, spec.Trusted)
	bad := invalid(cfg)
	g.mu.Lock()
	defer g.mu.Unlock()
	if len(bad) == 0 {
		g.remember(place, cfg)
		return cfg, key
	}
	instead := map[string][]byte{}
	for file := range bad {
		if text, ok := g.texts[place][file]; ok {
			instead[file] = text
		}
	}
	if len(instead) == 0 {
		return cfg, key // it never was better
	}
	good, goodKey := readConfig(spec, instead)
	if len(invalid(good)) > 0 {
		return cfg, key // together they are no better
	}
	problems := append(config.Problems{}, good.Problems...)
	for file := range instead {
		problems = append(problems, cfg.Problems.In(file)...)
		problems = append(problems, config.Problem{Severity: config.Error, Code: config.CodeKept, Layer: config.LayerWorkspace, File: file,
			Message: filepath.Base(file) + " has errors, so what it said before stays in force.", Fix: "Correct it and save."})
	}
	kept := *good
	kept.Problems = problems
	// The folder shows other problems than the good one's.
	sum := sha256.Sum256([]byte(goodKey + "\n" + key))
	return &kept, hex.EncodeToString(sum[:])
}

// remember keeps the files of a configuration. g.mu is held.
func (g *lastGood) remember(place string, cfg *config.Config) {
	if g.texts == nil || len(g.texts) >= maxGood && g.texts[place] == nil {
		g.texts = map[string]map[string][]byte{}
	}
	files := map[string][]byte{}
	for _, s := range cfg.Sources {
		files[s.Path] = s.Document.Text
	}
	g.texts[place] = files
}

// invalid lists the files that have an error.
func invalid(cfg *config.Config) map[string]bool {
	out := map[string]bool{}
	for _, p := range cfg.Problems {
		if p.Severity == config.Error && p.File != "" {
			out[p.File] = true
		}
	}
	return out
}
