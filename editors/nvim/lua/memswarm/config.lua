-- The configuration: defaults, then vim.g.memswarm, then setup(). No setup is
-- needed.
local M = {}

---@type memswarm.Config
M.defaults = {
  cmd = nil,
  auto = true,
  filetypes = nil,
  exclude_filetypes = { 'gitcommit', 'gitrebase', 'netrw', 'log' },
  root_markers = { '.git', '.hg', '.obsidian' },
  picker = nil,
  max_results = 30,
  keys = {
    open = '<CR>',
    split = '<C-x>',
    vsplit = '<C-v>',
    tab = '<C-t>',
    link = '<C-l>',
    yank = '<C-y>',
    why = '<C-e>',
    quickfix = '<C-q>',
  },
  badges = {
    byterover = 'brv',
    obsidian = 'obs',
    ['memory-wiki'] = 'wiki',
    gbrain = 'brain',
  },
  icons = {
    separator = ' › ',
    match = { fuzzy = '~', graph = '↔', temporal = '@', semantic = '≈', enriched = '+' },
    state = {
      ok = '✓',
      empty = '·',
      indexing = '…',
      degraded = '!',
      failed = '✗',
      timeout = '✗',
      skipped = '-',
      excluded = '-',
      unconfigured = '?',
    },
  },
  related = { width = 46, delay = 150, max_results = 8 },
  curate = { preview = true, target = nil },
  server = {},
}

---@type memswarm.Config?
local current

--- Checks the types of what a user wrote; unknown keys are named.
---@param opts table
---@return string[] problems
function M.check(opts)
  local types = {
    cmd = 'table',
    auto = 'boolean',
    filetypes = 'table',
    exclude_filetypes = 'table',
    root_markers = 'table',
    picker = { 'string', 'table' },
    max_results = 'number',
    keys = 'table',
    badges = 'table',
    icons = 'table',
    related = 'table',
    curate = 'table',
    server = 'table',
  }
  local problems = {}
  for key, value in pairs(opts) do
    local want = types[key]
    local wants = type(want) == 'table' and want or { want }
    if not want then
      local known = vim.tbl_keys(types)
      table.sort(known)
      problems[#problems + 1] = ('unknown option "%s" (known: %s)'):format(
        tostring(key),
        table.concat(known, ', ')
      )
    elseif not vim.tbl_contains(wants, type(value)) then
      problems[#problems + 1] = ('option "%s" must be a %s, not a %s'):format(
        key,
        table.concat(wants, ' or a '),
        type(value)
      )
    end
  end
  table.sort(problems)
  return problems
end

--- Takes over options; wrong ones are named once and left out.
---@param opts? table
function M.set(opts)
  local merged = vim.deepcopy(M.defaults)
  for _, layer in ipairs({ vim.g.memswarm or {}, opts or {} }) do
    local problems = M.check(layer)
    for _, p in ipairs(problems) do
      require('memswarm.notify').once('config: ' .. p, 'Configuration: ' .. p .. '.', 'WARN')
    end
    if #problems > 0 then
      layer = vim.deepcopy(layer)
      for key in pairs(layer) do
        if #M.check({ [key] = layer[key] }) > 0 then
          layer[key] = nil
        end
      end
    end
    merged = vim.tbl_deep_extend('force', merged, layer)
  end
  current = merged
end

---@return memswarm.Config
function M.get()
  if not current then
    M.set()
  end
  return current --[[@as memswarm.Config]]
end

return M
