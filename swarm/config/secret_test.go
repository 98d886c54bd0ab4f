package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// No way of printing shows a secret.
func TestSecretIsNeverShown(t *testing.T) {
	const value = "hunter2"
	s := Secret(value)
	var out bytes.Buffer
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%T", "%10s", "%!"} {
		fmt.Fprintf(&out, verb+"\n", s)
		fmt.Fprintf(&out, verb+"\n", GBrain{Token: s, ConnectionString: s})
		fmt.Fprintf(&out, verb+"\n", &GBrain{Token: s})
		fmt.Fprintf(&out, verb+"\n", []Secret{s})
		fmt.Fprintf(&out, verb+"\n", map[Secret]Secret{s: s})
	}
	fmt.Fprintln(&out, s)
	for _, v := range []any{s, GBrain{Token: s}, map[string]Secret{"s": s}} {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(b)
		y, err := yaml.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		out.Write(y)
	}
	slog.New(slog.NewTextHandler(&out, nil)).Info("a", "s", s, "g", GBrain{Token: s})
	slog.New(slog.NewJSONHandler(&out, nil)).Info("a", "s", s, "g", GBrain{Token: s})
	for _, form := range []string{value, fmt.Sprintf("%x", value), fmt.Sprintf("%X", value)} {
		if strings.Contains(out.String(), form) {
			t.Errorf("%q is shown in\n%s", form, out.String())
		}
	}
	if string(s) != value || Secret("").String() != "" {
		t.Error("the value must be had by conversion, and nothing is nothing")
	}
}

// Problems and actions about secrets do not hold them.
func TestProblemsHoldNoSecret(t *testing.T) {
	c := load(t, base+`  gbrain:
    transport: postgres
    connection_string: "postgres://me:hunter2@host/db"
    token: hunter2
  honcho: {api_key: hunter2}
`)
	b, err := json.Marshal(struct {
		P Problems
		S Subject
		G GBrain
	}{c.Problems, TrustSubject(c), c.Providers.GBrain})
	if err != nil {
		t.Fatal(err)
	}
	if bytes.Contains(b, []byte("hunter2")) {
		t.Errorf("a secret is shown: %s", b)
	}
	if n := strings.Count(string(b), CodePlainSecret); n != 3 {
		t.Errorf("%d warnings of plain secrets: %v", n, c.Problems)
	}
}
