package wire

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"
)

func TestDecode(t *testing.T) {
	for _, tt := range []struct {
		name string
		r    Reply
		err  string
		code string
	}{
		{"rows", Reply{Text: `[{"slug": "a", "effective_date": null, "keyword_hit": null}]`}, "", ""},
		{"not found", Reply{Text: `{"error": "page_not_found", "message": "Page not found: x"}`, IsError: true}, "Page not found", "page_not_found"},
		{"error as a success", Reply{Text: `{"error": "internal_error", "message": "oh"}`}, "oh", "internal_error"},
		{"plain error", Reply{Text: "boom", IsError: true}, "boom", ""},
		{"empty error", Reply{IsError: true}, "", ""},
		{"empty", Reply{}, "empty", ""},
		{"cut", Reply{Text: `[{"slug": "a`}, "not the JSON", ""},
		{"prose", Reply{Text: "Sorry, I cannot"}, "not the JSON", ""},
		{"other type", Reply{Text: `[{"slug": ["SECRETPAGE"]}]`}, "array where string belongs", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var rows []Row
			err := tt.r.Decode(&rows)
			e, _ := errors.AsType[*ToolError](err)
			if tt.err == "" && err != nil && tt.name == "rows" || tt.err != "" && (err == nil || !strings.Contains(err.Error(), tt.err)) || e != nil && e.Code != tt.code {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), "SECRETPAGE") {
				t.Error("the message quotes the page")
			}
		})
	}
	var put Put
	r := Reply{Text: `{"slug": "a", "status": "error", "error": "bad YAML"}`}
	if err := r.Decode(&put); err != nil || put.Status != "error" || put.Error == "" {
		t.Errorf("got %+v, %v", put, err)
	}
	if !errors.Is(PlainError("Page not found: x"), NotFound) || errors.Is(PlainError("Unknown tool: x"), NotFound) {
		t.Error("plain errors have no code")
	}
}

func TestTime(t *testing.T) {
	for in, want := range map[string]string{`"2026-12-01"`: "2026-12-01T00:00:00Z", `"2026-12-01T00:37:04.693Z"`: "2026-12-01T00:37:04Z", `null`: "", `5`: "", `"x"`: ""} {
		var v Time
		if err := json.Unmarshal([]byte(in), &v); err != nil {
			t.Error(err)
		}
		got := ""
		if !v.IsZero() {
			got = v.Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%s: got %s", in, got)
		}
	}
}

func TestFirstJSON(t *testing.T) {
	for in, want := range map[string]string{
		`[1]`: `[1]`, " {} \n": "{}", "[gbrain] hello\n{\"a\": 1}\nbye": `{"a": 1}`, "{ not json\n  [2]\n": "[2]", "": "", "hello": "", "{": "",
		strings.Repeat("[\n", 100_000): "",
	} {
		got, ok := FirstJSON([]byte(in))
		if string(got) != want || ok != (want != "") {
			t.Errorf("%.40q: got %q", in, got)
		}
	}
}

func FuzzReply(f *testing.F) {
	f.Add(`[{"slug": "a", "chunk_text": "b"}]`, false)
	f.Add(`{"error": "x", "message": "y"}`, true)
	f.Add("[gbrain] x\n{\"a\": [1]}", false)
	f.Fuzz(func(t *testing.T, text string, isError bool) {
		r := Reply{Text: text, IsError: isError}
		var rows []Row
		var page Page
		var put Put
		if err := r.Decode(&rows); isError && err == nil {
			t.Error("an error was taken for a success")
		}
		_ = r.Decode(&page)
		_ = r.Decode(&put)
		_ = page.Private()
		if out, ok := FirstJSON([]byte(text)); ok && !json.Valid(out) {
			t.Errorf("%q is no JSON", out)
		}
		var meta map[string]any
		if json.Unmarshal([]byte(text), &meta) == nil {
			_ = ParseRetrieval(meta)
		}
	})
}
