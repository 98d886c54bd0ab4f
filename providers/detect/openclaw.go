package detect

import (
	"path/filepath"
	"strings"

	"memswarm/swarm"

	"gopkg.in/yaml.v3"
)

// wikis finds OpenClaw's Memory Wiki vaults: the one that its configuration
// names, and those in the default place.
func (l *looker) wikis() []Candidate {
	state, named := l.Env("OPENCLAW_STATE_DIR")
	if !named || state == "" {
		if l.home == "" {
			return nil
		}
		state = filepath.Join(l.home, ".openclaw")
	}
	state = l.tilde(state)
	file := filepath.Join(state, "openclaw.json")
	if v, ok := l.Env("OPENCLAW_CONFIG_PATH"); ok && v != "" {
		file = l.tilde(v)
	}
	var out []Candidate
	add := func(path, found string) {
		if isWiki(path) {
			out = append(out, Candidate{Kind: swarm.MemoryWiki, Name: filepath.Base(path), Path: path, Found: found})
		}
	}
	if text, err := readSmall(file); err == nil {
		if path := vaultPath(text); path != "" {
			path = l.tilde(path)
			if !filepath.IsAbs(path) {
				path = filepath.Join(state, path)
			}
			add(path, "OpenClaw's configuration")
			for _, agent := range l.children(path) { // one vault for each agent
				add(filepath.Join(path, agent), "OpenClaw's configuration")
			}
		}
	}
	base := filepath.Join(state, "wiki")
	add(filepath.Join(base, "main"), "OpenClaw's usual place")
	for _, name := range l.children(base) {
		add(filepath.Join(base, name), "OpenClaw's usual place")
	}
	return out
}

// vaultPath is plugins.entries.memory-wiki.config.vault.path of openclaw.json.
// The file is JSON5: YAML reads it once its comments are taken out.
func vaultPath(text []byte) string {
	var c struct {
		Plugins struct {
			Entries map[string]struct {
				Config struct {
					Vault struct {
						Path string `yaml:"path"`
					} `yaml:"vault"`
				} `yaml:"config"`
			} `yaml:"entries"`
		} `yaml:"plugins"`
	}
	if yaml.Unmarshal(withoutComments(text), &c) != nil {
		return ""
	}
	return c.Plugins.Entries["memory-wiki"].Config.Vault.Path
}

// withoutComments blanks // and /* */ outside strings, and tabs, which YAML
// does not take as indentation.
func withoutComments(text []byte) []byte {
	out := make([]byte, 0, len(text))
	var quote byte
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case quote != 0:
			if c == '\\' && i+1 < len(text) {
				out = append(out, c)
				i++
				c = text[i]
			} else if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '\t':
			c = ' '
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && text[i] != '\n' {
				i++
			}
			c = '\n'
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			end := strings.Index(string(text[i+2:]), "*/")
			if end < 0 {
				return out
			}
			i += end + 3
			c = ' '
		}
		out = append(out, c)
	}
	return out
}

// isWiki says whether OpenClaw made a wiki in the folder.
func isWiki(dir string) bool {
	if isDir(filepath.Join(dir, ".openclaw-wiki")) {
		return true
	}
	n := 0
	for _, name := range []string{"entities", "concepts", "sources", "syntheses"} {
		if isDir(filepath.Join(dir, name)) {
			n++
		}
	}
	return n >= 2
}

// tilde expands a leading ~/.
func (l *looker) tilde(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(l.home, rest)
	}
	return path
}
