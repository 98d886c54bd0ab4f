package cli

import (
	"context"
	"io"
	"log/slog"

	"memswarm/daemon"
	"memswarm/lsp"

	"github.com/spf13/cobra"
)

func (a *app) lspCommand() *cobra.Command {
	c := &cobra.Command{
		Use:   "lsp",
		Short: "Serve the Language Server Protocol on standard input and output",
		Long: `Serves the Language Server Protocol on standard input and output. Editors start
it; the README says how to set up VS Code, Neovim and others.`,
		Args: cobra.NoArgs,
	}
	// Accepted for clients that always pass it.
	c.Flags().Bool("stdio", true, "serve on standard input and output (the only way)")
	c.Flags().BoolVar(&a.standalone, "standalone", false, "do without the user's shared server")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return a.serve(cmd.Context())
	}
	return c
}

// serve joins an editor with the user's shared server, or serves it here, and
// ends with the connection's exit code.
func (a *app) serve(ctx context.Context) error {
	hello, err := a.hello(daemon.PurposeLSP)
	if err != nil {
		return err
	}
	a.dir = hello.Dir
	var code int
	if a.sharing() {
		code = a.proxy(ctx, hello)
	} else {
		code, err = a.serveAlone(ctx, lsp.Stdio())
	}
	if err == nil && code != 0 {
		err = errExit(code)
	}
	return err
}

// proxy joins standard input and output with the shared server. Where that
// cannot be joined, a server in this process takes its place.
func (a *app) proxy(ctx context.Context, hello daemon.Hello) int {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: level}))
	p := &daemon.Proxy{In: a.in, Out: a.out, Log: log}
	p.Connect = func(ctx context.Context) (io.ReadWriteCloser, error) {
		place, prog, err := a.join(hello)
		if err == nil {
			var conn *daemon.Conn
			if conn, _, err = daemon.Join(ctx, place, prog, hello); err == nil {
				return conn, nil
			}
		}
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		log.Info("doing without the shared server", "err", err)
		return daemon.Inside(ctx, a.serveAlone), nil
	}
	return p.Run(ctx)
}

// errExit ends the program with a status and no message.
type errExit int

func (e errExit) Error() string { return "exit" }
