package lsp

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// editSession is a session without a connection, for its documents only.
func editSession(enc Encoding) *Session {
	s := newSession(nil)
	s.enc.Store(enc)
	return s
}

func (s *Session) must(t *testing.T, method, params string) DocumentEvent {
	t.Helper()
	ev, err := s.applySync("textDocument/"+method, []byte(params))
	if err != nil {
		t.Fatal(err)
	}
	return ev
}

func TestEdits(t *testing.T) {
	const open = `{"textDocument":{"uri":"file:///a.md","languageId":"markdown","version":1,"text":%q}}`
	const change = `{"textDocument":{"uri":"file:///a.md","version":2},"contentChanges":%s}`
	span := func(l1, c1, l2, c2, text string) string {
		return fmt.Sprintf(`{"range":{"start":{"line":%s,"character":%s},"end":{"line":%s,"character":%s}},"text":%q}`, l1, c1, l2, c2, text)
	}
	for _, tt := range []struct {
		name, text, changes, want string
	}{
		{"insert", "ac", span("0", "1", "0", "1", "b"), "abc"},
		{"delete", "abc", span("0", "1", "0", "2", ""), "ac"},
		{"replace across lines", "one\ntwo\nthree", span("0", "1", "2", "2", "X"), "oXree"},
		{"CRLF", "a\r\nb\r\n", span("1", "0", "1", "1", "x"), "a\r\nx\r\n"},
		{"delete a CRLF", "a\r\nb", span("0", "1", "1", "0", ""), "ab"},
		{"behind an emoji", "😀!", span("0", "2", "0", "3", "?"), "😀?"},
		{"half a surrogate pair", "😀!", span("0", "1", "0", "2", "x"), "x!"},
		{"two edits, the second counts on the first", "ab", span("0", "0", "0", "0", "\n") + "," + span("1", "1", "1", "2", "X"), "\naX"},
		{"whole text", "ab", `{"text":"new"}`, "new"},
		{"whole text, range null", "ab", `{"range":null,"text":"new"}`, "new"},
		{"whole then part", "ab", `{"text":"new"},` + span("0", "0", "0", "1", "N"), "New"},
		{"line beyond the end", "ab", span("9", "0", "9", "5", "!"), "ab!"},
		{"column beyond the end", "ab\ncd", span("0", "99", "0", "2147483647", "!"), "ab!\ncd"},
		{"absurd column", "ab\ncd", span("0", "1e300", "1", "1e19", "!"), "ab!"},
		{"negative", "ab", span("-1", "-7", "0", "1", "!"), "!b"},
		{"upside down", "abc", span("0", "2", "0", "1", "-"), "a-c"},
		{"no text", "ab", `{"range":{"start":{"line":0,"character":0},"end":{"line":0,"character":1}}}`, "ab"},
		{"nothing", "ab", `null`, "ab"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s := editSession(UTF16)
			s.must(t, "didOpen", fmt.Sprintf(open, tt.text))
			before := s.documents()
			ev := s.must(t, "didChange", fmt.Sprintf(change, "["+tt.changes+"]"))
			if got := ev.New.Text(); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			if ev.New.Version() != 2 || !ev.New.Dirty() {
				t.Errorf("version %d, dirty %v", ev.New.Version(), ev.New.Dirty())
			}
			if d, _ := before.Document("file:///a.md"); d.Text() != tt.text || d.Version() != 1 || d.Dirty() {
				t.Error("the earlier snapshot changed")
			}
		})
	}
}

func TestMalformedEditsLeaveTheDocument(t *testing.T) {
	s := editSession(UTF16)
	s.must(t, "didOpen", `{"textDocument":{"uri":"file:///a.md","text":"keep"}}`)
	for _, params := range []string{
		``, `null`, `[]`, `{}`, `7`, `{"textDocument":null}`, `{"textDocument":{"uri":""}}`,
		`{"textDocument":{"uri":"file:///a.md"},"contentChanges":[{"range":"x","text":"gone"}]}`,
		`{"textDocument":{"uri":"file:///a.md"},"contentChanges":[{"range":{"start":{"line":"a"}},"text":"gone"}]}`,
		`{"textDocument":{"uri":"file:///a.md"},"contentChanges":{"text":"gone"}}`,
		`{"textDocument":{"uri":"file:///other.md"},"contentChanges":[{"text":"gone"}]}`,
	} {
		_, err := s.applySync(protocol.MethodTextDocumentDidChange, []byte(params))
		if err == nil {
			t.Errorf("%s was accepted", params)
		}
		if d, _ := s.documents().Document("file:///a.md"); d.Text() != "keep" {
			t.Fatalf("%s left %q", params, d.Text())
		}
	}
}

