package markdown

import (
	"bytes"
	"strconv"
	"strings"
)

// scanLines reads what is not valid YAML key by key: scalars, quoted strings,
// flow and block lists, block scalars. Nested mappings are passed over.
func (f *frontBlock) scanLines(note *Note) {
	note.Frontmatter = map[string]any{}
	for n := f.from; n < f.to; n++ {
		if f.classify(n) != lineKey {
			continue
		}
		fd, ok := f.scanKey(n)
		if !ok {
			continue
		}
		key := validText(fd.key)
		if _, taken := note.Frontmatter[key]; taken {
			note.problem(n, ProblemDuplicate, "The frontmatter has the key "+key+" twice; the first counts.")
			continue
		}
		f.fields = append(f.fields, fd)
		note.Frontmatter[key] = fd.plain()
	}
}

// plain is the field as a value of Note.Frontmatter.
func (fd field) plain() any {
	if fd.list {
		list := make([]any, len(fd.items))
		for i, it := range fd.items {
			list[i] = validText(it.text)
		}
		return list
	}
	if len(fd.items) == 0 {
		return nil
	}
	return validText(fd.items[0].text)
}

// scanKey reads the key at line n with its value.
func (f *frontBlock) scanKey(n int) (field, bool) {
	key, value, ok := splitKey(bytes.TrimRight(f.line(n), " \t"), f.toml)
	if !ok {
		return field{}, false
	}
	fd := field{key: key, line: n}
	switch {
	case len(value) == 0:
		f.blockList(&fd)
	case value[0] == '|' || value[0] == '>':
		if len(bytes.TrimLeft(value[1:], "+-0123456789")) == 0 {
			sep := "\n"
			if value[0] == '>' {
				sep = " "
			}
			fd.items = []item{{strings.Join(f.indented(n), sep), n}}
			break
		}
		fd.items = []item{{string(value), n}}
	case value[0] == '[' && !bytes.HasPrefix(value, []byte("[[")):
		fd.list = true
		f.flowList(&fd, value)
	default:
		text := scalarText(value)
		if value[0] != '"' && value[0] != '\'' {
			if more := f.indented(n); len(more) > 0 {
				text += " " + strings.Join(more, " ")
			}
		}
		if text != "" {
			fd.items = []item{{text, n}}
		}
	}
	return fd, true
}

// indented are the lines below line n that are indented, trimmed.
func (f *frontBlock) indented(n int) []string {
	var out []string
	for n++; n < f.to; n++ {
		line := f.line(n)
		if t := trimSpaceTab(line); len(t) == 0 || isSpaceTab(line[0]) {
			out = append(out, string(t))
		} else {
			break
		}
	}
	for len(out) > 0 && out[len(out)-1] == "" {
		out = out[:len(out)-1]
	}
	return out
}

// blockList takes the "- item" lines below a key.
func (f *frontBlock) blockList(fd *field) {
	for n := fd.line + 1; n < f.to; n++ {
		t := trimSpaceTab(f.line(n))
		if len(t) == 0 {
			continue
		}
		if t[0] != '-' || len(t) > 1 && !isSpaceTab(t[1]) {
			break
		}
		fd.list = true
		if s := scalarText(trimSpaceTab(t[1:])); s != "" {
			fd.items = append(fd.items, item{s, n})
		}
	}
}

// flowList takes [a, "b, c"], which may go on over several lines.
func (f *frontBlock) flowList(fd *field, value []byte) {
	n := fd.line
	add := func(s []byte) {
		if t := scalarText(trimSpaceTab(s)); t != "" {
			fd.items = append(fd.items, item{t, n})
		}
	}
	value = value[1:]
	for {
		start, depth := 0, 0
		var quote byte
		for i, c := range value {
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case (c == '"' || c == '\'') && len(trimSpaceTab(value[start:i])) == 0:
				quote = c
			case c == '[':
				depth++
			case c == ']' && depth > 0:
				depth--
			case c == ']':
				add(value[start:i])
				return
			case c == ',' && depth == 0:
				add(value[start:i])
				start = i + 1
			}
		}
		add(value[start:])
		n++
		if n >= f.to || f.classify(n) == lineKey {
			return
		}
		value = f.line(n)
	}
}

// scalarText is a scalar without quotes or a comment behind it. A '#' at its
// start is a tag, not a comment.
func scalarText(v []byte) string {
	if len(v) == 0 {
		return ""
	}
	if q := v[0]; q == '"' || q == '\'' {
		for i := 1; i < len(v); i++ {
			switch {
			case v[i] == '\\' && q == '"':
				i++
			case v[i] == q && q == '\'' && i+1 < len(v) && v[i+1] == q:
				i++
			case v[i] == q:
				if q == '"' {
					if s, err := strconv.Unquote(string(v[:i+1])); err == nil {
						return s
					}
				}
				return strings.ReplaceAll(string(v[1:i]), "''", "'")
			}
		}
		return string(v[1:])
	}
	if i := bytes.Index(v, []byte(" #")); i > 0 && (i+2 == len(v) || isSpaceTab(v[i+2])) {
		v = v[:i]
	}
	return string(trimSpaceTab(v))
}
