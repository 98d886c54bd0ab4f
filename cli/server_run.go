package cli

import (
	"context"
	"errors"
	"io"
	"log/slog"

	"memswarm/daemon"
	"memswarm/handlers"
	"memswarm/workspace"
)

// runServer is the shared server's process.
func (a *app) runServer(ctx context.Context) error {
	ready := daemon.ReadyFile()
	refuse := func(err error) error {
		if ready != nil {
			_, _ = io.WriteString(ready, err.Error()+"\n")
		}
		return err
	}
	place, err := a.place()
	if err != nil {
		return refuse(err)
	}
	file, err := daemon.OpenLog(place.Log)
	if err != nil {
		return refuse(err)
	}
	defer func() { _ = file.Close() }()
	level := slog.LevelInfo
	if a.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(file, &slog.HandlerOptions{Level: level}))
	idle, err := a.idle()
	if err != nil {
		log.Warn("the default is used", "err", err)
	}
	host := workspace.NewHost(workspace.HostOptions{Log: log, Linger: defaultIdle, Watch: true})
	srv := &daemon.Server{
		Place: place, Version: Version(), Log: log, Idle: idle, Close: host.Close,
		Serve: func(ctx context.Context, hello daemon.Hello, rwc io.ReadWriteCloser) (int, error) {
			return serveClient(ctx, host, log.With("client", hello.PID), &hello, rwc)
		},
	}
	err = srv.Run(ctx, ready)
	if errors.Is(err, daemon.ErrRunning) {
		log.Info("not started", "why", err)
	}
	return err
}

// serveClient speaks the protocol with one client as if the server were a
// process of the client's own: in its directory, with its environment, and with
// what its user trusts.
func serveClient(ctx context.Context, host *workspace.Host, log *slog.Logger, hello *daemon.Hello, rwc io.ReadWriteCloser) (int, error) {
	client := &app{getenv: hello.Lookup, configFile: hello.ConfigFile, dir: hello.Dir, err: io.Discard, quiet: true}
	srv := handlers.New(client.serving(ctx, host, log))
	srv.ClientLog = slog.LevelWarn
	srv.Logger = log
	return srv.Serve(ctx, rwc)
}

// serving are the options of one client's connection.
func (a *app) serving(ctx context.Context, host *workspace.Host, log *slog.Logger) handlers.Options {
	store := a.store()
	return handlers.Options{
		Host: host, Version: Version(), Log: log, Env: a.getenv, Dir: a.dir, ConfigFile: a.configFile,
		Trust:    func(dir string) bool { return store.Folder(dir, a.configFile, a.getenv) },
		SetTrust: func(dir string, yes bool) error { return store.SetFolder(ctx, dir, a.configFile, a.getenv, yes) },
	}
}

// serveAlone speaks the protocol with one client in this process.
func (a *app) serveAlone(ctx context.Context, rwc io.ReadWriteCloser) (code int, err error) {
	level := slog.LevelWarn
	if a.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(a.err, &slog.HandlerOptions{Level: level}))
	host := workspace.NewHost(workspace.HostOptions{Log: log, Watch: true})
	code, err = handlers.New(a.serving(ctx, host, log)).Serve(ctx, rwc)
	if err != nil {
		log.Info("the connection ended", "err", err)
	}
	if err := host.Close(); err != nil {
		log.Warn("closing", "err", err)
	}
	return code, nil
}
