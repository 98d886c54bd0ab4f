package config

import (
	"fmt"

	"memswarm/swarm"
)

// Layer says who set a value. Later layers override earlier ones.
type Layer int

// The layers, lowest first.
const (
	LayerDefault   Layer = iota // built in
	LayerUser                   // the user's own file: always trusted
	LayerWorkspace              // the workspace's file: trusted when the user says so
	LayerClient                 // sent by an editor, or a file named on the command line
)

func (l Layer) String() string {
	switch l {
	case LayerDefault:
		return "default"
	case LayerUser:
		return "user"
	case LayerWorkspace:
		return "workspace"
	case LayerClient:
		return "client"
	}
	return fmt.Sprintf("Layer(%d)", int(l))
}

// MarshalText gives the layer's name to JSON.
func (l Layer) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// Origin is where a value came from.
type Origin struct {
	Layer Layer
	File  string // "" for defaults and for what an editor sent
	Range Range  // of the value
}

// Origin says who set the value at a path such as
// "providers.gbrain.connection_string". A value that nobody set has LayerDefault.
// When two layers set the same value, the lower one counts as its origin: a
// workspace that repeats what the user wrote changes nothing.
func (c *Config) Origin(path string) Origin { return c.values[path].place() }

// FolderOrigin says who named a markdown folder's path. One that was found, not
// configured, has LayerDefault.
func (c *Config) FolderOrigin(id swarm.ID) Origin {
	f, ok := c.Folder(id)
	if !ok || f.index < 0 {
		return Origin{}
	}
	return c.Origin(joinIndex(foldersPath, f.index) + ".path")
}
