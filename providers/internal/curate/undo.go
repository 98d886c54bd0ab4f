package curate

import (
	"path"
	"path/filepath"
	"slices"
	"strings"

	"memswarm/providers/internal/curate/safefile"
	"memswarm/swarm"
)

// Undone says what taking back did, as absolute paths.
type Undone struct {
	Removed  []string // files that were created and are gone
	Restored []string // files that were appended to and are as before
}

// Paths are all files that changed.
func (u *Undone) Paths() []string { return append(slices.Clone(u.Removed), u.Restored...) }

// Undo takes back one write: its token comes from [swarm.Receipt.Undo], and
// targets are the folders that may be written now, as absolute paths. Every file
// must still be byte for byte what was written; else nothing is done and the
// error has the code "changed".
func Undo(targets []string, undo string) (*Undone, error) {
	t, ok := parseToken(undo)
	if !ok {
		return nil, &swarm.Error{Code: "bad_token", Message: "This is not something that can be taken back.", Fix: "Give the value of \"undo\" from the answer to a curate."}
	}
	if !slices.ContainsFunc(targets, func(dir string) bool { return filepath.Clean(dir) == filepath.Clean(t.Root) }) {
		return nil, &swarm.Error{Code: safefile.CodeOutside, Message: "What was written is not in one of the targets that are configured now.", Fix: "Remove the file by hand."}
	}
	dir, err := safefile.Open(t.Root)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	restored := make([][]byte, len(t.Steps))
	for i, s := range t.Steps {
		if ext := path.Ext(s.Rel); ext != ".md" && ext != ".html" {
			return nil, &swarm.Error{Code: safefile.CodeOutside, Message: "Only notes are taken back.", Fix: "Remove the file by hand."}
		}
		data, err := dir.Read(s.Rel, safefile.MaxNote)
		if err != nil && swarm.AsError(err, "", "").Code != safefile.CodeMissing {
			return nil, err
		}
		if err == nil {
			restored[i], ok = s.revert(data)
		}
		if err != nil || !ok {
			return nil, &swarm.Error{Code: safefile.CodeChanged, Message: dir.Path(s.Rel) + " has changed since it was written, so it was left alone.", Fix: "Take the passage out by hand."}
		}
	}
	u := &Undone{}
	for i, s := range slices.Backward(t.Steps) { // what refers to others goes first
		if s.Edits == nil {
			if err := dir.Remove(s.Rel, s.Hash, s.Made); err != nil {
				return u, err
			}
			u.Removed = append(u.Removed, dir.Path(s.Rel))
		} else {
			if err := dir.Replace(s.Rel, s.Hash, restored[i]); err != nil {
				return u, err
			}
			u.Restored = append(u.Restored, dir.Path(s.Rel))
		}
	}
	return u, nil
}

// revert gives the bytes from before the edits, and whether data is still what
// was written and the result what was there before.
func (s step) revert(data []byte) ([]byte, bool) {
	if safefile.Hash(data) != s.Hash {
		return nil, false
	}
	if s.Edits == nil {
		return nil, true
	}
	var b strings.Builder
	at := 0
	for _, e := range s.Edits {
		if e.At < at || e.Len < 0 || e.At > len(data)-e.Len {
			return nil, false
		}
		b.Write(data[at:e.At])
		b.Write(e.Old)
		at = e.At + e.Len
	}
	b.Write(data[at:])
	return []byte(b.String()), safefile.Hash([]byte(b.String())) == s.Before
}
