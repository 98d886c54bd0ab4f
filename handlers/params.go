package handlers

import (
	"encoding/json"
	"errors"
	"strings"

	"memswarm/contract"
	"memswarm/lsp"
	"memswarm/swarm"
)

// decodeParams reads the parameters of a custom request; what does not fit is
// answered with -32602.
func decodeParams(raw json.RawMessage, into any) error {
	if err := json.Unmarshal(raw, into); err != nil {
		return lsp.Errorf(lsp.CodeInvalidParams, "invalid parameters: %v", err)
	}
	return nil
}

// failed makes the answer to a request that was right and still failed: the
// sentence for a person in the message, the rest in the data. A wrong value is
// the client's mistake.
func failed(err error) error {
	e, ok := errors.AsType[*swarm.Error](err)
	if !ok {
		return err
	}
	code := lsp.CodeRequestFailed
	switch e.Code {
	case "unknown_provider", "invalid_type":
		code = lsp.CodeInvalidParams
	}
	message := e.Message
	if e.Fix != "" {
		if !strings.HasSuffix(message, ".") {
			message += "."
		}
		message += " " + e.Fix
	}
	return lsp.ErrorWithData(code, message, contract.NewError(e))
}
