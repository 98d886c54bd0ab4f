// Package tool is what the two MCP transports share.
package tool

import (
	"context"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"memswarm/providers/gbrain/wire"
)

// Protocol is the version of MCP that gbrain is known to speak.
const Protocol = "2025-06-18"

// NewClient makes an MCP client that offers nothing to the server.
func NewClient() *mcp.Client {
	return mcp.NewClient(&mcp.Implementation{Name: "memswarm", Version: "1"},
		&mcp.ClientOptions{Logger: slog.New(slog.DiscardHandler), Capabilities: &mcp.ClientCapabilities{}})
}

// Reads says whether a tool changes nothing, so that it may be called again.
func Reads(tool string) bool {
	switch tool {
	case "search", "query", "get_page", "list_pages", "get_stats", "get_brain_identity", "sources_list", "resolve_slugs":
		return true
	}
	return false
}

// FromMCP takes what counts from a tool's result: the first block of text.
func FromMCP(res *mcp.CallToolResult) wire.Reply {
	r := wire.Reply{IsError: res.IsError, Retrieval: wire.ParseRetrieval(res.Meta)}
	if len(res.Content) > 0 {
		if t, ok := res.Content[0].(*mcp.TextContent); ok {
			r.Text = t.Text
		}
	}
	return r
}

// Properties names the parameters of a tool, sorted; none when the server does
// not list it.
func Properties(ctx context.Context, session *mcp.ClientSession, tool string) ([]string, error) {
	for t, err := range session.Tools(ctx, nil) {
		if err != nil {
			return nil, err
		}
		if t.Name != tool {
			continue
		}
		b, err := json.Marshal(t.InputSchema)
		if err != nil {
			return nil, err
		}
		var schema struct {
			Properties map[string]any `json:"properties"`
		}
		if err := json.Unmarshal(b, &schema); err != nil {
			return nil, err
		}
		return slices.Sorted(maps.Keys(schema.Properties)), nil
	}
	return nil, nil
}
