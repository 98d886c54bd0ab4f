package cli

import (
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"time"
	"unicode/utf8"

	"memswarm/contract"
	"memswarm/swarm"
)

// excerptBytes is how much of a passage the terminal shows: about five lines.
const excerptBytes = 360

// answerView writes answers for a person.
type answerView struct {
	w       io.Writer
	st      style
	dir     string // paths below it are shown relative to it
	explain bool
}

func (v answerView) render(a *contract.Answer) {
	if v.explain {
		v.route(a)
	}
	for i := range a.Results {
		v.hit(i+1, &a.Results[i])
	}
	if len(a.Results) == 0 {
		fmt.Fprintln(v.w, "No results found.")
	}
	if !v.explain { // --explain has said it already
		v.trouble(a)
	}
}

// hit writes one result: its place in the order, its heading, where it is, and
// the passage.
func (v answerView) hit(n int, r *contract.Result) {
	head := fmt.Sprintf("%d. %s", n, v.st.bold(clean(r.Title)))
	if crumb := breadcrumb(r); crumb != "" {
		head += v.st.dim("  " + crumb)
	}
	fmt.Fprintln(v.w, head)
	where := "   " + v.st.cyan(v.place(r)) + v.st.dim("  "+r.Provider)
	if ts := r.Metadata.Timestamp; ts != 0 {
		where += v.st.dim("  " + time.UnixMilli(ts).Format(time.DateOnly))
	}
	if !swarm.MatchType(r.Metadata.MatchType).Lexical() {
		where += v.st.dim("  by " + r.Metadata.MatchType)
	}
	fmt.Fprintln(v.w, where)
	if r.Metadata.Link != "" {
		fmt.Fprintln(v.w, "   "+v.st.dim(clean(r.Metadata.Link)))
	}
	for line := range strings.SplitSeq(v.passage(r), "\n") {
		if strings.TrimSpace(line) != "" {
			fmt.Fprintln(v.w, "   "+line)
		}
	}
	if len(r.AlsoIn) > 0 {
		fmt.Fprintln(v.w, "   "+v.st.dim("also in "+clean(strings.Join(r.AlsoIn, ", "))))
	}
	if r.MoreInNote > 0 {
		fmt.Fprintln(v.w, "   "+v.st.dim(fmt.Sprintf("%d more in this note", r.MoreInNote)))
	}
	if v.explain {
		v.why(r)
	}
	fmt.Fprintln(v.w)
}

// why lists the shares of a result's score.
func (v answerView) why(r *contract.Result) {
	fmt.Fprintf(v.w, "   %s\n", v.st.dim(fmt.Sprintf("score %.4f, found by %s", r.Score, r.Metadata.MatchType)))
	for _, c := range r.Contributions {
		fmt.Fprintf(v.w, "   %s\n", v.st.dim(fmt.Sprintf("  %-28s rank %-3d weight %-6.4g %.4f", c.List, c.Rank, c.Weight, c.Score)))
	}
	if len(r.Because) > 0 {
		fmt.Fprintf(v.w, "   %s\n", v.st.dim("  lifted by "+clean(strings.Join(r.Because, ", "))))
	}
}

// breadcrumb joins what stands above the result's own title.
func breadcrumb(r *contract.Result) string {
	crumbs := r.Breadcrumb
	if n := len(crumbs); n > 0 && crumbs[n-1] == r.Title {
		crumbs = crumbs[:n-1]
	}
	return clean(strings.Join(crumbs, " › "))
}

// place is the result's path with its line, as editors and terminals open it.
func (v answerView) place(r *contract.Result) string {
	u, err := url.Parse(r.Location.URI)
	if err != nil || u.Scheme != "file" {
		return clean(r.Location.URI)
	}
	path := filepath.FromSlash(u.Path)
	if rel, err := filepath.Rel(v.dir, path); err == nil && v.dir != "" && rel != ".." && !strings.HasPrefix(rel, ".."+string(filepath.Separator)) {
		path = rel
	}
	return fmt.Sprintf("%s:%d", clean(path), r.Location.Range.Start.Line+1)
}

// passage is the excerpt, cut to excerptBytes, with the matched words marked.
func (v answerView) passage(r *contract.Result) string {
	text := r.Content
	cut := len(text) > excerptBytes
	if cut {
		end := excerptBytes
		for end > 0 && !utf8.RuneStart(text[end]) {
			end--
		}
		if sp := strings.LastIndexByte(text[:end], ' '); sp > end-40 {
			end = sp
		}
		text = text[:end]
	}
	var b strings.Builder
	pos := 0
	for _, sp := range contract.ByteSpans(r.Content, r.Matches) {
		if sp.Start < pos || sp.End > len(text) {
			continue
		}
		b.WriteString(clean(text[pos:sp.Start]))
		b.WriteString(v.st.match(clean(text[sp.Start:sp.End])))
		pos = sp.End
	}
	b.WriteString(clean(text[pos:]))
	if cut {
		b.WriteString(" …")
	}
	return b.String()
}

// clean keeps what a note holds from steering the terminal: control characters
// other than newline and tab are shown as a replacement mark.
func clean(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\n' || r == '\t':
			return r
		case r == '\r':
			return -1
		case r < 0x20 || r == 0x7f || (r >= 0x80 && r < 0xa0):
			return utf8.RuneError
		}
		return r
	}, s)
}
