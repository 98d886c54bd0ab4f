package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"

	"memswarm/swarm/config"
)

// startedWith are variables that reach the programs of providers that are not
// local; clients that differ in them share none.
var startedWith = []string{"HOME", "GBRAIN_HOME", "GBRAIN_DATABASE_URL", "OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GEMINI_API_KEY", "VOYAGE_API_KEY"}

// readConfig reads the configuration of a spec as it is now, and names it: equal
// keys have everything in common that a folder is made from. Of the client's
// environment only what the configuration asks for counts. instead holds texts that
// take the place of files.
func readConfig(spec Spec, instead map[string][]byte) (cfg *config.Config, key string) {
	lookup := spec.Env
	if lookup == nil {
		lookup = os.LookupEnv
	}
	var mu sync.Mutex
	asked := map[string]string{}
	env := func(name string) (string, bool) {
		v, ok := lookup(name)
		mu.Lock()
		defer mu.Unlock()
		asked[name] = fmt.Sprintf("%t %s", ok, v)
		return v, ok
	}
	cfg = config.Load(config.Options{Dir: spec.Dir, Env: env, File: spec.ConfigFile, Client: spec.Client, ClientTrusted: spec.Trusted, Unsaved: instead})
	// Without trust, keys that only a trusted workspace may set hold the user's
	// own values.
	cfg = cfg.Gate(spec.Trusted).Config
	if cfg.Providers.GBrain.Enabled {
		for _, name := range startedWith {
			env(name)
		}
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q\n", spec.key())
	mu.Lock()
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		fmt.Fprintf(h, "%q %q\n", name, asked[name])
	}
	mu.Unlock()
	for _, s := range cfg.Sources {
		fmt.Fprintf(h, "%q %s\n", s.Path, s.Hash)
	}
	// What was found rather than configured, such as the workspace's own notes.
	found, err := json.Marshal([]any{cfg.Workspace, cfg.Providers, cfg.Enrichment, cfg.ZeroConfig})
	fmt.Fprintf(h, "%s %v\n", found, err)
	return cfg, hex.EncodeToString(h.Sum(nil))
}
