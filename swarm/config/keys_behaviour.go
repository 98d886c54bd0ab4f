package config

var routingKeys = []Key{
	section("routing", "How the providers' rankings are fused and cut."),
	number("routing.rrf_k", 60, 1, "60", "K of reciprocal rank fusion, score = Σ weight / (K + rank). A smaller K favours first places."),
	ratio("routing.min_rrf_score", 0.005, 0, NoMax, "0.005", "Results below this fused score are dropped."),
	ratio("routing.rrf_gap_ratio", 0.5, 0, 1, "0.5", "Results below this share of the best fused score are dropped.").
		with(func(k *Key) { k.MinOpen = true }),
	number("routing.default_max_results", 10, 1, "20", "How many results are shown when nothing else is asked for."),
	ratio("routing.joint_weight", 20, 0, NoMax, "20",
		"The weight of the joint ranking of all local providers' notes; 0 gives plain reciprocal rank fusion."),
	{Path: "routing.weights", Type: TypeMap, Since: since, Example: "{obsidian: 0.95}",
		Doc: "The weight of each provider's ranking. local-markdown stands for all its folders."},
	{Path: "routing.weights.<id>", Type: TypeFloat, Min: 0, Max: NoMax, SoftMin: 0.7, SoftMax: 1, Since: since, Example: "0.9",
		Doc: "The provider's weight, usually 0.7 to 1. Without it: byterover 1, memory-wiki 0.9, obsidian and gbrain 0.85, local-markdown 0.8."},
	noEffect(choice("routing.classification_method", "auto", []string{"auto", "llm"}, "Queries are always classified by rules.")),
	noEffect(choice("routing.default_strategy", "adaptive", []string{"adaptive", "all", "manual"}, "Every provider that may answer is asked.")),
}

var enrichmentKeys = []Key{
	section("enrichment", "Which providers' results widen the search of which others."),
	{Path: "enrichment.edges", Type: TypeList, Since: since, Example: "[{from: byterover, to: obsidian}]",
		Doc: "The edges, a graph without cycles. local-markdown stands for all its folders."},
	{Path: "enrichment.edges[].from", Type: TypeID, Required: true, Since: since, Example: "byterover", Doc: "The provider whose results give the words."},
	{Path: "enrichment.edges[].to", Type: TypeID, Required: true, Since: since, Example: "obsidian", Doc: "The provider whose search is widened."},
}

var performanceKeys = []Key{
	section("performance", "Limits of time and number."),
	number("performance.max_query_latency_ms", 2000, 1, "1000", "How long a provider may take for one query, in milliseconds; then the answer goes without it."),
	number("performance.result_cache_ttl_ms", 10000, 0, "0", "How long the answer to an equal query is kept, in milliseconds; 0 turns that off."),
	number("performance.max_concurrent_providers", 4, 1, "8", "How many providers are asked at the same time."),
	number("performance.index_cache_ttl_seconds", 300, -maxInt, "300",
		"After how many seconds files are compared with the index again when changes are not watched; 0 or less compares them for every query."),
	number("performance.file_watcher_debounce_ms", 1000, 1, "500", "How long a file that was just indexed must rest before it is indexed again, in milliseconds; a first change is indexed at once."),
}

var budgetKeys = []Key{
	section("budget", "What providers that cost money may spend."),
	guarded(number("budget.global_monthly_cap_cents", 5000, 0, "1000", "The most that all providers may spend in a month, in cents.")),
	guarded(number("budget.warning_threshold_pct", 80, 0, "80", "From this share of the cap on there is a warning, in per cent.").
		with(func(k *Key) { k.Max = 100 })),
	guarded(number("budget.weight_reduction_threshold_pct", 90, 0, "90", "From this share of the cap on a provider counts less, in per cent.").
		with(func(k *Key) { k.Max = 100 })),
	{Path: "budget.per_provider", Type: TypeMap, Since: since, Doc: "Limits of single providers.", Example: "{gbrain: {monthly_cap_cents: 500}}"},
	section("budget.per_provider.<id>", "The limits of one provider."),
	guarded(number("budget.per_provider.<id>.monthly_cap_cents", 0, 0, "500", "The most that the provider may spend in a month, in cents.").
		with(func(k *Key) { k.Default = nil })),
	guarded(number("budget.per_provider.<id>.max_queries_per_minute", 0, 1, "30", "How many queries a minute it may be asked.").
		with(func(k *Key) { k.Default = nil })),
}

var editorKeys = []Key{
	section("workspace", "How the workspace's own notes are read."),
	flag("workspace.gitignore", true, "Leave out what .gitignore files name when reading the workspace's own notes."),
	flag("hover", true, "Show what is known about the identifier under the cursor."),
	section("definition", "Jumping to a definition."),
	flag("definition.in_code", false, "Offer the best note about a symbol when jumping from code, beside the language server's answer."),
	section("symbols", "The editor's symbol search."),
	number("symbols.passages", 15, 0, "5", "How many matching passages stand beside titles and headings, from four characters on."),
}
