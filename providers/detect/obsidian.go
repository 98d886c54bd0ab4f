package detect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"memswarm/swarm"
)

// maxRead bounds what is read of other programs' settings.
const maxRead = 1 << 20

// registries are the files in which Obsidian keeps its list of vaults.
func (l *looker) registries() []string {
	var out []string
	add := func(parts ...string) {
		if parts[0] != "" {
			out = append(out, filepath.Join(append(parts, "obsidian.json")...))
		}
	}
	switch runtime.GOOS {
	case "darwin":
		add(l.home, "Library", "Application Support", "obsidian")
	case "windows":
		dir, _ := l.Env("APPDATA")
		add(dir, "obsidian")
		add(l.home, "AppData", "Roaming", "obsidian")
	default:
		dir, _ := l.Env("XDG_CONFIG_HOME")
		add(dir, "obsidian")
		add(l.home, ".config", "obsidian")
		add(l.home, ".var", "app", "md.obsidian.Obsidian", "config", "obsidian")
		add(l.home, "snap", "obsidian", "current", ".config", "obsidian")
	}
	return out
}

// registry lists the vaults that Obsidian knows, the one that is open or was
// opened last first.
func (l *looker) registry() []Candidate {
	var out []Candidate
	for _, file := range l.registries() {
		text, err := readSmall(file)
		if err != nil {
			continue
		}
		var r struct {
			Vaults map[string]struct {
				Path string  `json:"path"`
				TS   float64 `json:"ts"` // milliseconds
				Open bool    `json:"open"`
			} `json:"vaults"`
		}
		if json.Unmarshal(text, &r) != nil {
			continue
		}
		for _, v := range r.Vaults {
			if !filepath.IsAbs(v.Path) || strings.ContainsRune(v.Path, 0) || !isDir(v.Path) {
				continue // moved or deleted since
			}
			at := time.UnixMilli(int64(max(0, min(v.TS, 1e14))))
			if v.Open {
				at = at.Add(100 * 365 * 24 * time.Hour)
			}
			out = append(out, vault(v.Path, "Obsidian's list of vaults", at))
		}
	}
	slices.SortFunc(out, func(a, b Candidate) int {
		if c := b.opened.Compare(a.opened); c != 0 {
			return c
		}
		return strings.Compare(a.Path, b.Path)
	})
	return out
}

func vault(path, found string, opened time.Time) Candidate {
	return Candidate{Kind: swarm.Obsidian, Name: filepath.Base(path), Path: filepath.Clean(path), Found: found, opened: opened}
}

// parents finds the vault that the workspace lies in.
func (l *looker) parents() []Candidate {
	for dir := l.Dir; dir != "" && l.ctx.Err() == nil; dir = filepath.Dir(dir) {
		if isDir(filepath.Join(dir, ".obsidian")) && dir != l.home {
			return []Candidate{vault(dir, "the folder that the workspace lies in", time.Time{})}
		}
		if dir == l.home || filepath.Dir(dir) == dir {
			break
		}
	}
	return nil
}

// usualVaults looks one level below the folders where people keep vaults.
func (l *looker) usualVaults() []Candidate {
	if l.home == "" {
		return nil
	}
	at := []string{l.home}
	for _, name := range []string{"Documents", "Obsidian", "obsidian", "vaults", "Vaults", "Notes", "notes", "Dropbox", "OneDrive", "Sync", "Nextcloud", "Google Drive", "iCloudDrive/iCloud~md~obsidian"} {
		at = append(at, filepath.Join(l.home, filepath.FromSlash(name)))
	}
	if runtime.GOOS == "darwin" {
		at = append(at, filepath.Join(l.home, "Library", "Mobile Documents", "iCloud~md~obsidian", "Documents"))
	}
	at = append(at, l.Root)
	var out []Candidate
	for _, dir := range at {
		if dir != l.home && isDir(filepath.Join(dir, ".obsidian")) {
			out = append(out, vault(dir, "a usual place", time.Time{}))
		}
		for _, name := range l.children(dir) {
			if child := filepath.Join(dir, name); isDir(filepath.Join(child, ".obsidian")) {
				out = append(out, vault(child, "a usual place", time.Time{}))
			}
		}
	}
	return out
}

// maxChildren bounds how many entries of a folder are looked at.
const maxChildren = 2000

// children lists the folders in a folder, hidden ones left out.
func (l *looker) children(dir string) []string {
	if l.ctx.Err() != nil {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	list, _ := d.ReadDir(maxChildren) // what could be read is enough
	var out []string
	for _, e := range list {
		if !strings.HasPrefix(e.Name(), ".") && (e.IsDir() || e.Type()&os.ModeSymlink != 0) {
			out = append(out, e.Name())
		}
	}
	slices.Sort(out)
	return out
}

// readSmall reads a regular file of at most maxRead bytes.
func readSmall(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > maxRead {
		return nil, os.ErrInvalid
	}
	return os.ReadFile(path)
}
