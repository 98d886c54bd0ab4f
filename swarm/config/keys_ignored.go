package config

// ignoredKeys are those that ByteRover's own product accepts and ignores, or
// needs for providers that it has switched off. They are known so that its
// files load without a complaint.
var ignoredKeys = []Key{
	noEffect(section("providers.honcho", "Honcho is not supported.")),
	noEffect(flag("providers.honcho.enabled", false, "Honcho is not supported.")),
	noEffect(Key{Path: "providers.honcho.api_key", Type: TypeSecret, Since: since, Doc: "Honcho is not supported.", Example: "${HONCHO_API_KEY}"}),
	noEffect(Key{Path: "providers.honcho.app_id", Type: TypeString, Since: since, Doc: "Honcho is not supported.", Example: "app"}),
	noEffect(Key{Path: "providers.honcho.user_id", Type: TypeString, Default: "default", Since: since, Doc: "Honcho is not supported.", Example: "default"}),
	noEffect(number("providers.honcho.max_tokens_per_query", 4000, 1, "4000", "Honcho is not supported.")),
	noEffect(section("providers.hindsight", "Hindsight is not supported.")),
	noEffect(flag("providers.hindsight.enabled", false, "Hindsight is not supported.")),
	noEffect(Key{Path: "providers.hindsight.connection_string", Type: TypeSecret, Since: since, Doc: "Hindsight is not supported.", Example: "${HINDSIGHT_DB_URL}"}),
	noEffect(Key{Path: "providers.hindsight.networks", Type: TypeStrings, Since: since, Doc: "Hindsight is not supported.", Example: "[world, experience]"}),
	noEffect(section("providers.hindsight.cara_params", "Hindsight is not supported.")),
	noEffect(ratio("providers.hindsight.cara_params.empathy", 0.5, 0, 1, "0.5", "Hindsight is not supported.")),
	noEffect(ratio("providers.hindsight.cara_params.literalism", 0.5, 0, 1, "0.5", "Hindsight is not supported.")),
	noEffect(ratio("providers.hindsight.cara_params.skepticism", 0.5, 0, 1, "0.5", "Hindsight is not supported.")),

	noEffect(section("optimization", "Nothing is learned from queries, so there is nothing to tune.")),
	noEffect(section("optimization.edge_learning", "Enrichment edges are used as they are configured.")),
	noEffect(flag("optimization.edge_learning.enabled", true, "Enrichment edges are used as they are configured.")),
	noEffect(ratio("optimization.edge_learning.exploration_rate", 0.05, 0, 1, "0.05", "Enrichment edges are used as they are configured.")),
	noEffect(ratio("optimization.edge_learning.fix_threshold", 0.95, 0, 1, "0.95", "Enrichment edges are used as they are configured.")),
	noEffect(number("optimization.edge_learning.min_observations_to_prune", 100, 1, "100", "Enrichment edges are used as they are configured.")),
	noEffect(ratio("optimization.edge_learning.prune_threshold", 0.05, 0, 1, "0.05", "Enrichment edges are used as they are configured.")),
	noEffect(section("optimization.template_optimization", "There are no prompt templates.")),
	noEffect(flag("optimization.template_optimization.enabled", true, "There are no prompt templates.")),
	noEffect(number("optimization.template_optimization.ab_test_size", 5, 1, "5", "There are no prompt templates.")),
	noEffect(ratio("optimization.template_optimization.failure_rate_trigger", 0.3, 0, 1, "0.3", "There are no prompt templates.")),
	noEffect(number("optimization.template_optimization.frequency", 20, 1, "20", "There are no prompt templates.")),

	noEffect(section("provenance", "Queries are not recorded.")),
	noEffect(flag("provenance.enabled", true, "Queries are not recorded.")),
	noEffect(number("provenance.full_retention_days", 30, 1, "30", "Queries are not recorded.")),
	noEffect(flag("provenance.keep_summaries", true, "Queries are not recorded.")),
	noEffect(Key{Path: "provenance.storage_path", Type: TypeString, Default: "swarm/provenance", Since: since, Doc: "Queries are not recorded.", Example: "swarm/provenance"}),
}
