-- Choosing a picker and handing it what to show. A picker is a table with
-- `live`, `available` and `open` (memswarm.Picker); config.picker may be one of
-- the user's own.
local notify = require('memswarm.notify')

local M = {}

-- In the order of preference; builtin is always there.
M.names = { 'telescope', 'fzf-lua', 'snacks', 'mini.pick', 'builtin', 'select' }

---@param name string
---@return memswarm.Picker?
function M.get(name)
  if not vim.tbl_contains(M.names, name) then
    return nil
  end
  return require('memswarm.picker.' .. name:gsub('[.-]', '_'))
end

--- The picker in use.
---@param wanted? string|memswarm.Picker
---@return memswarm.Picker picker
---@return string name
function M.choose(wanted)
  wanted = wanted or require('memswarm.config').get().picker
  if type(wanted) == 'table' then
    return wanted, 'custom'
  end
  if wanted then
    local picker = M.get(wanted)
    if picker and picker.available() then
      return picker, wanted
    end
    notify.once(
      'picker: ' .. wanted,
      ('The picker "%s" is not there; using the built-in one (there are: %s).'):format(
        wanted,
        table.concat(M.names, ', ')
      ),
      'WARN'
    )
    return M.get('builtin'), --[[@as memswarm.Picker]]
      'builtin'
  end
  for _, name in ipairs(M.names) do
    local picker = M.get(name) --[[@as memswarm.Picker]]
    if picker.available() then
      return picker, name
    end
  end
  error('unreachable: the built-in picker is always there')
end

---@return memswarm.Origin
function M.origin()
  local win = vim.api.nvim_get_current_win()
  return {
    win = win,
    buf = vim.api.nvim_win_get_buf(win),
    pos = vim.api.nvim_win_get_cursor(win),
    insert = vim.api.nvim_get_mode().mode:sub(1, 1) == 'i',
  }
end

--- Opens a picker over live queries.
---@param opts { text?: string, picker?: string|memswarm.Picker, max_results?: integer }
function M.open(opts)
  local picker = M.choose(opts.picker)
  local origin = M.origin()
  local search =
    require('memswarm.search').new({ bufnr = origin.buf, max_results = opts.max_results })
  require('memswarm.text').define_highlights()
  picker.open({
    title = 'Swarm',
    text = opts.text or '',
    search = search,
    origin = origin,
    keys = require('memswarm.config').get().keys,
    act = function(name, item, items)
      require('memswarm.actions').run(name, item, origin, items, search.text)
    end,
  })
end

return M
