package slug

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"
)

var long = strings.Repeat("word ", 60) // 300 bytes

func TestFile(t *testing.T) {
	for in, want := range map[string]string{
		"Refresh token: rotation": "refresh-token-rotation",
		"":                        "note",
		"   ":                     "note",
		"🎉🎉":                      "note",
		"👩‍💻 pairing":             "pairing",
		"1️⃣ first":               "1-first",
		"日本語 メモ 🎉":                "日本語-メモ",
		"Cafe\u0301":              "café",
		"CON":                     "con-note",
		"nul":                     "nul-note",
		"COM1":                    "com1-note",
		"com10":                   "com10",
		"LPT¹":                    "lpt¹-note",
		"../../x":                 "x",
		"..":                      "note",
		".hidden":                 "hidden",
		"a/b\\c":                  "a-b-c",
		"trailing. . .":           "trailing",
		"don't panic":             "dont-panic",
		"a\x00b\x1bc":             "a-b-c",
		"bad \xff utf8":           "bad-utf8",
		"שלום עולם":               "שלום-עולם",
		"\u202eevil.md":           "evil-md",
		"snake_case stays":        "snake_case-stays",
		"हिन्दी में":              "हिन्दी-में",
		"می\u200cخواهم":           "میخواهم",
		"--- a ---":               "a",
		"\u0301loose mark":        "loose-mark",
	} {
		if got := File(in); got != want {
			t.Errorf("File(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestName(t *testing.T) {
	for in, want := range map[string]string{
		"Refresh token: rotation": "Refresh token - rotation",
		"What? [[Really]]":        "What Really",
		"CON.txt":                 "CON note.txt",
		"../../x":                 "x",
		"…":                       "…",
		".":                       "note",
		"C++ & Go (1.26)":         "C++ & Go (1.26)",
		"Wow 🎉 yes":               "Wow yes",
		"a\nb\tc":                 "a b c",
		"ends.":                   "ends",
		"\u202eevil":              "evil",
	} {
		if got := Name(in); got != want {
			t.Errorf("Name(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestWiki(t *testing.T) {
	for in, want := range map[string]string{
		"日本語 メモ 🎉":    "日本語-メモ",
		"JWT refresh": "jwt-refresh",
		"snake_case":  "snake-case",
		"🎉":           "page",
		"don't":       "don-t",
	} {
		if got := Wiki(in); got != want {
			t.Errorf("Wiki(%q) = %q, want %q", in, got, want)
		}
	}
	if got := WikiStem(Wiki("Index")); got != "index-e540cdd1328b" {
		t.Errorf("the reserved stem is %q", got)
	}
	if got := WikiStem("con"); Reserved(got) {
		t.Errorf("%q is a device", got)
	}
	got := Wiki(long)
	if len(got) > 240 || !strings.HasPrefix(got, "word-word-") || len(got)-strings.LastIndex(got, "-") != 13 {
		t.Errorf("a long slug is %q (%d bytes)", got, len(got))
	}
}

func TestSnake(t *testing.T) {
	for in, want := range map[string]string{
		"JWT Refresh-Tokens":  "jwt_refresh_tokens",
		"__Already__snake__":  "already_snake",
		"Überblick für Ärzte": "uberblick_fur_arzte",
		"日本語":                 "日本語",
		"日本語 API":             "日本語_api",
		"Łódź straße":         "lodz_strasse",
		"Context":             "context_note",
		"index":               "index_note",
		"":                    "note",
		"CON":                 "con_note",
	} {
		if got := Snake(in); got != want {
			t.Errorf("Snake(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestDomain(t *testing.T) {
	for in, want := range map[string]string{
		"Architecture": "architecture", "日本語": "general", "Café menu": "cafe_menu", "../..": "general", "my-domain": "my_domain",
	} {
		if got := Domain(in, "general"); got != want {
			t.Errorf("Domain(%q) = %q, want %q", in, got, want)
		}
	}
}

// fits fails when some system would not take the name, or it leads elsewhere.
func fits(t interface{ Fatalf(string, ...any) }, name string, max int) {
	switch {
	case name == "" || name == "." || name == "..":
		t.Fatalf("%q names nothing", name)
	case len(name) > max:
		t.Fatalf("%q has %d bytes", name, len(name))
	case !utf8.ValidString(name):
		t.Fatalf("%q is not UTF-8", name)
	case !norm.NFC.IsNormalString(name):
		t.Fatalf("%q is not composed", name)
	case strings.ContainsAny(name, "/\\:*?\"<>|\x00"):
		t.Fatalf("%q has a character that is not allowed", name)
	case strings.Trim(name, ". ") != name:
		t.Fatalf("%q begins or ends badly", name)
	case Reserved(name):
		t.Fatalf("%q is a device", name)
	}
	for _, r := range name {
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
			t.Fatalf("%q has the invisible character %U", name, r)
		}
	}
}

func checkAll(t interface{ Fatalf(string, ...any) }, s string) {
	fits(t, File(s), Max+len("-note"))
	fits(t, Name(s), Max+len(" note"))
	fits(t, Snake(s), Max+len("_note"))
	fits(t, Domain(s, "general"), Max+len("_note"))
	fits(t, WikiStem(Wiki(s)), 255-len("-10000.md"))
	if a, b := File(norm.NFC.String(valid(s))), File(norm.NFD.String(valid(s))); a != b {
		t.Fatalf("normal forms differ: %q and %q", a, b)
	}
	if f := File(s); f != File(f) && len(f) < Max {
		t.Fatalf("File(%q) = %q is not stable: %q", s, f, File(f))
	}
}

func TestNamesFitEverywhere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
			rapid.StringMatching(`(con|nul|COM1|\.\.|/|é|日|🎉|a|-| |\.){0,80}`)).Draw(t, "title")
		checkAll(t, s)
	})
}

func TestLongNamesStayTheirOwn(t *testing.T) {
	a, b := File(long+"a"), File(long+"b")
	if a == b || len(a) > Max || len(b) > Max {
		t.Errorf("%q and %q", a, b)
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{"", "CON", "../../x", "日本語 🎉", "e\u0301", "\xff\xfe", long, "İstanbul", "ﬁ ſ", "\u1e9e"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) { checkAll(t, s) })
}
