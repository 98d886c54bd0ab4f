package cli

import (
	"strings"
	"testing"

	"memswarm/contract"
)

// wantsMore is a configuration that wants something that needs trust.
const wantsMore = "providers:\n  local_markdown:\n    folders:\n      - {name: notes, path: ~/notes, read_only: false}\n"

func TestTrustCommand(t *testing.T) {
	p := newProgram(t).usual()
	p.write(configFile, wantsMore)
	wants(t, p.must("query", "queue"), "Standup") // reading needs no trust
	wants(t, p.must("status"), "held back: writes into "+p.path("notes"), "read without trust: ~/notes", "memswarm trust", "✓ Swarm is operational")
	wants(t, p.must("query", "queue"), "Standup") // reading needs no trust
	wants(t, p.must("trust"), "is trusted", "writes into "+p.path("notes"))
	out := p.must("status")
	if strings.Contains(out, "held back") {
		t.Errorf("%s", out)
	}
	wants(t, p.must("trust", "--list"), "✓ trusted", p.dir)

	// Other changes ask nothing, a new target does.
	p.write(configFile, wantsMore+"routing: {rrf_k: 50}\n")
	var st contract.Status
	if p.json(&st, "status"); !st.Config.Trusted {
		t.Errorf("%+v", st.Config.Trust)
	}
	p.write(configFile, wantsMore+"      - {name: other, path: ~/Documents, read_only: false}\n")
	if p.json(&st, "status"); st.Config.Trusted || len(st.Config.Trust.HeldBack) != 2 {
		t.Errorf("%+v", st.Config.Trust)
	}
	wants(t, p.must("trust", "--revoke"), "no longer trusted")
	wants(t, p.must("trust", "--list"), "No workspace was answered for.")
	wants(t, p.must("trust", "--revoke"), "was not trusted")
	if _, _, code := p.run("trust", "--list", "--revoke"); code != 2 {
		t.Errorf("exit %d", code)
	}
	var reply trustReply
	if code := p.json(&reply, "trust", "."); code != 0 || !reply.Trusted || len(reply.Actions) != 2 {
		t.Errorf("%+v", reply)
	}
}

// A workspace without a wish is trusted too, and asks when it gets one.
func TestTrustBeforeAWish(t *testing.T) {
	p := newProgram(t).usual()
	wants(t, p.must("trust"), "nothing that needs trust now")
	p.write(configFile, wantsMore)
	wants(t, p.must("status"), "held back")
}

func TestTrustDamagedStore(t *testing.T) {
	p := newProgram(t).usual()
	p.write(configFile, wantsMore)
	p.must("trust")
	for _, file := range []string{".local/state/memswarm/trust.json", "Library/Application Support/memswarm/trust.json", "Local/memswarm/trust.json"} {
		if p.exists(file) {
			p.write(file, "{")
		}
	}
	_, errOut, code := p.run("trust")
	if code != 1 {
		t.Errorf("exit %d", code)
	}
	wants(t, errOut, "is damaged")
}
