package detect

import (
	"encoding/json"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"memswarm/swarm"
)

// brain finds GBrain by its configuration and its program. Nothing is started.
func (l *looker) brain() []Candidate {
	parent := l.home // GBRAIN_HOME is the parent of .gbrain
	if v, ok := l.Env("GBRAIN_HOME"); ok && v != "" {
		parent = l.tilde(v)
	}
	if parent == "" {
		return nil
	}
	text, err := readSmall(filepath.Join(parent, ".gbrain", "config.json"))
	if err != nil {
		return nil
	}
	var c struct {
		Engine    string `json:"engine"`
		Path      string `json:"database_path"`
		Model     string `json:"embedding_model"`
		Disabled  bool   `json:"embedding_disabled"`
		OpenAI    string `json:"openai_api_key"`
		RemoteMCP struct {
			URL string `json:"mcp_url"`
		} `json:"remote_mcp"`
	}
	if json.Unmarshal(text, &c) != nil {
		return []Candidate{{Kind: swarm.GBrain, Name: "gbrain", Path: parent, Found: "GBrain's configuration",
			Problem: "GBrain's config.json cannot be read as JSON"}}
	}
	out := Candidate{Kind: swarm.GBrain, Name: "gbrain", Path: l.brainFolder(parent), Found: "GBrain's configuration", Detail: "engine " + engine(c.Engine)}
	key := c.OpenAI != ""
	for _, name := range []string{"OPENAI_API_KEY", "VOYAGE_API_KEY", "GEMINI_API_KEY", "GBRAIN_EMBEDDING_API_KEY"} {
		v, ok := l.Env(name)
		key = key || ok && v != ""
	}
	out.Keyword = c.Disabled || !key
	if program := l.program("gbrain"); program == "" {
		out.Problem = "the program gbrain is not on the PATH"
		if c.Engine == "postgres" {
			out.Problem = "" // its database is asked itself
		}
	}
	return []Candidate{out}
}

func engine(s string) string {
	if s == "postgres" || s == "pglite" {
		return s
	}
	return "unknown"
}

// brainFolder is the repository that the brain's pages come from, where one of
// the usual names exists, else the folder of its configuration.
func (l *looker) brainFolder(parent string) string {
	for _, name := range []string{"brain", "gbrain", "Documents/brain"} {
		dir := filepath.Join(l.home, filepath.FromSlash(name))
		if isDir(dir) {
			return dir
		}
	}
	return parent
}

// program looks for an executable on the PATH of whoever asks.
func (l *looker) program(name string) string {
	path, _ := l.Env("PATH")
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, ext := range extensions() {
			file := filepath.Join(dir, name+ext)
			if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() && (runtime.GOOS == "windows" || info.Mode()&0o111 != 0) {
				return file
			}
		}
	}
	return ""
}

func extensions() []string {
	if runtime.GOOS == "windows" {
		return strings.Fields(".exe .cmd .bat .ps1")
	}
	return []string{""}
}
