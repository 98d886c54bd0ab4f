package config

import (
	"os"
	"path/filepath"
	"runtime"
)

// homeOf is the home folder of the environment, "" when it has none.
func homeOf(env func(string) (string, bool)) string {
	names := []string{"HOME"}
	if runtime.GOOS == "windows" {
		names = []string{"USERPROFILE", "HOME"}
	}
	for _, name := range names {
		if v, ok := env(name); ok && filepath.IsAbs(v) {
			return filepath.Clean(v)
		}
	}
	return ""
}

// UserFile is the path of the user's own configuration, memswarm/config.yaml in
// XDG_CONFIG_HOME when that is set, else in the system's usual folder:
// ~/.config, ~/Library/Application Support or %APPDATA%. On macOS a file in
// ~/.config is taken when the usual one does not exist. A nil env is that of
// the process. "" means that there is no home folder.
func UserFile(env func(string) (string, bool)) string {
	if env == nil {
		env = os.LookupEnv
	}
	home := homeOf(env)
	in := func(dir string) string { return filepath.Join(dir, "memswarm", configName) }
	if dir, ok := env("XDG_CONFIG_HOME"); ok && filepath.IsAbs(dir) {
		return in(dir)
	}
	switch runtime.GOOS {
	case "windows":
		if dir, ok := env("APPDATA"); ok && filepath.IsAbs(dir) {
			return in(dir)
		}
		if home != "" {
			return in(filepath.Join(home, "AppData", "Roaming"))
		}
	case "darwin":
		if home != "" {
			usual, plain := in(filepath.Join(home, "Library", "Application Support")), in(filepath.Join(home, ".config"))
			if !exists(usual) && exists(plain) {
				return plain
			}
			return usual
		}
	default:
		if home != "" {
			return in(filepath.Join(home, ".config"))
		}
	}
	return ""
}
