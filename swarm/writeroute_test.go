package swarm

import (
	"errors"
	"strings"
	"testing"
)

func TestClassifyContent(t *testing.T) {
	tests := []struct {
		text string
		want ContentType
	}{
		{"Alice is a staff engineer at Acme.", Entity},
		{"Bob works at Initech", Entity},
		{"She is the CEO of Hooli", Entity},
		{"cto of a start-up", Entity},
		{"co-founded in 2019", Entity},
		{"Founded by two students", Entity},
		{"VP of Sales", Entity},
		{"Meeting notes 3 May", Note},
		{"Minutes\n- decided", Note},
		{"# Standup", Note},
		{"TODO: rotate keys", Note},
		{"Action items:\n- x", Note},
		{"an idea for the cache", Note},
		{"Alice is an engineer at Acme, from the meeting notes", Entity},
		{"JWT tokens expire after 15 minutes", General},
		{"it failed a few minutes ago", General},
		{"this works at compile time", General},
		{"it is a bug at startup", General},
		{"The ideal drafting table", General},
		{"我们在三月决定迁移", General},
		{"", General},
		{"\xff\xfe", General},
		{strings.Repeat("x", 50_000) + " TODO", General},
	}
	for _, tt := range tests {
		if got := ClassifyContent(tt.text); got != tt.want {
			t.Errorf("ClassifyContent(%.40q) = %s, want %s", tt.text, got, tt.want)
		}
	}
}

func TestChooseTarget(t *testing.T) {
	all := []Target{
		{ID: ByteRover, Writable: true},
		{ID: Obsidian, Reason: "Obsidian vaults are only read"},
		{ID: MemoryWiki, Writable: true, Accepts: []ContentType{Entity, General}},
		{ID: "local-markdown:closed", Reason: "read_only is true"},
		{ID: "local-markdown:notes", Writable: true},
		{ID: GBrain, Writable: true},
	}
	without := func(ids ...ID) []Target {
		var out []Target
		for _, target := range all {
			keep := true
			for _, id := range ids {
				keep = keep && target.ID != id
			}
			if keep {
				out = append(out, target)
			}
		}
		return out
	}
	tests := []struct {
		name     string
		typ      ContentType
		targets  []Target
		named    ID
		want     ID
		fallback bool
		code     string
	}{
		{"entity", Entity, all, "", GBrain, false, ""},
		{"entity without gbrain", Entity, without(GBrain), "", MemoryWiki, false, ""},
		{"note", Note, all, "", "local-markdown:notes", false, ""},
		{"note without a folder", Note, without("local-markdown:notes"), "", GBrain, false, ""},
		{"general, configuration order", General, all, "", MemoryWiki, false, ""},
		{"only the context tree", Note, all[:2], "", ByteRover, true, ""},
		{"nothing open", Note, all[1:2], "", "", false, "no_target"},
		{"nothing at all", Note, nil, "", "", false, "no_target"},
		{"named", Entity, all, "local-markdown:notes", "local-markdown:notes", false, ""},
		{"named by kind", Note, all, "local-markdown", "local-markdown:notes", false, ""},
		{"named context tree is no fallback", Note, all, "ByteRover", ByteRover, false, ""},
		{"named but closed", Note, all, Obsidian, "", false, "closed_target"},
		{"named folder closed", Note, all, "local-markdown:closed", "", false, "closed_target"},
		{"named unknown", Note, all, "honcho", "", false, "unknown_target"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, err := ChooseTarget(tt.typ, tt.targets, tt.named)
			var e *Error
			code := ""
			if errors.As(err, &e) {
				code = e.Code
				if e.Fix == "" {
					t.Error("no fix")
				}
			}
			if c.Target.ID != tt.want || c.Fallback != tt.fallback || code != tt.code {
				t.Errorf("%s, fallback %t, %q", c.Target.ID, c.Fallback, code)
			}
		})
	}
	if _, err := ChooseTarget(Note, all[1:2], ""); !strings.Contains(err.Error(), "only read") {
		t.Errorf("%v does not say why", err)
	}
	if c, ok := FallbackTarget(all, MemoryWiki); !ok || c.Target.ID != ByteRover || !c.Fallback {
		t.Errorf("fallback %+v, %t", c, ok)
	}
	if _, ok := FallbackTarget(all, ByteRover); ok {
		t.Error("the context tree falls back to itself")
	}
}
