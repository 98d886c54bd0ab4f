package config

var byteroverKeys = []Key{
	section("providers.byterover", "The project's ByteRover context tree, .brv/context-tree."),
	flag("providers.byterover.enabled", true,
		"Search the context tree. Without the key it is searched when it exists."),
	flag("providers.byterover.write_html", false,
		"Store topics as .html, which ByteRover reads from 3.16 on, instead of .md."),
}

var obsidianKeys = []Key{
	section("providers.obsidian", "An Obsidian vault. It is read and never written."),
	flag("providers.obsidian.enabled", true, "Search the vault."),
	folder("providers.obsidian.vault_path", "~/Documents/Vault", "The vault's folder, the one that holds .obsidian."),
	{Path: "providers.obsidian.ignore_patterns", Type: TypeStrings, Since: since, Example: "[archive, private]",
		Doc: "Names of files and folders to leave out, each a whole name and not a pattern. .git, .obsidian, .trash and templates are always left out."},
	flag("providers.obsidian.watch_for_changes", true, "Notice changed notes while the server runs."),
	noEffect(flag("providers.obsidian.index_on_startup", true, "The index is kept on disk and brought up to date whenever it is used.")),
	noEffect(flag("providers.obsidian.read_only", true, "A vault is never written.")),
}

var localMarkdownKeys = []Key{
	section("providers.local_markdown", "Folders of markdown notes; each is a provider of its own, local-markdown:NAME."),
	flag("providers.local_markdown.enabled", true, "Search the folders."),
	flag("providers.local_markdown.watch_for_changes", true, "Notice changed notes while the server runs."),
	{Path: "providers.local_markdown.folders", Type: TypeList, Since: since,
		Doc:     "The folders. Those of several layers are joined; a folder of the same name overrides single values.",
		Example: "[{name: notes, path: ~/notes}]"},
	{Path: "providers.local_markdown.folders[].name", Type: TypeString, Since: since, Example: "notes",
		Doc: "The folder's name in ids. Without it the last part of the path; a name used twice gets -1, -2."},
	folder("providers.local_markdown.folders[].path", "~/notes", "The folder."),
	flag("providers.local_markdown.folders[].read_only", true, "Set to false to allow storing notes in the folder."),
	flag("providers.local_markdown.folders[].follow_wikilinks", true, "Find notes that a matching note links to."),
	flag("providers.local_markdown.folders[].gitignore", false,
		"Leave out what .gitignore files name. Without the key it is done for the workspace's own folder, as workspace.gitignore says."),
	note("write_folder", "inbox/{{year}}", "The sub-folder for notes that are stored."),
	note("write_name", "{{date}}-{{slug}}", "The file name of notes that are stored, without .md; {{slug}} when absent."),
	note("write_template", `"# {{title}}\n\n{{content}}\n"`, "The text of notes that are stored. A line of the frontmatter whose only variable is empty is left out."),
	{Path: "providers.local_markdown.folders[].write_tags", Type: TypeStrings, Since: since, Example: "[curated]",
		Doc: "Tags of notes that are stored."},
	note("write_daily", "YYYY-MM-DD", "Store passages in the note of the day, whose path is written in the tokens of moment.js, instead of notes of their own."),
	note("write_heading", "Log", "The heading of the daily note that passages go under; its end when absent."),
}

// note is a key about notes that are stored in a markdown folder.
func note(name, example, doc string) Key {
	return Key{Path: "providers.local_markdown.folders[]." + name, Type: TypeString, Since: since, Example: example, Doc: doc}
}

var gbrainKeys = []Key{
	section("providers.gbrain", "A GBrain database. It may be on another machine, so personal queries never go there."),
	flag("providers.gbrain.enabled", true, "Search the brain."),
	optional(folder("providers.gbrain.repo_path", "~/brain", "The brain's repository, where the gbrain command runs.")),
	choice("providers.gbrain.search_mode", "hybrid", []string{"hybrid", "keyword", "vector"},
		"How GBrain searches. Keyword needs no embedding and costs nothing."),
	choice("providers.gbrain.transport", "auto", []string{"auto", "mcp", "postgres", "cli", "http"},
		"How GBrain is reached. Auto takes the fastest that serves the search mode."),
	{Path: "providers.gbrain.connection_string", Type: TypeSecret, Since: since, Example: "${GBRAIN_DATABASE_URL}",
		Doc: "The PostgreSQL connection string for the postgres transport. Write it as ${VARIABLE}."},
	{Path: "providers.gbrain.url", Type: TypeString, Since: since, Example: "http://127.0.0.1:3131/mcp",
		Doc: "The address of gbrain serve --http, for the http transport."},
	{Path: "providers.gbrain.token", Type: TypeSecret, Since: since, Example: "${GBRAIN_TOKEN}",
		Doc: "The bearer token for the http transport. Write it as ${VARIABLE}."},
	guarded(flag("providers.gbrain.include_private", false, "Also show pages whose visibility is private.")),
	guarded(flag("providers.gbrain.interactive", false, "Let hovers and symbol searches ask GBrain too.")),
	guarded(flag("providers.gbrain.share_derived", false,
		"Let GBrain see text taken from local notes and code (enrichment terms, code around the cursor).")),
	guarded(ratio("providers.gbrain.cost_cents_per_query", 0.1, 0, NoMax, "0.1",
		"What one hybrid or vector query costs, in cents. Keyword queries cost nothing.")),
}

var memoryWikiKeys = []Key{
	section("providers.memory_wiki", "An OpenClaw Memory Wiki vault."),
	flag("providers.memory_wiki.enabled", true, "Search the wiki and offer it as a place to store knowledge."),
	folder("providers.memory_wiki.vault_path", "~/.openclaw/wiki/main", "The wiki's folder."),
	flag("providers.memory_wiki.boost_fresh", true, "Prefer pages that were updated lately."),
	choice("providers.memory_wiki.write_page_type", "concept", []string{"concept", "entity"}, "The type of pages that are stored."),
}
