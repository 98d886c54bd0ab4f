package config

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What is generated from the table is current.
func TestGenerated(t *testing.T) {
	schema, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	for file, want := range map[string]string{
		"schema.json": string(schema),
		filepath.Join("..", "..", "docs", "configuration.md"): Reference(),
	} {
		got, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(got), "\r\n", "\n") != want {
			t.Errorf("%s is not current: run go generate ./swarm/config", file)
		}
	}
}

// Every key stands in both, in both spellings in the schema.
func TestGeneratedHasEveryKey(t *testing.T) {
	text, err := JSONSchema()
	if err != nil {
		t.Fatal(err)
	}
	var root map[string]any
	if err := json.Unmarshal(text, &root); err != nil {
		t.Fatal(err)
	}
	page := Reference()
	for k := range Keys() {
		if !strings.Contains(page, "`"+k.Path+"`") {
			t.Errorf("the page lacks %s", k.Path)
		}
		for _, spell := range []func(string) string{func(s string) string { return s }, camel} {
			at := root
			for _, part := range strings.Split(k.Path, ".") {
				name, list := strings.CutSuffix(part, "[]")
				next := at["additionalProperties"]
				if name != "<id>" {
					props, _ := at["properties"].(map[string]any)
					next = props[spell(name)]
				}
				if list {
					item, _ := next.(map[string]any)["items"].(map[string]any)
					if list, ok := item["anyOf"].([]any); ok {
						item = list[0].(map[string]any)
					}
					next = item
				}
				m, ok := next.(map[string]any)
				if !ok {
					t.Fatalf("the schema lacks %s (at %s)", k.Path, part)
				}
				at = m
			}
		}
	}
}
