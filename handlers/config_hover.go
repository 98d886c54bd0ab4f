package handlers

import (
	"context"
	"fmt"
	"strings"

	"memswarm/lsp"
	"memswarm/swarm/config"

	"go.lsp.dev/protocol"
)

// configHover documents the key under the cursor in a configuration.
func configHover(ctx context.Context, s *lsp.Session, at *cursor) *protocol.Hover {
	o, ok := openConfigAt(ctx, s, at.doc.URI())
	if !ok {
		return nil
	}
	offset := at.doc.Mapper().Offset(at.position, s.Encoding())
	key, path, place, ok := o.keyAt(at, offset)
	if !ok {
		return nil
	}
	text := keyText(key, path, o.cfg)
	h := &protocol.Hover{Contents: &protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: text}}
	if markup(s) != protocol.MarkupKindMarkdown {
		h.Contents = &protocol.MarkupContent{Kind: protocol.MarkupKindPlainText, Value: strings.NewReplacer("**", "", "`", "").Replace(text)}
	}
	if !place.IsZero() {
		r := configRange(at.doc.Mapper(), place, s.Encoding())
		h.Range = &r
	}
	return h
}

// keyAt is the key of the table at a place, and its path in the document. A
// document that is no valid YAML is read line by line.
func (o *openConfig) keyAt(at *cursor, offset int) (key config.Key, path string, place config.Range, ok bool) {
	if strings.TrimSpace(at.lineText) == "" {
		return config.Key{}, "", config.Range{}, false
	}
	if p, found := o.text.PathAt(at.line+1, at.col+1); found && p.Path != "" {
		if key, ok := config.Lookup(p.Path); ok {
			return key, p.Path, p.Key, true
		}
	}
	c, found := o.text.CursorAt(offset)
	if !found {
		return config.Key{}, "", config.Range{}, false
	}
	path = c.Path
	if !c.InValue {
		word := strings.TrimSpace(strings.SplitN(at.lineText, ":", 2)[0])
		path = strings.TrimPrefix(c.Path+"."+strings.TrimLeft(word, "- "), ".")
	}
	key, ok = config.Lookup(path)
	return key, path, config.Range{}, ok
}

// keyText is a key's documentation in markdown, with the value in force.
func keyText(k config.Key, path string, cfg *config.Config) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s** · %s", k.Path, k.Describe())
	if k.Required {
		b.WriteString(" · required")
	}
	fmt.Fprintf(&b, "\n\n%s\n", k.Doc)
	if d := k.DefaultText(); d != "" {
		fmt.Fprintf(&b, "\nDefault: `%s`", d)
	}
	if k.Example != "" && !k.Section() {
		fmt.Fprintf(&b, "\nExample: `%s: %s`", k.Name(), k.Example)
	}
	if v, from, ok := cfg.InForce(path); ok && v != "" {
		who := "by default"
		switch {
		case from.File != "":
			who = fmt.Sprintf("from the %s's file, line %d", from.Layer, from.Range.Start.Line)
		case from.Layer == config.LayerClient:
			who = "from the editor"
		}
		fmt.Fprintf(&b, "\nIn force: `%s`, %s", v, who)
	}
	switch {
	case k.NoEffect:
		b.WriteString("\n\nThis key has no effect; it is accepted because ByteRover's own file may have it.")
	case k.Guarded:
		b.WriteString("\n\nCounts from a workspace's file only when the workspace is trusted.")
	}
	fmt.Fprintf(&b, "\n\nSince %s", k.Since)
	// Lines of one paragraph stay lines in markdown.
	return strings.ReplaceAll(b.String(), "\nExample:", "  \nExample:")
}
