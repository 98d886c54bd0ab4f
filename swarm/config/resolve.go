package config

import (
	"slices"
	"time"

	"memswarm/swarm"
)

// resolve makes the typed configuration from the values.
func (l *loader) resolve() {
	vs, c := l.cfg.values, l.cfg
	c.Workspace.Gitignore = vs.bool("workspace.gitignore")
	c.Hover = vs.bool("hover")
	c.Definition.InCode = vs.bool("definition.in_code")
	c.Symbols.Passages = vs.int("symbols.passages")
	c.Performance = Performance{
		MaxQueryLatency:        milliseconds(vs.int("performance.max_query_latency_ms")),
		ResultCacheTTL:         milliseconds(vs.int("performance.result_cache_ttl_ms")),
		MaxConcurrentProviders: vs.int("performance.max_concurrent_providers"),
		IndexCacheTTL:          max(0, time.Duration(vs.int("performance.index_cache_ttl_seconds"))*time.Second),
		FileWatcherDebounce:    milliseconds(vs.int("performance.file_watcher_debounce_ms")),
	}
	l.resolveProviders()
	l.zero()
	c.order = l.providerOrder()
	l.resolveRouting()
	c.openGuarded(vs.guarded())
	l.resolveEdges()
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// defaultWeights are those of the reference product.
var defaultWeights = map[string]float64{idByteRover: 1, idMemoryWiki: 0.9, idObsidian: 0.85, idGBrain: 0.85, idLocalMarkdown: 0.8}

func (l *loader) resolveRouting() {
	vs := l.cfg.values
	r := Routing{
		RRFK:              vs.int("routing.rrf_k"),
		MinRRFScore:       vs.float("routing.min_rrf_score"),
		RRFGapRatio:       vs.float("routing.rrf_gap_ratio"),
		DefaultMaxResults: vs.int("routing.default_max_results"),
		JointWeight:       vs.float("routing.joint_weight"),
		Weights:           map[swarm.ID]float64{},
	}
	for _, id := range l.cfg.order {
		r.Weights[id] = defaultWeights[id.Kind()]
		for _, name := range []string{id.Kind(), string(id)} { // the whole id wins
			if v, ok := vs[joinKey("routing.weights", name)]; ok && !v.bad {
				r.Weights[id] = v.v.(float64)
			}
		}
	}
	l.cfg.Routing = r
}

func budgetOf(vs values, order []swarm.ID) Budget {
	b := Budget{
		GlobalMonthlyCapCents:       vs.int("budget.global_monthly_cap_cents"),
		WarningThresholdPct:         vs.int("budget.warning_threshold_pct"),
		WeightReductionThresholdPct: vs.int("budget.weight_reduction_threshold_pct"),
		PerProvider:                 map[swarm.ID]ProviderBudget{},
	}
	for _, id := range order {
		for _, name := range []string{id.Kind(), string(id)} {
			at := joinKey("budget.per_provider", name)
			if !vs.has(at) {
				continue
			}
			p := ProviderBudget{MonthlyCapCents: -1, MaxQueriesPerMinute: vs.int(at + ".max_queries_per_minute")}
			if v, ok := vs[at+".monthly_cap_cents"]; ok && !v.bad {
				p.MonthlyCapCents = v.v.(int)
			}
			b.PerProvider[id] = p
		}
	}
	return b
}

// providerOrder lists the enabled providers: the context tree first unless it
// is configured further down, then the others as they appear.
func (l *loader) providerOrder() []swarm.ID {
	p := &l.cfg.Providers
	names := l.order
	for _, name := range []string{"byterover", "local_markdown"} {
		if !slices.Contains(names, name) {
			if name == "byterover" {
				names = slices.Insert(slices.Clone(names), 0, name)
			} else {
				names = append(names, name)
			}
		}
	}
	var ids []swarm.ID
	add := func(on bool, id swarm.ID) {
		if on {
			ids = append(ids, id)
		}
	}
	for _, name := range names {
		switch name {
		case "byterover":
			add(p.ByteRover.Enabled, idByteRover)
		case "obsidian":
			add(p.Obsidian.Enabled, idObsidian)
		case "memory_wiki":
			add(p.MemoryWiki.Enabled, idMemoryWiki)
		case "gbrain":
			add(p.GBrain.Enabled, idGBrain)
		case "local_markdown":
			for _, f := range p.LocalMarkdown.Folders {
				add(p.LocalMarkdown.Enabled, f.ID)
			}
		}
	}
	return ids
}
