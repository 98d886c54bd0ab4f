-- :Swarm onboard: the command's own wizard in a terminal split.
local client = require('memswarm.client')
local notify = require('memswarm.notify')

local M = {}

function M.run()
  local server = require('memswarm.server')
  local path = server.find()
  if not path then
    return notify.say(server.missing, 'WARN')
  end
  local root = client.root(vim.api.nvim_get_current_buf()) or vim.fn.getcwd()
  vim.cmd('botright new')
  local buf = vim.api.nvim_get_current_buf()
  local function done(_, code)
    if code ~= 0 then
      return notify.say(
        ('Onboarding ended with status %d; what it said is in the terminal.'):format(code),
        'WARN'
      )
    end
    if vim.api.nvim_buf_is_valid(buf) then
      vim.api.nvim_buf_delete(buf, { force = true })
    end
    notify.forget('unconfigured')
    -- The server reads the configuration again.
    local file = vim.fs.joinpath(root, '.brv', 'swarm', 'config.yaml')
    for _, c in ipairs(vim.lsp.get_clients({ name = client.name })) do
      client.call(c, 'notify', 'workspace/didChangeWatchedFiles', {
        changes = { { uri = vim.uri_from_fname(file), type = 2 } },
      })
    end
    notify.say('The configuration was written. :Swarm status shows what is searched.')
  end
  local command = { path, '-C', root, 'onboard' }
  if vim.fn.has('nvim-0.11') == 1 then
    vim.fn.jobstart(command, { term = true, on_exit = done })
  else
    vim.fn.termopen(command, { on_exit = done }) ---@diagnostic disable-line: deprecated
  end
  vim.cmd.startinsert()
end

return M
