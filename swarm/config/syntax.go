package config

import (
	"bytes"
	"errors"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

var yamlLine = regexp.MustCompile(`line (\d+): `)

// syntaxError reports err with its place. The library gives no column and
// sometimes the line before, so the place is searched for: the first prefix of
// the file that fails in the same way ends where the mistake is.
func (d *Document) syntaxError(body []byte, err error) {
	message := strings.TrimPrefix(err.Error(), "yaml: ")
	message = yamlLine.ReplaceAllString(message, "")
	at := d.locate(body, err)
	lineStart := d.lines.starts[d.lines.at(at).Line-1]
	lineEnd := len(body)
	if i := bytes.IndexAny(body[lineStart:], "\r\n"); i >= 0 {
		lineEnd = lineStart + i
	}
	line := body[lineStart:lineEnd]
	indent := len(line) - len(bytes.TrimLeft(line, " \t"))
	if tab := bytes.IndexByte(line[:indent], '\t'); tab >= 0 {
		d.problem(Error, CodeTab, lineStart+tab, lineStart+indent,
			"A tab indents this line; YAML allows spaces only.", "Replace it by spaces.")
		return
	}
	if name, ok := unknownAnchor(message); ok {
		if i := bytes.Index(body, []byte("*"+name)); i >= 0 {
			d.problem(Error, CodeSyntax, i, i+1+len(name), "No anchor &"+short(name)+" stands before this alias.",
				"Define &"+short(name)+" further up, or write the value itself.")
			return
		}
	}
	start := lineStart + indent
	switch {
	case strings.Contains(message, "mapping values are not allowed"):
		start = d.withinLine(body, lineStart, lineEnd, err)
	case strings.Contains(message, "',' or"):
		start = lineStart + max(indent, bytes.LastIndexAny(line, "[{"))
	case strings.Contains(message, "unexpected end of stream"):
		start = lineStart + max(indent, bytes.IndexAny(line, `"'`))
	}
	said, fix := explain(message)
	d.problem(Error, CodeSyntax, start, lineEnd, said, fix)
}

// locate is the offset of the line that err is about.
func (d *Document) locate(body []byte, err error) int {
	starts := d.lines.starts
	// n lines suffice to fail in the same way.
	n := searchPrefix(len(starts), func(n int) bool {
		end := len(body)
		if n < len(starts) {
			end = starts[n]
		}
		return sameError(body[:end], err)
	})
	at := starts[max(0, n-1)]
	// A trailing empty line is not where anything is wrong.
	for at >= len(body) && n > 1 {
		n--
		at = starts[n-1]
	}
	return at
}

// withinLine is the offset within a line at which the error appears.
func (d *Document) withinLine(body []byte, start, end int, err error) int {
	n := searchPrefix(end-start, func(n int) bool { return sameError(body[:start+n], err) })
	if n < 1 || n > end-start {
		return start
	}
	i := start + n - 1
	for i > start && (body[i] == ' ' || body[i] == '\t') {
		i-- // the error appears with the blank after the colon
	}
	return i
}

// searchPrefix is the least n in 1..limit for which fails(n); limit when there
// is none. Each trial parses, so it bisects; fails is close enough to monotone.
func searchPrefix(limit int, fails func(int) bool) int {
	low, high := 1, limit
	for low < high {
		middle := (low + high) / 2
		if fails(middle) {
			high = middle
		} else {
			low = middle + 1
		}
	}
	return low
}

func sameError(prefix []byte, want error) bool {
	dec := yaml.NewDecoder(bytes.NewReader(prefix))
	for {
		_, err := decodeNode(dec)
		if errors.Is(err, io.EOF) {
			return false
		}
		if err != nil {
			return yamlLine.ReplaceAllString(err.Error(), "") == yamlLine.ReplaceAllString(want.Error(), "")
		}
	}
}

func unknownAnchor(message string) (string, bool) {
	rest, ok := strings.CutPrefix(message, "unknown anchor '")
	if !ok {
		return "", false
	}
	return strings.CutSuffix(rest, "' referenced")
}

// explain puts the scanner's message into words.
func explain(message string) (said, fix string) {
	type words struct{ part, said, fix string }
	known := []words{
		{"mapping values are not allowed", "A second colon follows on this line, or a value is followed by an indented key.", "Put text that holds \": \" into quotes, or correct the indentation."},
		{"did not find expected key", "This line is indented like neither its neighbours nor a value.", "Align it with the keys it belongs to."},
		{"did not find expected '-' indicator", "This line is not an element of the list above.", "Start it with \"- \", or align it with the keys it belongs to."},
		{"could not find expected ':'", "A key has no colon.", "Write `key: value`."},
		{"did not find expected ',' or ']'", "A list that starts with [ is not closed.", "Add the missing , or ]."},
		{"did not find expected ',' or '}'", "A mapping that starts with { is not closed.", "Add the missing , or }."},
		{"did not find expected node content", "A value is expected here, or a [ or { that opened before is not closed.", "Write the value, or close the bracket."},
		{"found unexpected end of stream", "A quotation mark that opens here is never closed.", "Close it."},
		{"found character that cannot start any token", "This character cannot start a value.", "Put the value into quotes."},
		{"found unknown escape character", "A backslash in double quotes starts an unknown escape.", "Use single quotes, or write \\\\."},
		{"exceeded max depth", "The file is nested too deeply.", "Check that it is the right file."},
	}
	i := slices.IndexFunc(known, func(w words) bool { return strings.Contains(message, w.part) })
	if i >= 0 {
		return known[i].said, known[i].fix
	}
	return "The file is not valid YAML: " + strconv.Quote(message) + ".", "Correct it at this line."
}
