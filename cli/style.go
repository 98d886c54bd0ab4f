package cli

import (
	"io"
	"os"

	"golang.org/x/term"
)

// style writes ANSI colours, or nothing at all where they do not belong: in a
// pipe, with NO_COLOR set (https://no-color.org) or on a dumb terminal.
type style struct {
	on    bool
	width int // columns of the terminal, 80 in a pipe
}

// styleFor looks at where the output goes.
func styleFor(w io.Writer, getenv func(string) string) style {
	s := style{width: 80}
	// CLICOLOR_FORCE asks for colour where there is no terminal, for pictures
	// and pagers (https://bixense.com/clicolors/).
	if force := getenv("CLICOLOR_FORCE"); force != "" && force != "0" && getenv("NO_COLOR") == "" {
		s.on = true
		return s
	}
	f, ok := w.(*os.File)
	if !ok {
		return s
	}
	if cols, _, err := term.GetSize(int(f.Fd())); err == nil && cols > 20 {
		s.width = min(cols, 120)
	}
	s.on = term.IsTerminal(int(f.Fd())) && getenv("NO_COLOR") == "" && getenv("TERM") != "dumb"
	return s
}

func (s style) wrap(code, text string) string {
	if !s.on || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (s style) bold(t string) string   { return s.wrap("1", t) }
func (s style) dim(t string) string    { return s.wrap("2", t) }
func (s style) match(t string) string  { return s.wrap("1;33", t) }
func (s style) green(t string) string  { return s.wrap("32", t) }
func (s style) yellow(t string) string { return s.wrap("33", t) }
func (s style) red(t string) string    { return s.wrap("31", t) }
func (s style) cyan(t string) string   { return s.wrap("36", t) }
