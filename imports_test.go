package main_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "memswarm"

// room is a folder of packages and what of this module it may know. An entry
// covers the folders below it; one that ends in "." is that package alone.
type room struct {
	folder string
	knows  []string
	// only limits the packages from elsewhere; nil allows any.
	only []string
}

// rooms is the table of design: the first that covers a package counts.
var rooms = []room{
	{folder: "swarm/config", knows: []string{"swarm."}},
	{folder: "swarm/swarmtest", knows: []string{"swarm."}},
	{folder: "atomicfile", only: []string{}},
	{folder: "trust", knows: []string{"swarm.", "swarm/config", "atomicfile"}},
	{folder: "providers/detect", knows: []string{"swarm."}},
	{folder: "setup", knows: []string{"swarm.", "swarm/config", "providers/detect", "atomicfile"}},
	{folder: "swarm", only: []string{}}, // the standard library only
	{folder: "contract", knows: []string{"swarm."}},
	{folder: "providers/internal", knows: []string{"swarm.", "providers/internal"}},
	{folder: "providers.", knows: []string{"swarm.", "swarm/config", "providers"}},
	{folder: "providers", knows: []string{"swarm.", "providers/internal"}},
	{folder: "lsp", knows: []string{"lsp"}},
	{folder: "daemon", knows: []string{}},
	{folder: "workspace", knows: []string{"swarm.", "swarm/config", "providers.", "contract", "workspace"}},
	{folder: "handlers", knows: []string{"lsp", "workspace", "setup", "swarm.", "swarm/config", "contract", "handlers"}},
	{folder: "cli", knows: []string{"swarm.", "swarm/config", "providers.", "lsp", "daemon", "workspace", "handlers", "contract", "trust", "setup", "cli"}},
	{folder: ".", knows: []string{"cli"}},
}

// free holds folders of programs and checks that are no part of the product.
var free = []string{"bench", "examples", "tools", "e2e", "editors", "internal/e2e"}

type goPackage struct {
	ImportPath string
	Standard   bool
	Imports    []string
}

// TestRooms fails when a package knows what its room may not.
func TestRooms(t *testing.T) {
	standard := make(map[string]bool)
	var ours []goPackage
	for _, p := range listPackages(t) {
		if p.Standard {
			standard[p.ImportPath] = true
		}
		if _, ok := inside(p.ImportPath); ok {
			ours = append(ours, p)
		}
	}
	if len(ours) == 0 {
		t.Fatal("go list names no package of this module")
	}
	for _, p := range ours {
		folder, _ := inside(p.ImportPath)
		if slices.ContainsFunc(free, func(f string) bool { return covers(f, folder) }) {
			continue
		}
		i := roomOf(folder)
		if i < 0 {
			t.Errorf("%s stands in no room of this table", p.ImportPath)
			continue
		}
		for _, problem := range rooms[i].check(p, standard) {
			t.Error(problem)
		}
	}
}

func (r *room) check(p goPackage, standard map[string]bool) (problems []string) {
	for _, imp := range p.Imports {
		target, ok := inside(imp)
		switch {
		case ok && sameRoom(p.ImportPath, imp):
			// What a room holds is its own business.
		case ok && !slices.ContainsFunc(r.knows, func(k string) bool { return covers(k, target) }):
			problems = append(problems, p.ImportPath+" may not import "+imp+": "+r.folder+" does not know that room")
		case !ok && r.only != nil && !standard[imp] && !slices.Contains(r.only, imp):
			problems = append(problems, p.ImportPath+" may not import "+imp+": "+r.folder+" uses the standard library only")
		}
	}
	return problems
}

func roomOf(folder string) int {
	return slices.IndexFunc(rooms, func(r room) bool { return covers(r.folder, folder) })
}

// sameRoom says whether two packages share a room; every kind of provider has
// one of its own.
func sameRoom(a, b string) bool {
	a, _ = inside(a)
	b, _ = inside(b)
	i := roomOf(a)
	if i != roomOf(b) {
		return false
	}
	return rooms[i].folder != "providers" || kind(a) == kind(b)
}

// kind is the folder of a provider's package below providers.
func kind(folder string) string {
	_, rest, _ := strings.Cut(folder, "/")
	name, _, _ := strings.Cut(rest, "/")
	return name
}

// inside gives the folder of a package of this module.
func inside(path string) (folder string, ok bool) {
	if path == module {
		return ".", true
	}
	return strings.CutPrefix(path, module+"/")
}

// covers says whether the pattern holds a folder: "swarm" itself and all below
// it, "swarm." itself only.
func covers(pattern, folder string) bool {
	if pattern == "." {
		return folder == "."
	}
	if exact, ok := strings.CutSuffix(pattern, "."); ok {
		return folder == exact
	}
	return folder == pattern || strings.HasPrefix(folder, pattern+"/")
}

func listPackages(t *testing.T) (out []goPackage) {
	t.Helper()
	cmd := exec.Command("go", "list", "-e", "-deps", "-json=ImportPath,Standard,Imports", "./...")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	text, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderr.String())
	}
	for d := json.NewDecoder(bytes.NewReader(text)); ; {
		var p goPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return out
		} else if err != nil {
			t.Fatal(err)
		}
		out = append(out, p)
	}
}

// TestRoomsCatches proves that the table can fail.
func TestRoomsCatches(t *testing.T) {
	standard := map[string]bool{"fmt": true}
	tests := []struct {
		pkg, imp string
		ok       bool
	}{
		{"memswarm/swarm", "fmt", true},
		{"memswarm/swarm", "golang.org/x/text/unicode/norm", false},
		{"memswarm/swarm", "memswarm/swarm/config", false},
		{"memswarm/swarm/config", "memswarm/swarm", true},
		{"memswarm/swarm/config", "memswarm/providers", false},
		{"memswarm/lsp", "memswarm/swarm", false},
		{"memswarm/lsp", "go.lsp.dev/protocol", true},
		{"memswarm/handlers", "memswarm/providers/obsidian", false},
		{"memswarm/handlers", "memswarm/providers", false},
		{"memswarm/handlers", "memswarm/workspace", true},
		{"memswarm/providers/obsidian", "memswarm/providers/gbrain", false},
		{"memswarm/providers/obsidian", "memswarm/providers/internal/index", true},
		{"memswarm/providers/obsidian", "memswarm/swarm/config", false},
		{"memswarm/providers/internal/index", "memswarm/providers/obsidian", false},
		{"memswarm/providers/obsidian", "memswarm/providers/obsidian/daily", true},
		{"memswarm/providers", "memswarm/providers/obsidian", true},
		{"memswarm/workspace", "memswarm/providers", true},
		{"memswarm/workspace", "memswarm/providers/internal/index", false},
		{"memswarm/workspace", "memswarm/lsp", false},
		{"memswarm", "memswarm/cli", true},
		{"memswarm", "memswarm/swarm", false},
	}
	for _, tt := range tests {
		folder, _ := inside(tt.pkg)
		i := roomOf(folder)
		if i < 0 {
			t.Errorf("%s stands in no room", tt.pkg)
			continue
		}
		problems := rooms[i].check(goPackage{ImportPath: tt.pkg, Imports: []string{tt.imp}}, standard)
		if ok := len(problems) == 0; ok != tt.ok {
			t.Errorf("%s importing %s: allowed %t, want %t", tt.pkg, tt.imp, ok, tt.ok)
		}
	}
}
