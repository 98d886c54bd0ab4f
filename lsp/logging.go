package lsp

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"sync"

	"go.lsp.dev/protocol"
)

// LogHandler is an slog.Handler that shows records of at least the given level
// in the client's log, with window/logMessage. Combine it with another by
// slog.NewMultiHandler. Records are dropped before initialize and after the end
// of the connection.
func (s *Session) LogHandler(level slog.Leveler) slog.Handler {
	out := &logOutput{}
	return &logHandler{session: s, out: out, text: slog.NewTextHandler(&out.buf, &slog.HandlerOptions{
		Level: level,
		ReplaceAttr: func(groups []string, a slog.Attr) slog.Attr {
			// The client shows time and level itself; the message goes first.
			if len(groups) == 0 && (a.Key == slog.TimeKey || a.Key == slog.LevelKey || a.Key == slog.MessageKey) {
				return slog.Attr{}
			}
			return a
		},
	})}
}

// logOutput is the buffer that a handler and all derived from it format into.
type logOutput struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

type logHandler struct {
	session *Session
	out     *logOutput
	text    slog.Handler // formats the attributes into out.buf
}

func (h *logHandler) Enabled(ctx context.Context, l slog.Level) bool { return h.text.Enabled(ctx, l) }

func (h *logHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &logHandler{h.session, h.out, h.text.WithAttrs(attrs)}
}

func (h *logHandler) WithGroup(name string) slog.Handler {
	return &logHandler{h.session, h.out, h.text.WithGroup(name)}
}

func (h *logHandler) Handle(ctx context.Context, r slog.Record) error {
	if !h.session.conn.running() {
		return nil
	}
	h.out.mu.Lock()
	h.out.buf.Reset()
	err := h.text.Handle(ctx, r)
	attrs := strings.TrimSpace(h.out.buf.String())
	h.out.mu.Unlock()
	if err != nil {
		return err
	}
	text := r.Message
	if attrs != "" {
		text += " " + attrs
	}
	// The record may be about a request that was cancelled: it is sent for as
	// long as the connection lasts.
	return h.session.client.LogMessage(h.session.Context(), &protocol.LogMessageParams{Type: messageType(r.Level), Message: text})
}

func messageType(l slog.Level) protocol.MessageType {
	switch {
	case l >= slog.LevelError:
		return protocol.MessageTypeError
	case l >= slog.LevelWarn:
		return protocol.MessageTypeWarning
	case l >= slog.LevelInfo:
		return protocol.MessageTypeInfo
	default:
		return protocol.MessageTypeLog
	}
}
