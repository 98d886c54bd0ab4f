package secrets

import (
	"strings"
	"testing"
)

// Values are put together at run time, so that no scanner takes this file for a leak.
var (
	r16 = "Zx9Qw3Er5Ty7Ui2P"
	r36 = "aB3dE5fG7hJ9kL2mN4pQ6rS8tU1vW3xY5zA7"
	r64 = "4f9c1b7e2a6d8c3f5e0b9a7d1c4e6f8a2b3d5c7e9f1a0b2c4d6e8f0a1b3c5d7e"
)

func TestFind(t *testing.T) {
	for in, want := range map[string]string{
		"key " + "AKIA" + "IOSFODNN7QWERTYU":                                 "AWS access key",
		"gh" + "p_" + r36:                                                    "GitHub token",
		"github_" + "pat_" + r36 + r36:                                       "GitHub token",
		"token: gl" + "pat-" + r36:                                           "GitLab token",
		"xox" + "b-123456789012-" + r16:                                      "Slack token",
		"https://hooks.slack.com/services/" + "T0AB12CD3/B0AB12CD3/" + r36:   "Slack webhook",
		"sk_" + "live_" + r36:                                                "Stripe key",
		"AIza" + "SyB1" + r36[:31]:                                           "Google API key",
		"sk-" + "ant-api03-" + r36:                                           "Anthropic key",
		"npm" + "_" + r36:                                                    "npm token",
		"eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxMjM0In0." + r36:          "JSON web token",
		"-----BEGIN " + "RSA PRIVATE KEY-----":                               "private key",
		"-----BEGIN " + "PGP PRIVATE KEY BLOCK-----":                         "private key",
		"Authorization: Bearer " + r36:                                       "bearer token",
		"postgres://app:" + "s3cr3tPw9@db.internal:5432/app":                 "connection string with a password",
		"redis://:" + "p4ssW0rd77@cache:6379":                                "connection string with a password",
		`password = "` + `Tr0ub4dor&3"`:                                      "password",
		`DB_PASSWORD=` + `Tr0ub4dor3`:                                        "password",
		`"password": "` + `correcthorse"`:                                    "password",
		`passwd: ` + `qwe123rty`:                                             "password",
		`api_key: "` + r36 + `"`:                                             "secret or token",
		`CLIENT_SECRET=` + r36:                                               "secret or token",
		`const k = "` + r36 + `"`:                                            "random string",
		"DefaultEndpointsProtocol=https;AccountKey=" + r36 + r36[:20] + "==": "Azure storage key",
	} {
		got := Find("first\n" + in + "\nlast")
		if len(got) == 0 || got[0].Line != 2 || got[0].Kind != want {
			t.Errorf("%s: got %v, want %s", in, got, want)
			continue
		}
		for _, f := range got {
			for _, w := range strings.FieldsFunc(in, func(r rune) bool { return strings.ContainsRune(" :=\"'/@", r) }) {
				if len(w) > 12 && strings.Contains(f.String(), w) {
					t.Errorf("the warning %q tells %q", f, w)
				}
			}
		}
	}
}

func TestFindLeavesTheseAlone(t *testing.T) {
	for _, in := range []string{
		"", "The password is kept in the vault.", "password: string", "password: <your password>", `password = "xxxxxxxx"`,
		`password = "changeme"`, "password: ${DB_PASSWORD}", `token = os.Getenv("TOKEN")`, "token: {{ .Values.token }}",
		"api_key: YOUR-API-KEY-1234567", "commit " + r64[:40], "sha256:" + r64, `digest = "` + r64 + `"`,
		"id: 123e4567-e89b-12d3-a456-426614174000", `"integrity": "sha512-` + r36 + r36 + `=="`, "password string `json:\"password\"`",
		"func Login(user, password string) error", "if password == other {", "refresh token: rotates every 24 hours",
		"postgres://user:password@localhost/db", "postgres://app:${PW}@db/app", "postgres://app:<pw>@db/app", "https://example.com:8080/a@b",
		"ssh://git@github.com:22/a/b", "AKIA" + "IOSFODNN7EXAMPLE", "secret: none", "token := lexer.next()", "accessKey: keyForThisThing",
		"github.com/golang/x v1.2.3 h1:", "const longWord = \"thisIsAVeryLongIdentifierWithoutDigits\"", "maxTokens = 4096", "tokens: 1234567890",
		"secret_name: my-service-secret", "tokenizer = \"cl100k_base\"", "password_reset_url = \"https://a.b/c1\"", "path = \"/usr/lib/x86_64-linux-gnu/libfoo.so.1\"",
		"passwordField.value = input1", "token = session.token1", "password: ****", "| password | min length 12 |",
	} {
		if got := Find(in); got != nil {
			t.Errorf("%s: %v", in, got)
		}
	}
}

func TestFindIsQuickOnHugeLines(t *testing.T) {
	for _, s := range []string{strings.Repeat("a", 5<<20), strings.Repeat("a=", 1<<18), strings.Repeat("://:", 1<<18), strings.Repeat("a:b@", 1<<18), strings.Repeat("password=\n", 1<<16)} {
		Find(s)
	}
}

func FuzzFind(f *testing.F) {
	f.Add("password = \"x\"")
	f.Fuzz(func(t *testing.T, s string) {
		for _, x := range Find(s) {
			if x.Line < 1 || x.Line > strings.Count(s, "\n")+1 {
				t.Fatal(x)
			}
		}
	})
}

func BenchmarkFind(b *testing.B) {
	text := strings.Repeat("The refresh token rotates on every use; see auth/token.go (line 12): x = y.\n", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Find(text)
	}
}
