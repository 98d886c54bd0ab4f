package config

import (
	"math"
	"strings"
)

// Type is the kind of value that a key takes.
type Type string

// The types of values.
const (
	TypeSection Type = "section" // a mapping with keys of its own
	TypeList    Type = "list"    // a list of sections
	TypeMap     Type = "map"     // a mapping from provider ids
	TypeBool    Type = "boolean"
	TypeInt     Type = "integer"
	TypeFloat   Type = "number"
	TypeString  Type = "string"
	TypeEnum    Type = "choice" // one of Key.Values
	TypePath    Type = "path"   // ~/ and relative paths are resolved
	TypeStrings Type = "strings"
	TypeID      Type = "provider" // a provider's id
	TypeSecret  Type = "secret"
)

// Key describes one key of the configuration. The table of keys is the only
// place that knows them.
type Key struct {
	// Path is the key in snake case. "[]" stands for any element of a list and
	// "<id>" for any provider's id: "providers.local_markdown.folders[].path".
	Path string
	Type Type
	// Default is what an absent key means: nil (nothing), bool, int, float64,
	// string or []string.
	Default any
	Values  []string // the choices of a TypeEnum
	// Min and Max bound a number, both inclusive unless MinOpen. NoMax is
	// +Inf.
	Min, Max float64
	MinOpen  bool
	// SoftMin and SoftMax bound what makes sense: outside there is a warning.
	// Both 0 means no such bounds.
	SoftMin, SoftMax float64
	// Required keys of an enabled section have no sensible default.
	Required bool
	// NoEffect says that the key is accepted, because ByteRover's own file may
	// have it, and ignored.
	NoEffect bool
	// Guarded keys open something (a cost, private data) and count from a
	// workspace's file only when the workspace is trusted.
	Guarded bool
	Since   string // the version that first had it
	Doc     string // sentences for documentation and hover
	Example string // a value, as YAML
}

// Name is the last part of the path: "vault_path".
func (k Key) Name() string {
	name := k.Path[strings.LastIndexByte(k.Path, '.')+1:]
	return strings.TrimSuffix(name, "[]")
}

// Section says whether the key has keys of its own.
func (k Key) Section() bool { return k.Type == TypeSection || k.Type == TypeList || k.Type == TypeMap }

// NoMax is the Max of numbers without an upper bound.
var NoMax = math.Inf(1)

// maxInt bounds whole numbers so that durations made from them cannot overflow.
const maxInt = math.MaxInt32

// camel is the other accepted spelling: "vaultPath" for "vault_path".
func camel(snake string) string {
	var b strings.Builder
	up := false
	for i := range len(snake) {
		c := snake[i]
		switch {
		case c == '_':
			up = true
			continue
		case up && c >= 'a' && c <= 'z':
			c -= 'a' - 'A'
		}
		up = false
		b.WriteByte(c)
	}
	return b.String()
}
