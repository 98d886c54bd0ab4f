--- Memory Swarm: search and keep knowledge from inside Neovim.
--- Everything here loads what it needs when it is called.
local M = {}

--- Optional: overrides single options (|memswarm-config|).
---@param opts? table
function M.setup(opts)
  require('memswarm.config').set(opts)
end

--- Opens the picker.
---@param opts? { text?: string, picker?: string, max_results?: integer }
function M.query(opts)
  require('memswarm.picker').open(opts or {})
end

--- One query without a picker: fn gets the items in the server's order.
---@param text string
---@param fn fun(items: memswarm.Item[], answer?: memswarm.Answer)
---@param opts? { max_results?: integer, wait?: integer } wait: milliseconds for an index that is being built
---@return fun() cancel
function M.search(text, fn, opts)
  local search = require('memswarm.search').new(opts)
  search:run(text, fn)
  return function()
    search:cancel()
  end
end

--- For a statusline: the swarm's state in a few characters, "" without a client.
---@return string
function M.statusline()
  local status = package.loaded['memswarm.status']
  return status and status.line() or ''
end

return M
