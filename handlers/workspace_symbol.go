package handlers

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"memswarm/contract"
	"memswarm/lsp"
	"memswarm/swarm"
	"memswarm/workspace"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// Limits of the contract for workspace/symbol.
const (
	maxSymbols     = 100
	maxRecent      = 50
	passageFrom    = 4 // letters in the query before passages are shown
	passageWords   = 80
	containerBytes = 400
)

// workspaceSymbol gives titles, aliases, headings and passages in fused order.
func workspaceSymbol(ctx context.Context, s *lsp.Session, p *protocol.WorkspaceSymbolParams) (protocol.WorkspaceSymbolResult, error) {
	v, err := view(ctx, s)
	if err != nil {
		return nil, failed(err)
	}
	text := strings.TrimSpace(p.Query)
	if text == "" {
		recent, err := v.Recent(ctx, maxRecent)
		if err != nil {
			return nil, failed(err)
		}
		out := make(protocol.WorkspaceSymbolSlice, 0, len(recent))
		for i := range recent {
			out = append(out, symbolOf(&recent[i], "", ""))
		}
		return out, nil
	}
	a, err := v.Query(ctx, &workspace.Request{Text: text, Limit: maxSymbols, Prefix: true, Unsaved: unsaved(ctx, s)}, "")
	if err != nil {
		return nil, failed(err)
	}
	return symbols(a, text, conn(s).passages(v)), nil
}

// passages is how many passages may stand among the symbols.
func (c *connection) passages(v *workspace.View) int {
	if set := c.now().Symbols; set != nil && set.Passages != nil {
		return max(0, *set.Passages)
	}
	if fs := v.Folders(); len(fs) > 0 {
		return fs[0].Config().Symbols.Passages
	}
	return 0
}

// symbols renders hits in their order. A hit whose heading, title or aliases do
// not hold the query's words is a passage.
func symbols(a *swarm.Answer, text string, passages int) protocol.WorkspaceSymbolSlice {
	out := make(protocol.WorkspaceSymbolSlice, 0, len(a.Hits))
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i := range a.Hits {
		h := &a.Hits[i]
		if named(h, words) {
			out = append(out, symbolOf(&h.Result, "", h.Excerpt))
			continue
		}
		if passages <= 0 || utf8.RuneCountInString(text) < passageFrom {
			continue
		}
		passages--
		out = append(out, symbolOf(&h.Result, matchedWords(h), h.Excerpt))
	}
	return out
}

// named says whether the hit's own names hold one of the words.
func named(h *swarm.Hit, words []string) bool {
	if h.Match == swarm.MatchTitle || h.Match == swarm.MatchFuzzy && len(h.Matches) == 0 {
		return true // a guess that the passage does not hold is at a name
	}
	names := strings.ToLower(h.Title + "\n" + strings.Join(h.Aliases, "\n") + "\n" + h.Note)
	for _, w := range words {
		if strings.Contains(names, w) {
			return true
		}
	}
	return len(words) == 0
}

// matchedWords lists the matched words of a passage once each, as written.
func matchedWords(h *swarm.Hit) string {
	var out []string
	seen := map[string]bool{}
	for _, sp := range h.Matches {
		if sp.Start < 0 || sp.End > len(h.Excerpt) || sp.Start >= sp.End {
			continue
		}
		w := h.Excerpt[sp.Start:sp.End]
		if k := strings.ToLower(w); !seen[k] && len(seen) < passageWords {
			seen[k] = true
			out = append(out, w)
		}
	}
	return strings.Join(out, " ")
}

// symbolOf renders a result. VS Code sends the first word of a query only and
// matches the others itself against containerName, so that holds the passage's
// words beside provider and breadcrumb.
func symbolOf(r *swarm.Result, matched, passage string) protocol.WorkspaceSymbol {
	kind := protocol.SymbolKindString
	if r.Ref.Anchor == "" || r.Title == r.Note {
		kind = protocol.SymbolKindFile
	}
	name := r.Title
	if matched != "" {
		name += " — " + matched
	}
	container := string(r.Ref.Provider)
	if crumbs := r.Breadcrumb; len(crumbs) > 0 {
		container += " · " + strings.Join(crumbs, " › ")
	}
	if passage != "" {
		container += " · " + strings.Join(strings.Fields(passage), " ")
	}
	if len(r.Aliases) > 0 {
		container += " · " + strings.Join(r.Aliases, ", ")
	}
	container = cutText(container, containerBytes)
	loc := contract.NewLocation(r.Ref, r.Location)
	line := uint32(loc.Range.Start.Line)
	return protocol.WorkspaceSymbol{
		BaseSymbolInformation: protocol.BaseSymbolInformation{Name: name, Kind: kind, ContainerName: &container},
		// The heading's line: a whole section as range would select it.
		Location: &protocol.Location{URI: uri.URI(loc.URI), Range: protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line}}},
	}
}

// cutText cuts at a rune.
func cutText(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	for limit > 0 && !utf8.RuneStart(s[limit]) {
		limit--
	}
	return s[:limit]
}
