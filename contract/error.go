package contract

import (
	"errors"

	"memswarm/swarm"
)

// ErrorReply is what a failed command prints with -f json.
type ErrorReply struct {
	Error ErrorBody `json:"error"`
}

// ErrorBody is an error for scripts.
type ErrorBody struct {
	Code     string `json:"code"`
	Message  string `json:"message"`
	Fix      string `json:"fix,omitempty"`
	Provider string `json:"provider,omitempty"`
}

// NewError renders any error; one without a code is "internal".
func NewError(err error) ErrorBody {
	if e, ok := errors.AsType[*swarm.Error](err); ok {
		return ErrorBody{Code: e.Code, Message: e.Message, Fix: e.Fix, Provider: string(e.Provider)}
	}
	return ErrorBody{Code: "internal", Message: err.Error()}
}
