package secrets

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// Finding is a place that looks like a secret.
type Finding struct {
	Line int    // 1-based
	Kind string // for people: "AWS access key", "password", …
}

// String is a warning for people. It does not hold the value.
func (f Finding) String() string {
	return fmt.Sprintf("Line %d looks like it holds a secret (%s).", f.Line, f.Kind)
}

// maxLine is how much of a line is looked at: a secret is not that far out, and
// a minified file must not take seconds.
const maxLine = 64 << 10

// Find gives the findings in the order of lines, at most one of a kind a line.
func Find(text string) []Finding {
	var out []Finding
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		for _, kind := range inLine(line[:min(len(line), maxLine)]) {
			out = append(out, Finding{n, kind})
		}
	}
	return out
}

func inLine(line string) []string {
	var kinds []string
	add := func(kind string) {
		if !slices.Contains(kinds, kind) {
			kinds = append(kinds, kind)
		}
	}
	for _, k := range known {
		if !hasAny(line, k.has) {
			continue
		}
		for _, m := range k.re.FindAllStringSubmatch(line, 8) {
			if v := m[len(m)-1]; !placeholder(v) {
				add(k.kind)
			}
		}
	}
	for _, m := range addresses(line) {
		if !placeholder(m[1]) && !sample[strings.ToLower(m[1])] {
			add("connection string with a password")
		}
	}
	if len(kinds) == 0 {
		eachAssigned(line, func(name, value string, quoted bool) {
			if kind := judge(name, value, quoted); kind != "" {
				add(kind)
			}
		})
	}
	return kinds
}

func hasAny(line, words string) bool {
	for w := range strings.SplitSeq(words, " ") {
		if strings.Contains(line, w) {
			return true
		}
	}
	return false
}

// addresses are the URLs of a line that have a user and a password.
func addresses(line string) [][]string {
	if !strings.Contains(line, "://") {
		return nil
	}
	return dsn.FindAllStringSubmatch(line, 8)
}

// The bounds keep a minified file from taking seconds: how many assignments of a
// line are looked at, and how much of each value.
const (
	maxAssigned = 200
	maxValue    = 400 // bytes: longer ones are data, not keys
)

// eachAssigned calls f for what is written as NAME = VALUE, with ":", ":=" or
// "=>" for "=" and with or without quotes. It starts from the sign, since
// looking for a name first would try every word of a text.
func eachAssigned(line string, f func(name, value string, quoted bool)) {
	at := 0
	for range maxAssigned {
		i := strings.IndexAny(line[at:], "=:")
		if i < 0 {
			return
		}
		i += at
		at = i + 1
		end := len(strings.TrimRight(line[:i], " \t"))
		if end > 0 && (line[end-1] == '"' || line[end-1] == '\'') {
			end--
		}
		start := end
		for start > 0 && start > end-100 && nameByte(line[start-1]) {
			start--
		}
		if start == end {
			continue
		}
		if m := assigned.FindStringSubmatch(line[i:min(len(line), i+maxValue)]); m != nil {
			f(line[start:end], m[1]+m[2]+m[3], m[3] == "")
		}
	}
}

func nameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '-'
}

