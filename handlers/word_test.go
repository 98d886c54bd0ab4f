package handlers

import (
	"slices"
	"strings"
	"testing"
)

func TestWordsAt(t *testing.T) {
	for _, c := range []struct {
		line string // the cursor is at |
		want []string
	}{
		{`x := refresh|Token(ctx)`, []string{"refreshToken"}},
		{`x := |refreshToken`, []string{"refreshToken"}},
		{`x := refreshToken|`, []string{"refreshToken"}},
		{`a.b.Sto|re.Save()`, []string{"a.b.Store.Save", "Store"}},
		{`return "E2007|"`, []string{"E2007"}},
		{`h.Get("X-Harbor-Sig|nature")`, []string{"X-Harbor-Signature", "Signature"}},
		{`errors.New("token family re|voked")`, []string{"token family revoked", "revoked"}},
		{`fmt.Errorf("E20|07: %s is cut off", x)`, []string{"E2007"}},
		{`a-b|c`, []string{"a-bc", "bc"}},
		{`Vec::new|()`, []string{"Vec::new", "new"}},
		{`// 再試行の予|算 は`, []string{"再試行の予算"}},
		{`größe_ä|ndern()`, []string{"größe_ändern"}},
		{`😀name|😀`, []string{"name"}},
		{`  |  `, nil},
		{`{|}`, nil},
		{``, nil},
		{`"a`, nil},
		{`'it|s' "b"`, []string{"its"}},
		{`"a\"b|c"`, []string{"bc"}},
		{`a.-b|`, []string{"b"}},
	} {
		col := max(strings.Index(c.line, "|"), 0)
		line := strings.Replace(c.line, "|", "", 1)
		var got []string
		for _, w := range wordsAt(line, col) {
			got = append(got, w.text)
			if line[w.start:w.end] != w.text {
				t.Errorf("%s: %q is not at %d-%d", c.line, w.text, w.start, w.end)
			}
		}
		if c.line == `"a` {
			continue
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.line, got, c.want)
		}
	}
}

func FuzzWordsAt(f *testing.F) {
	f.Add("a.b-c::d \"x y\"", 3)
	f.Add("\xff\xfe::é", 2)
	f.Fuzz(func(t *testing.T, line string, col int) {
		for _, w := range wordsAt(line, col) {
			if w.start < 0 || w.end > len(line) || w.start >= w.end || line[w.start:w.end] != w.text || len(w.text) > longestWord {
				t.Errorf("%q at %d gives %+v", line, col, w)
			}
		}
	})
}
