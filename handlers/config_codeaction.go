package handlers

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/swarm/config"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// configActions are the quick fixes of the problems in a range of a
// configuration.
func configActions(ctx context.Context, s *lsp.Session, p *protocol.CodeActionParams) []protocol.CommandOrCodeAction {
	if !wantsKind(p.Context.Only, protocol.CodeActionKindQuickFix) {
		return nil
	}
	o, ok := openConfigAt(ctx, s, p.TextDocument.URI)
	if !ok {
		return nil
	}
	start, end := o.doc.Mapper().Span(p.Range, s.Encoding())
	var out []protocol.CommandOrCodeAction
	for _, problem := range o.problems(ctx, conn(s)) {
		if problem.Range.End.Offset < start || problem.Range.Start.Offset > end {
			continue
		}
		out = append(out, o.fixes(s, problem)...)
	}
	return out
}

// wantsKind says whether the client asked for a kind, or for all.
func wantsKind(only []protocol.CodeActionKind, kind protocol.CodeActionKind) bool {
	return len(only) == 0 || slices.ContainsFunc(only, func(k protocol.CodeActionKind) bool {
		return k == kind || strings.HasPrefix(string(kind), string(k)+".") || k == ""
	})
}

// fixes are the ways to solve one problem, the best first.
func (o *openConfig) fixes(s *lsp.Session, p config.Problem) []protocol.CommandOrCodeAction {
	f := fixer{s: s, o: o, problem: p}
	if p.Suggestion != "" {
		f.edit("Change to "+p.Suggestion, []config.Edit{{Start: p.Range.Start.Offset, End: p.Range.End.Offset, New: p.Suggestion}}, true)
	}
	switch p.Code {
	case config.CodeUnknownKey, config.CodeNoEffect:
		f.remove("Remove the key", p.Path, p.Suggestion == "")
	case config.CodeDuplicateKey:
		f.removeAt("Remove this key", p.Range)
	case config.CodeCycle, config.CodeDisabled:
		f.remove("Remove this edge", edgeOf(p.Path), true)
	case config.CodeUnknownProvider:
		if edge := edgeOf(p.Path); edge != "" {
			f.remove("Remove this edge", edge, p.Suggestion == "")
		} else {
			f.remove("Remove the key", p.Path, p.Suggestion == "")
		}
	case config.CodePlainSecret:
		name := variableFor(p.Path)
		f.edit("Replace the secret by ${"+name+"} (set that variable where the program starts)",
			[]config.Edit{{Start: p.Range.Start.Offset, End: p.Range.End.Offset, New: "${" + name + "}"}}, true)
	case config.CodeMissingPath:
		f.createFolder()
	case config.CodeDuplicateName:
		f.rename()
	case config.CodeDoublePath:
		if i := strings.LastIndex(p.Path, "]"); i >= 0 {
			f.remove("Remove this folder", p.Path[:i+1], true)
		}
	case config.CodeMissing:
		f.addMissing()
	case config.CodeUntrustedNow:
		f.command("Trust this workspace", "swarm.trust", map[string]any{"workspaceFolder": o.cfg.Workspace.Folder})
	}
	return f.out
}

type fixer struct {
	s       *lsp.Session
	o       *openConfig
	problem config.Problem
	out     []protocol.CommandOrCodeAction
}

func (f *fixer) edit(title string, edits []config.Edit, preferred bool) {
	if len(edits) == 0 {
		return
	}
	kind := protocol.CodeActionKindQuickFix
	a := &protocol.CodeAction{Title: title, Kind: &kind, Diagnostics: []protocol.Diagnostic{f.o.diagnostic(f.s, f.problem)},
		Edit: &protocol.WorkspaceEdit{Changes: map[uri.URI][]protocol.TextEdit{f.o.doc.URI(): f.o.textEdits(f.s, edits)}}}
	if preferred {
		a.IsPreferred = &preferred
	}
	f.out = append(f.out, a)
}

func (f *fixer) command(title, name string, argument any) {
	raw, err := json.Marshal(argument)
	if err != nil {
		return
	}
	kind := protocol.CodeActionKindQuickFix
	f.out = append(f.out, &protocol.CodeAction{Title: title, Kind: &kind, Diagnostics: []protocol.Diagnostic{f.o.diagnostic(f.s, f.problem)},
		Command: protocol.Command{Title: title, Command: name, Arguments: []protocol.LSPAny{raw}}})
}

// textEdits are edits of the document as the editor counts.
func (o *openConfig) textEdits(s *lsp.Session, edits []config.Edit) []protocol.TextEdit {
	out := make([]protocol.TextEdit, 0, len(edits))
	for _, e := range edits {
		out = append(out, protocol.TextEdit{Range: o.doc.Mapper().Range(e.Start, e.End, s.Encoding()), NewText: e.New})
	}
	return out
}

func (f *fixer) remove(title, path string, preferred bool) {
	if path == "" {
		return
	}
	if edits, err := f.o.text.Remove(path); err == nil {
		f.edit(title, edits, preferred)
	}
}

