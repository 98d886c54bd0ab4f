package lsptest

import (
	"encoding/json"
	"errors"
)

// respond answers a request of the server's.
func (c *Client) respond(m wire, h Handler) {
	if h == nil {
		h = plausible[m.Method]
	}
	answer := map[string]any{"jsonrpc": "2.0", "id": m.ID}
	if h == nil {
		answer["error"] = &Error{Code: -32601, Message: "the test client does not know " + m.Method}
	} else if result, err := h(m.Params); err != nil {
		e, ok := errors.AsType[*Error](err)
		if !ok {
			e = &Error{Code: -32603, Message: err.Error()}
		}
		answer["error"] = e
	} else {
		answer["result"] = result
	}
	_ = c.send(answer, nil) // the server may have gone, which is for the test to see
}

// plausible holds the answers of an agreeable client.
var plausible = map[string]Handler{
	"client/registerCapability":             null,
	"client/unregisterCapability":           null,
	"window/workDoneProgress/create":        null,
	"window/showMessageRequest":             null,
	"workspace/workspaceFolders":            null,
	"workspace/codeLens/refresh":            null,
	"workspace/inlayHint/refresh":           null,
	"workspace/diagnostic/refresh":          null,
	"workspace/semanticTokens/refresh":      null,
	"workspace/textDocumentContent/refresh": null,
	"workspace/applyEdit": func(json.RawMessage) (any, error) {
		return map[string]bool{"applied": true}, nil
	},
	"window/showDocument": func(json.RawMessage) (any, error) {
		return map[string]bool{"success": true}, nil
	},
	"workspace/configuration": func(params json.RawMessage) (any, error) {
		var p struct{ Items []any }
		if err := json.Unmarshal(params, &p); err != nil {
			return nil, err
		}
		return make([]any, len(p.Items)), nil
	},
}

func null(json.RawMessage) (any, error) { return nil, nil }
