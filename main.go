// Memory Swarm searches all of a developer's knowledge at once, from the
// editor or the terminal.
package main

import (
	"os"

	"memswarm/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:])) }
