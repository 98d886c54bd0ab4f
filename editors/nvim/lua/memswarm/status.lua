-- The state of the swarm: what the server reports, the statusline, and
-- :Swarm status.
local notify = require('memswarm.notify')

local M = {}

---@type table<integer, { state: string, summary: string, providers: table[] }>
M.notes = {}

local listeners = {} ---@type table<integer, fun(note: table)>
local next_listener = 0

--- Calls fn whenever the state changes; the result stops that.
---@param fn fun(note: table)
---@return fun()
function M.listen(fn)
  next_listener = next_listener + 1
  local id = next_listener
  listeners[id] = fn
  return function()
    listeners[id] = nil
  end
end

--- swarm/didChangeStatus.
---@param note table
---@param client_id integer
function M.changed(note, client_id)
  if type(note) ~= 'table' then
    return
  end
  M.notes[client_id] = note
  for _, fn in pairs(listeners) do
    fn(note)
  end
  vim.api.nvim_exec_autocmds(
    'User',
    { pattern = 'SwarmStatus', modeline = false, data = { client_id = client_id, note = note } }
  )
  vim.cmd.redrawstatus()
end

---@param client_id integer
function M.forget(client_id)
  M.notes[client_id] = nil
end

--- The statusline component.
---@return string
function M.line()
  local client = require('memswarm.client').get()
  local note = client and M.notes[client.id]
  if not note then
    return ''
  end
  local icons = require('memswarm.config').get().icons.state
  local working = 0
  for _, p in ipairs(note.providers or {}) do
    if p.state == 'ok' or p.state == 'indexing' or p.state == 'degraded' then
      working = working + 1
    end
  end
  local total = #(note.providers or {})
  local count = working == total and tostring(total) or ('%d/%d'):format(working, total)
  return ('swarm %s %s'):format(icons[note.state] or note.state, count)
end

--- Says once why a query found nothing when the reason is not the query: a
--- provider that fails, or nothing to search at all.
---@param client vim.lsp.Client
---@param answer memswarm.Answer
function M.explain_nothing(client, answer)
  for _, id in ipairs(answer.meta.order or {}) do
    local p = answer.meta.providers[id]
    if p and p.error and p.error ~= vim.NIL then
      local fix = p.fix and p.fix ~= vim.NIL and ' ' .. p.fix or ''
      notify.once('provider: ' .. id, ('%s: %s%s'):format(id, p.error, fix), 'WARN')
      return
    end
  end
  if answer.meta.indexing then
    return
  end
  require('memswarm.client').request(client, 'swarm/status', vim.empty_dict(), function(s)
    if type(s) ~= 'table' then
      return
    end
    local notes = 0
    for _, p in ipairs(s.providers or {}) do
      notes = notes + (p.notes or 0)
    end
    if s.state == 'unconfigured' or (notes == 0 and s.state ~= 'indexing') then
      notify.once(
        'unconfigured',
        'There is nothing to search: this folder holds no notes and nothing else is configured. :Swarm onboard sets it up.',
        'WARN'
      )
    end
  end)
end

---@param bytes integer
---@return string
local function size(bytes)
  if bytes < 1024 * 1024 then
    return ('%d kB'):format(math.ceil(bytes / 1024))
  end
  return ('%.1f MB'):format(bytes / 1024 / 1024)
end

--- The lines of a status.
---@param s table what swarm/status answers
---@return string[] lines
---@return { [1]: integer, [2]: integer, [3]: integer, [4]: string }[] highlights: line, from, to, group
function M.lines(s)
  local lines, marks = {}, {}
  local icons = require('memswarm.config').get().icons.state
  local function add(text, group)
    for _, line in ipairs(vim.split(text, '\n', { plain = true })) do
      lines[#lines + 1] = line
      if group then
        marks[#marks + 1] = { #lines - 1, 0, #line, group }
      end
    end
  end
  local groups = { ok = 'SwarmOk', indexing = 'SwarmOk', failed = 'SwarmError' }
  add((icons[s.state] or '?') .. ' ' .. (s.summary or ''), groups[s.state] or 'SwarmWarn')
  local config = s.config or {}
  add('')
  if config.workspace then
    add('Workspace  ' .. vim.fn.fnamemodify(config.workspace, ':~'))
  end
  for _, f in ipairs(config.files or {}) do
    add('Config     ' .. vim.fn.fnamemodify(f, ':~'))
  end
  add('Trusted    ' .. (config.trusted and 'yes' or 'no (:Swarm trust)'))
  local trust = type(config.trust) == 'table' and config.trust or {}
  for _, what in ipairs(trust.heldBack or {}) do
    add('             held back until then: ' .. what, 'SwarmWarn')
  end
  for _, what in ipairs(trust.allowed or {}) do
    add('             allowed: ' .. what, 'Comment')
  end
  for _, what in ipairs(trust.reads or {}) do
    add('             read outside of the workspace: ' .. what, 'Comment')
  end
  if s.version then
    add('Server     ' .. s.version)
  end
  add('')
  add('Providers', 'Title')
  for _, p in ipairs(s.providers or {}) do
    add(
      ('  %s %-24s %5d notes %6d sections  %8s  weight %.2f'):format(
        icons[p.state] or '?',
        p.id,
        p.notes or 0,
        p.sections or 0,
        size(p.indexBytes or 0),
        p.weight or 0
      ),
      groups[p.state] or 'SwarmWarn'
    )
    if p.root and p.root ~= '' then
      add('      ' .. vim.fn.fnamemodify(p.root, ':~'), 'Comment')
    end
    if type(p.error) == 'table' then
      add('      ' .. p.error.message, 'SwarmError')
      if p.error.fix then
        add('      ' .. p.error.fix)
      end
    end
    for i, sk in ipairs(p.skipped or {}) do
      if i > 5 then
        add(('      and %d more files'):format((p.skippedTotal or #p.skipped) - 5), 'Comment')
        break
      end
      add(('      not read: %s (%s)'):format(sk.path, sk.reason), 'Comment')
    end
  end
  if #(s.targets or {}) > 0 then
    add('')
    add('Write targets', 'Title')
    for _, t in ipairs(s.targets) do
      add(
        ('  %s %-24s %s'):format(
          t.writable and icons.ok or icons.skipped,
          t.id,
          t.writable and (t.label or '') or (t.reason or '')
        )
      )
    end
  end
  for _, section in ipairs({
    { 'Errors', s.errors, 'SwarmError' },
    { 'Warnings', s.warnings, 'SwarmWarn' },
    { 'Hints', s.hints },
    { 'What to do', s.suggestions },
  }) do
    if #(section[2] or {}) > 0 then
      add('')
      add(section[1], 'Title')
      for _, text in ipairs(section[2]) do
        add('  ' .. text, section[3])
      end
    end
  end
  return lines, marks
end

--- :Swarm status.
function M.show()
  require('memswarm.client').ask('swarm/status', vim.empty_dict(), function(s)
    local lines, marks = M.lines(s)
    require('memswarm.float').show(lines, { title = 'Swarm status', highlights = marks })
  end)
end

return M