// known are the forms that their issuers made to be recognised. The last group,
// or the whole, is the value; has lists words of which a line
// must hold one, a cheap test before the expression.
var known = []struct {
	kind, has string
	re        *regexp.Regexp
}{
	{"AWS access key", "AKIA ASIA ABIA ACCA", regexp.MustCompile(`\b((?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16})\b`)},
	{"GitHub token", "ghp_ gho_ ghu_ ghs_ ghr_", regexp.MustCompile(`\b(gh[pousr]_[A-Za-z0-9]{36,255})\b`)},
	{"GitHub token", "github_pat_", regexp.MustCompile(`\b(github_pat_[A-Za-z0-9_]{60,255})\b`)},
	{"GitLab token", "glpat- gldt- glrt- glcbt- glptt- glft- glsoat- glagent- glimt- gloas-", regexp.MustCompile(`\b(gl(?:pat|dt|rt|cbt|ptt|ft|soat|agent|imt|oas)-[A-Za-z0-9_=.-]{20,})`)},
	{"Slack token", "xox", regexp.MustCompile(`\b(xox[abeoprs]-[A-Za-z0-9-]{10,})`)},
	{"Slack token", "xapp-", regexp.MustCompile(`\b(xapp-\d-[A-Za-z0-9-]{10,})`)},
	{"Slack webhook", "hooks.slack.com", regexp.MustCompile(`hooks\.slack\.com/(?:services|workflows)/(T[A-Za-z0-9_]+/[A-Za-z0-9_]+/[A-Za-z0-9_]{16,})`)},
	{"Discord webhook", "/api/webhooks/", regexp.MustCompile(`discord(?:app)?\.com/api/webhooks/\d+/([\w-]{40,})`)},
	{"Stripe key", "sk_live_ sk_test_ rk_live_ rk_test_ whsec_", regexp.MustCompile(`\b((?:sk|rk)_(?:live|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/=]{24,})`)},
	{"Google API key", "AIza", regexp.MustCompile(`\b(AIza[A-Za-z0-9_-]{35})`)},
	{"Google OAuth secret", "GOCSPX-", regexp.MustCompile(`\b(GOCSPX-[A-Za-z0-9_-]{20,})`)},
	{"Google OAuth token", "ya29.", regexp.MustCompile(`\b(ya29\.[A-Za-z0-9_-]{20,})`)},
	{"OpenAI key", "sk-", regexp.MustCompile(`\b(sk-(?:proj-|svcacct-|admin-)?[A-Za-z0-9_-]{20,}T3BlbkFJ[A-Za-z0-9_-]{20,}|sk-(?:proj-)?[A-Za-z0-9]{32,})`)},
	{"Anthropic key", "sk-ant-", regexp.MustCompile(`\b(sk-ant-[A-Za-z0-9_-]{20,})`)},
	{"npm token", "npm_", regexp.MustCompile(`\b(npm_[A-Za-z0-9]{36})\b`)},
	{"PyPI token", "pypi-", regexp.MustCompile(`\b(pypi-[A-Za-z0-9_-]{50,})`)},
	{"Hugging Face token", "hf_", regexp.MustCompile(`\b(hf_[A-Za-z0-9]{30,})\b`)},
	{"SendGrid key", "SG.", regexp.MustCompile(`\b(SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,})`)},
	{"Twilio key", "SK", regexp.MustCompile(`\b(SK[0-9a-f]{32})\b`)},
	{"DigitalOcean token", "_v1_", regexp.MustCompile(`\b(do[por]_v1_[a-f0-9]{64})\b`)},
	{"Azure storage key", "AccountKey=", regexp.MustCompile(`AccountKey=([A-Za-z0-9+/]{40,}={0,2})`)},
	{"Telegram bot token", ":AA", regexp.MustCompile(`\b(\d{8,10}:AA[A-Za-z0-9_-]{32,})`)},
	{"age key", "AGE-SECRET-KEY-", regexp.MustCompile(`(AGE-SECRET-KEY-1[A-Z0-9]{50,})`)},
	{"JSON web token", "eyJ", regexp.MustCompile(`\b(eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{10,})`)},
	{"private key", "PRIVATE KEY", regexp.MustCompile(`-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----`)},
	{"bearer token", "earer", regexp.MustCompile(`\b[Bb]earer\s+([A-Za-z0-9._~+/-]{20,}=*)`)},
	{"basic authentication", "asic", regexp.MustCompile(`(?i)authorization["']?\s*[:=]\s*["']?basic\s+([A-Za-z0-9+/]{12,}=*)`)},
}

// dsn is a URL with a user and a password.
var dsn = regexp.MustCompile(`\b[a-zA-Z][a-zA-Z0-9+.-]*://[^\s/:@'"<>]*:([^\s/@'"<>]+)@[^\s'"<>]`)

// assigned is the sign of an assignment and the value, in double, single or no
// quotes.
var assigned = regexp.MustCompile(`^(?::=|=>|[:=])[ \t]*(?:"([^"\\]{4,})"|'([^'\\]{4,})'|([^\s=:"'` + "`" + `,;(){}\[\]<>$][^\s"'` + "`" + `,;(){}\[\]<>$]{3,}))`)

