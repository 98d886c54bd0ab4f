package lsptest

import (
	"testing"
)

// Open opens a document at version 1.
func (c *Client) Open(t testing.TB, uri, language, text string) {
	t.Helper()
	c.notify(t, "textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": uri, "languageId": language, "version": 1, "text": text,
	}})
}

// Position is a line and a column, both from 0, the column in the negotiated
// encoding.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// Edit replaces the text between two positions.
type Edit struct {
	Start, End Position
	Text       string
}

// Change applies edits to a document, each to the result of the one before.
func (c *Client) Change(t testing.TB, uri string, version int, edits ...Edit) {
	t.Helper()
	changes := []map[string]any{}
	for _, e := range edits {
		changes = append(changes, map[string]any{
			"range": map[string]any{"start": e.Start, "end": e.End}, "text": e.Text,
		})
	}
	c.notify(t, "textDocument/didChange", map[string]any{
		"textDocument": map[string]any{"uri": uri, "version": version}, "contentChanges": changes,
	})
}

// Replace replaces the whole text of a document.
func (c *Client) Replace(t testing.TB, uri string, version int, text string) {
	t.Helper()
	c.notify(t, "textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": uri, "version": version},
		"contentChanges": []map[string]any{{"text": text}},
	})
}

// Save says that a document was saved.
func (c *Client) Save(t testing.TB, uri string) {
	t.Helper()
	c.notify(t, "textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

// CloseDocument closes a document.
func (c *Client) CloseDocument(t testing.TB, uri string) {
	t.Helper()
	c.notify(t, "textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": uri}})
}

func (c *Client) notify(t testing.TB, method string, params any) {
	t.Helper()
	if err := c.Notify(method, params); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
}
