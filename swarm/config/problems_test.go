package config

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// listed gives problems as "line:column severity code", in order.
func listed(ps Problems) string {
	var out []string
	for _, p := range ps {
		out = append(out, fmt.Sprintf("%d:%d %s %s", p.Range.Start.Line, p.Range.Start.Column, p.Severity, p.Code))
	}
	return strings.Join(out, "\n")
}

const base = "providers:\n  byterover: {enabled: true}\n"

var problemCases = []struct {
	name, yaml, want string
	say              string // part of the first message
	fix              string // part of its fix
}{
	{name: "tab", yaml: "providers:\n\tbyterover:\n\t\tenabled: true\n", want: "2:1 error yaml_tab", say: "tab", fix: "spaces"},
	{name: "tab further down", yaml: base + "routing:\n  rrf_k: 3\n \trrf_gap_ratio: 1\n", want: "5:2 error yaml_tab"},
	{name: "second colon", yaml: base + "hover: a: b\n", want: "3:9 error yaml_syntax", say: "second colon"},
	{name: "wrong indentation", yaml: "providers:\n  byterover:\n    enabled: true\n   obsidian:\n    enabled: false\nhover: true\n", want: "4:4 error yaml_syntax", say: "indented"},
	{name: "unclosed quote", yaml: base + "hover: \"true\nsymbols: {passages: 1}\n", want: "3:8 error yaml_syntax", say: "never closed"},
	{name: "unclosed bracket", yaml: "providers:\n  obsidian:\n    ignore_patterns: [a, b\n    enabled: true\n", want: "3:22 error yaml_syntax", say: "not closed"},
	{name: "unknown anchor", yaml: base + "routing: *nowhere\n", want: "3:10 error yaml_syntax", say: "anchor &nowhere"},
	{name: "bad escape", yaml: base + "hover: \"C:\\users\"\n", want: "3:1 error yaml_syntax"},
	{name: "invalid UTF-8", yaml: base + "hover: \xff\n", want: "3:8 error encoding", say: "0xFF"},
	{name: "control character", yaml: base + "hover: \x01\n", want: "3:8 error encoding", say: "U+0001"},
	{name: "UTF-16", yaml: "\xff\xfeh\x00o\x00", want: "1:1 error encoding", say: "UTF-16"},
	{name: "list at the top", yaml: "- a\n- b\n", want: "1:1 error wrong_type", say: "a list"},
	{name: "text at the top", yaml: "hello\n", want: "1:1 error wrong_type", say: "text"},
	{name: "second document", yaml: base + "---\nhover: false\n", want: "3:1 warning several_documents"},

	{name: "unknown key", yaml: base + "rooting:\n  rrf_k: 3\n", want: "3:1 warning unknown_key", fix: "Did you mean routing?"},
	{name: "unknown key in camel case", yaml: "providers:\n  byterover: {enabled: true}\n  obsidian: {enabled: false, valtPath: x}\n", want: "3:30 warning unknown_key", fix: "vault_path"},
	{name: "key in the wrong section", yaml: base + "rrf_k: 3\n", want: "3:1 warning unknown_key", fix: "routing.rrf_k"},
	{name: "key like no other", yaml: base + "zzzzzzzz: 3\n", want: "3:1 warning unknown_key", fix: "Known here are"},
	{name: "custom keys", yaml: base + "x-anchors: &a {enabled: true}\n.hidden: 1\n", want: ""},
	{name: "duplicate key", yaml: base + "hover: true\nhover: false\n", want: "4:1 error duplicate_key", say: "written twice"},
	{name: "two spellings", yaml: base + "routing: {rrf_k: 3, rrfK: 4}\n", want: "3:21 warning duplicate_key", say: "the same key"},
	{name: "mapping as a key", yaml: base + "? {a: b}\n: c\n", want: "3:3 error wrong_type"},

	{name: "section as text", yaml: "providers: obsidian\n", want: "1:12 error wrong_type", say: "providers is text; a mapping"},
	{name: "section as a list", yaml: "providers:\n  - obsidian\n", want: "2:3 error wrong_type"},
	{name: "folders as text", yaml: base + "  local_markdown: {enabled: true, folders: notes}\n", want: "3:44 error wrong_type"},
	{name: "folder as text", yaml: base + "  local_markdown: {folders: [notes, {name: a, path: b}]}\n", want: "3:30 error wrong_type", say: "Element 1"},
	{name: "boolean", yaml: base + "hover: 3\n", want: "3:8 error wrong_type", say: "hover is a whole number"},
	{name: "boolean of YAML 1.1", yaml: base + "hover: no\n", want: "3:8 warning wrong_type", fix: "false"},
	{name: "quoted boolean", yaml: base + "hover: \"false\"\n", want: "3:8 warning wrong_type", fix: "false"},
	{name: "number as text", yaml: base + "routing: {rrf_k: sixty}\n", want: "3:18 error wrong_type"},
	{name: "quoted number", yaml: base + "routing: {rrf_k: \"60\"}\n", want: "3:18 error wrong_type", fix: "quotes"},
	{name: "fraction", yaml: base + "routing: {rrf_k: 1.5}\n", want: "3:18 error wrong_type", say: "1.5"},
	{name: "whole number with a point", yaml: base + "routing: {rrf_k: 60.0}\n", want: ""},
	{name: "list of lists", yaml: base + "  obsidian: {enabled: false, ignore_patterns: [[a]]}\n", want: "3:48 error wrong_type"},
	{name: "too small", yaml: base + "routing: {rrf_k: 0}\n", want: "3:18 error out_of_range", say: "at least 1"},
	{name: "open bound", yaml: base + "routing: {rrf_gap_ratio: 0}\n", want: "3:26 error out_of_range", say: "more than 0 and at most 1"},
	{name: "too large", yaml: base + "budget: {warning_threshold_pct: 101}\n", want: "3:33 error out_of_range"},
	{name: "infinite", yaml: base + "routing: {joint_weight: .inf}\n", want: "3:25 error out_of_range"},
	{name: "not a number", yaml: base + "routing: {joint_weight: .nan}\n", want: "3:25 error out_of_range"},
	{name: "choice", yaml: base + "  gbrain: {search_mode: keywords}\n", want: "3:25 error not_allowed", fix: "Did you mean keyword?"},
	{name: "weight outside", yaml: base + "routing: {weights: {byterover: 1.5}}\n", want: "3:32 warning out_of_range"},
	{name: "weight negative", yaml: base + "routing: {weights: {byterover: -1}}\n", want: "3:32 error out_of_range"},
	{name: "weight of nobody", yaml: base + "routing: {weights: {obsidan: 1}}\n", want: "3:21 warning unknown_provider", fix: "obsidian"},
	{name: "unset variable", yaml: base + "  obsidian: {vault_path: \"${NOT_SET}/v\"}\n", want: "3:26 warning unset_variable", say: "NOT_SET"},
	{name: "empty path", yaml: base + "  obsidian: {vault_path: ''}\n", want: "3:26 error missing_value"},

	{name: "missing path", yaml: base + "  obsidian:\n    enabled: true\n", want: "3:3 error missing_value", say: "vault_path", fix: "vault_path: ~/"},
	{name: "missing path of a disabled section", yaml: base + "  obsidian: {enabled: false}\n", want: ""},
	{name: "missing folder path", yaml: base + "  local_markdown:\n    folders:\n      - name: a\n", want: "5:9 error missing_value"},
	{name: "no folders", yaml: base + "  local_markdown:\n    enabled: true\n", want: "3:3 warning missing_value"},
	{name: "empty section", yaml: base + "  obsidian:\n", want: "3:12 warning missing_value"},
	{name: "http without address", yaml: base + "  gbrain: {transport: http}\n", want: "3:3 error missing_value", say: "url"},
	{name: "duplicate folder name", yaml: base + "  local_markdown:\n    folders:\n      - {name: a, path: x}\n      - {name: a, path: y}\n", want: "6:16 warning duplicate_name", say: "local-markdown:a-1"},
	{name: "plain secret", yaml: base + "  gbrain: {connection_string: \"postgres://me:pw@host/db\"}\n", want: "3:31 warning plain_secret"},
	{name: "plain token", yaml: base + "  gbrain: {token: abc}\n", want: "3:19 warning plain_secret"},
	{name: "address without password", yaml: base + "  gbrain: {connection_string: \"postgres://host/db\"}\n", want: ""},
	{name: "no effect", yaml: base + "optimization: {edge_learning: {enabled: true}}\nrouting: {default_strategy: all}\n", want: "3:1 hint no_effect\n4:11 hint no_effect"},

	{name: "unknown provider in an edge", yaml: base + "enrichment:\n  edges:\n    - from: byterover\n      to: obsidian\n", want: "6:11 error unknown_provider"},
	{name: "disabled provider in an edge", yaml: base + "  obsidian: {enabled: false}\nenrichment:\n  edges:\n    - {from: byterover, to: obsidian}\n", want: "6:29 warning disabled_provider"},
	{name: "edge without end", yaml: base + "enrichment:\n  edges:\n    - {from: byterover}\n", want: "5:7 error missing_value"},
	{name: "self-edge", yaml: base + "enrichment: {edges: [{from: byterover, to: byterover}]}\n", want: "3:22 error enrichment_cycle", say: "byterover → byterover"},
	{name: "cycle", yaml: base + "  obsidian: {vault_path: v}\nenrichment:\n  edges:\n    - {from: byterover, to: obsidian}\n    - {from: obsidian, to: byterover}\n", want: "7:7 error enrichment_cycle", say: "obsidian → byterover → obsidian"},
	{name: "cycle by expansion", yaml: base + "  local_markdown: {folders: [{name: a, path: a}, {name: b, path: b}]}\nenrichment:\n  edges:\n    - byterover -> local-markdown\n    - [\"local-markdown:b\", byterover]\n", want: "7:7 error enrichment_cycle", say: "local-markdown:b → byterover → local-markdown:b"},
	{name: "self-edge by expansion", yaml: base + "  local_markdown: {folders: [{name: a, path: a}, {name: b, path: b}]}\nenrichment: {edges: [{from: local-markdown, to: 'local-markdown:a'}]}\n", want: "4:22 error enrichment_cycle", say: "local-markdown:a → local-markdown:a"},
}

