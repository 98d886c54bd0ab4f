package handlers_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// look runs the lines of a scenario that are no requests:
//
//	cat PATH             shows a file, or that there is none
//	tree                 lists the workspace's files
//	answer METHOD JSON   is what the client answers to requests of the server's
//	asked METHOD         waits for one such request and shows it
//	tell TEXT            waits for a message to the user that holds the text
func (s *scenario) look(verb, rest string) string {
	s.t.Helper()
	switch verb {
	case "cat":
		data, err := os.ReadFile(filepath.Join(s.dir, filepath.FromSlash(rest)))
		if err != nil {
			return "no such file\n"
		}
		return dates.ReplaceAllString(s.clean(string(data)), "DATE")
	case "tree":
		var b strings.Builder
		err := filepath.WalkDir(s.dir, func(path string, e fs.DirEntry, err error) error {
			if err == nil && !e.IsDir() {
				rel, _ := filepath.Rel(s.dir, path)
				fmt.Fprintln(&b, filepath.ToSlash(rel))
			}
			return err
		})
		if err != nil {
			s.t.Fatal(err)
		}
		return dates.ReplaceAllString(b.String(), "DATE")
	case "answer":
		method, result, _ := strings.Cut(rest, " ")
		s.client.Handle(method, func(json.RawMessage) (any, error) { return json.RawMessage(result), nil })
		return ""
	case "asked":
		params, err := s.client.AwaitRequest(rest, nil)
		if err != nil {
			s.t.Fatal(err)
		}
		return s.indent(params)
	}
	params, err := s.client.Await("window/showMessage", func(params json.RawMessage) bool {
		return strings.Contains(s.clean(string(params)), rest)
	})
	if err != nil {
		s.t.Fatal(err)
	}
	return s.indent(params)
}

func (s *scenario) indent(raw json.RawMessage) string {
	s.t.Helper()
	var buf bytes.Buffer
	if err := json.Indent(&buf, raw, "", "  "); err != nil {
		s.t.Fatal(err)
	}
	return dates.ReplaceAllString(s.clean(buf.String()), "DATE") + "\n"
}

// dates are those of today, or of the day that begins while the test runs.
var dates = func() *regexp.Regexp {
	var days []string
	for _, t := range []time.Time{time.Now(), time.Now().UTC(), time.Now().Add(time.Hour), time.Now().UTC().Add(time.Hour)} {
		days = append(days, t.Format(time.DateOnly))
	}
	return regexp.MustCompile(`(?:` + strings.Join(days, "|") + `)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?`)
}()

var tokens = regexp.MustCompile(`"undo": "[\w-]+"`)
