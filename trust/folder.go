package trust

import (
	"context"
	"time"

	"memswarm/swarm/config"
)

// Env is the environment of whoever asks; see [config.Options.Env].
type Env = func(string) (string, bool)

// Folder says whether the user trusts the workspace of a folder to do what its
// configuration wants now. A store that cannot be read trusts nobody.
func (s *Store) Folder(dir, configFile string, env Env) bool {
	ok, err := s.Lookup(Subject(dir, configFile, env))
	return err == nil && ok
}

// SetFolder remembers an answer about the workspace of a folder as its
// configuration is now; false forgets it.
func (s *Store) SetFolder(ctx context.Context, dir, configFile string, env Env, trusted bool) error {
	subject := Subject(dir, configFile, env)
	if trusted {
		return s.Set(ctx, subject, Trusted, time.Now())
	}
	_, err := s.Revoke(ctx, subject.Folder)
	return err
}

// Subject is what trust in the workspace of a folder is about.
func Subject(dir, configFile string, env Env) config.Subject {
	return config.TrustSubject(config.Load(config.Options{Dir: dir, File: configFile, Env: env}))
}
