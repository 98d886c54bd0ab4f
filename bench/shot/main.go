// Shot makes docs/img/query.svg: the program's real output on the example
// knowledge, as a picture of a terminal.
//
//	go run ./bench/shot            # builds the program
//	MEMSWARM=./memswarm go run ./bench/shot
package main

import (
	"bytes"
	"fmt"
	"html"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"unicode/utf8"
)

// command is what the picture shows.
var command = []string{"-C", "examples/harbor", "query", "-n", "3", "how are refresh tokens rotated"}

const (
	columns    = 100
	charWidth  = 7.8
	lineHeight = 18.0
	margin     = 16.0
)

func main() {
	var out bytes.Buffer
	for range 2 { // the first builds the index
		out.Reset()
		run := exec.Command("go", append([]string{"run", "."}, command...)...)
		if program := os.Getenv("MEMSWARM"); program != "" {
			run = exec.Command(program, command...)
		}
		run.Env = append(os.Environ(), "CLICOLOR_FORCE=1", "NO_COLOR=", "MEMSWARM_STANDALONE=1")
		run.Stdout, run.Stderr = &out, os.Stderr
		if err := run.Run(); err != nil {
			fail(err)
		}
	}
	prompt := "\x1b[32m$\x1b[0m memswarm query -n 3 \"how are refresh tokens rotated\""
	lines := append([]string{prompt, ""}, wrap(strings.TrimRight(out.String(), "\n"))...)
	if err := os.WriteFile("docs/img/query.svg", []byte(picture(lines)), 0o644); err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}

var escape = regexp.MustCompile(`\x1b\[([0-9;]*)m`)

// wrap breaks lines at the terminal's edge, at blanks, without counting
// escapes.
func wrap(text string) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		if utf8.RuneCountInString(escape.ReplaceAllString(line, "")) <= columns {
			out = append(out, line)
			continue
		}
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		current, width := indent, len(indent)
		for word := range strings.FieldsSeq(line) {
			n := utf8.RuneCountInString(escape.ReplaceAllString(word, "")) + 1
			if width+n > columns {
				out = append(out, current)
				current, width = indent, len(indent)
			}
			current += word + " "
			width += n
		}
		out = append(out, current)
	}
	return out
}

// styles maps the codes that the program uses to SVG.
var styles = map[string]string{
	"1":    `font-weight="bold" fill="#e8e8e8"`,
	"2":    `fill="#8a8f98"`,
	"1;33": `font-weight="bold" fill="#e5c07b"`,
	"32":   `fill="#98c379"`,
	"33":   `fill="#e5c07b"`,
	"31":   `fill="#e06c75"`,
	"36":   `fill="#56b6c2"`,
}

func picture(lines []string) string {
	var b strings.Builder
	w, h := columns*charWidth+2*margin, float64(len(lines))*lineHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f">`+"\n", w, h, w, h)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="8" fill="#1e2127"/>`+"\n")
	fmt.Fprintln(&b, `<g font-family="ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace" font-size="13" fill="#c8ccd4" xml:space="preserve">`)
	style := ""
	for i, line := range lines {
		fmt.Fprintf(&b, `<text x="%.0f" y="%.0f">`, margin, margin+float64(i)*lineHeight+13)
		for line != "" {
			at := escape.FindStringSubmatchIndex(line)
			part := line
			if at != nil {
				part = line[:at[0]]
			}
			if part != "" {
				fmt.Fprintf(&b, `<tspan %s>%s</tspan>`, styles[style], html.EscapeString(part))
			}
			if at == nil {
				break
			}
			if style = line[at[2]:at[3]]; style == "0" {
				style = ""
			}
			line = line[at[1]:]
		}
		fmt.Fprintln(&b, `</text>`)
	}
	fmt.Fprintln(&b, "</g>\n</svg>")
	return b.String()
}
