package providers

import (
	"path/filepath"
	"testing"
	"time"

	"memswarm/providers/internal/source/sourcetest"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

func TestOpenTable(t *testing.T) {
	dir := t.TempDir()
	sourcetest.Write(t, dir, map[string]string{
		".brv/swarm/config.yaml": `
providers:
  byterover: {enabled: true}
  obsidian: {enabled: true, vault_path: vault}
  memory_wiki: {enabled: true, vault_path: wiki}
  gbrain: {enabled: true, repo_path: brain}
  local_markdown:
    enabled: true
    folders:
      - {name: notes, path: notes}
      - {name: missing, path: nowhere}
      - {name: again, path: notes}
`,
		".brv/context-tree/a/b/c.md": "# C\n\nquokkaword\n",
		"vault/.obsidian/app.json":   "{}",
		"vault/n.md":                 "# N\n\nquokkaword\n",
		"wiki/concepts/w.md":         "# W\n\nquokkaword\n",
		"notes/m.md":                 "# M\n\nquokkaword\n",
	})
	cfg := config.Load(config.Options{Dir: dir, Env: func(string) (string, bool) { return "", false }})
	var pool Pool
	opened, skipped := Open(cfg, Deps{CacheDir: t.TempDir(), StateDir: t.TempDir(), Env: nothing, Pool: &pool, Trusted: true})
	var ids []swarm.ID
	for _, p := range opened {
		ids = append(ids, p.Info().ID)
		if p.Info().ID == swarm.GBrain {
			// Its folder is missing, and there is no gbrain to find.
			if h := p.Health(t.Context()); h.State != swarm.StateFailed || h.Error.Code != "no_transport" || h.Error.Fix == "" {
				t.Errorf("gbrain's health: %+v %v", h, h.Error)
			}
			continue
		}
		if !p.Info().Local || !filepath.IsAbs(p.Info().Root) {
			t.Errorf("info %+v", p.Info())
		}
		err := p.(swarm.Syncer).Sync(t.Context(), false, nil)
		if missing := p.Info().ID == "local-markdown:missing"; (err != nil) != missing {
			t.Errorf("%s: Sync: %v", p.Info().ID, err)
		} else if missing {
			if h := p.Health(t.Context()); h.State != swarm.StateFailed || h.Error.Code != "missing_path" || h.Error.Provider != p.Info().ID {
				t.Errorf("a missing folder's health: %+v %v", h, h.Error)
			}
			continue
		}
		q := swarm.Parse("quokkaword", time.Now())
		q.Candidates = swarm.MinCandidates
		found, err := p.Search(t.Context(), q)
		if err != nil || len(found.Results) != 1 || found.Results[0].Ref.Provider != p.Info().ID {
			t.Errorf("%s: %+v, %v", p.Info().ID, found, err)
		}
	}
	if want := cfg.IDs(); len(opened)+len(skipped) != len(want) {
		t.Errorf("opened %v, skipped %v of %v", ids, skipped, want)
	}
	// Two folders of one path share one source.
	if len(pool.open) != 5 {
		t.Errorf("%d sources open, want 5", len(pool.open))
	}
	for _, p := range opened {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	if len(pool.open) != 0 {
		t.Errorf("%d sources are still open", len(pool.open))
	}
}
