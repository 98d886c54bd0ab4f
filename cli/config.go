package cli

import "memswarm/swarm/config"

// loadConfig reads the configuration for a directory.
func (a *app) loadConfig(dir string) *config.Config {
	return config.Load(config.Options{Dir: dir, File: a.configFile, Env: a.getenv})
}
