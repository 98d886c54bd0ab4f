package handlers

import (
	"context"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"memswarm/contract"
	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/swarm/config"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// definition leads from a link in a note to its target and from a path in the
// configuration to the folder. In code it says nothing unless the user wants it:
// editors merge the answers of all servers, and a second one would spoil every
// jump.
func definition(ctx context.Context, s *lsp.Session, p *protocol.DefinitionParams) (protocol.DefinitionResult, error) {
	at, ok := cursorAt(ctx, s, &p.TextDocumentPositionParams)
	if !ok {
		return nil, nil
	}
	if isConfig(at.path) {
		return configDefinition(s, at), nil
	}
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	if isNote(at.path) {
		link, ok := v.LinkAt(ctx, swarm.Buffer{Path: at.path, Text: at.doc.Text(), Version: at.doc.Version()}, at.line, at.col, unsaved(ctx, s))
		if !ok || link.Target.Location == nil {
			return nil, nil
		}
		return jump(s, at, link.Start, link.End, &link.Target), nil
	}
	if !conn(s).definesCode(v, at.folder(v)) {
		return nil, nil
	}
	w, hits, err := known(ctx, s, v, at, 1)
	if err != nil || len(hits) == 0 {
		return nil, err
	}
	return jump(s, at, w.start, w.end, &hits[0].Result), nil
}

// definesCode says whether the user wants definitions of code.
func (c *connection) definesCode(v *workspace.View, dir string) bool {
	if set := c.now().Definition; set != nil {
		return set.InCode
	}
	for _, f := range v.Pick(dir) {
		if f.Config().Definition.InCode {
			return true
		}
	}
	return false
}

// jump is the way from line bytes start to end to a section: with both ends for
// clients that can show them.
func jump(s *lsp.Session, at *cursor, start, end int, to *swarm.Result) protocol.DefinitionResult {
	loc := contract.NewLocation(to.Ref, to.Location)
	first := protocol.Position{Line: uint32(loc.Range.Start.Line)}
	last := protocol.Position{Line: uint32(max(loc.Range.End.Line, loc.Range.Start.Line))}
	target := uri.URI(loc.URI)
	if td := s.Capabilities().TextDocument; td == nil || td.Definition == nil || td.Definition.LinkSupport == nil || !*td.Definition.LinkSupport {
		return &protocol.Location{URI: target, Range: protocol.Range{Start: first, End: first}}
	}
	origin := at.span(s, start, end)
	return protocol.DefinitionLinkSlice{{
		OriginSelectionRange: &origin,
		TargetURI:            target,
		TargetRange:          protocol.Range{Start: first, End: last},
		TargetSelectionRange: protocol.Range{Start: first, End: first},
	}}
}

// configDefinition leads from a path in a configuration to what it names.
func configDefinition(s *lsp.Session, at *cursor) protocol.DefinitionResult {
	doc := config.ParseDocument(at.path, []byte(at.doc.Text()))
	place, ok := doc.PathAt(at.line+1, at.col+1)
	if !ok || place.InKey || place.Node == nil {
		return nil
	}
	key, ok := config.Lookup(place.Path)
	if !ok || key.Type != config.TypePath {
		return nil
	}
	path := conn(s).expand(place.Node.Value, filepath.Dir(filepath.Dir(filepath.Dir(at.path))))
	if path == "" {
		return nil
	}
	if _, err := os.Stat(path); err != nil {
		return nil
	}
	start, end := place.Value.Start.Column-1, place.Value.End.Column-1
	if place.Value.End.Line != place.Value.Start.Line {
		end = len(at.lineText)
	}
	return jump(s, at, start, end, &swarm.Result{Location: &swarm.Location{Path: path}})
}

var variable = regexp.MustCompile(`\$\{(\w+)\}`)

// expand makes a path of the configuration absolute, as loading does; "" for one
// on another machine, which merely to look at would connect.
func (c *connection) expand(path, base string) string {
	env := c.opts.Env
	if env == nil {
		env = os.LookupEnv
	}
	path = variable.ReplaceAllStringFunc(path, func(m string) string {
		if v, ok := env(m[2 : len(m)-1]); ok {
			return v
		}
		return m
	})
	if path == "" || strings.HasPrefix(path, "//") || strings.HasPrefix(path, `\\`) {
		return ""
	}
	if rest, ok := strings.CutPrefix(path, "~"); ok && (rest == "" || rest[0] == '/' || rest[0] == '\\') {
		home, ok := env("HOME")
		if !ok || home == "" {
			home, _ = os.UserHomeDir()
		}
		return filepath.Join(home, filepath.FromSlash(rest))
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	return filepath.Clean(path)
}
