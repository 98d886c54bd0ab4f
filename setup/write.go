package setup

import (
	"fmt"
	"os"
	"strconv"

	"memswarm/atomicfile"
	"memswarm/swarm"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff shows what writing would change, as a unified diff; "" for nothing.
func (p *Plan) Diff() string {
	before := p.Before
	name := p.File
	if !p.Exists {
		name = "(new)"
	}
	return string(diff.Diff(name, before, p.File, p.After))
}

// Write puts the plan into force: a backup of the old file, then the new one,
// whole or not at all. backup is "" when there was nothing to keep. It fails
// when the file changed since the plan was made.
func (p *Plan) Write() (backup string, err error) {
	if !p.Changed() {
		return "", nil
	}
	now, err := os.ReadFile(p.File)
	if p.Exists != (err == nil) || err == nil && string(now) != string(p.Before) {
		return "", &swarm.Error{Code: "changed", Message: p.File + " changed while its new content was thought out; nothing was written.", Fix: "Run onboard again."}
	}
	if p.Exists {
		if backup, err = p.keep(); err != nil {
			return "", failed("The backup "+backup, err)
		}
	}
	if err := atomicfile.Write(p.File, p.After, 0o644, 0o755); err != nil {
		return backup, failed("The configuration "+p.File, err)
	}
	return backup, nil
}

func failed(what string, err error) error {
	return &swarm.Error{Code: "write_failed", Message: fmt.Sprintf("%s could not be written: %v.", what, err), Fix: "Check the permissions of its folder and the space on the disk.", Err: err}
}

// keep copies the old file beside itself under a free name.
func (p *Plan) keep() (string, error) {
	name := p.File + ".bak"
	for n := 2; ; n++ {
		old, err := os.ReadFile(name)
		if err == nil && string(old) == string(p.Before) {
			return name, nil // kept already
		}
		if os.IsNotExist(err) {
			break
		}
		name = p.File + ".bak-" + strconv.Itoa(n)
		if n > 999 {
			return name, fmt.Errorf("there are too many backups")
		}
	}
	mode := os.FileMode(0o600)
	if info, err := os.Stat(p.File); err == nil {
		mode = info.Mode().Perm()
	}
	return name, atomicfile.Write(name, p.Before, mode, 0o755)
}
