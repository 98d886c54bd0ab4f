// Command gen writes what is made from the table of configuration keys: the
// JSON Schema and the reference page. Run it with go generate ./swarm/config.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"memswarm/swarm/config"
)

func main() {
	if err := write(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// write runs in swarm/config, where go generate starts it.
func write() error {
	schema, err := config.JSONSchema()
	if err != nil {
		return err
	}
	if err := os.WriteFile("schema.json", schema, 0o644); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join("..", "..", "docs", "configuration.md"), []byte(config.Reference()), 0o644)
}