func TestLifeOfADocument(t *testing.T) {
	s := editSession(UTF8)
	ev := s.must(t, "didOpen", `{"textDocument":{"uri":"FILE:///C:/n%20(1).md","languageId":"markdown","version":7,"text":"a"}}`)
	if ev.Old != nil || ev.New.LanguageID() != "markdown" || ev.New.Version() != 7 {
		t.Errorf("opened: %+v", ev)
	}
	for _, u := range []uri.URI{"file:///C:/n%20(1).md", "file:///c%3A/n%20%281%29.md", "file:///c:/n (1).md"} {
		if _, ok := s.documents().Document(u); !ok {
			t.Errorf("%s is not found", u)
		}
	}
	const id = `{"textDocument":{"uri":"file:///c:/n%20(1).md","version":8},"contentChanges":[{"text":"b"}]}`
	s.must(t, "didChange", id)
	if ev = s.must(t, "didSave", id); ev.New.Dirty() || ev.New.Text() != "b" {
		t.Errorf("saved: dirty %v, %q", ev.New.Dirty(), ev.New.Text())
	}
	if ev = s.must(t, "didSave", `{"textDocument":{"uri":"file:///c:/n%20(1).md"},"text":"formatted"}`); ev.New.Text() != "formatted" {
		t.Errorf("saved with text: %q", ev.New.Text())
	}
	if ev = s.must(t, "didClose", id); ev.New != nil || ev.Old == nil || s.documents().Len() != 0 {
		t.Errorf("closed: %+v", ev)
	}
	for _, method := range []string{"didChange", "didSave", "didClose"} {
		if _, err := s.applySync("textDocument/"+method, []byte(id)); err == nil {
			t.Errorf("%s of a closed document was accepted", method)
		}
	}
	for _, u := range []string{"untitled:B", "swarm:///page/x", "file:///a"} {
		s.must(t, "didOpen", fmt.Sprintf(`{"textDocument":{"uri":%q}}`, u))
	}
	s.must(t, "didOpen", `{"textDocument":{"uri":"file:///%ff.md"}}`)
	d, ok := s.documents().Document("file:///%25ff.md") // as the protocol package has it
	if p, isFile := d.Path(); !ok || !isFile || p != "/\xff.md" {
		t.Errorf("a file whose name is no UTF-8: %v, %q", ok, p)
	}
	s.must(t, "didClose", `{"textDocument":{"uri":"file:///%ff.md"}}`)
	var order []string
	for d := range s.documents().All() {
		order = append(order, string(d.URI()))
	}
	if got := strings.Join(order, " "); got != "file:///a swarm:/page/x untitled:B" {
		t.Errorf("open documents: %s", got)
	}
}

func TestEditsAtTheBordersOfChunks(t *testing.T) {
	smallChunks(t, 16)
	text := strings.Repeat("aaaaaaaaaaaaaaa\r"+"bbbbbbbbbbbbbbbb"+"\nccccccccccccccc", 3)
	puts := []string{"", "\n", "\r", "\r\n", "x", strings.Repeat("\r\n", 20)}
	for start := range len(text) + 1 {
		for _, length := range []int{0, 1, 2, 15, 16, 17, 33, len(text)} {
			end := min(start+length, len(text))
			for _, put := range puts {
				checkChunks(t, newChunks(text).replace(start, end, put), text[:start]+put+text[end:])
			}
		}
	}
}

// Ten megabytes and five thousand keystrokes: what an edit costs must not depend
// on the length of the text. The test would take minutes if it did.
func TestManyEditsOfAHugeDocument(t *testing.T) {
	text := strings.Repeat("A line of a long note, with 知识 and 😀.\n", 10<<20/46)
	m := NewMapper(text)
	rng := rand.New(rand.NewPCG(1, 2))
	grown := len(text)
	for range 5000 {
		line := rng.IntN(m.LineCount())
		off := m.Offset(pos(uint32(line), uint32(rng.IntN(40))), UTF16)
		m = m.replace(off, off, "x")
		grown++
	}
	checkChunks(t, m.text, m.Text())
	if m.Len() != grown {
		t.Errorf("length %d, want %d", m.Len(), grown)
	}
}

// FuzzEdits applies edits to a document through the wire form and to a plain
// string, and compares.
func FuzzEdits(f *testing.F) {
	f.Add("one\r\ntwo\n😀three\r", []byte{0, 1, 0, 2, 3, 1, 0, 2, 0, 5, 9, 9, 9, 9, 1}, uint8(0), uint8(0))
	f.Add(strings.Repeat("知a\r\n", 20), []byte{3, 0, 3, 1, 6, 3, 1, 4, 0, 0, 0, 0, 30, 0, 0, 7, 0, 8, 0, 7}, uint8(1), uint8(1))
	f.Add(strings.Repeat("\r", 30)+strings.Repeat("\n", 30), []byte{2, 0, 5, 0, 6, 30, 0, 30, 0, 7, 29, 0, 31, 0, 0}, uint8(2), uint8(2))
	texts := []string{"", "x", "\n", "\r", "\r\n", "😀", "知识图谱", "a\rb\nc\r\nd", strings.Repeat("long 😀\r\n", 9)}
	f.Fuzz(func(t *testing.T, text string, edits []byte, encoding, size uint8) {
		smallChunks(t, 8+int(size)%64)
		s := editSession(encodings[int(encoding)%len(encodings)])
		open, err := json.Marshal(map[string]any{"textDocument": map[string]any{"uri": "a:b", "text": text}})
		if err != nil {
			t.Skip()
		}
		model := s.must(t, "didOpen", string(open)).New.Text()
		for ; len(edits) >= 5; edits = edits[5:] {
			r := protocol.Range{Start: pos(uint32(edits[0]), uint32(edits[1])), End: pos(uint32(edits[2]), uint32(edits[3]))}
			put := texts[int(edits[4])%len(texts)]
			change, err := json.Marshal(map[string]any{
				"textDocument":   map[string]any{"uri": "a:b", "version": 2},
				"contentChanges": []any{map[string]any{"range": r, "text": put}},
			})
			if err != nil {
				t.Fatal(err)
			}
			start, end := modelOffset(model, r.Start, s.Encoding()), modelOffset(model, r.End, s.Encoding())
			start, end = min(start, end), max(start, end)
			model = model[:start] + put + model[end:]
			d := s.must(t, "didChange", string(change)).New
			if d.Text() != model {
				t.Fatalf("after %v %q the text is %q, want %q", r, put, d.Text(), model)
			}
			checkChunks(t, d.mapper.text, model)
			if got, want := d.mapper.Position(len(model)/2, UTF16), modelPosition(model, len(model)/2, UTF16); got != want {
				t.Fatalf("position %v, want %v in %q", got, want, model)
			}
		}
	})
}
