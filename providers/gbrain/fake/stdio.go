package fake

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// lockedText is what the real one says.
const lockedText = "Error: this PGLite brain is already open through gbrain serve (pid 4711)."

// Serve serves MCP on standard input and output.
func (b *Brain) Serve(in io.Reader) error {
	switch h := &b.Behave; {
	case h.Lock:
		fmt.Fprintln(os.Stderr, lockedText)
		os.Exit(1)
	case h.Deaf:
		time.Sleep(time.Hour)
	}
	time.Sleep(b.Behave.Slow)
	if b.Behave.Leak != "" {
		fmt.Fprintln(os.Stderr, b.Behave.Leak)
	}
	err := b.Server().Run(context.Background(), &mcp.IOTransport{Reader: io.NopCloser(in), Writer: &mangler{Behave: b.Behave, out: os.Stdout}, MaxLineLength: -1})
	if b.Behave.Stubborn {
		time.Sleep(time.Hour)
	}
	return err
}

// mangler spoils the answers on their way out.
type mangler struct {
	Behave
	out io.Writer

	mu   sync.Mutex
	held []byte
}

func (m *mangler) Close() error { return nil }

func (m *mangler) Write(b []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	call := bytes.Contains(b, []byte(`"content"`)) && !bytes.Contains(b, []byte(`page_count`))
	if m.Prose {
		fmt.Fprintf(m.out, "[gbrain] vector search unavailable\n\n{\"level\":\"info\",\"msg\":\"hello\"}\n{ not json at all\n\xff\xfe\n")
	}
	switch {
	case call && m.Half:
		_, _ = m.out.Write(b[:len(b)/2])
		os.Exit(0)
	case call && m.Huge:
		before, after, _ := bytes.Cut(b, []byte(`"text":"`))
		_, _ = m.out.Write(append(before, []byte(`"text":"`)...))
		block := bytes.Repeat([]byte("x"), 1<<20)
		for range huge / len(block) {
			_, _ = m.out.Write(block)
		}
		_, err := m.out.Write(after)
		return len(b), err
	case call && m.Garbage:
		fmt.Fprintf(m.out, "%s\n", strings.Replace(string(bytes.TrimSpace(b)), `"result"`, `"result" oops`, 1))
		return len(b), nil
	case call && m.Reorder && m.held == nil:
		m.held = bytes.Clone(b)
		return len(b), nil
	case call && m.Reorder:
		_, err := m.out.Write(append(bytes.Clone(b), m.held...))
		m.held = nil
		return len(b), err
	}
	return m.out.Write(b)
}
