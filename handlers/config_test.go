package handlers_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"memswarm/contract"
)

const configName = ".brv/swarm/config.yaml"

type diagnostic struct {
	Range struct {
		Start, End struct{ Line, Character int }
	}
	Severity           int
	Code, Message      string
	RelatedInformation []struct{ Message string }
}

// diagnose opens a configuration and gives its diagnostics.
func diagnose(t *testing.T, s *scenario, text string) []diagnostic {
	t.Helper()
	s.client.Open(t, s.uri(configName), "yaml", text)
	return awaitDiagnostics(t, s, 1)
}

// awaitDiagnostics waits for the diagnostics of a version.
func awaitDiagnostics(t *testing.T, s *scenario, version int) []diagnostic {
	t.Helper()
	var p struct {
		Version     int
		Diagnostics []diagnostic
	}
	_, err := s.client.Await("textDocument/publishDiagnostics", func(raw json.RawMessage) bool {
		p.Version, p.Diagnostics = 0, nil
		return json.Unmarshal(raw, &p) == nil && p.Version == version
	})
	if err != nil {
		t.Fatal(err)
	}
	return p.Diagnostics
}

func (d diagnostic) line() string {
	return fmt.Sprintf("%d:%d-%d:%d %d %s %s", d.Range.Start.Line, d.Range.Start.Character, d.Range.End.Line, d.Range.End.Character, d.Severity, d.Code, d.Message)
}

// diagnosticTests has a case for every code that an open configuration can get.
var diagnosticTests = []struct{ text, want string }{
	{"providers: [\n", "1 yaml_syntax A value is expected here, or a [ or { that opened before is not closed."},
	{"providers:\n\tobsidian: 1\n", "1:0-1:1 1 yaml_tab A tab indents this line"},
	{"hover: \x01\n", "0:7-0:8 1 encoding The character U+0001"},
	{"hover: true\n# " + strings.Repeat("x", 300_000) + "\n", "1 too_large The file has"},
	{bomb, "1 too_complex"},
	{"hover: true\n---\nhover: false\n", "2 several_documents Only the first YAML document"},
	{"hover: 5\n", "0:7-0:8 1 wrong_type hover is a whole number; true or false is needed."},
	{"hover: yes\n", "0:7-0:10 2 wrong_type"},
	{"routing:\n  rrf_k: 0\n", "1:9-1:10 1 out_of_range rrf_k is 0; it must be at least 1."},
	{"routing:\n  weights: {obsidian: 7}\n", "2 out_of_range The value 7 is outside 0.7 to 1"},
	{"providers: {memory_wiki: {vault_path: wiki, write_page_type: concpt}}\n", "1 not_allowed write_page_type cannot be \"concpt\". Did you mean concept?"},
	{"provders: {}\n", "0:0-0:8 2 unknown_key There is no key provders at the top of the file. Did you mean providers?"},
	{"# 🎉 笔记\nhover: true # é\nhover: false\n", "2:0-2:5 1 duplicate_key The key hover is written twice"},
	{"providers: {obsidian: {vault_path: '${NO_SUCH_VARIABLE}/x'}}\n", "2 unset_variable The environment variable NO_SUCH_VARIABLE is not set."},
	{"providers:\n  obsidian:\n    enabled: true\n", "1:2-1:10 1 missing_value Obsidian has no vault_path"},
	{"providers: {local_markdown: {folders: [{name: a, path: vault}, {name: a, path: wiki}]}}\n", "2 duplicate_name Another folder is called a too"},
	{"enrichment: {edges: [{from: byterover, to: obsidan}]}\nproviders: {byterover: {enabled: true}, obsidian: {vault_path: vault}}\n", "1 unknown_provider No provider obsidan is configured. Did you mean obsidian?"},
	{"enrichment: {edges: [{from: byterover, to: obsidian}]}\nproviders: {byterover: {enabled: true}, obsidian: {enabled: false, vault_path: vault}}\n", "2 disabled_provider The provider obsidian is not enabled"},
	{cycle, "8:6-9:19 1 enrichment_cycle This edge closes a cycle: memory-wiki → byterover → obsidian → memory-wiki."},
	{"providers:\n  gbrain:\n    transport: http\n    url: http://h/\n    token: abc123\n", "4:11-4:17 2 plain_secret A secret stands in the workspace's configuration"},
	{"provenance: {enabled: true}\n", "0:0-0:10 4 no_effect The key provenance has no effect."},
	{"providers: {obsidian: {vault_path: nowhere}}\n", "0:35-0:42 1 missing_path The vault"},
	{"providers: {obsidian: {vault_path: plain}}\n", "2 no_vault"},
	{"providers: {memory_wiki: {vault_path: plain}}\n", "2 no_wiki"},
	{"providers: {obsidian: {vault_path: a.md}}\n", "1 not_a_folder"},
	{"providers: {local_markdown: {folders: [{path: plain}, {name: b, path: plain}]}}\n", "2 double_path Another provider reads the same folder"},
	{"providers: {gbrain: {repo_path: plain}}\n", "0:12-0:18 2 untrusted_now GBrain is not asked"},
}

