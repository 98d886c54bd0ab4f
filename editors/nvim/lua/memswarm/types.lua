---@meta
-- The JSON that the server answers with, and the plugin's own types.

---@class memswarm.Answer
---@field meta memswarm.Meta
---@field results memswarm.Result[]

---@class memswarm.Meta
---@field queryType string factual, temporal, personal or relational
---@field totalLatencyMs number
---@field costCents number
---@field indexing boolean an index was still being built
---@field incomplete boolean a selected provider did not answer
---@field order string[]
---@field providers table<string, memswarm.ProviderReport>

---@class memswarm.ProviderReport
---@field selected boolean
---@field resultCount integer
---@field latencyMs number
---@field state string ok, empty, degraded, timeout, failed, skipped or excluded
---@field excludeReason? string
---@field error? string
---@field fix? string

---@class memswarm.Result
---@field id string
---@field provider string
---@field providerType string
---@field title string
---@field breadcrumb string[]
---@field content string
---@field matches integer[][] UTF-16 offsets into content
---@field score number
---@field metadata { source: string, path?: string, matchType: string, timestamp?: integer, link?: string }
---@field location lsp.Location
---@field alsoIn string[]
---@field moreInNote integer
---@field contributions { list: string, rank: integer, weight: number, score: number }[]
---@field because? string[]

--- What the pickers show: a result, or a recently changed note.
---@class memswarm.Item
---@field id string
---@field index integer 1-based place in the server's order
---@field provider string
---@field title string
---@field breadcrumb string[]
---@field content string
---@field matches integer[][]
---@field uri string
---@field filename? string absolute path; nil for a page without a file
---@field lnum integer 1-based line of the section
---@field end_lnum integer 1-based last line of the section
---@field result? memswarm.Result
---@field report? memswarm.ProviderReport

--- Where a picker was opened from.
---@class memswarm.Origin
---@field win integer
---@field buf integer
---@field pos integer[] (1,0)-indexed cursor

--- What a picker is given. It shows the items of `search` in their order and
--- runs `actions` on the chosen one.
---@class memswarm.Source
---@field title string
---@field text string initial query
---@field search memswarm.Search
---@field origin memswarm.Origin
---@field keys table<string, string> action name → key
---@field act fun(name: string, item?: memswarm.Item, items?: memswarm.Item[])

---@class memswarm.Picker
---@field live boolean asks again on every key stroke
---@field available fun(): boolean
---@field open fun(source: memswarm.Source)

---@class memswarm.Target
---@field id string
---@field label string
---@field accepts string[]
---@field writable boolean
---@field reason? string

---@class memswarm.Receipt
---@field success boolean
---@field provider? string
---@field id? string
---@field uri? string
---@field path? string
---@field text? string
---@field similar? { id: string, title: string, reason: 'copy'|'title'|'subject', writable: boolean }[]
---@field warnings? string[]
---@field fallback? boolean the context tree took it
---@field appended? boolean to a note that was there
---@field undo? string token for swarm/undo
---@field error? { code: string, message: string, fix?: string }

---@class memswarm.Config
---@field cmd? string[] the server's command line; found by itself when nil
---@field auto boolean attach to files by itself
---@field filetypes? string[] attach to these only
---@field exclude_filetypes string[]
---@field root_markers string[] after .brv, which always comes first
---@field picker? string|memswarm.Picker telescope, fzf-lua, snacks, mini.pick, builtin or select; nil: the first that is there
---@field max_results integer of a query
---@field keys table<string, string> keys of the actions in pickers
---@field badges table<string, string> provider id → badge
---@field icons memswarm.Icons
---@field related { width: integer, delay: integer, max_results: integer }
---@field curate { preview: boolean, target?: string }
---@field server table the server's settings: config, configPath, hover, definition, symbols

---@class memswarm.Icons
---@field separator string between the parts of a breadcrumb
---@field match table<string, string> match type → sign
---@field state table<string, string> state → sign
