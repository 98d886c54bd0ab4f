-- Keeping something: from a selection, a motion, a range or an empty page, into
-- a target that the user sees before anything is written.
local client = require('memswarm.client')
local notify = require('memswarm.notify')

local M = {}

local preview, store -- each may come to itself again after a question

M.undo_stack = {} ---@type { undo: any, where: string, client_id: integer }[]

---@param region memswarm.Region
---@return table? origin
local function origin_of(region)
  local name = vim.api.nvim_buf_get_name(region.bufnr)
  if name == '' or vim.bo[region.bufnr].buftype ~= '' then
    return nil
  end
  return {
    uri = vim.uri_from_bufnr(region.bufnr),
    range = {
      start = { line = region.first - 1, character = 0 },
      ['end'] = { line = region.last, character = 0 },
    },
    languageId = vim.bo[region.bufnr].filetype,
  }
end

---@param t memswarm.Target
---@return string
local function describe(t)
  local accepts = type(t.accepts) == 'table'
      and #t.accepts > 0
      and (' (%s)'):format(table.concat(t.accepts, ', '))
    or ''
  local label = t.label and t.label ~= t.id and ' — ' .. t.label or ''
  return t.id .. label .. accepts
end

--- Asks for a target when there is a choice.
---@param targets memswarm.Target[]
---@param fn fun(target?: string)
local function choose_target(targets, fn)
  local open = vim.tbl_filter(function(t)
    return t.writable
  end, targets)
  if #open == 0 then
    local reasons = {}
    for _, t in ipairs(targets) do
      reasons[#reasons + 1] = ('%s: %s'):format(t.id, t.reason or 'not writable')
    end
    return notify.say(
      'Nothing can be written to. '
        .. (#reasons > 0 and table.concat(reasons, '; ') .. '. ' or '')
        .. ':Swarm onboard sets up a write target.',
      'WARN'
    )
  end
  if #open == 1 then
    return fn(open[1].id)
  end
  vim.ui.select(
    open,
    { prompt = 'Store in', kind = 'memswarm-target', format_item = describe },
    function(t)
      if t then
        fn(t.id)
      end
    end
  )
end

---@param list any
---@return string[]
local function names(list)
  local out = {}
  for _, v in ipairs(type(list) == 'table' and list or {}) do
    out[#out + 1] = type(v) == 'table' and (v.title or v.id or vim.inspect(v)) or tostring(v)
  end
  return out
end

--- What the server says about a curate that failed.
---@param receipt memswarm.Receipt
---@return string
local function failure(receipt)
  local e = receipt.error
  if type(e) == 'table' then
    return (e.message or 'The note was not stored.') .. (e.fix and ' ' .. e.fix or '')
  end
  return e and tostring(e) or 'The note was not stored.'
end

---@param receipt memswarm.Receipt
---@param client_id integer
local function stored(receipt, client_id)
  if not receipt.success then
    if type(receipt.error) == 'table' and receipt.error.code == 'cancelled' then
      return
    end
    return notify.say(failure(receipt), 'ERROR')
  end
  local where = receipt.path or receipt.id or receipt.provider or '?'
  where = vim.fn.fnamemodify(where, ':~:.')
  local hint = ''
  if receipt.undo and receipt.undo ~= vim.NIL then
    table.insert(M.undo_stack, { undo = receipt.undo, where = where, client_id = client_id })
    hint = ' :Swarm undo takes it back.'
  end
  local verb = receipt.appended and 'Appended in' or 'Stored in'
  notify.say(('%s %s: %s.%s'):format(verb, receipt.provider or '?', where, hint))
  for _, w in ipairs(names(receipt.warnings)) do
    notify.say(w, 'WARN')
  end
  if receipt.path then
    vim.cmd('silent! checktime')
  end
end

--- Says whether a curate was refused for what looks like a secret.
---@param receipt memswarm.Receipt
---@return boolean
local function secret(receipt)
  return type(receipt.error) == 'table' and receipt.error.code == 'secret'
end

--- Asks before something that looks like a secret goes on.
---@param receipt memswarm.Receipt
---@param fn fun()
local function despite_secret(receipt, fn)
  vim.ui.select({ 'Cancel', 'Go on all the same' }, {
    prompt = receipt.error.message,
    kind = 'memswarm-secret',
  }, function(_, index)
    if index == 2 then
      fn()
    end
  end)
end

---@param params table of swarm/curate
function store(params)
  client.ask('swarm/curate', params, function(receipt, c)
    if secret(receipt) and not params.force then
      return despite_secret(receipt, function()
        store(vim.tbl_extend('force', params, { force = true }))
      end)
    end
    stored(receipt, c.id)
  end)
end

local reasons = {
  copy = 'this passage is known already: ',
  title = 'a note of this title is there: ',
  subject = 'perhaps about the same: ',
}

--- Shows what would be written and where; stores it on <CR>.
---@param params table of swarm/curate
---@param again fun() chooses another target
function preview(params, again)
  local dry = vim.tbl_extend('force', params, { dryRun = true })
  client.ask('swarm/curate', dry, function(receipt)
    if secret(receipt) and not params.force then
      return despite_secret(receipt, function()
        preview(vim.tbl_extend('force', params, { force = true }), again)
      end)
    end
    if not receipt.success and not receipt.text then
      return notify.say(failure(receipt), 'ERROR')
    end
    local lines, marks = {}, {}
    local function add(line, group)
      lines[#lines + 1] = line
      if group then
        marks[#marks + 1] = { #lines - 1, 0, #line, group }
      end
    end
    local where = receipt.path and vim.fn.fnamemodify(receipt.path, ':~:.') or receipt.id or ''
    add(('→ %s  %s'):format(receipt.provider or params.target or '?', where), 'SwarmBadge')
    for _, w in ipairs(names(receipt.warnings)) do
      add('! ' .. w, 'SwarmWarn')
    end
    local known, copy = nil, false
    for _, s in ipairs(type(receipt.similar) == 'table' and receipt.similar or {}) do
      add('≈ ' .. (reasons[s.reason] or reasons.title) .. (s.title or s.id), 'SwarmWarn')
      copy = copy or s.reason == 'copy'
      if not known and s.writable and s.reason ~= 'copy' then
        known = s.id
      end
    end
    add('')
    vim.list_extend(lines, vim.split(receipt.text or params.content, '\n', { plain = true }))
    local keys = {
      ['<CR>'] = function()
        -- A copy is stored only by somebody who has seen that it is one.
        store(copy and vim.tbl_extend('force', params, { force = true }) or params)
      end,
      e = function()
        M.compose(params)
      end,
      t = again,
    }
    local footer = '<CR> store  e edit  t target  q cancel'
    if known then
      keys.a = function()
        local onto = vim.tbl_extend('force', params, { appendTo = known })
        onto.target = nil
        store(onto)
      end
      footer = '<CR> store  a append to the known note  e edit  t target  q cancel'
    end
    require('memswarm.float').show(lines, {
      title = 'Curate',
      filetype = 'markdown',
      highlights = marks,
      keys = keys,
      footer = footer,
      width = #footer,
    })
  end)
end

--- Runs a curate to its end: target, preview, store.
---@param params table of swarm/curate
local function run(params)
  if vim.trim(params.content or '') == '' then
    return notify.say('There is nothing to store: the text is empty.', 'WARN')
  end
  local config = require('memswarm.config').get().curate
  params.target = params.target or config.target
  local function go(target)
    params.target = target
    if config.preview then
      preview(params, function()
        params.target = nil
        client.ask('swarm/targets', vim.empty_dict(), function(targets)
          choose_target(targets, go)
        end)
      end)
    else
      store(params)
    end
  end
  if params.target then
    return go(params.target)
  end
  client.ask('swarm/targets', vim.empty_dict(), function(targets)
    choose_target(targets or {}, go)
  end)
end

--- Curates a region of a buffer.
---@param region memswarm.Region
---@param opts? { target?: string, title?: string, type?: string }
function M.curate(region, opts)
  run(vim.tbl_extend('force', { content = region.text, origin = origin_of(region) }, opts or {}))
end

--- Curates the selection, from visual mode.
function M.visual()
  local region = require('memswarm.region').visual()
  vim.cmd('normal! \27')
  M.curate(region)
end

--- A page to write on; :write stores it.
---@param params? table of swarm/curate
function M.compose(params)
  params = params or {}
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_name(buf, 'memswarm-note-' .. buf)
  vim.bo[buf].buftype = 'acwrite'
  vim.bo[buf].bufhidden = 'wipe'
  vim.api.nvim_buf_set_lines(
    buf,
    0,
    -1,
    false,
    vim.split(params.content or '', '\n', { plain = true })
  )
  vim.bo[buf].modified = false
  local width = math.max(20, math.min(90, vim.o.columns - 6))
  local height = math.max(3, math.floor(vim.o.lines * 0.5))
  local win = vim.api.nvim_open_win(buf, true, {
    relative = 'editor',
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2)),
    width = width,
    height = height,
    style = 'minimal',
    border = 'rounded',
    title = ' New note ',
    footer = ' :w stores it, :q! forgets it ',
  })
  vim.wo[win].wrap = true
  vim.bo[buf].filetype = 'markdown'
  vim.api.nvim_create_autocmd('BufWriteCmd', {
    buffer = buf,
    callback = function()
      local text = table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n')
      vim.bo[buf].modified = false
      vim.schedule(function()
        if vim.api.nvim_win_is_valid(win) then
          vim.api.nvim_win_close(win, true)
        end
        run(vim.tbl_extend('force', params, { content = text }))
      end)
    end,
  })
end

--- The server's code action: the client's part of "Curate to …".
---@param command lsp.Command
function M.from_action(command)
  local arg = vim.deepcopy((command.arguments or {})[1] or {})
  if arg.target then
    arg.quiet = true -- what it did is said here
    return client.execute('swarm.curate', arg, function(receipt, c)
      if type(receipt) == 'table' then
        stored(receipt, c.id)
      end
    end)
  end
  run(arg)
end

--- Takes the last curate of this session back.
function M.undo()
  local last = table.remove(M.undo_stack)
  if not last then
    return notify.say('There is nothing to take back in this session.')
  end
  client.ask('swarm/undo', { undo = last.undo }, function(result)
    if type(result) == 'table' and result.success == false then
      return notify.say(failure(result), 'ERROR')
    end
    notify.say(('Took back %s.'):format(last.where))
    vim.cmd('silent! checktime')
  end, function()
    table.insert(M.undo_stack, last)
  end)
end

--- :Swarm targets
function M.show_targets()
  client.ask('swarm/targets', vim.empty_dict(), function(targets)
    local lines, marks = {}, {}
    for _, t in ipairs(targets or {}) do
      local mark = t.writable and '✓ ' or '- '
      lines[#lines + 1] = mark .. describe(t)
      marks[#marks + 1] = { #lines - 1, 0, #lines[#lines], t.writable and 'SwarmOk' or 'Comment' }
      if not t.writable and t.reason then
        lines[#lines + 1] = '    ' .. t.reason
      end
    end
    if #lines == 0 then
      lines = { 'No write targets. :Swarm onboard sets one up.' }
    end
    require('memswarm.float').show(lines, { title = 'Write targets', highlights = marks })
  end)
end

return M
