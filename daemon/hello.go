package daemon

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

// What a client wants of the server.
const (
	PurposeLSP    = "lsp"    // to speak the protocol
	PurposeStatus = "status" // to know how the server is
	PurposeStop   = "stop"   // the server to end
)

// Hello is the first line on a connection: what a process of its own would have
// known from its surroundings.
type Hello struct {
	Protocol   int               `json:"protocol"`
	Purpose    string            `json:"purpose"`
	Version    string            `json:"version"` // of the client's program
	PID        int               `json:"pid"`
	Dir        string            `json:"dir"` // the client's working directory
	Env        map[string]string `json:"env,omitempty"`
	ConfigFile string            `json:"configFile,omitempty"` // as --config names it, absolute
	Verbose    bool              `json:"verbose,omitempty"`
}

// Welcome is the server's answer.
type Welcome struct {
	Protocol    int       `json:"protocol"`
	Version     string    `json:"version"` // of the server's program
	PID         int       `json:"pid"`
	Started     time.Time `json:"started"`
	Connections int       `json:"connections"` // that speak the protocol, without this one
	Served      int       `json:"served"`      // since it started
	IdleSeconds float64   `json:"idleSeconds"` // after how long without a client it ends; 0 never
	MemoryBytes uint64    `json:"memoryBytes"` // obtained from the system; only for PurposeStatus
	Socket      string    `json:"socket"`
	Log         string    `json:"log"`
	Error       string    `json:"error,omitempty"` // why the client is turned away
}

// maxHello limits a line, in bytes; an environment has at most some hundred
// thousand.
const maxHello = 4 << 20

// leftOut are variables that change from one terminal to the next and mean
// nothing to a configuration.
var leftOut = []string{"_", "SHLVL", "PWD", "OLDPWD", "LS_COLORS", "TERMCAP", "PS1", "PROMPT_COMMAND"}

// Environ makes the environment of a Hello from that of the process.
func Environ(environ []string) map[string]string {
	out := make(map[string]string, len(environ))
	for _, kv := range environ {
		name, value, ok := strings.Cut(kv, "=")
		if ok && name != "" && !strings.HasPrefix(name, "BASH_FUNC_") {
			out[name] = value
		}
	}
	for _, name := range leftOut {
		delete(out, name)
	}
	return out
}

// Lookup is the client's environment as a lookup.
func (h *Hello) Lookup(name string) (string, bool) {
	v, ok := h.Env[name]
	return v, ok
}

// NewHello returns a Hello of this process.
func NewHello(purpose, version string) Hello {
	dir, _ := os.Getwd()
	return Hello{Protocol: Protocol, Purpose: purpose, Version: version, PID: os.Getpid(), Dir: dir, Env: Environ(os.Environ())}
}

// writeLine writes a value as one line of JSON.
func writeLine(w io.Writer, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	_, err = w.Write(append(b, '\n'))
	return err
}

// readLine reads one line of JSON. What follows it stays in the reader.
func readLine(r *bufio.Reader, v any) error {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		if line = append(line, part...); len(line) > maxHello {
			return errors.New("the first line is too long")
		}
		if err == nil {
			break
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
	if err := json.Unmarshal(line, v); err != nil {
		return fmt.Errorf("the first line is no greeting: %w", err)
	}
	return nil
}

// Conn is a connection whose first lines have been read.
type Conn struct {
	net.Conn
	in *bufio.Reader
}

// Read reads what follows the first line.
func (c *Conn) Read(p []byte) (int, error) { return c.in.Read(p) }
