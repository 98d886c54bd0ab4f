package fake

import (
	"context"
	_ "embed"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

//go:embed testdata/tools.json
var toolsJSON []byte

// Server gives the brain as an MCP server with the recorded tools.
func (b *Brain) Server() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "gbrain", Version: b.version()}, nil)
	var tools []struct {
		Name        string
		Description string
		InputSchema json.RawMessage
	}
	if err := json.Unmarshal(toolsJSON, &tools); err != nil {
		panic(err)
	}
	for _, t := range tools {
		if t.Name == "put_page" && b.Revisions && !b.NoParameter {
			t.InputSchema = json.RawMessage(strings.Replace(string(t.InputSchema), `"properties": {`, `"properties": {"expected_revision": {"type": "number"},`, 1))
		}
		s.AddTool(&mcp.Tool{Name: t.Name, Description: t.Description, InputSchema: t.InputSchema},
			func(_ context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				var args map[string]any
				if err := json.Unmarshal(r.Params.Arguments, &args); err != nil {
					return nil, err
				}
				return b.Call(t.Name, args, false).mcp(), nil
			})
	}
	return s
}

func (r Result) mcp() *mcp.CallToolResult {
	out := &mcp.CallToolResult{IsError: r.IsError, Meta: r.Meta}
	for _, t := range r.Texts {
		out.Content = append(out.Content, &mcp.TextContent{Text: t})
	}
	return out
}
