-- :Swarm log: Neovim's LSP log, which holds what the server writes to standard
-- error.
local notify = require('memswarm.notify')

local M = {}

---@return string
function M.path()
  if vim.lsp.log and vim.lsp.log.get_filename then
    return vim.lsp.log.get_filename()
  end
  return vim.lsp.get_log_path() ---@diagnostic disable-line: deprecated
end

--- Opens a log at its end, following what is added.
---@param path string
local function open(path)
  vim.cmd('botright split ' .. vim.fn.fnameescape(path))
  vim.bo.autoread = true
  vim.bo.buflisted = false
  vim.bo.bufhidden = 'wipe'
  vim.cmd('silent! normal! G')
end

---@param level? string sets the level instead of opening the log; "server" opens the shared server's
function M.run(level)
  if level == 'server' then
    local shared = require('memswarm.server').shared()
    if not shared or not shared.log then
      return notify.say('There is no shared server with a log; :Swarm log opens the log of Neovim.')
    end
    return open(shared.log)
  end
  if level then
    if not vim.tbl_contains({ 'debug', 'info', 'warn', 'trace', 'error' }, level) then
      return notify.say('Usage: :Swarm log [server|debug|info|warn]', 'WARN')
    end
    local set = vim.lsp.log and vim.lsp.log.set_level or vim.lsp.set_log_level
    set(level)
    return notify.say(('Logging at level %s into %s.'):format(level, M.path()))
  end
  open(M.path())
  vim.fn.search('memswarm', 'bc')
end

return M
