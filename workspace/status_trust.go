package workspace

import (
	"slices"
	"time"

	"memswarm/contract"
	"memswarm/swarm"
	"memswarm/swarm/config"
)

// trust adds what the workspace's configuration may do, and what it waits for.
func (f *Folder) trust(t *contract.StatusTrust, first bool) {
	t.Trusted = f.spec.Trusted && (first || t.Trusted)
	for _, a := range config.TrustSubject(f.cfg).Actions {
		if f.spec.Trusted {
			t.Allowed = append(t.Allowed, a.String())
		} else {
			t.HeldBack = append(t.HeldBack, a.String())
		}
	}
	if len(t.HeldBack) > 0 && t.Fix == "" {
		t.Fix = "Run `memswarm trust` in " + f.cfg.Workspace.Folder + ", or trust the workspace in the editor."
	}
	if f.spec.Trusted {
		return
	}
	for _, s := range f.sources {
		if s.Provider != nil && s.Info.Root != "" && f.byWorkspace(s.Info.ID) && !within(s.Info.Root, f.cfg.Workspace.Folder) && !slices.Contains(t.Reads, s.Info.Root) {
			t.Reads = append(t.Reads, s.Info.Root)
		}
	}
}

// byWorkspace says whether the workspace's own file names the provider's
// folder.
func (f *Folder) byWorkspace(id swarm.ID) bool {
	switch id.Kind() {
	case swarm.Obsidian:
		return f.cfg.Origin("providers.obsidian.vault_path").Layer == config.LayerWorkspace
	case swarm.MemoryWiki:
		return f.cfg.Origin("providers.memory_wiki.vault_path").Layer == config.LayerWorkspace
	case swarm.LocalMarkdown:
		return f.cfg.FolderOrigin(id).Layer == config.LayerWorkspace
	}
	return false
}

// budget adds what providers that cost money have spent.
func (f *Folder) budget(out *contract.Status) {
	g := f.cfg.Providers.GBrain
	if !g.Enabled {
		return
	}
	b := &contract.StatusBudget{CapCents: f.cfg.Budget.GlobalMonthlyCapCents, Providers: []contract.StatusSpending{}}
	for _, s := range f.sources {
		if s.Info.ID.Kind() != swarm.GBrain {
			continue
		}
		row := contract.StatusSpending{ID: string(s.Info.ID), CapCents: float64(b.CapCents), PerQuery: g.CostCentsPerQuery}
		if limit, ok := f.cfg.Budget.PerProvider[s.Info.ID]; ok && limit.MonthlyCapCents >= 0 {
			row.CapCents = float64(limit.MonthlyCapCents)
		}
		if spender, ok := s.Provider.(swarm.Spender); ok {
			if spent, ok := spender.Spending(time.Now()); ok {
				row.SpentCents, row.Queries, row.CapCents = &spent.SpentCents, spent.Queries, spent.CapCents
			}
		}
		b.Providers = append(b.Providers, row)
	}
	if len(b.Providers) > 0 {
		out.Budget = b
	}
}
