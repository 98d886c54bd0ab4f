-- Whether the workspace's configuration may start programs, connect and write.
-- Neovim's own trust of the file counts (vim.secure, :trust); the server keeps
-- the answer of `memswarm trust` beside it.
local client = require('memswarm.client')
local notify = require('memswarm.notify')

local M = {}

--- The workspace's configuration file.
---@param root string
---@return string?
function M.file(root)
  local dir = vim.fs.root(root, '.brv')
  local path = dir and vim.fs.joinpath(dir, '.brv', 'swarm', 'config.yaml')
  return path and vim.uv.fs_realpath(path) or nil
end

--- What Neovim's trust database says, without asking anybody.
---@param path string
---@return boolean
function M.is_trusted(path)
  local f = io.open(vim.fs.joinpath(vim.fn.stdpath('state') --[[@as string]], 'trust'), 'r')
  if not f then
    return false
  end
  local hash
  for line in f:lines() do
    local h, p = line:match('^(%S+) (.+)$')
    if p == path then
      hash = h
    end
  end
  f:close()
  if not hash or hash == '!' then
    return false
  end
  local config = io.open(path, 'rb')
  if not config then
    return false
  end
  local text = config:read('*a') or ''
  config:close()
  return vim.fn.sha256(text) == hash
end

--- Tells the server at the start that Neovim's user trusts the file. Nothing is
--- said when they do not, so that the server's own record decides.
---@param params table of initialize
---@param config table
function M.before_init(params, config)
  local options = params.initializationOptions
  if type(options) ~= 'table' or vim.tbl_isempty(options) then
    options = vim.empty_dict()
  end
  local path = config.root_dir and M.file(config.root_dir)
  if options.trusted == nil and path and M.is_trusted(path) then
    options.trusted = true
  end
  params.initializationOptions = options
end

--- :Swarm trust: shows the file through Neovim's own question and, with a yes,
--- lets the server follow it.
function M.run()
  client.with(nil, function(c)
    if not c then
      return
    end
    local root = c.root_dir or vim.fn.getcwd()
    local path = M.file(root)
    if not path then
      return notify.say(
        'This workspace has no .brv/swarm/config.yaml, so there is nothing to trust.'
      )
    end
    local ok, text = pcall(vim.secure.read, path)
    if not ok then
      return notify.say(('Cannot read %s: %s'):format(path, text), 'ERROR')
    end
    if not text then
      return notify.say(
        'Not trusted. The configuration may not start programs, connect anywhere or write outside.'
      )
    end
    local commands = vim.tbl_get(c.server_capabilities, 'executeCommandProvider', 'commands') or {}
    if vim.tbl_contains(commands, 'swarm.trust') then
      return client.execute(
        'swarm.trust',
        { workspaceFolder = vim.uri_from_fname(root) },
        function()
          notify.say('The workspace is trusted.')
        end
      )
    end
    local settings =
      vim.tbl_extend('force', require('memswarm.config').get().server, { trusted = true })
    client.call(
      c,
      'notify',
      'workspace/didChangeConfiguration',
      { settings = { memswarm = settings } }
    )
    notify.say('The workspace is trusted.')
  end)
end

return M