const cycle = `enrichment:
  edges:
    - from: byterover
      to: obsidian
    - from: obsidian
      to: memory-wiki
    # closes it
    # 🎉
    - from: memory-wiki
      to: byterover
providers: {byterover: {enabled: true}, obsidian: {vault_path: vault}, memory_wiki: {vault_path: wiki}}
`

// bomb multiplies aliases.
var bomb = func() string {
	var b strings.Builder
	b.WriteString("x-a0: &a0 {name: n, path: plain}\n")
	for i := 1; i < 12; i++ {
		fmt.Fprintf(&b, "x-a%d: &a%d {<<: [%s]}\n", i, i, strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d, ", i-1), 9), ", "))
	}
	b.WriteString("providers:\n  obsidian: *a11\n")
	return b.String()
}()

// elsewhere are codes of problems that no open configuration has: they are
// about files that cannot be opened, or folders, and are tested with the loader.
var elsewhere = []string{"unreadable", "not_a_file", "misnamed_file", "foreign_folder", "bad_pointer", "client_untrusted", "workspace_refused", "unreadable_folder", "slow_path", "untrusted", "last_good_kept"}

func newConfigScenario(t *testing.T) *scenario {
	s := newScenario(t)
	s.write("vault/.obsidian/app.json", "{}")
	s.write("wiki/concepts/c.md", "# C\n")
	s.write("plain/p.md", "# P\n")
	s.write("a.md", "# A\n")
	s.write(configName, "hover: true\n")
	return s
}

func TestConfigDiagnostics(t *testing.T) {
	seen := map[string]bool{}
	for i, tt := range diagnosticTests {
		seen[regexp.MustCompile(`\d ([a-z_]+)`).FindStringSubmatch(tt.want)[1]] = true
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			s := newConfigScenario(t)
			s.start()
			var got []string
			for _, d := range diagnose(t, s, tt.text) {
				got = append(got, s.clean(d.line()))
			}
			if !slices.ContainsFunc(got, func(g string) bool { return strings.Contains(g, tt.want) }) {
				t.Errorf("%.80q\n got %s\nwant %s", tt.text, strings.Join(got, "\n     "), tt.want)
			}
		})
	}
	for _, code := range allCodes(t) {
		if !seen[code] && !slices.Contains(elsewhere, code) {
			t.Errorf("no test has the code %s", code)
		}
	}
}

// allCodes reads the codes of problems from their declarations.
func allCodes(t *testing.T) (out []string) {
	files, err := filepath.Glob("../swarm/config/*.go")
	if err != nil || len(files) == 0 {
		t.Fatal(err)
	}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`(?m)^\s*(?:const )?Code\w+\s+= "(\w+)"`).FindAllStringSubmatch(string(text), -1) {
			out = append(out, m[1])
		}
	}
	return out
}

// A right configuration has no diagnostics, and a correction takes them away.
func TestConfigDiagnosticsFollowTheText(t *testing.T) {
	s := newConfigScenario(t)
	s.start()
	if ds := diagnose(t, s, "hovr: true\n"); len(ds) != 1 {
		t.Fatalf("%+v", ds)
	}
	s.client.Replace(t, s.uri(configName), 2, "hover: true\n")
	if ds := awaitDiagnostics(t, s, 2); len(ds) != 0 {
		t.Errorf("%+v", ds)
	}
	s.client.Replace(t, s.uri(configName), 3, cycle)
	ds := awaitDiagnostics(t, s, 3)
	if len(ds) != 2 || len(ds[0].RelatedInformation) != 2 || ds[0].RelatedInformation[0].Message != "byterover → obsidian" {
		t.Errorf("the path that closes the cycle: %+v", ds)
	}
	s.client.CloseDocument(t, s.uri(configName))
	if ds := awaitDiagnostics(t, s, 0); len(ds) != 0 {
		t.Errorf("after closing: %+v", ds)
	}
}

