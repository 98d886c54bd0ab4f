-- Finding the server's program.
local M = {}

M.missing = 'The server `memswarm` was not found. Build it with `go build -o ~/.local/bin/memswarm .`'
  .. ' in the repository, put it on your PATH, or set `cmd`; then :Swarm restart.'

--- Where it may lie besides the PATH: Go's folders, ~/.local/bin, and the
--- repository that this plugin is part of.
---@return string[]
function M.candidates()
  local out = {}
  local function add(dir)
    if dir and dir ~= '' then
      out[#out + 1] = vim.fs.normalize(dir) .. '/memswarm'
    end
  end
  local env = vim.env
  add(env.GOBIN)
  add(env.GOPATH and env.GOPATH .. '/bin')
  if env.HOME then
    add(env.HOME .. '/.local/bin')
    add(env.HOME .. '/go/bin')
  end
  local here = debug.getinfo(1, 'S').source:sub(2)
  add(vim.fn.fnamemodify(here, ':p:h:h:h:h:h'))
  return out
end

--- The program's path; nil when there is none.
---@return string?
function M.find()
  local cmd = require('memswarm.config').get().cmd
  if cmd then
    return vim.fn.executable(cmd[1]) == 1 and cmd[1] or nil
  end
  local path = vim.fn.exepath('memswarm')
  if path ~= '' then
    return path
  end
  for _, c in ipairs(M.candidates()) do
    if vim.fn.executable(c) == 1 then
      return c
    end
  end
end

--- The command line that serves LSP.
---@return string[]
function M.command()
  local cmd = require('memswarm.config').get().cmd
  return cmd and vim.deepcopy(cmd) or { M.find() or 'memswarm', 'lsp' }
end

--- The version that the program reports, or why it cannot.
---@return string? version
---@return string? problem
function M.version()
  local path = M.find()
  if not path then
    return nil, M.missing
  end
  local ok, out = pcall(function()
    return vim.system({ path, 'version' }, { text = true, timeout = 3000 }):wait()
  end)
  if not ok then
    return nil, ('`%s version` does not run: %s'):format(path, out)
  end
  if out.code ~= 0 then
    return nil,
      ('`%s version` ended with status %d: %s'):format(path, out.code, vim.trim(out.stderr or ''))
  end
  return vim.split(vim.trim(out.stdout or ''), '\n')[1]
end

--- The user's shared server, as `memswarm server status` tells it; nil when
--- there is none to tell about.
---@return { running: boolean, pid?: integer, socket?: string, log?: string, clients?: integer, error?: string }?
function M.shared()
  local path = M.find()
  if not path then
    return nil
  end
  local ok, out = pcall(function()
    local command = { path, 'server', 'status', '-f', 'json' }
    return vim.system(command, { text = true, timeout = 3000 }):wait()
  end)
  local fine, status =
    pcall(vim.json.decode, ok and out.stdout or '', { luanil = { object = true } })
  if fine and type(status) == 'table' and status.running ~= nil then
    return status
  end
end

return M
