package safefile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"unicode"

	"memswarm/swarm"
)

// The codes of the errors of this package ([swarm.Error.Code]).
const (
	CodeMissing    = "missing_path"   // the folder or file is not there
	CodeOutside    = "outside_target" // the name or a link leads out of the folder
	CodeNoSpace    = "no_space"       // disk full, quota or file size limit reached
	CodeReadOnly   = "read_only"      // the file system cannot be written
	CodePermission = "permission"     // this user may not
	CodeChanged    = "changed"        // the file is not what was read any more
	CodeTooLarge   = "too_large"      // more than is read of a note
	CodeName       = "bad_name"       // the system does not take the name
	CodeWrite      = "write_failed"   // anything else
)

// ErrStop, returned by the text function of [Dir.Create], ends it without a
// file; the error comes back as it is.
var ErrStop = errors.New("stopped")

var (
	errNotRegular = errors.New("not a regular file")
	errTooLarge   = errors.New("the file is too large")
	errNoName     = errors.New("ten thousand files of that name are there already")
)

// explain turns an error of the operating system into one for a person.
func explain(what, path string, err error) error {
	if err == nil {
		return nil
	}
	if e, ok := errors.AsType[*swarm.Error](err); ok {
		return e
	}
	if errors.Is(err, ErrStop) {
		return err
	}
	e := &swarm.Error{Err: err}
	where := printable(path)
	switch {
	case isNoSpace(err):
		e.Code = CodeNoSpace
		e.Message = fmt.Sprintf("Cannot %s %s: the disk is full or a quota is used up; nothing was left behind.", what, where)
		e.Fix = "Free some space (or raise the quota) and try again."
	case isReadOnly(err):
		e.Code = CodeReadOnly
		e.Message = fmt.Sprintf("Cannot %s %s: the file system is read-only.", what, where)
		e.Fix = "Mount it writable, or choose another target."
	case isEscape(err):
		return outside(where, "a symbolic link leads out of it")
	case errors.Is(err, fs.ErrPermission):
		e.Code = CodePermission
		e.Message = fmt.Sprintf("Cannot %s %s: this user may not.", what, where)
		e.Fix = "Give yourself write permission for the folder, or choose another target."
	case errors.Is(err, fs.ErrNotExist):
		e.Code = CodeMissing
		e.Message = fmt.Sprintf("Cannot %s %s: it does not exist.", what, where)
		e.Fix = "Make the folder, or correct the path in the configuration."
	case errors.Is(err, errTooLarge):
		e.Code = CodeTooLarge
		e.Message = fmt.Sprintf("Cannot %s %s: it is too large for a note.", what, where)
		e.Fix = "Store the passage as a note of its own."
	case isName(err):
		e.Code = CodeName
		e.Message = fmt.Sprintf("Cannot %s %s: the system does not take the name, or a file stands where a folder is needed.", what, where)
		e.Fix = "Choose another title, sub-folder or file-name pattern."
	default:
		e.Code = CodeWrite
		if pe, ok := errors.AsType[*fs.PathError](err); ok {
			err = pe.Err
		} else if le, ok := errors.AsType[*os.LinkError](err); ok {
			err = le.Err
		}
		e.Message = fmt.Sprintf("Cannot %s %s: %v.", what, where, err)
		e.Fix = "See whether the folder can be written, or choose another target."
	}
	return e
}

func (d *Dir) explain(what, rel string, err error) error { return explain(what, d.Path(rel), err) }

func outside(dir, why string) error {
	return &swarm.Error{
		Code:    CodeOutside,
		Message: fmt.Sprintf("Refused to go outside the target folder %s: %s.", printable(dir), why),
		Fix:     "Use names and sub-folders inside the target, and no links that lead out of it.",
	}
}

func changed(path string) error {
	return &swarm.Error{
		Code:    CodeChanged,
		Message: fmt.Sprintf("%s has changed since it was read, so it was left alone.", printable(path)),
		Fix:     "Read it again and repeat the change.",
	}
}

// isEscape knows the error of [os.Root] for a name that leads out of it, which
// the package os does not export.
func isEscape(err error) bool { return strings.Contains(err.Error(), "path escapes from parent") }

// printable keeps control characters of file names out of messages.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '\uFFFD'
	}, s)
}
