package workspace

import (
	"testing"

	"memswarm/swarm"
)

func TestShingles(t *testing.T) {
	const passage = "Refresh tokens rotate on every use, and reuse revokes the whole family of the session."
	for _, tt := range []struct {
		name, text string
		low, high  float64
	}{
		{"itself", passage, 1, 1},
		{"within a note, broken and marked otherwise", "# Tokens\n\nFirst.\n\n> refresh TOKENS rotate\n> on every use – and *reuse* revokes the\n> whole family of the session!\n\nLast.", 1, 1},
		{"another number of words", "Refresh tokens rotate on every use, and reuse revokes one whole family of the session.", 0.5, 0.95},
		{"another subject", "Gulls steal sandwiches at noon and nobody minds the whole family.", 0, 0.2},
		{"nothing", "", 0, 0},
		{"the same words in another order", "session the of family whole the revokes reuse and use every on rotate tokens refresh", 0, 0},
	} {
		if got := shinglesOf(passage).in(tt.text); got < tt.low || got > tt.high {
			t.Errorf("%s: %v, want %v to %v", tt.name, got, tt.low, tt.high)
		}
	}
	if got := shinglesOf("更新令牌每次使用都会轮换").in("笔记:更新令牌,每次使用都会轮换。"); got != 1 {
		t.Errorf("a script without blanks: %v", got)
	}
	if got := shinglesOf("").in("x"); got != 0 {
		t.Errorf("an empty passage is held to %v", got)
	}
}

func TestTitles(t *testing.T) {
	for _, tt := range []struct {
		passage, note   string
		same, onSubject bool
	}{
		{"Retry budget", "retry-budget", true, true},
		{"Retry budget", "The retry budget", false, true},
		{"The retry budget of batch jobs", "Retry budget", false, true},
		{"Retry budget", "Rate limits", false, false},
		{"Notes", "Notes", true, false}, // one word says too little to be a subject
		{"Budget", "Retry budget", false, false},
		{"更新令牌", "更新令牌", true, true},
		{"", "", false, false},
	} {
		h := &swarm.Hit{Result: swarm.Result{Note: tt.note}}
		if got := sameTitle(wordsOf(tt.passage), true, h); got != tt.same {
			t.Errorf("%q and %q: the same title %t", tt.passage, tt.note, got)
		}
		if got := sameSubject(wordsOf(tt.passage), h); got != tt.onSubject {
			t.Errorf("%q and %q: the same subject %t", tt.passage, tt.note, got)
		}
	}
	if sameTitle(wordsOf("Todo"), false, &swarm.Hit{Result: swarm.Result{Note: "todo"}}) {
		t.Error("a title that nobody wrote counts although it is one word")
	}
	if !sameTitle(wordsOf("RB"), true, &swarm.Hit{Result: swarm.Result{Note: "x", Aliases: []string{"rb"}}}) {
		t.Error("an alias does not count")
	}
}