var (
	passwordName = regexp.MustCompile(`(?i)(?:^|[_.-]|[a-z])(?:pass(?:word|wd|phrase)?|pwd|passwort|contraseña)$`)
	secretName   = regexp.MustCompile(`(?i)(?:secret|token|api[_.-]?key|apikey|access[_.-]?key|auth[_.-]?key|private[_.-]?key|credentials?|signing[_.-]?key|encryption[_.-]?key|client[_.-]?secret)(?:[_.-]?(?:id|value|base|key|prod|production|dev))?$`)
)

// judge names the kind of secret that name = value is, "" for none.
func judge(name, value string, quoted bool) string {
	if placeholder(value) {
		return ""
	}
	switch {
	case passwordName.MatchString(name):
		// Without quotes most are types, calls and variables of source code.
		if quoted && !strings.Contains(strings.TrimSpace(value), " ") || !quoted && mixed(value) {
			return "password"
		}
	case secretName.MatchString(name):
		if len(value) >= 12 && !strings.Contains(value, " ") && (mixed(value) || entropy(value) >= 3.5) && !identifier(value) {
			return "secret or token"
		}
	case quoted && len(value) >= 24 && entropy(value) >= 4.3 && random.MatchString(value) && mixed(value):
		return "random string"
	}
	return ""
}

// random is what encoded random bytes look like; paths, versions and words
// joined by signs are not.
var random = regexp.MustCompile(`^[A-Za-z0-9+/_=-]+$`)

// mixed says whether letters and digits are both there.
func mixed(s string) bool {
	return strings.ContainsAny(s, "0123456789") && strings.IndexFunc(s, func(r rune) bool { return r|0x20 >= 'a' && r|0x20 <= 'z' }) >= 0
}

// identifier says whether the value is a dotted or plain name of source code or
// of an environment, such as "process.env.TOKEN" or "my-secret-name".
func identifier(s string) bool { return name.MatchString(s) }

var name = regexp.MustCompile(`^(?:[A-Za-z]+[0-9]{0,2}|[0-9]{1,4})(?:[._/:-](?:[A-Za-z]+[0-9]{0,2}|[0-9]{1,4}))*$`)

var (
	hexOnly = regexp.MustCompile(`^(?:0x|sha\d+[:-])?[0-9a-fA-F]+$`)
	uuid    = regexp.MustCompile(`^[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}$`)
	digest  = regexp.MustCompile(`^sha(?:1|256|384|512)-[A-Za-z0-9+/=]+$`)
	stands  = regexp.MustCompile(`(?i)^[<\[{(%].*|.*[>\])}%]$|\$\{|\{\{|^\$|<[a-z][\w -]*>|x{4,}|\*{3,}|\.{3}|…|example|placeholder|change[-_]?me|replace[-_]?(?:me|with)|insert|dummy|redacted|sample|fake|your[-_ ]|my[-_]?(?:secret|password|token|key)|not[-_]?(?:a[-_]?)?(?:real|secret)|^(?:todo|tbd|none|null|nil|undefined|true|false|empty|string|required|optional)$`)
	sample  = map[string]bool{"password": true, "pass": true, "secret": true, "pwd": true, "pw": true, "postgres": true, "test": true, "user": true, "guest": true, "root": true, "admin": true, "hunter2": true}
)

// placeholder says whether the value only stands for a secret, or is one of the
// long random-looking values that are none: hashes, UUIDs, one repeated sign.
func placeholder(v string) bool {
	v = strings.TrimSpace(v)
	low := strings.ToLower(v)
	switch {
	case v == "", stands.MatchString(v), sample[low]:
		return true
	case uuid.MatchString(v), digest.MatchString(v):
		return true
	case hexOnly.MatchString(v) && (len(v) == 32 || len(v) == 40 || len(v) == 56 || len(v) == 64 || len(v) == 96 || len(v) == 128 || strings.HasPrefix(low, "sha") || strings.HasPrefix(low, "0x")):
		return true
	}
	return entropy(v) < 1.5 // "xxxxxxxx", "12121212"
}

// entropy is Shannon's, in bits a byte, of the value's own distribution.
func entropy(s string) float64 {
	if s == "" {
		return 0
	}
	var count [256]int
	for i := range len(s) {
		count[s[i]]++
	}
	h := 0.0
	for _, c := range count {
		if c > 0 {
			p := float64(c) / float64(len(s))
			h -= p * math.Log2(p)
		}
	}
	return h
}
