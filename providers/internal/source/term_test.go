package source

import (
	"strings"
	"testing"

	"memswarm/providers/internal/markdown"
)

func TestSplit(t *testing.T) {
	for in, want := range map[string]string{
		"refreshToken": "refresh token", "RefreshToken": "refresh token", "refresh_token": "refresh token",
		"REFRESH_TOKEN": "refresh token", "refresh-token": "refresh token", "parseHTTPRequest": "parse http request",
		"IndexedDB": "indexed db", "ed25519": "ed25519", "X-Harbor-Signature": "x harbor signature",
		"größeÄndern": "größe ändern", "再試行Budget": "再試行budget", "retry.Budget": "retry budget",
		"Vec::new": "vec new", "__init__": "init", "": "",
	} {
		if got := strings.Join(split(in), " "); got != want {
			t.Errorf("split(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWordsThatSayNothing(t *testing.T) {
	for _, w := range []string{"", "_", "i", "fn", "err", "ctx", "name", "self", "return", "func", "42", "0x1F", "p90", "\xff\xfe", "status", strings.Repeat("a", 500)} {
		if _, ok := newTerm(w); ok {
			t.Errorf("%q is asked for", w)
		}
	}
	for _, w := range []string{"E2007", "E42", "RetryBudget", "JWKS", "ETA", "Polaris", "watermark", "重试", "дежурство", "retry.budget", "idempotency_keys", "token family revoked"} {
		if _, ok := newTerm(w); !ok {
			t.Errorf("%q is not asked for", w)
		}
	}
}

func TestInName(t *testing.T) {
	for _, c := range []struct {
		term, name string
		least      float64 // 0 for none
	}{
		{"RetryBudget", "Retry budget", 1},
		{"retry_budget", "Retry budgets", 1}, // by stems
		{"newRetryBudget", "Retry budget", 0.8},
		{"normaliseAddress", "Address normalisation", 0.8},
		{"DEC-0054", "DEC-0054-retry-budget", 1},
		{"DEC-0054", "DEC-0055-retry-budget", 0},
		{"Polaris", "Carrier Polaris: quirks", 0.9},
		{"polaris", "Carrier Polaris: quirks", 0},
		{"budget", "Budget", 1},
		{"budget", "Retry budget", 0},
		{"filePath", "How to set the file path", 0},
		{"user_id", "User ids of old", 0},
		{"KeyRing", "Signing keys", 0},
		{"Vec::new", "Vec new", 0},
		{"订单状态机", "订单状态机", 1},
		{"RetryBudget", "", 0},
	} {
		term, ok := newTerm(c.term)
		if !ok {
			t.Errorf("%q is not asked for", c.term)
			continue
		}
		got := term.inName(c.name)
		if got < c.least || c.least == 0 && got >= aboutCertainty {
			t.Errorf("%q in %q: %v, want %v", c.term, c.name, got, c.least)
		}
	}
}

func TestScan(t *testing.T) {
	for _, c := range []struct {
		term, text         string
		code, prose, block int
	}{
		{"refreshToken", "The `refreshToken` and refresh_token rotate; refreshTokens do not count.", 1, 1, 0},
		{"readOnly", "A read-only view; `read-only` in code; read_only too.", 1, 1, 0},
		{"dataSet", "The dataset and the data set.", 0, 0, 0},
		{"RetryBudget", "```go\nfunc RetryBudget() {}\n```", 0, 0, 1},
		{"Polaris", "Polaris is far. We call Polaris. The polaris line.", 0, 1, 0},
		{"JWKS", "JWKS and jwks and `JWKS`.", 1, 1, 0},
		{"ed25519", "Keys are Ed25519; ed25519-keys.", 0, 2, 0},
		{"retry.budget", "Set `retry.budget` or x.retry.budget or retry.budgets.", 1, 0, 0},
		{"budget", "A budget, a `budget` and `a.budget`.", 2, 0, 0},
		{"重试", "请求失败时重试，`重试`。", 1, 1, 0},
		{"E2007", "E2007: cut off (E2007), not E20071.", 0, 2, 0},
	} {
		term, ok := newTerm(c.term)
		if !ok {
			t.Errorf("%q is not asked for", c.term)
			continue
		}
		sec := markdown.Parse([]byte(c.text), markdown.Options{}).Sections[0]
		m := term.scan(sec.Text, sec.Code)
		if sec.Code == nil {
			m = term.scan(sec.Text, []markdown.Span{})
		}
		if m.code != c.code || m.prose != c.prose || m.block != c.block {
			t.Errorf("%q in %q: %d in code, %d in prose, %d in blocks; want %d, %d, %d", c.term, c.text, m.code, m.prose, m.block, c.code, c.prose, c.block)
		}
	}
}

func TestDefinitionsInCodeBlocks(t *testing.T) {
	for line, want := range map[string]bool{
		"func rotateKey() {": true, "func (k *Ring) rotateKey(": true, "export class rotateKey {": true,
		"CREATE TABLE IF NOT EXISTS rotateKey (": true, "const rotateKey = 1": true, "x := rotateKey()": false, "return rotateKey": false,
	} {
		term, _ := newTerm("rotateKey")
		if got := term.scan(line, []markdown.Span{{Start: 0, End: len(line), Block: true}}).defines; got != want {
			t.Errorf("%q defines: %v, want %v", line, got, want)
		}
	}
}

func FuzzScan(f *testing.F) {
	f.Add("refreshToken", "The `refreshToken` and refresh_token.")
	f.Add("a::b", "x a::b a.::b `")
	f.Add("İ", "i̇ İ İ")
	f.Add("token family revoked", "TOKEN family\nrevoked")
	f.Fuzz(func(t *testing.T, word, s string) {
		term, ok := newTerm(word)
		if !ok {
			return
		}
		term.inName(s)
		note := markdown.Parse([]byte(s), markdown.Options{})
		for _, sec := range note.Sections {
			for _, code := range [][]markdown.Span{nil, sec.Code} {
				m := term.scan(sec.Text, code)
				if m.at < 0 || m.at > len(sec.Text) || m.spelledAt < 0 || m.spelledAt > len(sec.Text) {
					t.Errorf("%q in %q: a mention at %d, %d of %d bytes", word, sec.Text, m.at, m.spelledAt, len(sec.Text))
				}
				if p := passage(sec.Text, m.at); len(p) > len(sec.Text) {
					t.Errorf("a passage of %d bytes of %d", len(p), len(sec.Text))
				}
			}
		}
	})
}