type action struct {
	Title       string
	IsPreferred bool
	Edit        *struct {
		Changes map[string][]struct {
			Range struct {
				Start, End struct{ Line, Character int }
			}
			NewText string
		}
	}
	Command *struct {
		Command   string
		Arguments []json.RawMessage
	}
}

func actions(t *testing.T, s *scenario) []action {
	t.Helper()
	var out []action
	params := json.RawMessage(`{"textDocument":{"uri":"` + s.uri(configName) + `"},"range":{"start":{"line":0,"character":0},"end":{"line":99,"character":0}},"context":{"diagnostics":[],"only":["quickfix"]}}`)
	if err := s.client.Call("textDocument/codeAction", params, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// apply makes an action's edits, for texts of one UTF-16 unit a byte.
func apply(text string, a action) string {
	lines := strings.SplitAfter(text, "\n")
	at := func(line, col int) int {
		n := 0
		for i := 0; i < line && i < len(lines); i++ {
			n += len(lines[i])
		}
		return min(n+col, len(text))
	}
	for _, edits := range a.Edit.Changes {
		for _, e := range slices.Backward(edits) {
			text = text[:at(e.Range.Start.Line, e.Range.Start.Character)] + e.NewText + text[at(e.Range.End.Line, e.Range.End.Character):]
		}
	}
	return text
}

func TestConfigQuickFixes(t *testing.T) {
	tests := []struct{ text, title, want string }{
		{"provders: {}\nhover: true\n", "Change to providers", "providers: {}\nhover: true\n"},
		{"zzzzz: 1 # x\nhover: true\n", "Remove the key", "hover: true\n"},
		{"hover: yes\n", "Change to true", "hover: true\n"},
		{"hover: true\nhover: false\n", "Remove this key", "hover: true\n"},
		{"provenance:\n  enabled: true\nhover: true\n", "Remove the key", "hover: true\n"},
		{strings.ReplaceAll(cycle, "# 🎉", "#"), "Remove this edge", strings.ReplaceAll(strings.ReplaceAll(cycle, "# 🎉", "#"), "    - from: memory-wiki\n      to: byterover\n", "")},
		{"enrichment:\n  edges:\n    - {from: byterover, to: obsidan}\nproviders: {byterover: {enabled: true}, obsidian: {vault_path: vault}}\n", "Change to obsidian",
			"enrichment:\n  edges:\n    - {from: byterover, to: obsidian}\nproviders: {byterover: {enabled: true}, obsidian: {vault_path: vault}}\n"},
		{"enrichment:\n  edges:\n    - {from: byterover, to: obsidian}\nproviders: {byterover: {enabled: true}, obsidian: {enabled: false, vault_path: vault}}\n", "Remove this edge",
			"enrichment:\n  edges: []\nproviders: {byterover: {enabled: true}, obsidian: {enabled: false, vault_path: vault}}\n"},
		{"providers:\n  gbrain:\n    transport: http\n    url: http://h/\n    token: abc123 # mine\n", "Replace the secret by ${GBRAIN_TOKEN} (set that variable where the program starts)",
			"providers:\n  gbrain:\n    transport: http\n    url: http://h/\n    token: ${GBRAIN_TOKEN} # mine\n"},
		{"providers:\n  obsidian:\n    enabled: true\n", "Add vault_path", "providers:\n  obsidian:\n    enabled: true\n    vault_path: ~/Documents/Vault\n"},
		{"providers:\n  obsidian:\n    enabled: true\n", "Disable providers.obsidian", "providers:\n  obsidian:\n    enabled: false\n"},
		{"providers:\n  local_markdown:\n    folders:\n      - {name: a, path: vault}\n      - {name: a, path: wiki}\n", "Call it a-1",
			"providers:\n  local_markdown:\n    folders:\n      - {name: a, path: vault}\n      - {name: a-1, path: wiki}\n"},
		{"providers:\n  local_markdown:\n    folders:\n      - {path: plain}\n      - {name: b, path: plain}\n", "Remove this folder",
			"providers:\n  local_markdown:\n    folders:\n      - {path: plain}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.title, func(t *testing.T) {
			t.Parallel()
			s := newConfigScenario(t)
			s.start()
			diagnose(t, s, tt.text)
			all := actions(t, s)
			i := slices.IndexFunc(all, func(a action) bool { return a.Title == tt.title })
			if i < 0 {
				t.Fatalf("%+v", all)
			}
			if got := apply(tt.text, all[i]); got != tt.want {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

func TestConfigCreatesAFolder(t *testing.T) {
	s := newConfigScenario(t)
	s.start()
	diagnose(t, s, "providers: {obsidian: {vault_path: new/vault}}\n")
	all := actions(t, s)
	i := slices.IndexFunc(all, func(a action) bool { return a.Command != nil && a.Command.Command == "swarm.createFolder" })
	if i < 0 {
		t.Fatalf("%+v", all)
	}
	run := func(args any) error {
		return s.client.Call("workspace/executeCommand", map[string]any{"command": "swarm.createFolder", "arguments": []any{args}}, nil)
	}
	if err := run(all[i].Command.Arguments[0]); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(s.dir, "new", "vault")); err != nil || !info.IsDir() {
		t.Error(err)
	}
	// No other folder can be made with it.
	if err := run(map[string]any{"uri": s.uri(configName), "path": filepath.Join(s.dir, "other")}); err == nil {
		t.Error("a folder that nobody names was made")
	}
}

func TestConfigCompletion(t *testing.T) {
	tests := []struct {
		text     string // | is the cursor
		has, not string // labels, separated by blanks
		edit     string // the first wanted label's new text
	}{
		{"|", "providers routing hover", "optimization obsidian", "providers:\n  "},
		{"hover: |\n", "true false", "", "true"},
		{"hover: true\nho|", "routing", "hover", "routing:\n  "},
		{"providers:\n  obs|\n  byterover:\n    enabled: true\n", "obsidian", "byterover honcho", "obsidian:\n    "},
		{"providers:\n  obsidian:\n    |\n", "vault_path enabled ignore_patterns", "index_on_startup", "vault_path: "},
		{"providers:\n  obsidian:\n    vault_p|: x\n", "vault_path", "read_only", "vault_path"},
		{"providers:\n  memoryWiki:\n    writePageType: |\n", "concept entity", "", "concept"},
		{"providers:\n  obsidian:\n    vault_path: |\n", "~/ws/vault vault wiki plain", "a.md", "~/ws/vault"},
		{"providers:\n  obsidian:\n    vault_path: v|\n", "vault", "wiki", "vault"},
		{"providers:\n  gbrain:\n    token: ${|\n", "${HOME}", "", "${HOME}"},
		{"enrichment:\n  edges:\n    - from: |\nproviders: {byterover: {enabled: true}, obsidian: {vault_path: vault}}\n", "byterover obsidian", "gbrain", "byterover"},
		{"enrichment:\n  edges:\n    - fr|\n", "from to", "", "from: "},
		{"routing:\n  weights:\n    |\nproviders: {byterover: {enabled: true}, obsidian: {vault_path: vault}}\n", "byterover obsidian", "", "byterover: "},
		{"# |", "", "providers", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			s := newConfigScenario(t)
			s.start()
			at := strings.IndexByte(tt.text, '|')
			text := strings.Replace(tt.text, "|", "", 1)
			diagnose(t, s, text)
			line := strings.Count(text[:at], "\n")
			col := at - strings.LastIndexByte(text[:at], '\n') - 1
			var list *struct {
				Items []struct {
					Label    string
					TextEdit struct{ NewText string }
				}
			}
			if err := s.client.Call("textDocument/completion", map[string]any{"textDocument": map[string]any{"uri": s.uri(configName)}, "position": map[string]any{"line": line, "character": col}}, &list); err != nil {
				t.Fatal(err)
			}
			labels, edits := []string{}, map[string]string{}
			if list != nil {
				for _, i := range list.Items {
					labels = append(labels, i.Label)
					edits[i.Label] = i.TextEdit.NewText
				}
			}
			for i, want := range strings.Fields(tt.has) {
				if !slices.Contains(labels, want) {
					t.Errorf("no %s in %v", want, labels)
				} else if i == 0 && edits[want] != tt.edit {
					t.Errorf("%s writes %q, want %q", want, edits[want], tt.edit)
				}
			}
			for _, no := range strings.Fields(tt.not) {
				if slices.Contains(labels, no) {
					t.Errorf("%s in %v", no, labels)
				}
			}
		})
	}
}

func TestConfigHover(t *testing.T) {
	tests := []struct{ text, want string }{
		{"rout|ing:\n  rrf_k: 61\n", "How the providers' rankings are fused and cut."},
		{"routing:\n  rrf|_k: 61\n", "In force: `61`, from the workspace's file, line 2"},
		{"routing:\n  joint_weight: 2|0\n", "routing.joint_weight"},
		{"providers:\n  obsidian:\n    vault|Path: vault\n", "providers.obsidian.vault_path"},
		{"providers:\n  gbrain:\n    token: s3cr|et\n", "In force: `[redacted]`"},
		{"providers:\n  gbrain:\n    interact|ive: true\n", "only when the workspace is trusted"},
		{"providers:\n  honcho:\n    ena|bled: true\n", "no effect"},
		{"providers: [\nho|ver: true\n", "Show what is known"}, // not valid, and still documented
		{"zz|z: 1\n", ""},
		{"# no|thing\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			t.Parallel()
			s := newConfigScenario(t)
			s.start()
			at := strings.IndexByte(tt.text, '|')
			text := strings.Replace(tt.text, "|", "", 1)
			diagnose(t, s, text)
			var h *struct{ Contents struct{ Value string } }
			if err := s.client.Call("textDocument/hover", map[string]any{"textDocument": map[string]any{"uri": s.uri(configName)},
				"position": map[string]any{"line": strings.Count(text[:at], "\n"), "character": at - strings.LastIndexByte(text[:at], '\n') - 1}}, &h); err != nil {
				t.Fatal(err)
			}
			got := ""
			if h != nil {
				got = h.Contents.Value
			}
			if tt.want == "" && got != "" || !strings.Contains(strings.ReplaceAll(got, "`", ""), strings.ReplaceAll(tt.want, "`", "")) || strings.Contains(got, "s3cret") {
				t.Errorf("%q, want %q", got, tt.want)
			}
		})
	}
}

// Changes take effect on save; an invalid file leaves the last good one in force
// and says so.
func TestConfigTakesEffectOnSave(t *testing.T) {
	s := newConfigScenario(t)
	s.start()
	save := func(version int, text string) {
		t.Helper()
		s.write(configName, text)
		s.client.Replace(t, s.uri(configName), version, text)
		s.client.Save(t, s.uri(configName))
	}
	status := func() (st contract.Status) {
		t.Helper()
		if err := s.client.Call("swarm/status", map[string]any{}, &st); err != nil {
			t.Fatal(err)
		}
		return st
	}
	ids := func(st contract.Status) string {
		out := []string{}
		for _, p := range st.Providers {
			out = append(out, p.ID)
		}
		return strings.Join(out, " ")
	}
	diagnose(t, s, "hover: true\n")
	save(2, "providers: {obsidian: {vault_path: vault}}\n")
	if got := ids(status()); got != "obsidian" {
		t.Fatalf("%s", got)
	}
	for i, bad := range []string{"providers: [\n", "providers:\n\tx: 1\n", "providers: {obsidian: {vault_path: vault}}\nrouting: {rrf_k: no}\n"} {
		save(3+i, bad)
		st := status()
		if got := ids(st); got != "obsidian" || st.State != "degraded" || !strings.Contains(strings.Join(st.Errors, "\n"), "stays in force") {
			t.Errorf("%q: %s %s %v", bad, got, st.State, st.Errors)
		}
	}
	save(9, "providers: {memory_wiki: {vault_path: wiki}}\n")
	st := status()
	if got := ids(st); got != "memory-wiki" || len(st.Errors) != 0 {
		t.Errorf("%s %v", got, st.Errors)
	}
}
