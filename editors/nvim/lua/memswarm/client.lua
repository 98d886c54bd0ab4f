-- The LSP client: how it is configured, started and asked, on Neovim 0.10 and
-- later.
local notify = require('memswarm.notify')

local M = {}

M.name = 'memswarm'

local METHOD_NOT_FOUND = -32601
local CANCELLED = { [-32800] = true, [-32801] = true, [-32802] = true }

--- Calls a client's function: they are methods from 0.11 on.
---@param client vim.lsp.Client
---@param name string
function M.call(client, name, ...)
  if vim.fn.has('nvim-0.11') == 1 then
    return client[name](client, ...)
  end
  return client[name](...)
end

--- The folder that a buffer's knowledge belongs to.
---@param bufnr integer
---@return string?
function M.root(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  if name:match('^%a[%w+.-]+://') then
    return nil
  end
  local home = vim.env.HOME and vim.fs.normalize(vim.env.HOME)
  local function fit(dir)
    dir = dir and vim.fs.normalize(dir)
    return dir and dir ~= home and dir ~= '/' and dir or nil
  end
  local cwd = vim.fs.normalize(vim.fn.getcwd())
  if name == '' then
    return fit(vim.fs.root(cwd, '.brv')) or fit(cwd)
  end
  name = vim.fs.normalize(name)
  local found = fit(vim.fs.root(name, '.brv'))
    or fit(vim.fs.root(name, require('memswarm.config').get().root_markers))
  if found then
    return found
  end
  if name:sub(1, #cwd + 1) == cwd .. '/' and fit(cwd) then
    return cwd
  end
  -- A lone file: there is something to search if the user's own configuration
  -- says so.
  local config = vim.env.XDG_CONFIG_HOME or (home and home .. '/.config')
  if config and vim.uv.fs_stat(config .. '/memswarm/config.yaml') then
    return vim.fs.dirname(name)
  end
end

--- The client's configuration, for vim.lsp.config and vim.lsp.start.
---@return table
function M.config()
  local cfg = require('memswarm.config').get()
  local capabilities = vim.lsp.protocol.make_client_capabilities()
  capabilities = vim.tbl_deep_extend('force', capabilities, {
    workspace = { textDocumentContent = { dynamicRegistration = false } },
    experimental = { swarm = { didChangeStatus = true } },
  })
  return {
    name = M.name,
    cmd = require('memswarm.server').command(),
    filetypes = cfg.filetypes,
    root_dir = function(bufnr, on_dir)
      local root = M.wanted(bufnr) and M.root(bufnr)
      if root then
        on_dir(root)
      end
    end,
    capabilities = capabilities,
    init_options = vim.deepcopy(cfg.server),
    settings = { memswarm = vim.deepcopy(cfg.server) },
    commands = {
      ['swarm.curate'] = function(command)
        require('memswarm.curate').from_action(command)
      end,
      ['swarm.setUpTarget'] = function(command)
        local arg = (command.arguments or {})[1] or {}
        notify.say(
          (arg.message or 'Nothing can be written to.') .. ' :Swarm onboard sets up a write target.',
          'WARN'
        )
      end,
    },
    handlers = require('memswarm.handlers').table(),
    before_init = function(params, config)
      require('memswarm.trust').before_init(params, config)
    end,
    on_init = function(client)
      M.ready(client)
    end,
    on_exit = function(code, signal, id)
      M.exited(code, signal, id)
    end,
  }
end

--- Says whether a buffer is one to attach to.
---@param bufnr integer
---@return boolean
function M.wanted(bufnr)
  local cfg = require('memswarm.config').get()
  local ft = vim.bo[bufnr].filetype
  if vim.bo[bufnr].buftype ~= '' or vim.api.nvim_buf_get_name(bufnr) == '' then
    return false
  end
  if vim.tbl_contains(cfg.exclude_filetypes, ft) then
    return false
  end
  return not cfg.filetypes or vim.tbl_contains(cfg.filetypes, ft)
end

local enabled = false

--- A file was opened: attaches to it. From 0.11 on that is vim.lsp.enable's
--- work; 0.10 has vim.lsp.start only.
---@param bufnr integer
function M.on_filetype(bufnr)
  local cfg = require('memswarm.config').get()
  if not cfg.auto or not M.wanted(bufnr) then
    return
  end
  if not require('memswarm.server').find() then
    notify.once('missing', require('memswarm.server').missing, 'WARN')
    return
  end
  if vim.lsp.enable then
    if not enabled then
      enabled = true
      vim.lsp.enable(M.name)
    end
    return
  end
  local root = M.root(bufnr)
  if root then
    M.start(bufnr, root)
  end
end

--- Starts a client, or reuses the one of the same folder.
---@param bufnr integer? attach to it
---@param root string
---@return integer?
function M.start(bufnr, root)
  local config = vim.lsp.config and vim.deepcopy(vim.lsp.config[M.name]) or M.config()
  config.root_dir = root
  if bufnr then
    return vim.lsp.start(config, { bufnr = bufnr, silent = true })
  end
  if vim.fn.has('nvim-0.11') == 1 then
    return vim.lsp.start(config, { attach = false, silent = true })
  end
  for _, c in ipairs(vim.lsp.get_clients({ name = M.name })) do
    if c.root_dir == root then
      return c.id
    end
  end
  config.workspace_folders = { { uri = vim.uri_from_fname(root), name = root } }
  return vim.lsp.start_client(config) ---@diagnostic disable-line: deprecated
end

--- The running client that is about a buffer: the one attached to it, the one
--- that a page came from, else any.
---@param bufnr? integer
---@return vim.lsp.Client?
function M.get(bufnr)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local page = vim.b[bufnr].memswarm_client
  local client = vim.lsp.get_clients({ name = M.name, bufnr = bufnr })[1]
    or (page and vim.lsp.get_client_by_id(page))
  if client then
    return client
  end
  local root = M.root(bufnr)
  local all = vim.lsp.get_clients({ name = M.name })
  for _, c in ipairs(all) do
    if root and c.root_dir == root then
      return c
    end
  end
  -- A buffer with no file of its own belongs to whatever is open.
  if vim.api.nvim_buf_get_name(bufnr) == '' or vim.bo[bufnr].buftype ~= '' or not root then
    return all[#all]
  end
end

local waiting = {} ---@type table<integer, fun(client?: vim.lsp.Client)[]>

---@param client vim.lsp.Client
function M.ready(client)
  notify.forget('exit')
  if not M.speaks_swarm(client) then
    notify.once(
      'old',
      'This server is too old for this plugin: it has no swarm requests. Build memswarm again from the repository.',
      'WARN'
    )
  end
  -- Later, since the client counts as initialized only after on_init.
  vim.schedule(function()
    local list = waiting[client.id] or {}
    waiting[client.id] = nil
    for _, fn in ipairs(list) do
      fn(client)
    end
  end)
end

--- Says whether the server has the swarm's own requests.
---@param client vim.lsp.Client
---@return boolean
function M.speaks_swarm(client)
  local caps = client.server_capabilities or {}
  return type(vim.tbl_get(caps, 'experimental', 'swarm')) == 'table'
end

---@param code integer
---@param signal integer
---@param id integer
function M.exited(code, signal, id)
  vim.schedule(function()
    local list = waiting[id] or {}
    waiting[id] = nil
    local leaving = M.stopping[id] or vim.v.exiting ~= vim.NIL
    M.stopping[id] = nil
    require('memswarm.status').forget(id)
    if not leaving and (code ~= 0 or signal ~= 0) then
      notify.once(
        'exit',
        ('The server stopped unexpectedly (status %d, signal %d). :Swarm log shows why, :Swarm restart starts it again.'):format(
          code,
          signal
        ),
        'ERROR'
      )
    end
    for _, fn in ipairs(list) do
      fn(nil)
    end
  end)
end

M.stopping = {} ---@type table<integer, boolean>

--- Calls fn with an initialized client for a buffer, starting one if there is
--- none; with nil when there cannot be one, after a message that says why.
---@param bufnr? integer
---@param fn fun(client?: vim.lsp.Client)
function M.with(bufnr, fn)
  bufnr = bufnr or vim.api.nvim_get_current_buf()
  local client = M.get(bufnr)
  if client and client.initialized and not M.call(client, 'is_stopped') then
    return fn(client)
  end
  local id = client and client.id
  if not id then
    if not require('memswarm.server').find() then
      notify.once('missing', require('memswarm.server').missing, 'WARN')
      return fn(nil)
    end
    local root = M.root(bufnr) or vim.fs.normalize(vim.fn.getcwd())
    local attach = M.wanted(bufnr) and bufnr or nil
    id = M.start(attach, root)
    if not id then
      notify.say('The server did not start. :Swarm log shows why.', 'ERROR')
      return fn(nil)
    end
  end
  waiting[id] = waiting[id] or {}
  table.insert(waiting[id], fn)
end

--- What to say about an error of the server; nil for those that concern nobody.
---@param err table|string
---@param method string
---@return string?
function M.explain(err, method)
  if type(err) ~= 'table' then
    return tostring(err)
  end
  if CANCELLED[err.code] then
    return nil
  end
  if err.code == METHOD_NOT_FOUND then
    return ('This server does not know %s yet. Build memswarm again from the repository.'):format(
      method
    )
  end
  return (tostring(err.message or 'The server answered with an error.'):gsub('%s+', ' '))
end

--- Sends a request; fn gets the result, or nil and the error. The returned
--- function cancels it, after which fn is not called.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param fn fun(result: any, err: table?)
---@param bufnr? integer
---@return fun() cancel
function M.request(client, method, params, fn, bufnr)
  local done = false
  local sent, id = M.call(client, 'request', method, params, function(err, result)
    if done then
      return
    end
    done = true
    if result == vim.NIL then
      result = nil
    end
    fn(result, err)
  end, bufnr)
  if not sent then
    done = true
    fn(nil, { code = 0, message = 'The server is not running. :Swarm restart starts it.' })
  end
  return function()
    if not done then
      done = true
      pcall(M.call, client, 'cancel_request', id)
    end
  end
end

--- Asks for something on behalf of the user: starts the client if need be and
--- shows errors as messages. fn is called with a result only.
---@param method string
---@param params table
---@param fn fun(result: any, client: vim.lsp.Client)
---@param failed? fun()
function M.ask(method, params, fn, failed)
  local bufnr = vim.api.nvim_get_current_buf()
  M.with(bufnr, function(client)
    if not client then
      return failed and failed()
    end
    M.request(client, method, params, function(result, err)
      if err then
        local text = M.explain(err, method)
        if text then
          notify.say(text, 'ERROR')
        end
        return failed and failed()
      end
      fn(result, client)
    end, bufnr)
  end)
end

--- Runs one of the server's commands.
---@param command string
---@param argument table
---@param fn fun(result: any, client: vim.lsp.Client)
function M.execute(command, argument, fn)
  M.with(nil, function(client)
    if not client then
      return
    end
    local known = vim.tbl_get(client.server_capabilities, 'executeCommandProvider', 'commands')
      or {}
    if not vim.tbl_contains(known, command) then
      notify.say(M.explain({ code = METHOD_NOT_FOUND }, command) --[[@as string]], 'WARN')
      return
    end
    M.request(
      client,
      'workspace/executeCommand',
      { command = command, arguments = { argument } },
      function(result, err)
        local text = err and M.explain(err, command)
        if text then
          notify.say(text, 'ERROR')
        elseif not err then
          fn(result, client)
        end
      end
    )
  end)
end

--- Stops every client and starts one again for each buffer that had one.
function M.restart()
  local bufs = {} ---@type table<integer, boolean>
  local clients = vim.lsp.get_clients({ name = M.name })
  for _, c in ipairs(clients) do
    for b in pairs(c.attached_buffers) do
      bufs[b] = true
    end
    M.stopping[c.id] = true
    M.call(c, 'stop')
  end
  for _, key in ipairs({ 'missing', 'exit', 'old' }) do
    notify.forget(key)
  end
  bufs[vim.api.nvim_get_current_buf()] = true
  local tries = 0
  local function again()
    tries = tries + 1
    local alive = vim.iter(clients):any(function(c)
      return not M.call(c, 'is_stopped')
    end)
    if alive and tries < 100 then
      if tries == 40 then -- two seconds: it does not listen
        for _, c in ipairs(clients) do
          M.call(c, 'stop', true)
        end
      end
      return vim.defer_fn(again, 50)
    end
    if not require('memswarm.server').find() then
      return notify.once('missing', require('memswarm.server').missing, 'WARN')
    end
    for b in pairs(bufs) do
      local root = vim.api.nvim_buf_is_loaded(b) and M.wanted(b) and M.root(b)
      if root then
        M.start(b, root)
      end
    end
    notify.say('The server was started again.')
  end
  again()
end

return M
