package swarmtest

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"memswarm/swarm"
)

const flawEnv = "SWARMTEST_FLAW"

// TestConformanceOfScanner runs the suite over the reference provider, with
// the flaw that the environment asks for.
func TestConformanceOfScanner(t *testing.T) {
	Conformance(t, Factory{New: func(_ testing.TB, root string) swarm.Provider {
		return &scanner{root: root, flaw: os.Getenv(flawEnv)}
	}})
}

// TestConformanceFails proves that the suite sees each flaw.
func TestConformanceFails(t *testing.T) {
	if os.Getenv(flawEnv) != "" {
		t.Skip("within the run of a flaw")
	}
	for flaw, subtest := range map[string]string{
		"order": "Candidates", "candidates": "Candidates", "lines": "Sections", "refs": "Sections", "links": "SpecialFiles",
		"stale": "Changes", "unsaved": "Unsaved", "operators": "Operators", "context": "Context", "close": "Close",
	} {
		t.Run(flaw, func(t *testing.T) {
			t.Parallel()
			cmd := exec.Command(os.Args[0], "-test.run=^TestConformanceOfScanner$/^"+subtest+"$")
			cmd.Env = append(os.Environ(), flawEnv+"="+flaw)
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "--- FAIL: TestConformanceOfScanner/"+subtest) {
				t.Errorf("the suite passes a provider with this flaw: %v\n%s", err, out)
			}
		})
	}
}

func TestCoin(t *testing.T) {
	seen := map[string]string{}
	for _, name := range names {
		w := coin(name)
		if other, ok := seen[w]; ok || len(w) != 11 {
			t.Errorf("%q for %q and %q", w, name, other)
		}
		seen[w] = name
	}
}
