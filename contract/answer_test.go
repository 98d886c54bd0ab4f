package contract

import (
	"reflect"
	"testing"

	"memswarm/swarm"
)

func TestUTF16Spans(t *testing.T) {
	for _, c := range []struct {
		text  string
		spans []swarm.Span
		want  [][2]int
	}{
		{"abc", []swarm.Span{{Start: 0, End: 1}, {Start: 2, End: 3}}, [][2]int{{0, 1}, {2, 3}}},
		{"é x", []swarm.Span{{Start: 3, End: 4}}, [][2]int{{2, 3}}},
		{"😀x 日本", []swarm.Span{{Start: 4, End: 5}, {Start: 6, End: 12}}, [][2]int{{2, 3}, {4, 6}}},
		{"abc", []swarm.Span{{Start: 2, End: 9}}, [][2]int{}},
		{"abc", nil, [][2]int{}},
	} {
		if got := UTF16Spans(c.text, c.spans); !reflect.DeepEqual(got, c.want) {
			t.Errorf("UTF16Spans(%q, %v) = %v, want %v", c.text, c.spans, got, c.want)
		}
	}
}

func TestPageURI(t *testing.T) {
	for _, c := range []struct {
		ref  swarm.Ref
		want string
	}{
		{swarm.Ref{Provider: "gbrain", Doc: "people/jane"}, "swarm://page/gbrain/people%2Fjane.md"},
		{swarm.Ref{Provider: "local-markdown:a/b", Doc: "ö ?.md", Anchor: "x"}, "swarm://page/local-markdown:a%2Fb/%C3%B6%20%3F.md"},
	} {
		got := PageURI(c.ref)
		if got != c.want {
			t.Errorf("PageURI(%v) = %s, want %s", c.ref, got, c.want)
		}
		p, _, ok := ParsePageURI(got)
		if !ok || p != c.ref.Provider {
			t.Errorf("ParsePageURI(%s) = %s, %v", got, p, ok)
		}
	}
	for _, bad := range []string{"file:///a", "swarm://page/", "swarm://page/x", "swarm://page/%zz/a"} {
		if _, _, ok := ParsePageURI(bad); ok {
			t.Errorf("ParsePageURI(%q) accepted", bad)
		}
	}
}

func TestFileURI(t *testing.T) {
	if got := FileURI("/a b/#x?.md"); got != "file:///a%20b/%23x%3F.md" {
		t.Error(got)
	}
}
