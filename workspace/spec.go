package workspace

import (
	"encoding/json"
	"fmt"
)

// Spec says which folder to open and how. Two equal specs share one Folder.
type Spec struct {
	Dir string // absolute: where the search for a configuration starts
	// ConfigFile names a configuration file to use instead of the one found.
	ConfigFile string
	// Env is the environment of the client, which may differ from the
	// process's own when one server serves several.
	Env func(string) (string, bool)
	// EnvKey distinguishes environments in the key, "" for the process's own.
	EnvKey string
	// Client is configuration that the client sent (the YAML's content as
	// JSON); it and ConfigFile from an editor count only when Trusted.
	Client  json.RawMessage
	Trusted bool
}

func (s Spec) key() string {
	return fmt.Sprintf("%s\x00%s\x00%s\x00%s\x00%v", s.Dir, s.ConfigFile, s.EnvKey, s.Client, s.Trusted)
}
