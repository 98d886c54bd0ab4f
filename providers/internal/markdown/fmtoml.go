package markdown

import (
	"bytes"
	"strconv"
	"strings"
)

// scanTOML reads the TOML that frontmatter holds: keys with strings, numbers,
// bools, dates and arrays of them, under tables. It is no full TOML parser; keys
// of a table are named table.key.
func (f *frontBlock) scanTOML(note *Note) {
	note.Frontmatter = map[string]any{}
	table := ""
	for n := f.from; n < f.to; n++ {
		line := trimSpaceTab(f.line(n))
		if len(line) > 1 && line[0] == '[' {
			if end := bytes.IndexByte(line, ']'); end > 0 {
				table = strings.Trim(string(line[1:end]), "[ ") + "."
			}
			continue
		}
		if f.classify(n) != lineKey {
			if len(line) > 0 && line[0] != '#' && f.classify(n) == lineProse {
				note.problem(n, ProblemFrontmatter, "This line of the frontmatter is not valid TOML.")
			}
			continue
		}
		key, value, _ := splitKey(line, true)
		fd := field{key: table + key, line: n}
		if q := longQuotes(value); q != "" {
			var text string
			text, n = f.longString(n, string(value[3:]), q)
			fd.items = []item{{text, fd.line}}
		}
		var v any
		switch {
		case len(fd.items) > 0:
			v = fd.plain()
		case len(value) > 0 && value[0] == '[':
			fd.list = true
			f.flowList(&fd, value)
			v = fd.plain()
		default:
			text := scalarText(value)
			fd.items = []item{{text, n}}
			v = tomlScalar(value, text)
		}
		if _, taken := note.Frontmatter[fd.key]; taken {
			note.problem(fd.line, ProblemDuplicate, "The frontmatter has the key "+fd.key+" twice; the first counts.")
			continue
		}
		note.Frontmatter[fd.key] = v
		f.fields = append(f.fields, fd)
	}
}

// longQuotes are the three quotes that a value begins with, "" for none.
func longQuotes(value []byte) string {
	for _, q := range []string{`"""`, "'''"} {
		if bytes.HasPrefix(value, []byte(q)) {
			return q
		}
	}
	return ""
}

// longStringEnd is the line on which the value of the key at line n ends, when
// it is a string of several lines; else n.
func (f *frontBlock) longStringEnd(n int) int {
	_, value, _ := splitKey(trimSpaceTab(f.line(n)), true)
	if q := longQuotes(value); q != "" {
		_, n = f.longString(n, string(value[3:]), q)
	}
	return n
}

// longString reads to the closing three quotes and gives the line they are on.
func (f *frontBlock) longString(n int, rest, quotes string) (string, int) {
	var b strings.Builder
	for {
		if i := strings.Index(rest, quotes); i >= 0 {
			b.WriteString(rest[:i])
			return strings.TrimPrefix(b.String(), "\n"), n
		}
		b.WriteString(rest)
		if n+1 >= f.to {
			return strings.TrimPrefix(b.String(), "\n"), n
		}
		n++
		b.WriteByte('\n')
		rest = string(f.line(n))
	}
}

func tomlScalar(raw []byte, text string) any {
	if len(raw) == 0 || raw[0] == '"' || raw[0] == '\'' {
		return validText(text)
	}
	if v, err := strconv.ParseBool(text); err == nil && len(text) > 1 {
		return v
	}
	if v, err := strconv.Atoi(text); err == nil {
		return v
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	if t, ok := parseDate(text); ok {
		return t
	}
	return validText(text)
}
