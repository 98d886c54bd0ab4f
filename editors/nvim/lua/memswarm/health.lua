-- :checkhealth memswarm
local M = {}

local health = vim.health

---@param picker string
local function check_picker(picker)
  local names = {}
  for _, name in ipairs(require('memswarm.picker').names) do
    local p = require('memswarm.picker').get(name)
    if p and p.available() then
      names[#names + 1] = name
    end
  end
  health.ok(('Picker: %s (there are: %s)'):format(picker, table.concat(names, ', ')))
end

---@param client vim.lsp.Client
local function check_client(client)
  local c = require('memswarm.client')
  local info = client.server_info or {}
  health.ok(
    ('Client %d serves %s (server %s %s)'):format(
      client.id,
      client.root_dir and vim.fn.fnamemodify(client.root_dir, ':~') or 'no folder',
      info.name or '?',
      info.version or 'of unknown version'
    )
  )
  if not c.speaks_swarm(client) then
    health.error('The server is too old: it has no swarm requests.', {
      'Build memswarm again from the repository, then :Swarm restart.',
    })
    return
  end
  local watched =
    vim.tbl_get(client, 'capabilities', 'workspace', 'didChangeWatchedFiles', 'dynamicRegistration')
  health.info(
    watched and 'Files are watched by Neovim for the server'
      or 'Files are watched by the server itself (Neovim does not on this system)'
  )
  local response = c.call(client, 'request_sync', 'swarm/status', vim.empty_dict(), 3000, 0)
  local s = response and response.result
  if type(s) ~= 'table' then
    local err = response and response.err
    health.error(
      'The server does not report its status: '
        .. (err and (c.explain(err, 'swarm/status') or 'cancelled') or 'no answer within 3 s'),
      { ':Swarm log shows why.' }
    )
    return
  end
  local how = ({ ok = health.ok, indexing = health.ok, failed = health.error })[s.state]
    or health.warn
  how(s.summary or s.state)
  for _, f in ipairs(vim.tbl_get(s, 'config', 'files') or {}) do
    health.info('Configuration: ' .. vim.fn.fnamemodify(f, ':~'))
  end
  for _, p in ipairs(s.providers or {}) do
    local line = ('Provider %s: %s, %d notes, %d sections'):format(
      p.id,
      p.state,
      p.notes or 0,
      p.sections or 0
    )
    if type(p.error) == 'table' then
      health.warn(line .. '. ' .. p.error.message, p.error.fix and { p.error.fix } or nil)
    else
      health.ok(line)
    end
  end
  for _, problem in ipairs(vim.tbl_get(s, 'config', 'problems') or {}) do
    if problem.severity == 'error' or problem.severity == 'warning' then
      local report = problem.severity == 'error' and health.error or health.warn
      report(
        ('%s:%d: %s'):format(
          vim.fn.fnamemodify(problem.file or '?', ':~'),
          problem.line or 0,
          problem.message
        ),
        problem.fix and { problem.fix } or nil
      )
    end
  end
  local trusted = vim.tbl_get(s, 'config', 'trusted')
  local file = client.root_dir and require('memswarm.trust').file(client.root_dir)
  if trusted then
    health.ok('The workspace is trusted')
  elseif file then
    health.info(
      'The workspace is not trusted: its configuration may not start programs, connect anywhere or write outside. :Swarm trust'
    )
  else
    health.info('The workspace has no configuration of its own')
  end
end

function M.check()
  health.start('memswarm: Neovim')
  if vim.fn.has('nvim-0.11') == 1 then
    health.ok('Neovim ' .. tostring(vim.version()))
  else
    health.ok(
      'Neovim '
        .. tostring(vim.version())
        .. ' (works; 0.11 and later show the hovers of all servers in one window)'
    )
  end
  local problems = require('memswarm.config').check(vim.g.memswarm or {})
  for _, p in ipairs(problems) do
    health.error('vim.g.memswarm: ' .. p)
  end
  check_picker(select(2, require('memswarm.picker').choose()))

  health.start('memswarm: server')
  local server = require('memswarm.server')
  local path = server.find()
  if not path then
    health.error('The server `memswarm` was not found', {
      'Build it in the repository: go build -o ~/.local/bin/memswarm .',
      'or put it on your PATH, or set `cmd` in vim.g.memswarm or setup().',
      'Looked in the PATH, ' .. table.concat(server.candidates(), ', '),
    })
    return
  end
  health.ok('Found ' .. path)
  local version, problem = server.version()
  if version then
    health.ok('Version: ' .. version)
  else
    health.error(problem or 'no version')
  end
  local shared = server.shared()
  if shared and shared.error then
    health.warn('The shared server cannot be used: ' .. shared.error)
  elseif shared and shared.running then
    health.ok(
      ('Shared server: process %s, %d clients'):format(shared.pid or '?', shared.clients or 0)
    )
  elseif shared then
    health.info('No shared server is running now')
  end
  if shared and shared.socket then
    health.info('Socket: ' .. shared.socket)
  end
  if shared and shared.log then
    health.info('Log of the shared server: ' .. shared.log .. ' (:Swarm log server)')
  end
  local clients = vim.lsp.get_clients({ name = 'memswarm' })
  if #clients == 0 then
    health.info('No client is running: open a file of a project, or :Swarm query')
  end
  for _, c in ipairs(clients) do
    if c.initialized then
      check_client(c)
    else
      health.warn(('Client %d is still starting'):format(c.id))
    end
  end
end

return M
