package source

import (
	"encoding/json"
	"os"
	"path/filepath"
	"time"
)

// state is kept beside the index: what it is an index of, and whether it was
// ever complete. Losing it costs a look at the files, nothing else.
type state struct {
	Root     string    `json:"root"`
	Kind     string    `json:"kind"`
	Version  string    `json:"version"`
	Complete bool      `json:"complete"` // a sync has come to its end
	Notes    int       `json:"notes"`    // then
	Indexed  time.Time `json:"indexed"`  // then
}

const stateFile = "source.json"

func readState(dir string) (st state) {
	data, err := os.ReadFile(filepath.Join(dir, stateFile))
	if err != nil || json.Unmarshal(data, &st) != nil {
		return state{}
	}
	return st
}

// write replaces the file at once, so that a crash leaves the old or the new.
func (st state) write(dir string) error {
	data, err := json.MarshalIndent(st, "", "  ")
	if err != nil {
		return err
	}
	tmp, err := os.CreateTemp(dir, stateFile+".*")
	if err != nil {
		return err
	}
	_, err = tmp.Write(append(data, '\n'))
	if e := tmp.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Rename(tmp.Name(), filepath.Join(dir, stateFile))
	}
	if err != nil {
		_ = os.Remove(tmp.Name())
	}
	return err
}
