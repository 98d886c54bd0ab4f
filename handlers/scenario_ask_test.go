package handlers_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"

	"memswarm/contract"
	"memswarm/lsp/lsptest"
)

// ask reads the lines that are about a place or a file:
//
//	hover FILE LINE WORD       and definition, related: the cursor is on WORD,
//	                           the first in that line (from 1) of an open document
//	symbols QUERY              names and containers, one a line
//	write FILE TEXT            writes a file (\n escaped) and tells the server
//	delete FILE                deletes it and tells the server
//	save FILE                  writes the open document and says so
//	settle                     waits until everything is indexed
func (s *scenario) ask(method, rest string) string {
	s.t.Helper()
	switch method {
	case "settle":
		s.settle()
		return ""
	case "symbols":
		return s.symbols(rest)
	case "write", "save", "delete":
		s.change(method, rest)
		return ""
	}
	name, rest, _ := strings.Cut(rest, " ")
	name = strings.ReplaceAll(name, "%20", " ")
	number, word, _ := strings.Cut(rest, " ")
	line, err := strconv.Atoi(number)
	if err != nil {
		s.t.Fatal(err)
	}
	params := map[string]any{
		"textDocument": map[string]string{"uri": s.uri(name)},
		"position":     contract.Position{Line: line - 1, Character: s.column(name, line, word)},
	}
	if method == "related" {
		var raw json.RawMessage
		if err := s.client.Call("swarm/related", params, &raw); err != nil {
			return fmt.Sprintf("error %d: %s\n", lsptest.Code(err), s.clean(err.Error()))
		}
		return s.shorten(raw)
	}
	var raw json.RawMessage
	if err := s.client.Call("textDocument/"+method, params, &raw); err != nil {
		return fmt.Sprintf("error %d: %s\n", lsptest.Code(err), s.clean(err.Error()))
	}
	if method == "hover" {
		return s.hoverText(raw)
	}
	return s.places(raw)
}

// column is where a word stands in a line, in UTF-16.
func (s *scenario) column(name string, line int, word string) int {
	s.t.Helper()
	text, ok := s.texts[name]
	if !ok {
		s.t.Fatalf("%s is not open", name)
	}
	lines := strings.Split(text, "\n")
	if line > len(lines) {
		s.t.Fatalf("%s has no line %d", name, line)
	}
	at := strings.Index(lines[line-1], word)
	if at < 0 {
		s.t.Fatalf("%s:%d: no %q in %q", name, line, word, lines[line-1])
	}
	return len(utf16.Encode([]rune(lines[line-1][:at])))
}

// hoverText shows a hover with the range in front.
func (s *scenario) hoverText(raw json.RawMessage) string {
	var h *struct {
		Contents struct{ Kind, Value string }
		Range    contract.Range
	}
	if err := json.Unmarshal(raw, &h); err != nil {
		s.t.Fatal(err)
	}
	if h == nil {
		return "silence\n"
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %d:%d-%d\n", h.Contents.Kind, h.Range.Start.Line+1, h.Range.Start.Character, h.Range.End.Character)
	for line := range strings.Lines(s.clean(h.Contents.Value)) {
		b.WriteString("| " + strings.TrimRight(line, "\n") + "\n")
	}
	return b.String()
}

// places lists where a definition leads.
func (s *scenario) places(raw json.RawMessage) string {
	if string(raw) == "null" {
		return "silence\n"
	}
	if raw[0] == '{' {
		raw = append(append([]byte{'['}, raw...), ']')
	}
	var list []struct {
		URI, TargetURI       string
		Range, TargetRange   contract.Range
		OriginSelectionRange *contract.Range
	}
	if err := json.Unmarshal(raw, &list); err != nil {
		s.t.Fatal(err)
	}
	var b strings.Builder
	for _, l := range list {
		if o := l.OriginSelectionRange; o != nil {
			fmt.Fprintf(&b, "%d-%d leads to lines %d-%d of ", o.Start.Character, o.End.Character, l.TargetRange.Start.Line+1, l.TargetRange.End.Line)
		} else {
			fmt.Fprintf(&b, "line %d of ", l.Range.Start.Line+1)
		}
		fmt.Fprintln(&b, s.clean(l.URI+l.TargetURI))
	}
	return b.String()
}

var spaces = regexp.MustCompile(`\s+`)

func (s *scenario) symbols(query string) string {
	s.t.Helper()
	var list []struct {
		Name, ContainerName string
		Location            contract.Location
	}
	if err := s.client.Call("workspace/symbol", map[string]string{"query": query}, &list); err != nil {
		return fmt.Sprintf("error %d: %s\n", lsptest.Code(err), s.clean(err.Error()))
	}
	var b strings.Builder
	for _, l := range list {
		fmt.Fprintf(&b, "%s [%s] %s:%d\n", l.Name, spaces.ReplaceAllString(l.ContainerName, " "), s.clean(l.Location.URI), l.Location.Range.Start.Line+1)
	}
	return b.String()
}

// change changes a file and says so, as an editor does.
func (s *scenario) change(method, rest string) {
	s.t.Helper()
	name, text, _ := strings.Cut(rest, " ")
	path := filepath.Join(s.dir, filepath.FromSlash(name))
	kind := 2
	switch method {
	case "write":
		if _, err := os.Stat(path); err != nil {
			kind = 1
		}
		s.write(name, strings.ReplaceAll(text, `\n`, "\n"))
	case "save":
		s.write(name, s.texts[name])
		s.client.Save(s.t, s.uri(name))
		return
	case "delete":
		if err := os.Remove(path); err != nil {
			s.t.Fatal(err)
		}
		kind = 3
	}
	if err := s.client.Notify("workspace/didChangeWatchedFiles", map[string]any{
		"changes": []any{map[string]any{"uri": s.uri(name), "type": kind}}}); err != nil {
		s.t.Fatal(err)
	}
}
