package config

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Severity says how bad a problem is.
type Severity int

// The severities, worst first.
const (
	Error   Severity = iota + 1 // the value is not used
	Warning                     // used, but probably not what was meant
	Hint                        // nothing is wrong: a key without effect
)

func (s Severity) String() string {
	switch s {
	case Error:
		return "error"
	case Warning:
		return "warning"
	case Hint:
		return "hint"
	}
	return fmt.Sprintf("Severity(%d)", int(s))
}

// MarshalText gives the severity's name to JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// The codes of problems.
const (
	CodeSyntax          = "yaml_syntax"       // the file is not YAML
	CodeTab             = "yaml_tab"          // a tab indents a line
	CodeEncoding        = "encoding"          // not UTF-8, or control characters
	CodeUnreadable      = "unreadable"        // the file cannot be read
	CodeNotAFile        = "not_a_file"        // a directory, pipe or device in the file's place
	CodeTooLarge        = "too_large"         // more than MaxFileBytes
	CodeTooComplex      = "too_complex"       // aliases multiply the content beyond reason
	CodeDocuments       = "several_documents" // only the first YAML document counts
	CodeMisnamed        = "misnamed_file"     // config.yml beside the expected config.yaml
	CodeForeign         = "foreign_folder"    // the folder belongs to another user
	CodePointer         = "bad_pointer"       // a .brv file that leads nowhere
	CodeWrongType       = "wrong_type"
	CodeOutOfRange      = "out_of_range"
	CodeNotAllowed      = "not_allowed" // not one of the allowed values
	CodeUnknownKey      = "unknown_key"
	CodeDuplicateKey    = "duplicate_key"
	CodeUnsetVariable   = "unset_variable"
	CodeMissing         = "missing_value"     // a required value is absent
	CodeDuplicateName   = "duplicate_name"    // two markdown folders of one name
	CodeUnknownProvider = "unknown_provider"  // an id that no provider has
	CodeDisabled        = "disabled_provider" // an edge to a provider that is off
	CodeCycle           = "enrichment_cycle"
	CodePlainSecret     = "plain_secret" // a secret written into a workspace's file
	CodeNoEffect        = "no_effect"
	CodeClientUntrusted = "client_untrusted"  // the editor's configuration was not counted
	CodeWorkspace       = "workspace_refused" // a home folder or "/" as the workspace
	CodeKept            = "last_good_kept"    // an invalid file, so that the last good one stays in force
)

// Problem is one finding about the configuration. Message and Fix never hold a
// secret value.
type Problem struct {
	Severity Severity `json:"severity"`
	Code     string   `json:"code"`
	Message  string   `json:"message"`       // one sentence: what is wrong
	Fix      string   `json:"fix,omitempty"` // one sentence: what to do
	// Path is the key in snake case: "providers.local_markdown.folders[0].path".
	Path string `json:"path,omitempty"`
	File string `json:"file,omitempty"` // absolute; "" for what an editor sent
	// Range is zero (Line 0) when the problem has no place in a file.
	Range Range `json:"range"`
	// Suggestion is the text that would replace Range, "" when there is none.
	Suggestion string `json:"suggestion,omitempty"`
	// Related are further places that belong to it: the first of two equal
	// keys, the edges of a cycle.
	Related []Related `json:"related,omitempty"`
	Layer   Layer     `json:"layer"`
}

// Related is another place that a problem is about.
type Related struct {
	File    string `json:"file"`
	Range   Range  `json:"range"`
	Message string `json:"message"`
}

// String is the form of compilers: "file:line:column: severity: message fix".
func (p Problem) String() string {
	var b strings.Builder
	if p.File != "" {
		b.WriteString(p.File)
		if p.Range.Start.Line > 0 {
			fmt.Fprintf(&b, ":%d:%d", p.Range.Start.Line, p.Range.Start.Column)
		}
		b.WriteString(": ")
	}
	fmt.Fprintf(&b, "%s: %s", p.Severity, p.Message)
	if p.Fix != "" {
		b.WriteString(" " + p.Fix)
	}
	return b.String()
}

// Problems is a list of findings.
type Problems []Problem

// HasErrors says whether any of them is an error.
func (ps Problems) HasErrors() bool {
	return slices.ContainsFunc(ps, func(p Problem) bool { return p.Severity == Error })
}

// In returns those of one file, in the file's order.
func (ps Problems) In(file string) Problems {
	var out Problems
	for _, p := range ps {
		if p.File == file {
			out = append(out, p)
		}
	}
	return out
}

// sorted orders by layer, file and place, so that equal input gives equal
// output.
func (ps Problems) sorted() Problems {
	slices.SortStableFunc(ps, func(a, b Problem) int {
		return cmp.Or(
			cmp.Compare(a.Layer, b.Layer),
			cmp.Compare(a.File, b.File),
			cmp.Compare(a.Range.Start.Offset, b.Range.Start.Offset),
			cmp.Compare(a.Severity, b.Severity),
		)
	})
	return ps
}

// capped keeps the first maxProblems of each file, and says so.
func (ps Problems) capped() Problems {
	var out Problems
	count := map[string]int{}
	for _, p := range ps {
		count[p.File]++
		switch n := count[p.File]; {
		case n <= maxProblems:
			out = append(out, p)
		case n == maxProblems+1:
			out = append(out, Problem{Severity: p.Severity, Code: CodeTooComplex, Layer: p.Layer, File: p.File, Range: p.Range,
				Message: "There are more problems, which are not listed.", Fix: "Correct the others first."})
		}
	}
	return out
}
