package text

import (
	"slices"
	"strings"
	"testing"
)

func terms(s string) []string {
	var out []string
	var sc Scanner
	sc.Scan(s, func(t *Token) { out = append(out, string(t.Term)) })
	return out
}

func TestScan(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"The quick fox.", "the quick fox"},
		{"refreshToken", "refreshtoken refresh token"},
		{"parseHTTPRequest", "parsehttprequest parse http request"},
		{"HTTPServer2", "httpserver2 http server"},
		{"foo_bar_baz", "foo_bar_baz foo bar baz"},
		{"local-markdown", "local-markdown local markdown"},
		{"os.Open()", "os.open os open"},
		{"ECONNREFUSED", "econnrefused"},
		{"DEC-0054", "dec-0054 dec 0054"},
		{"3.1.", "3.1 3 1"},
		{"C# and C++", "c# c and c++ c"},
		{"node:fs", "node:fs node fs"},
		{"169.254.169.254", "169.254.169.254 169 254 169 254"},
		{".env file", ".env env file"},
		{"@scope/pkg", "@scope/pkg scope pkg"},
		{"src/auth/token.go", "token.go src auth token go"},
		{"don't", "dont"},
		{"Peter’s", "peter"},
		{"l'école", "école"},
		{"Straße CAFÉ", "straße café"},
		{"cafe\u0301", "café"},
		{"Ｆｕｌｌ", "full"},
		{"黑豹队", "黑 黑豹 豹 豹队 队"},
		{"iPhone手机", "iphone phone 手 手机 机"},
		{"日本語のノート", "日 日本 本 本語 語 語の の のノ ノ ノー ー ート ト"},
		{"서울에서 산다", "서울에서 서울 울에 에서 산다"},
		{"Ёлка", "ёлка"},
		{"ﾊﾞｯｸ", "バ バッ ッ ック ク"},
		{"", ""},
		{"\xff\xfe", ""},
		{"e\u00adxam\u00adple", "example"},
	} {
		if got := strings.Join(terms(c.in), " "); got != c.want {
			t.Errorf("%q: %q, want %q", c.in, got, c.want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, c := range []struct {
		l    Lang
		a, b string
	}{
		{English, "running", "runs"},
		{English, "résumé", "resume"},
		{German, "häuser", "hauser"},
		{Russian, "блокировок", "блокировка"},
		{French, "généralités", "generalite"},
		{Hindi, "किताबें", "किताब"},
		{Korean, "서울에서", "서울"},
	} {
		if a, b := Stem(c.l, c.a), Stem(c.l, c.b); a != b {
			t.Logf("%v: %q → %q, %q → %q", c.l.Code(), c.a, a, c.b, b)
		}
	}
}

func TestDetect(t *testing.T) {
	for want, s := range map[Lang]string{
		English:   "The cat is on the table and it was not there before.",
		German:    "Die Katze ist auf dem Tisch und sie war nicht da.",
		French:    "Le chat est sur la table et il n'était pas là avant.",
		Spanish:   "El gato está sobre la mesa y no estaba allí antes de que llegara.",
		Russian:   "Сколько очков уступила защита?",
		Chinese:   "黑豹队的防守丢了多少分？",
		Japanese:  "日本語のノート検索です",
		Thai:      "ภาษาไทย",
		Ukrainian: "Київ є столицею України, її населення зростає",
		Unknown:   "12 34",
	} {
		if got := Detect(s); got != want {
			t.Errorf("%q: %q, want %q", s, got.Code(), want.Code())
		}
	}
}

func FuzzScan(f *testing.F) {
	for _, s := range []string{"refreshToken a.b/c", "日本語", "don't", "\xff.a", "ก็ดี", "C++#", "각ㅏ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		var sc Scanner
		last := 0
		var ends []int
		n := sc.Scan(s, func(tok *Token) {
			if tok.Start < 0 || tok.End > len(s) || tok.Start >= tok.End || len(tok.Term) == 0 {
				t.Fatalf("token %q %d-%d of %d", tok.Term, tok.Start, tok.End, len(s))
			}
			last = max(last, tok.Pos)
			ends = append(ends, tok.End)
		})
		if len(ends) > 0 && last >= n+8 {
			t.Fatalf("position %d of %d", last, n)
		}
		_ = slices.Max(append(ends, 0))
		Fold(s)
		Detect(s)
	})
}

func BenchmarkScan(b *testing.B) {
	s := strings.Repeat("The refreshToken of a session expires after 15 minutes; see `auth/token.go` and the résumé of the design. ", 100)
	var sc Scanner
	b.SetBytes(int64(len(s)))
	for b.Loop() {
		sc.Scan(s, func(*Token) {})
	}
}
