package markdown

import (
	"bytes"
	"strings"
)

// MemoryWikiGenerated says which marked blocks of an OpenClaw Memory Wiki are
// lists that its program makes from other pages: related pages, indexes and
// reports. The generated summary of a synthesis (wiki:generated) is content.
func MemoryWikiGenerated(name string) bool {
	rest, ok := strings.CutPrefix(name, "openclaw:wiki:")
	return ok && rest != "generated" && rest != "content"
}

// skipGenerated skips from a <!-- NAME:start --> to its end, if wanted. The
// leaf for it is open already.
func (st *starter) skipGenerated(rest []byte) bool {
	if st.skipBlock == nil || len(st.containers) > 0 {
		return false
	}
	name, ok := blockMarker(rest, ":start")
	if !ok || st.unclosed[name] || !st.skipBlock(name) {
		return false
	}
	for n := st.n + 1; n < len(st.lines); n++ {
		line := trimSpaceTab(st.src[st.lines[n].start:st.lines[n].end])
		if len(line) < 7 || line[0] != '<' {
			continue
		}
		if end, ok := blockMarker(line, ":end"); ok && end == name {
			st.leaf.kind = leafSkipped
			st.skipUntil = n + 1
			return true
		}
	}
	if st.unclosed == nil {
		st.unclosed = map[string]bool{}
	}
	st.unclosed[name] = true
	st.problems = append(st.problems, Problem{Line: st.n, Code: ProblemBlock,
		Message: "The generated block " + name + " has no end marker, so it is kept as text."})
	return false
}

// blockMarker is NAME when the line is <!-- NAME suffix -->.
func blockMarker(line []byte, suffix string) (string, bool) {
	line = trimSpaceTab(line)
	if !bytes.HasPrefix(line, []byte("<!--")) || !bytes.HasSuffix(line, []byte("-->")) || len(line) < 7 {
		return "", false
	}
	inner := bytes.TrimSpace(line[4 : len(line)-3])
	name, ok := bytes.CutSuffix(inner, []byte(suffix))
	if !ok || len(name) == 0 || bytes.ContainsAny(name, " \t<>") {
		return "", false
	}
	return string(name), true
}

// commentBlock skips an Obsidian comment of several lines: a line that begins
// with %% and holds no other, up to the next line that holds one. An unclosed
// one is text: hiding the rest of a note for "%%" in a sentence would lose it.
func (st *starter) commentBlock(rest []byte) started {
	if len(rest) < 2 || rest[1] != '%' || len(st.containers) > 0 || st.noComment ||
		bytes.Contains(rest[2:], []byte("%%")) {
		return startedNothing
	}
	for n := st.n + 1; n < len(st.lines); n++ {
		if bytes.Contains(st.src[st.lines[n].start:st.lines[n].end], []byte("%%")) {
			st.begin()
			st.openLeaf(leafSkipped)
			st.skipUntil = n + 1
			return startedLeaf
		}
	}
	st.noComment = true
	return startedNothing
}
