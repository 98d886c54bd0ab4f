package memorywiki

import (
	"slices"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

const page = `
pageType: entity
id: entity.jane
title: Jane Doe
sourceIds: source.session
updatedAt: 2026-11-01T00:00:00.000Z
claims:
  - text: Jane owns the alpha
      cache.
    status: contested
    confidence: 0.8
    updatedAt: 2026-10-01
    evidence:
      - kind: chat
        note: said in the standup
        updatedAt: "2026-10-05T10:00:00.000Z"
      - 7
  - just a line
  - status: supported
  - 12: x
questions: Who owns the WAL?
contradictions: [a, 2, {b: c}]
personCard:
  handles: ["@jane"]
  timezone: Europe/Berlin
relationships:
  - {targetPath: concepts/cache.md, kind: owns, targetTitle: Alpha cache}
  - {targetId: entity.bob}
  - nonsense
`

func TestClaims(t *testing.T) {
	var front map[string]any
	if err := yaml.Unmarshal([]byte(page), &front); err != nil {
		t.Fatal(err)
	}
	claims := claimsOf(front)
	if len(claims) != 2 {
		t.Fatalf("got %d claims, want 2: %+v", len(claims), claims)
	}
	if got, want := claims[0].line(), "Jane owns the alpha cache. (contested) — said in the standup"; got != want {
		t.Errorf("claim reads %q, want %q", got, want)
	}
	if want := time.Date(2026, 10, 5, 10, 0, 0, 0, time.UTC); !claims[0].updated.Equal(want) {
		t.Errorf("claim updated %v, want %v", claims[0].updated, want)
	}
	if got, want := facts(front), []string{"Who owns the WAL?", "a", "2", "@jane", "Europe/Berlin", "owns Alpha cache"}; !slices.Equal(got, want) {
		t.Errorf("facts %q, want %q", got, want)
	}
	if got, want := relationTargets(front), []string{"concepts/cache.md", "entity.bob", "source.session"}; !slices.Equal(got, want) {
		t.Errorf("relations %q, want %q", got, want)
	}
}

func TestKindOf(t *testing.T) {
	for rel, want := range map[string]string{
		"entities/jane.md":              "entity",
		"concepts/deep/er/cache.md":     "concept",
		"syntheses/日本語-メモ.md":           "synthesis",
		"sources/index-e540cdd1328b.md": "source",
		"reports/lint.md":               "report",
		"concepts/index.md":             "",
		"concepts/deep/index.md":        "",
		"concepts/Upper.MD":             "concept",
		"concepts/.md":                  "",
		"index.md":                      "",
		"inbox.md":                      "",
		"WIKI.md":                       "",
		"_views/x.md":                   "",
		"_attachments/x.md":             "",
		".openclaw-wiki/x.md":           "",
		"Entities/x.md":                 "",
	} {
		if got := kindOf(rel); got != want {
			t.Errorf("%s: kind %q, want %q", rel, got, want)
		}
	}
}
