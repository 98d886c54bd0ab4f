-- What the suites share: a workspace, a child Neovim with the plugin in it, and
-- waiting for things instead of sleeping.
local H = {}

H.plugin = vim.env.MEMSWARM_PLUGIN
H.server = vim.env.MEMSWARM_SERVER
H.here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')

H.child = MiniTest.new_child_neovim()
local child = H.child

--- Copies the example workspace.
---@return string root
function H.workspace()
  local root = vim.fn.tempname()
  vim.fn.mkdir(root, 'p')
  local out = vim.system({ 'cp', '-R', vim.env.MEMSWARM_EXAMPLE .. '/.', root }):wait()
  assert(out.code == 0, out.stderr)
  return vim.uv.fs_realpath(root)
end

--- Starts a child with the plugin installed as a user would have it.
---@param opts? { config?: string, cmd?: string[], rtp?: string[], columns?: integer, before?: string }
function H.start(opts)
  opts = opts or {}
  child.restart({
    '--clean',
    '--cmd',
    'set rtp^=' .. H.plugin,
    '--cmd',
    'set shadafile=NONE noswapfile',
    '--cmd',
    ('lua vim.g.memswarm = %s'):format(opts.config or H.config(opts.cmd)),
    '--cmd',
    'luafile ' .. H.here .. '/child.lua',
  }, { nvim_executable = vim.v.progpath, connection_timeout = 20000 })
  child.o.lines, child.o.columns = 40, opts.columns or 140
end

--- The plugin's configuration with the server under test.
---@param cmd? string[]
---@param more? string
---@return string lua
function H.config(cmd, more)
  return ('{ cmd = %s, %s }'):format(
    vim.inspect(cmd or { H.server, 'lsp' }):gsub('%s+', ' '),
    more or ''
  )
end

--- Waits until fn is true, and fails with what it last said.
---@param what string
---@param fn fun(): any
---@param ms? integer
function H.wait(what, fn, ms)
  local value, err
  local ok = vim.wait(ms or 15000, function()
    local fine
    fine, value = pcall(fn)
    err = not fine and value or nil
    return fine and value and true or false
  end, 15)
  if not ok then
    error(
      ('never happened: %s (last: %s)\nmessages:\n%s'):format(
        what,
        vim.inspect(err or value),
        table.concat(H.messages(), '\n')
      ),
      2
    )
  end
  return value
end

--- What vim.notify was told in the child.
---@return string[]
function H.messages()
  local ok, list = pcall(child.lua_get, '_G.notified')
  return ok and list or {}
end

---@param pattern string
---@return integer
function H.said(pattern)
  return #vim.tbl_filter(function(m)
    return m:find(pattern) ~= nil
  end, H.messages())
end

--- Opens a file and waits for the server, its index included.
---@param root string
---@param file string
function H.open(root, file)
  child.cmd('cd ' .. root)
  child.cmd('edit ' .. root .. '/' .. file)
  H.attached()
end

function H.attached()
  H.wait('the client is ready', function()
    return child.lua_get(
      [[(function() local c = vim.lsp.get_clients({ bufnr = 0, name = 'memswarm' })[1]; return c ~= nil and c.initialized == true end)()]]
    )
  end)
end

--- Waits until everything is indexed.
function H.indexed()
  child.lua([[
    _G.indexed = nil
    require('memswarm.client').with(nil, function(c)
      require('memswarm.client').request(c, 'swarm/query', { query = 'index', wait = 20000 }, function(r)
        _G.indexed = r ~= nil and r.meta.indexing == false
      end)
    end)
  ]])
  H.wait('the index is whole', function()
    return child.lua_get('_G.indexed') == true
  end, 25000)
end

--- The lines of a child's buffer that fits a Lua condition on (buf, name, ft).
---@param condition string
---@return string[]?
function H.buffer(condition)
  local lines = child.lua_get(([[(function()
    for _, w in ipairs(vim.api.nvim_list_wins()) do
      local buf = vim.api.nvim_win_get_buf(w)
      local config = vim.api.nvim_win_get_config(w)
      local name, ft = vim.api.nvim_buf_get_name(buf), vim.bo[buf].filetype
      if %s then return vim.api.nvim_buf_get_lines(buf, 0, -1, false) end
    end
    return false
  end)()]]):format(condition))
  return lines or nil
end

--- The text of every floating window.
---@return string
function H.floats()
  return child.lua_get([[(function()
    local out = {}
    for _, w in ipairs(vim.api.nvim_list_wins()) do
      if vim.api.nvim_win_get_config(w).relative ~= '' then
        vim.list_extend(out, vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(w), 0, -1, false))
      end
    end
    return table.concat(out, '\n')
  end)()]])
end

--- What swarm/query answers, asked directly.
---@param query string
---@return table answer
function H.query(query)
  return child.lua(
    [[
    local c = vim.lsp.get_clients({ name = 'memswarm' })[1]
    local r = require('memswarm.client').call(c, 'request_sync', 'swarm/query', { query = ..., maxResults = 30, wait = 15000 }, 20000, 0)
    local out = {}
    for i, h in ipairs(r.result.results) do
      out[i] = { id = h.id, title = h.title, uri = h.location.uri, line = h.location.range.start.line }
    end
    return out
  ]],
    { query }
  )
end

--- Puts a scripted server into the child instead of the real one: methods is
--- Lua source of a table of functions(params, reply). Requests and
--- notifications are recorded in _G.asked.
---@param methods string
---@param capabilities? string Lua source
function H.script(methods, capabilities)
  child.lua(([[
    _G.asked, _G.cancelled = {}, {}
    local methods = %s
    local function serve(dispatchers)
      local closing, id, held = false, 0, {}
      _G.dispatchers = dispatchers
      return {
        request = function(method, params, callback)
          id = id + 1
          local mine = id
          table.insert(_G.asked, { method = method, params = params, id = mine })
          local function reply(err, result)
            vim.schedule(function()
              if not _G.cancelled[mine] then callback(err, result) end
            end)
          end
          if method == 'initialize' then
            reply(nil, { capabilities = %s, serverInfo = { name = 'memswarm', version = 'test' } })
          elseif method == 'shutdown' then
            reply(nil, vim.NIL)
          elseif methods[method] then
            methods[method](params, reply)
          else
            reply({ code = -32601, message = 'method not found: ' .. method })
          end
          return true, mine
        end,
        notify = function(method, params)
          table.insert(_G.asked, { method = method, params = params })
          if method == '$/cancelRequest' then _G.cancelled[params.id] = true end
          if method == 'exit' then
            closing = true
            dispatchers.on_exit(0, 0)
          end
          return true
        end,
        is_closing = function() return closing end,
        terminate = function() closing = true end,
      }
    end
    require('memswarm.server').find = function() return 'scripted' end
    require('memswarm.server').command = function() return serve end
  ]]):format(methods, capabilities or '{ experimental = { swarm = { query = true } } }'))
end

--- How often a method was asked for.
---@param method string
---@return table[]
function H.asked(method)
  return vim.tbl_filter(function(a)
    return a.method == method
  end, child.lua_get('_G.asked'))
end

function H.stop()
  pcall(child.stop)
end

return H
