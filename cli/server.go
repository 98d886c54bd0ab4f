package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"memswarm/contract"
	"memswarm/daemon"
	"memswarm/swarm"

	"github.com/spf13/cobra"
)

func (a *app) serverCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "server",
		Short: "Look after the server that editors and commands share",
		Long: `Editors (memswarm lsp) and commands share one server, so that there is one warm
index for all. It starts by itself, listens on a socket that only you can reach,
and leaves when nobody has used it for 30 minutes (MEMSWARM_IDLE, such as 2h; 0
keeps it). MEMSWARM_STANDALONE=1 does without.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	run := &cobra.Command{
		Use: "run", Short: "Be the server", Args: cobra.NoArgs, Hidden: true,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.runServer(cmd.Context()) },
	}
	stop := &cobra.Command{
		Use: "stop", Short: "End the server", Args: cobra.NoArgs,
		Long: `Ends the server. Editors that are open start another one, of the program that
they are set up with; nothing is lost.`,
		RunE: func(cmd *cobra.Command, _ []string) error { return a.stopServer(cmd.Context()) },
	}
	c.AddCommand(run, stop, a.serverStatusCommand(), a.serverLogCommand())
	for _, sub := range c.Commands() {
		wrapArgs(sub)
	}
	return c
}

func (a *app) serverStatusCommand() *cobra.Command {
	c := &cobra.Command{Use: "status", Short: "Say whether the server runs, and how", Args: cobra.NoArgs}
	format := a.addFormat(c)
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		if err := a.setFormat(*format); err != nil {
			return err
		}
		st := a.serverStatus(cmd.Context())
		if a.json {
			return a.writeJSON(st)
		}
		return a.showServer(st)
	}
	return c
}

// serverStatus asks the server how it is, without starting one.
func (a *app) serverStatus(ctx context.Context) *contract.ServerStatus {
	place, err := a.place()
	if err != nil {
		return &contract.ServerStatus{Error: err.Error()}
	}
	st := &contract.ServerStatus{Socket: place.Socket, Log: place.Log}
	conn, w, err := daemon.Dial(ctx, place, daemon.Hello{Protocol: daemon.Protocol, Purpose: daemon.PurposeStatus, PID: os.Getpid()})
	if err != nil {
		if !errors.Is(err, daemon.ErrAbsent) {
			st.Error = err.Error()
		}
		return st
	}
	_ = conn.Close()
	st.Running, st.Version, st.PID, st.Started = true, w.Version, w.PID, w.Started.UnixMilli()
	st.Clients, st.Served, st.IdleSeconds, st.MemoryBytes = w.Connections, w.Served, w.IdleSeconds, w.MemoryBytes
	return st
}

func (a *app) showServer(st *contract.ServerStatus) error {
	var b strings.Builder
	s := styleFor(a.out, a.env)
	switch {
	case st.Error != "":
		fmt.Fprintf(&b, "%s The server cannot be used: %s\n", s.red("✗"), clean(st.Error))
	case !st.Running:
		fmt.Fprintf(&b, "%s The server is not running; the next command or editor starts it.\n", s.dim("—"))
	default:
		fmt.Fprintf(&b, "%s The server runs: %s\n", s.green("✓"), serverLine(st))
	}
	if st.Socket != "" {
		fmt.Fprintf(&b, "  Socket: %s\n  Log:    %s\n", clean(st.Socket), clean(st.Log))
	}
	_, err := io.WriteString(a.out, b.String())
	return err
}

// serverLine says how a running server is.
func serverLine(st *contract.ServerStatus) string {
	up := time.Since(time.UnixMilli(st.Started)).Round(time.Second)
	line := fmt.Sprintf("process %d, version %s, up %v, clients now %d", st.PID, clean(st.Version), up, st.Clients)
	if st.MemoryBytes > 0 {
		line += fmt.Sprintf(", %.0f MB", float64(st.MemoryBytes)/1e6)
	}
	return line
}

// stopTimeout is how long the server may take to close its indexes.
const stopTimeout = 20 * time.Second

func (a *app) stopServer(ctx context.Context) error {
	place, err := a.place()
	if err != nil {
		return serverError(err)
	}
	conn, w, err := daemon.Dial(ctx, place, daemon.Hello{Protocol: daemon.Protocol, Purpose: daemon.PurposeStop, PID: os.Getpid()})
	if errors.Is(err, daemon.ErrAbsent) {
		_, err = fmt.Fprintln(a.out, "The server is not running.")
		return err
	}
	if err != nil {
		return serverError(err)
	}
	_ = conn.Close()
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	if err := place.Gone(ctx, w.PID); err != nil {
		return serverError(fmt.Errorf("process %d has not ended yet: %w", w.PID, err))
	}
	_, err = fmt.Fprintf(a.out, "The server (process %d) has ended.\n", w.PID)
	return err
}

func serverError(err error) error {
	return &swarm.Error{Code: "server", Message: "The shared server cannot be reached: " + err.Error() + ".",
		Fix: "`memswarm server log` shows what it says; MEMSWARM_STANDALONE=1 does without it.", Err: err}
}

func (a *app) serverLogCommand() *cobra.Command {
	var lines int
	c := &cobra.Command{Use: "log", Short: "Print the server's log", Args: cobra.NoArgs}
	c.Flags().IntVarP(&lines, "lines", "n", 100, "print the last `N` lines; 0 prints all")
	c.RunE = func(*cobra.Command, []string) error {
		place, err := a.place()
		if err != nil {
			return serverError(err)
		}
		text, err := os.ReadFile(place.Log)
		if errors.Is(err, os.ErrNotExist) {
			_, err = fmt.Fprintf(a.err, "There is no log yet (%s).\n", place.Log)
			return err
		}
		if err != nil {
			return serverError(err)
		}
		_, err = io.WriteString(a.out, clean(lastLines(string(text), lines)))
		return err
	}
	return c
}

// lastLines returns the last n lines of a text, all for n ≤ 0.
func lastLines(text string, n int) string {
	if n <= 0 {
		return text
	}
	at := len(strings.TrimSuffix(text, "\n"))
	for range n {
		i := strings.LastIndexByte(text[:at], '\n')
		if i < 0 {
			return text
		}
		at = i
	}
	return text[at+1:]
}
