package trust

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"memswarm/atomicfile"
	"memswarm/swarm/config"

	"github.com/gofrs/flock"
)

// Store is the file of the answers. It is read anew for every question, so that
// an answer counts at once in every process. The zero Store remembers nothing.
type Store struct{ path string }

// Open returns the store of a file, which need not exist.
func Open(path string) *Store { return &Store{path: path} }

// Path is the store's file, "" when it has none.
func (s *Store) Path() string { return s.path }

// Answer is what the user said about a workspace.
type Answer string

// The answers.
const (
	Trusted Answer = "trusted"
	Refused Answer = "refused" // do not ask again
)

// Entry is one remembered answer.
type Entry struct {
	Folder  string          `json:"folder"` // links followed
	Answer  Answer          `json:"answer"`
	Hash    string          `json:"hash"`    // of Actions, as the configuration had them
	Actions []config.Action `json:"actions"` // what the answer is about
	At      time.Time       `json:"at"`
}

// file is the store's content.
type file struct {
	Version    int     `json:"version"`
	Workspaces []Entry `json:"workspaces"`
}

const version = 1

// lockWait is how long another process may hold the store.
const lockWait = 3 * time.Second

// Lookup says whether the user trusts the workspace to do what the subject
// lists: the answer was yes, about all of that. It implements
// [config.TrustStore].
func (s *Store) Lookup(subject config.Subject) (bool, error) {
	e, ok, err := s.entry(subject.Folder)
	if err != nil || !ok || e.Answer != Trusted {
		return false, err
	}
	return e.covers(subject), nil
}

// Answered says whether the question about the subject has an answer, yes or
// no, so that it need not be asked.
func (s *Store) Answered(subject config.Subject) (bool, error) {
	e, ok, err := s.entry(subject.Folder)
	if err != nil || !ok {
		return false, err
	}
	return e.covers(subject), nil
}

// covers says that the subject wants nothing that the answer was not about.
func (e Entry) covers(subject config.Subject) bool {
	if e.Hash == subject.Hash {
		return true
	}
	for _, a := range subject.Actions {
		if !slices.Contains(e.Actions, a) {
			return false
		}
	}
	return true
}

func (s *Store) entry(folder string) (Entry, bool, error) {
	list, err := s.List()
	if err != nil {
		return Entry{}, false, err
	}
	i := slices.IndexFunc(list, func(e Entry) bool { return e.Folder == folder })
	if i < 0 {
		return Entry{}, false, nil
	}
	return list[i], true, nil
}

// List returns all answers, by folder.
func (s *Store) List() ([]Entry, error) {
	if s.path == "" {
		return nil, nil
	}
	text, err := os.ReadFile(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading who is trusted: %w", err)
	}
	var f file
	if err := json.Unmarshal(text, &f); err != nil {
		return nil, fmt.Errorf("%s is damaged (%w); remove it and answer again", s.path, err)
	}
	if f.Version > version {
		return nil, fmt.Errorf("%s is from a newer version of memswarm; update this one", s.path)
	}
	return f.Workspaces, nil
}

// Set remembers an answer about the subject.
func (s *Store) Set(ctx context.Context, subject config.Subject, a Answer, now time.Time) error {
	return s.change(ctx, func(list []Entry) []Entry {
		list = slices.DeleteFunc(list, func(e Entry) bool { return e.Folder == subject.Folder })
		return append(list, Entry{Folder: subject.Folder, Answer: a, Hash: subject.Hash, Actions: subject.Actions, At: now.UTC().Truncate(time.Second)})
	})
}

// Revoke forgets the answer about a folder (links followed) and says whether
// there was one.
func (s *Store) Revoke(ctx context.Context, folder string) (found bool, err error) {
	err = s.change(ctx, func(list []Entry) []Entry {
		return slices.DeleteFunc(list, func(e Entry) bool {
			found = found || e.Folder == folder
			return e.Folder == folder
		})
	})
	return found, err
}

// change rewrites the file under its lock.
func (s *Store) change(ctx context.Context, f func([]Entry) []Entry) error {
	if s.path == "" {
		return errors.New("there is no home folder, so the answer cannot be remembered; set HOME")
	}
	if err := os.MkdirAll(filepath.Dir(s.path), 0o700); err != nil {
		return fmt.Errorf("remembering who is trusted: %w", err)
	}
	ctx, cancel := context.WithTimeout(ctx, lockWait)
	defer cancel()
	lock := flock.New(s.path + ".lock")
	ok, err := lock.TryLockContext(ctx, 20*time.Millisecond)
	if err != nil || !ok {
		return fmt.Errorf("another process holds %s.lock: %w", s.path, errors.Join(err, ctx.Err()))
	}
	defer func() { _ = lock.Unlock() }()
	list, err := s.List()
	if err != nil {
		return err
	}
	list = f(list)
	slices.SortFunc(list, func(a, b Entry) int { return strings.Compare(a.Folder, b.Folder) })
	text, err := json.MarshalIndent(file{Version: version, Workspaces: list}, "", "  ")
	if err != nil {
		return err
	}
	if err := atomicfile.Write(s.path, append(text, '\n'), 0o600, 0o700); err != nil {
		return fmt.Errorf("remembering who is trusted: %w", err)
	}
	return nil
}
