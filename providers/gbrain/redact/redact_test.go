package redact

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

func TestSecretIsNeverPrinted(t *testing.T) {
	s := Secret("hunter2hunter2")
	all := fmt.Sprintf("%s %v %+v %#v %q %d %x %T", s, s, struct{ S Secret }{s}, s, s, s, s, s)
	b, err := json.Marshal(map[string]Secret{"a": s})
	if err != nil {
		t.Fatal(err)
	}
	if all += string(b); strings.Contains(all, "hunter") || strings.Contains(all, "68756e") {
		t.Errorf("the secret shows in %s", all)
	}
	if Secret("").String() != "" {
		t.Error("an empty secret is not empty")
	}
}

func TestScrub(t *testing.T) {
	s := New("postgres://bob:hunt%2Fer2@db.example/brain", "tok-abcdef", "host=x password='pa ss' user=y", "postgres://a:p#w/d@h/x")
	for _, tt := range []struct{ in, want string }{
		{"plain words stay", "plain words stay"},
		{"dial postgres://bob:hunt%2Fer2@db.example/brain failed", "dial [redacted] failed"},
		{"password hunt/er2 wrong", "password [redacted] wrong"},
		{"escaped hunt%2Fer2 here", "escaped [redacted] here"},
		{"got tok-abcdef.", "got [redacted]."},
		{"value pa ss seen", "value [redacted] seen"},
		{"value p#w/d seen", "value [redacted] seen"},
		{"postgresql://someone:else@host:5432/db", "postgresql://[redacted]@host:5432/db"},
		{"Authorization: Bearer abc.def", "Authorization: Bearer [redacted]"},
		{`{"openai_api_key": "abcdefgh"}`, `{"openai_api_key": [redacted]"}`},
		{"key sk-abcdefghijklmnop used", "key [redacted] used"},
		{"ZE_TOKEN=foo bar", "ZE_TOKEN=[redacted] bar"},
	} {
		if got := s.Text(tt.in); got != tt.want {
			t.Errorf("%q\n got %q\nwant %q", tt.in, got, tt.want)
		}
	}
	err := s.Err(fmt.Errorf("tok-abcdef: %w", context.DeadlineExceeded), context.DeadlineExceeded, context.Canceled)
	if !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, context.Canceled) || strings.Contains(err.Error(), "tok-") {
		t.Errorf("got %v", err)
	}
	if s.Err(nil) != nil {
		t.Error("nil became an error")
	}
}

func FuzzScrub(f *testing.F) {
	f.Add("postgres://u:secretvalue@h/d", "secretvalue")
	f.Fuzz(func(t *testing.T, around, secret string) {
		if len(secret) < 4 || strings.Contains(mask, secret) {
			return
		}
		s := New(Secret(secret))
		if out := s.Text(around + secret + around); strings.Contains(out, secret) && !strings.Contains(around, mask) && !strings.Contains(secret, mask[:1]) && !strings.Contains(secret, "]") {
			t.Errorf("%q is left in %q", secret, out)
		}
	})
}
