package cli

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"memswarm/daemon"
	"memswarm/providers"
	"memswarm/swarm"
	"memswarm/trust"
)

// defaultIdle is how long the shared server stays without a client.
const defaultIdle = 30 * time.Minute

// sharing says whether the user's shared server is used. It is for real
// processes only: one that is run inside another speaks to nobody else.
func (a *app) sharing() bool {
	switch v := a.env("MEMSWARM_STANDALONE"); v {
	case "", "0", "false", "no":
	default:
		return false
	}
	return !a.standalone && runtime.GOOS != "windows" && a.in == os.Stdin && a.out == os.Stdout
}

// place is where the shared server is. Programs share one when they agree on
// the protocol and on the indexes, whatever their versions.
func (a *app) place() (daemon.Place, error) {
	state := trust.Path(a.getenv)
	if state != "" {
		state = filepath.Dir(state)
	}
	kind := fmt.Sprintf("index %d in %s", providers.IndexFormat, providers.CacheDir())
	return daemon.Locate(a.getenv, kind, state)
}

// join greets the shared server, starting it when there is none.
func (a *app) join(hello daemon.Hello) (daemon.Place, daemon.Program, error) {
	p, err := a.place()
	if err != nil {
		return p, daemon.Program{}, err
	}
	exe, err := os.Executable()
	if err != nil {
		return p, daemon.Program{}, err
	}
	prog := daemon.Program{Path: exe, Args: []string{"server", "run"}, Env: os.Environ()}
	if hello.Verbose {
		prog.Args = append(prog.Args, "--verbose")
	}
	return p, prog, nil
}

// hello is what the server must know of this process.
func (a *app) hello(purpose string) (daemon.Hello, error) {
	h := daemon.NewHello(purpose, Version())
	h.Verbose = a.verbose
	dir, err := a.workDir()
	if err != nil {
		return h, err
	}
	h.Dir = dir
	h.ConfigFile = a.configFile
	if a.configFile != "" && !filepath.IsAbs(a.configFile) {
		h.ConfigFile = filepath.Join(dir, a.configFile) // as when it is read here
	}
	return h, nil
}

// idle is how long a server that this process becomes stays without a client.
func (a *app) idle() (time.Duration, error) {
	v := a.env("MEMSWARM_IDLE")
	if v == "" {
		return defaultIdle, nil
	}
	d, err := time.ParseDuration(v)
	if err != nil || d < 0 {
		return defaultIdle, &swarm.Error{Code: "invalid_idle", Message: fmt.Sprintf("MEMSWARM_IDLE is %q, which is no length of time.", v),
			Fix: "Write it as 30m or 2h; 0 keeps the server for ever."}
	}
	return d, nil
}