// removeAt removes the key that stands at a range: of two equal keys, paths
// name the last.
func (f *fixer) removeAt(title string, r config.Range) {
	if place, ok := f.o.text.PathAt(r.Start.Line, r.Start.Column); ok && place.Key.Start == r.Start {
		f.remove(title, place.Path, true)
	}
}

// edgeOf is the edge that a path lies in: "enrichment.edges[1]".
func edgeOf(path string) string {
	const prefix = "enrichment.edges["
	if !strings.HasPrefix(path, prefix) {
		return ""
	}
	if i := strings.IndexByte(path, ']'); i > 0 {
		return path[:i+1]
	}
	return ""
}

// variableFor names the environment variable of a secret.
func variableFor(path string) string {
	if k, ok := config.Lookup(path); ok {
		if i, j := strings.Index(k.Example, "${"), strings.Index(k.Example, "}"); i >= 0 && j > i {
			return k.Example[i+2 : j]
		}
	}
	path = strings.TrimPrefix(path, "providers.")
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r == '.' || r == '-' || r == '[' || r == ']' {
			return '_'
		}
		return r
	}, path))
}

// createFolder offers to make a missing folder.
func (f *fixer) createFolder() {
	v, ok := f.o.folderAt(f.problem.Path)
	if !ok {
		return
	}
	f.command("Create the folder "+conn(f.s).short(v), "swarm.createFolder", map[string]any{"uri": f.o.doc.URI(), "path": v})
}

// folderAt is the folder that a path of the configuration names, resolved.
func (o *openConfig) folderAt(path string) (string, bool) {
	p := &o.cfg.Providers
	switch path {
	case "providers.byterover":
		return p.ByteRover.Tree, true
	case "providers.obsidian.vault_path":
		return p.Obsidian.VaultPath, true
	case "providers.memory_wiki.vault_path":
		return p.MemoryWiki.VaultPath, true
	case "providers.gbrain.repo_path":
		return p.GBrain.RepoPath, true
	}
	for _, f := range p.LocalMarkdown.Folders {
		if at := o.cfg.FolderOrigin(f.ID); at.File == o.path && at.Range == rangeAt(o, path) {
			return f.Path, true
		}
	}
	return "", false
}

func rangeAt(o *openConfig, path string) config.Range {
	place, _ := o.text.NodeAt(path)
	return place.Value
}

// rename offers a name that no other folder has.
func (f *fixer) rename() {
	for _, folder := range f.o.cfg.Providers.LocalMarkdown.Folders {
		if name := string(folder.Name); strings.Contains(f.problem.Message, swarm.LocalMarkdown+":"+name+".") {
			if edits, err := f.o.text.Set(f.problem.Path, name); err == nil {
				f.edit("Call it "+name, edits, true)
			}
		}
	}
}

// addMissing writes a required key with its example, and offers to switch the
// section off.
func (f *fixer) addMissing() {
	k, ok := config.Lookup(f.problem.Path)
	if !ok || k.Section() || k.Example == "" {
		return
	}
	if edits, err := f.o.text.Set(f.problem.Path, k.Example); err == nil {
		f.edit("Add "+k.Name(), edits, true)
	}
	if i := strings.LastIndexByte(f.problem.Path, '.'); i > 0 && !strings.Contains(f.problem.Path, "[") {
		if edits, err := f.o.text.Set(f.problem.Path[:i]+".enabled", false); err == nil {
			f.edit("Disable "+f.problem.Path[:i], edits, false)
		}
	}
}

// createFolderCommand makes a folder that an open configuration names.
func createFolderCommand(ctx context.Context, s *lsp.Session, argument json.RawMessage) (any, error) {
	var p struct {
		URI  uri.URI `json:"uri"`
		Path string  `json:"path"`
	}
	if err := decodeParams(argument, &p); err != nil {
		return nil, err
	}
	o, ok := openConfigAt(ctx, s, p.URI)
	if !ok || !o.names(ctx, conn(s), p.Path) {
		return nil, lsp.Errorf(lsp.CodeInvalidParams, "no open configuration misses the folder %q", p.Path)
	}
	if err := os.MkdirAll(p.Path, 0o755); err != nil {
		return nil, failed(&swarm.Error{Code: "write_failed", Message: "The folder " + p.Path + " could not be made: " + err.Error() + ".", Fix: "Check the permissions of the folder above it.", Err: err})
	}
	conn(s).reload()
	return map[string]any{"success": true, "path": filepath.ToSlash(p.Path)}, nil
}

// names says whether the configuration misses this folder.
func (o *openConfig) names(ctx context.Context, c *connection, path string) bool {
	return path != "" && slices.ContainsFunc(o.problems(ctx, c), func(p config.Problem) bool {
		dir, ok := o.folderAt(p.Path)
		return p.Code == config.CodeMissingPath && ok && dir == path
	})
}
