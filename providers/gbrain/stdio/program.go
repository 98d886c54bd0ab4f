package stdio

import (
	"bytes"
	"io"
	"log/slog"
	"os/exec"
	"sync"
	"time"

	"memswarm/providers/gbrain/process"
)

// program is a running gbrain.
type program struct {
	cmd    *exec.Cmd
	stdin  io.WriteCloser
	stdout io.ReadCloser
	stderr *tail
	done   chan struct{} // closed when it has ended
	grace  time.Duration
}

// launch starts the program in its own process group, so that what it starts
// ends with it.
func launch(o *Options) (*program, error) {
	cmd := exec.Command(o.Command[0], o.Command[1:]...)
	cmd.Env, cmd.Dir = o.Env, o.Dir
	process.OwnGroup(cmd)
	p := &program{cmd: cmd, done: make(chan struct{}), grace: o.Grace, stderr: &tail{log: o.Log, scrub: o.Scrub.Text}}
	cmd.Stderr = p.stderr
	var err error
	if p.stdin, err = cmd.StdinPipe(); err != nil {
		return nil, err
	}
	// An own pipe: the one of cmd.StdoutPipe is closed by Wait, with the last
	// messages in it unread.
	r, w := io.Pipe()
	cmd.Stdout, p.stdout = w, r
	// A grandchild may keep the output open after the program has ended.
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = cmd.Wait()
		w.Close()
		close(p.done)
	}()
	return p, nil
}

// stop closes the program's input, which asks it to end, and kills it when it
// has not ended after the grace time. It does not wait.
func (p *program) stop() {
	p.stdin.Close()
	go func() {
		t := time.NewTimer(p.grace)
		defer t.Stop()
		// What it still prints must not block it.
		go func() { _, _ = io.Copy(io.Discard, p.stdout) }()
		select {
		case <-p.done:
		case <-t.C:
			p.kill()
		}
	}()
}

func (p *program) kill() {
	process.KillGroup(p.cmd)
	// Nobody reads any more; without this a full pipe would hold up the end.
	p.stdout.Close()
}

// tail keeps the end of what a program prints, and logs it without secrets.
type tail struct {
	log   *slog.Logger
	scrub func(string) string

	mu   sync.Mutex
	text []byte // guarded by mu
}

const tailBytes = 4 << 10

func (t *tail) Write(b []byte) (int, error) {
	t.log.Debug("gbrain says", "text", t.scrub(string(bytes.TrimSpace(b[:min(len(b), tailBytes)]))))
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[max(0, len(b)-tailBytes):]...)
	if over := len(t.text) - tailBytes; over > 0 {
		t.text = append(t.text[:0], t.text[over:]...)
	}
	return len(b), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.text)
}
