package config

import (
	"slices"
	"strings"
	"testing"
)

func TestCursorAt(t *testing.T) {
	tests := []struct {
		text    string // the cursor is at |
		path    string
		value   bool
		prefix  string
		taken   string
		nothing bool
	}{
		{text: "|", path: ""},
		{text: "hov|", path: "", prefix: "hov"},
		{text: "hover: |", path: "hover", value: true},
		{text: "hover: tr|ue # x", path: "hover", value: true, prefix: "tr"},
		{text: "hover: true\n|", path: "", taken: "hover"},
		{text: "providers:\n  obs|", path: "providers", prefix: "obs"},
		{text: "providers:\n  obsidian:\n    vaultPath: ~/|", path: "providers.obsidian.vault_path", value: true, prefix: "~/"},
		{text: "providers:\n  obsidian:\n    enabled: true\n    |\n    vaultPath: /x\n  gbrain:\n    url: x\n", path: "providers.obsidian", taken: "enabled vault_path"},
		{text: "providers:\n  obsidian:\n    enabled: true\n  |", path: "providers", taken: "obsidian"},
		{text: "providers:\n  local_markdown:\n    folders:\n      - na|", path: "providers.local_markdown.folders[]", prefix: "na"},
		{text: "providers:\n  local_markdown:\n    folders:\n      - name: a\n        pa|\n      - name: b", path: "providers.local_markdown.folders[]", prefix: "pa", taken: "name"},
		{text: "providers:\n  local_markdown:\n    folders:\n    - name: a\n    - name: b\n      path: ~/n|", path: "providers.local_markdown.folders[].path", value: true, prefix: "~/n"},
		{text: "enrichment:\n  edges:\n    - from: |", path: "enrichment.edges[].from", value: true},
		{text: "enrichment:\r\n  edges:\r\n    - from: a\r\n      to: |\r\n", path: "enrichment.edges[].to", value: true},
		{text: "routing:\n  weights:\n    |", path: "routing.weights"},
		{text: "routing:\n  weights:\n    gbrain: |", path: "routing.weights.gbrain", value: true},
		{text: "# comment |", nothing: true},
		{text: "hover: true # com|", nothing: true},
		{text: "providers: {obs|}", nothing: true},
		{text: "\ufeffhover: |", path: "hover", value: true},
		{text: "providers:\n  # 笔记\n  obsidian:\n    vault_path: \"/笔|\"", path: "providers.obsidian.vault_path", value: true, prefix: "\"/笔"},
		{text: "providers:\n\tobs|", path: "", prefix: "\tobs", taken: "providers"},
	}
	for _, tt := range tests {
		at := strings.IndexByte(tt.text, '|')
		text := strings.Replace(tt.text, "|", "", 1)
		c, ok := ParseDocument("f", []byte(text)).CursorAt(at)
		if ok == tt.nothing {
			t.Errorf("%q: ok %t", tt.text, ok)
			continue
		}
		taken := slices.Sorted(slices.Values(c.Taken))
		if ok && (c.Path != tt.path || c.InValue != tt.value || c.Prefix != tt.prefix || strings.Join(taken, " ") != tt.taken) {
			t.Errorf("%q: %+v", tt.text, c)
		}
		if ok && (c.Start > at || c.End < at || c.Start < 0 || c.End > len(text)) {
			t.Errorf("%q: %d to %d around %d", tt.text, c.Start, c.End, at)
		}
	}
}

func FuzzCursor(f *testing.F) {
	f.Add([]byte(testdata(f, "reference-full.yaml")), 40)
	f.Add([]byte("- - a:\n-\n- :\n  -"), 3)
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		d := ParseDocument("f", text)
		c, ok := d.CursorAt(at)
		if ok && (c.Start < 0 || c.End < c.Start || c.End > len(text)) {
			t.Fatalf("%+v of %d", c, len(text))
		}
	})
}
