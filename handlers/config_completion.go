package handlers

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"memswarm/lsp"
	"memswarm/setup"
	"memswarm/swarm"
	"memswarm/swarm/config"

	"go.lsp.dev/protocol"
)

// maxPaths bounds how many folders are offered.
const maxPaths = 200

// configCompletion offers keys and values in a configuration.
func configCompletion(ctx context.Context, s *lsp.Session, p *protocol.CompletionParams) (protocol.CompletionResult, error) {
	o, ok := openConfigAt(ctx, s, p.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	m := o.doc.Mapper()
	c, ok := o.text.CursorAt(m.Offset(p.Position, s.Encoding()))
	if !ok {
		return nil, nil
	}
	b := completer{s: s, c: conn(s), o: o, cursor: c, replace: m.Range(c.Start, c.End, s.Encoding())}
	if c.InValue {
		b.values(ctx)
	} else {
		b.keys()
	}
	return &protocol.CompletionList{IsIncomplete: b.incomplete, Items: b.items}, nil
}

// completer collects items for one place.
type completer struct {
	s          *lsp.Session
	c          *connection
	o          *openConfig
	cursor     config.Cursor
	replace    protocol.Range
	items      protocol.CompletionItemSlice
	incomplete bool
}

// add offers a text in the order of the calls.
func (b *completer) add(label, text string, kind protocol.CompletionItemKind, detail, doc string) {
	item := protocol.CompletionItem{
		Label: label, Kind: kind, SortText: protocol.NewOptional(fmt.Sprintf("%04d", len(b.items))),
		FilterText: protocol.NewOptional(text), TextEdit: &protocol.TextEdit{Range: b.replace, NewText: text},
	}
	if detail != "" {
		item.Detail = protocol.NewOptional(detail)
	}
	if doc != "" {
		item.Documentation = protocol.String(doc)
	}
	b.items = append(b.items, item)
}

// keys offers the keys that the section does not have yet.
func (b *completer) keys() {
	section, _ := config.Lookup(b.cursor.Path)
	if section.Type == config.TypeMap {
		for _, id := range b.ids() {
			if !slices.Contains(b.cursor.Taken, id) {
				b.add(id, quoteKey(id)+": ", protocol.CompletionItemKindProperty, "provider", "")
			}
		}
		return
	}
	path := strings.TrimPrefix(b.cursor.Path, ".")
	for _, name := range config.Children(path) {
		full := name
		if path != "" {
			full = path + "." + name
		}
		k, ok := config.Lookup(full)
		if !ok || k.NoEffect || slices.Contains(b.cursor.Taken, name) {
			continue
		}
		text := name + ": "
		switch {
		case k.Type == config.TypeList:
			text = name + ":\n" + strings.Repeat(" ", b.cursor.Indent+2) + "- "
		case k.Section():
			text = name + ":\n" + strings.Repeat(" ", b.cursor.Indent+2)
		}
		if b.o.followedByColon(b.cursor) {
			text = name
		}
		b.add(name, text, protocol.CompletionItemKindProperty, k.Describe(), k.Doc)
	}
}

// followedByColon says that the key has its colon already.
func (o *openConfig) followedByColon(c config.Cursor) bool {
	return c.End < len(o.text.Text) && o.text.Text[c.End] == ':'
}

// quoteKey quotes what YAML would not read as a key.
func quoteKey(id string) string {
	if strings.ContainsAny(id, " #'\"{}[],&*!|>%@`") {
		return "'" + strings.ReplaceAll(id, "'", "''") + "'"
	}
	return id
}

// values offers what the key may be.
func (b *completer) values(ctx context.Context) {
	k, ok := config.Lookup(b.cursor.Path)
	if !ok {
		return
	}
	if i := strings.LastIndex(b.cursor.Prefix, "${"); i >= 0 && !strings.Contains(b.cursor.Prefix[i:], "}") {
		b.variables(k, b.cursor.Prefix[:i])
		return
	}
	switch k.Type {
	case config.TypeBool:
		for _, v := range []string{"true", "false"} {
			b.add(v, v, protocol.CompletionItemKindValue, isDefault(k, v), "")
		}
	case config.TypeEnum:
		for _, v := range k.Values {
			b.add(v, v, protocol.CompletionItemKindEnumMember, isDefault(k, v), "")
		}
	case config.TypeID:
		for _, id := range b.ids() {
			b.add(id, id, protocol.CompletionItemKindReference, "", "")
		}
	case config.TypePath:
		b.paths(ctx, k)
	case config.TypeSecret:
		b.variables(k, "")
	case config.TypeInt, config.TypeFloat:
		if d := k.DefaultText(); d != "" {
			b.add(d, d, protocol.CompletionItemKindValue, "default", "")
		}
	}
}

func isDefault(k config.Key, v string) string {
	if k.DefaultText() == v {
		return "default"
	}
	return ""
}

// ids lists what may stand for a provider.
func (b *completer) ids() []string {
	var out []string
	for _, id := range b.o.cfg.IDs() {
		out = append(out, string(id))
	}
	if len(b.o.cfg.Providers.LocalMarkdown.Folders) > 1 {
		out = append(out, swarm.LocalMarkdown)
	}
	return out
}

// paths offers the folders that were found for this kind of source, then those
// that begin as typed.
func (b *completer) paths(ctx context.Context, k config.Key) {
	typed := strings.Trim(b.cursor.Prefix, `"'`)
	kind := map[string]string{
		"providers.obsidian.vault_path": swarm.Obsidian, "providers.memory_wiki.vault_path": swarm.MemoryWiki,
		"providers.gbrain.repo_path": swarm.GBrain, "providers.local_markdown.folders[].path": swarm.LocalMarkdown,
	}[k.Path]
	b.incomplete = true // what is typed next leads to other folders
	if strings.Count(typed, "/") <= 1 {
		for _, c := range setup.Detect(ctx, b.o.cfg.Workspace.Root, b.o.cfg, b.c.opts.Env).Candidates {
			if c.Kind == kind {
				b.add(b.c.short(c.Path), quotePath(b.c.short(c.Path)), protocol.CompletionItemKindFolder, fmt.Sprintf("%d notes", c.Notes), "Found: "+c.Found)
			}
		}
	}
	dir, prefix := splitTyped(typed)
	base := b.c.expand(cmpOr(dir, "."), b.o.cfg.Workspace.Root)
	if base == "" {
		return
	}
	list, err := os.ReadDir(base)
	if err != nil {
		return
	}
	for _, e := range list {
		if len(b.items) >= maxPaths {
			return
		}
		if name := e.Name(); e.IsDir() && strings.HasPrefix(name, prefix) && (!strings.HasPrefix(name, ".") || strings.HasPrefix(prefix, ".")) {
			b.add(dir+name, quotePath(dir+name), protocol.CompletionItemKindFolder, "", "")
		}
	}
}

func splitTyped(typed string) (dir, prefix string) {
	i := strings.LastIndexByte(typed, '/')
	return typed[:i+1], typed[i+1:]
}

func cmpOr(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

// quotePath quotes a path that YAML would not read as text.
func quotePath(p string) string {
	if strings.ContainsAny(p, "#'\"{}[],&*!|>%@`") || strings.Contains(p, ": ") || p != strings.TrimSpace(p) {
		return "'" + strings.ReplaceAll(p, "'", "''") + "'"
	}
	return p
}

// short writes a path with ~ for the home folder.
func (c *connection) short(path string) string {
	home := c.expand("~", "")
	if rel, err := filepath.Rel(home, path); err == nil && home != "" && filepath.IsLocal(rel) && rel != "." {
		return "~/" + filepath.ToSlash(rel)
	}
	return path
}

// variables offers names of the environment, never their values; for a secret
// those that sound like one first.
func (b *completer) variables(k config.Key, before string) {
	var names []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		if wordName(name) && (b.c.opts.Env == nil || isSet(b.c.opts.Env, name)) {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(x, y string) int {
		if sx, sy := secretName(x), secretName(y); k.Type == config.TypeSecret && sx != sy {
			if sx {
				return -1
			}
			return 1
		}
		return strings.Compare(x, y)
	})
	if k.Type == config.TypeSecret {
		if i := strings.Index(k.Example, "${"); i >= 0 {
			if name := strings.Trim(k.Example, "${}"); !slices.Contains(names, name) {
				names = append([]string{name}, names...)
			}
		}
	}
	for _, name := range names {
		b.add("${"+name+"}", before+"${"+name+"}", protocol.CompletionItemKindVariable, "environment variable", "")
	}
}

func isSet(env func(string) (string, bool), name string) bool {
	_, ok := env(name)
	return ok
}

func wordName(s string) bool {
	return s != "" && strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	}) < 0
}

func secretName(s string) bool {
	for _, part := range []string{"TOKEN", "KEY", "SECRET", "PASS", "DATABASE", "_URL", "DSN"} {
		if strings.Contains(strings.ToUpper(s), part) {
			return true
		}
	}
	return false
}
