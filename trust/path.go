package trust

import (
	"os"
	"path/filepath"
	"runtime"
)

// Path is the file of the answers, memswarm/trust.json in the user's state
// folder: XDG_STATE_HOME when that is set, else ~/.local/state, ~/Library/
// Application Support or %LOCALAPPDATA%. A nil env is that of the process. ""
// means that there is no home folder, so nothing can be remembered.
func Path(env func(string) (string, bool)) string {
	if env == nil {
		env = os.LookupEnv
	}
	in := func(parts ...string) string {
		return filepath.Join(append(parts, "memswarm", "trust.json")...)
	}
	if dir, ok := env("XDG_STATE_HOME"); ok && filepath.IsAbs(dir) {
		return in(dir)
	}
	home := ""
	for _, name := range homeNames() {
		if v, ok := env(name); ok && filepath.IsAbs(v) {
			home = v
			break
		}
	}
	if runtime.GOOS == "windows" {
		if dir, ok := env("LOCALAPPDATA"); ok && filepath.IsAbs(dir) {
			return in(dir)
		}
	}
	switch {
	case home == "":
		return ""
	case runtime.GOOS == "windows":
		return in(home, "AppData", "Local")
	case runtime.GOOS == "darwin":
		return in(home, "Library", "Application Support")
	}
	return in(home, ".local", "state")
}

func homeNames() []string {
	if runtime.GOOS == "windows" {
		return []string{"USERPROFILE", "HOME"}
	}
	return []string{"HOME"}
}
