package handlers

import (
	"context"

	"memswarm/lsp"
	"memswarm/swarm/config"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// configChanged checks a configuration after it was opened, edited, saved or
// closed. It is called in the order of these events.
func configChanged(s *lsp.Session, ev lsp.DocumentEvent) {
	d := ev.New
	if d == nil {
		d = ev.Old
	}
	if d == nil {
		return
	}
	path, ok := d.Path()
	if !ok || !conn(s).configFile(path) {
		return
	}
	if ev.New == nil { // closed: what is on disk is the concern of status
		turn := conn(s).checks.next(path)
		s.Go(func(ctx context.Context) { publish(ctx, s, d.URI(), path, turn, protocol.PublishDiagnosticsParams{}) })
		return
	}
	checkConfig(s, path, d.URI())
}

// checkConfig publishes the problems of an open configuration.
func checkConfig(s *lsp.Session, path string, u uri.URI) {
	c := conn(s)
	turn := c.checks.next(path)
	s.Go(func(ctx context.Context) {
		if !c.checks.current(path, turn) {
			return // a later change checks
		}
		o, ok := openConfigAt(ctx, s, u)
		if !ok {
			return
		}
		version := o.doc.Version()
		publish(ctx, s, u, path, turn, protocol.PublishDiagnosticsParams{Version: protocol.NewOptional(version), Diagnostics: diagnostics(ctx, s, o)})
	})
}

// checkConfigs checks all open configurations again: one's problems depend on
// the other's keys, and on trust.
func (c *connection) checkConfigs() {
	for d := range c.session.Snapshot(context.Background()).All() {
		if path, ok := d.Path(); ok && c.configFile(path) {
			checkConfig(c.session, path, d.URI())
		}
	}
}

func publish(ctx context.Context, s *lsp.Session, u uri.URI, path string, turn int, p protocol.PublishDiagnosticsParams) {
	p.URI = u
	if p.Diagnostics == nil {
		p.Diagnostics = []protocol.Diagnostic{}
	}
	conn(s).checks.last(path, turn, func() {
		if err := s.Client().PublishDiagnostics(ctx, &p); err != nil && ctx.Err() == nil {
			conn(s).opts.Log.Info("publishing diagnostics", "err", err)
		}
	})
}

// problems are those of the open configuration's own file.
func (o *openConfig) problems(ctx context.Context, c *connection) config.Problems {
	all := append(config.Problems{}, o.cfg.Problems...)
	all = append(all, o.cfg.CheckPaths(ctx, c.trusts(o.cfg))...)
	return all.In(o.path)
}

func diagnostics(ctx context.Context, s *lsp.Session, o *openConfig) []protocol.Diagnostic {
	out := []protocol.Diagnostic{}
	for _, p := range o.problems(ctx, conn(s)) {
		out = append(out, o.diagnostic(s, p))
	}
	return out
}

func (o *openConfig) diagnostic(s *lsp.Session, p config.Problem) protocol.Diagnostic {
	message := p.Message
	if p.Fix != "" {
		message += " " + p.Fix
	}
	d := protocol.Diagnostic{
		Range:    configRange(o.doc.Mapper(), p.Range, s.Encoding()),
		Severity: severity(p.Severity),
		Code:     protocol.String(p.Code),
		Source:   protocol.NewOptional("memswarm"),
		Message:  protocol.String(message),
	}
	if p.Code == config.CodeNoEffect {
		d.Tags = protocol.NewDiagnosticTags(protocol.DiagnosticTagUnnecessary)
	}
	for _, r := range p.Related {
		if loc, ok := o.location(s, r.File, r.Range); ok {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{Location: loc, Message: r.Message})
		}
	}
	return d
}

// location is a place in one of the configuration's files.
func (o *openConfig) location(s *lsp.Session, file string, r config.Range) (protocol.Location, bool) {
	u, ok := lsp.URIFromPath(file)
	if !ok {
		return protocol.Location{}, false
	}
	if file == o.path {
		return protocol.Location{URI: o.doc.URI(), Range: configRange(o.doc.Mapper(), r, s.Encoding())}, true
	}
	for _, f := range o.cfg.Sources {
		if f.Path == file {
			return protocol.Location{URI: u, Range: configRange(lsp.NewFileMapper(string(f.Document.Text)), r, s.Encoding())}, true
		}
	}
	return protocol.Location{}, false
}

func severity(s config.Severity) protocol.DiagnosticSeverity {
	switch s {
	case config.Error:
		return protocol.DiagnosticSeverityError
	case config.Warning:
		return protocol.DiagnosticSeverityWarning
	}
	return protocol.DiagnosticSeverityHint
}
