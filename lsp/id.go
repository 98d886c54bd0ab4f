package lsp

import (
	"encoding/json"
	"fmt"

	"go.lsp.dev/jsonrpc2"
)

// parseID reads the id of $/cancelRequest: a string, or a number of up to 64
// bits, where the protocol package stops at 32.
func parseID(params []byte) (jsonrpc2.ID, error) {
	var p struct{ ID json.RawMessage }
	if err := json.Unmarshal(orEmpty(params), &p); err != nil {
		return jsonrpc2.ID{}, fmt.Errorf("cancel a request: %w", err)
	}
	var n int64
	if err := json.Unmarshal(p.ID, &n); err == nil && string(p.ID) != "null" {
		return jsonrpc2.NewNumberID(n), nil
	}
	var s *string
	if err := json.Unmarshal(p.ID, &s); err == nil && s != nil {
		return jsonrpc2.NewStringID(*s), nil
	}
	return jsonrpc2.ID{}, fmt.Errorf("cancel a request: its id is %q, neither a whole number nor a string", short(string(p.ID)))
}
