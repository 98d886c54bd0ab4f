package cli

import (
	"context"
	"log/slog"

	"memswarm/handlers"
	"memswarm/lsp"
	"memswarm/workspace"

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
	// Accepted for clients that always pass them.
	c.Flags().Bool("stdio", true, "serve on standard input and output (the only way)")
	c.Flags().Bool("standalone", false, "do without the user's shared server")
	c.RunE = func(cmd *cobra.Command, _ []string) error {
		return a.serve(cmd.Context())
	}
	return c
}

// serve runs one connection and ends with its exit code.
func (a *app) serve(ctx context.Context) error {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: level}))
	host := workspace.NewHost(workspace.HostOptions{Log: log})
	defer func() {
		if err := host.Close(); err != nil {
			log.Warn("closing", "err", err)
		}
	}()
	srv := handlers.New(handlers.Options{Host: host, Version: Version(), Log: log, Env: a.getenv})
	code, err := srv.Serve(ctx, lsp.Stdio())
	if err != nil {
		log.Info("the connection ended", "err", err)
	}
	if code != 0 {
		return errExit(code)
	}
	return nil
}

// errExit ends the program with a status and no message.
type errExit int

func (e errExit) Error() string { return "exit" }
