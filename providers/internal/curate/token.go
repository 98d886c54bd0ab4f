package curate

import (
	"encoding/base64"
	"encoding/json"

	"memswarm/providers/internal/curate/safefile"
)

// token is what [Undo] needs to take a write back. It travels through clients
// as text, so it is not trusted: it names only files, by hash, and [Undo] goes
// nowhere but into folders that the caller allows.
type token struct {
	Version int    `json:"v"`
	Root    string `json:"root"`
	Steps   []step `json:"steps"`
}

// step is one file. Without edits it was created.
type step struct {
	Rel    string   `json:"rel"`
	Hash   string   `json:"hash"`             // of the file as it was written
	Made   []string `json:"made,omitempty"`   // folders made for it
	Edits  []revert `json:"edits,omitempty"`  // to apply to the file, in order of position
	Before string   `json:"before,omitempty"` // hash of the file before the edits
}

// revert replaces Len bytes at At by Old.
type revert struct {
	At  int    `json:"at"`
	Len int    `json:"len"`
	Old []byte `json:"old,omitempty"`
}

func (t token) String() string {
	t.Version = 1
	data, err := json.Marshal(t)
	if err != nil {
		return ""
	}
	return base64.RawURLEncoding.EncodeToString(data)
}

func created(c *safefile.Created) step {
	return step{Rel: c.Rel, Hash: safefile.Hash(c.Data), Made: c.Made}
}

func parseToken(s string) (t token, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(s)
	if err != nil || json.Unmarshal(data, &t) != nil || t.Version != 1 || len(t.Steps) == 0 || len(t.Steps) > 16 {
		return token{}, false
	}
	return t, true
}