func TestProblems(t *testing.T) {
	for _, tc := range problemCases {
		t.Run(tc.name, func(t *testing.T) {
			c := load(t, tc.yaml)
			if got := listed(c.Problems); got != tc.want {
				t.Fatalf("got\n%s\nwant\n%s\n%v", got, tc.want, c.Problems)
			}
			for i, p := range c.Problems {
				if p.Message == "" || p.Fix == "" || p.Code == "" || !filepath.IsAbs(p.File) || p.Layer != LayerWorkspace {
					t.Errorf("incomplete: %#v", p)
				}
				if p.Range.End.Offset < p.Range.Start.Offset {
					t.Errorf("the range is upside down: %+v", p.Range)
				}
				if i == 0 && (!strings.Contains(p.Message, tc.say) || !strings.Contains(p.Fix, tc.fix)) {
					t.Errorf("says %q, %q", p.Message, p.Fix)
				}
			}
		})
	}
}

// The same mistake has the same line and column whatever the file's line ends,
// and a byte order mark is not counted.
func TestPositionsWithOtherLineEnds(t *testing.T) {
	for _, tc := range problemCases {
		if strings.HasPrefix(tc.yaml, "\xff") {
			continue
		}
		for _, end := range []string{"\r\n", "\r"} {
			c := load(t, "\ufeff"+strings.ReplaceAll(tc.yaml, "\n", end))
			if got := listed(c.Problems); got != tc.want {
				t.Errorf("%s with %q: got\n%s\nwant\n%s", tc.name, end, got, tc.want)
			}
		}
	}
}

// A wrong value costs that value only.
func TestWrongValueCostsOnlyItself(t *testing.T) {
	c := load(t, `
providers:
  byterover: {enabled: true}
  obsidian: {enabled: true, vault_path: vault, ignore_patterns: {a: b}}
  gbrain: {enabled: maybe, search_mode: vector}
routing: {rrf_k: -3, rrf_gap_ratio: 0.25, joint_weight: 7}
`)
	if !c.HasErrors() {
		t.Fatal("no errors")
	}
	if c.Routing.RRFK != 60 || c.Routing.RRFGapRatio != 0.25 || c.Routing.JointWeight != 7 {
		t.Errorf("routing = %+v", c.Routing)
	}
	if !c.Providers.Obsidian.Enabled || c.Providers.Obsidian.VaultPath != filepath.Join(c.Workspace.Root, "vault") || c.Providers.Obsidian.Problem != nil {
		t.Errorf("obsidian = %+v", c.Providers.Obsidian)
	}
	if c.Providers.GBrain.Enabled || c.Providers.GBrain.SearchMode != "vector" {
		t.Errorf("a switch that cannot be read must be off: %+v", c.Providers.GBrain)
	}
}
