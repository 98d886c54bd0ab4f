-- A window beside the code that shows what is known around the cursor.
local client = require('memswarm.client')
local notify = require('memswarm.notify')
local text = require('memswarm.text')

local M = {}

local namespace = vim.api.nvim_create_namespace('memswarm.related')

---@class memswarm.RelatedState
---@field win integer
---@field buf integer
---@field items memswarm.Item[]
---@field rows table<integer, memswarm.Item> line → item
---@field timer uv.uv_timer_t
---@field key string where the cursor was when it was asked
---@field stop? fun()
---@field source_win integer

---@type memswarm.RelatedState?
local state

---@return boolean
function M.is_open()
  return state ~= nil and vim.api.nvim_win_is_valid(state.win)
end

local function close()
  local s = state
  if not s then
    return
  end
  state = nil
  pcall(vim.api.nvim_del_augroup_by_name, 'memswarm.related')
  s.timer:stop()
  s.timer:close()
  if s.stop then
    s.stop()
  end
  if vim.api.nvim_win_is_valid(s.win) and #vim.api.nvim_list_wins() > 1 then
    vim.api.nvim_win_close(s.win, true)
  end
end

---@param lines string[]
---@param highlights memswarm.Highlight[][]
local function set_lines(lines, highlights)
  local s = state --[[@as memswarm.RelatedState]]
  if not vim.api.nvim_buf_is_valid(s.buf) then
    return
  end
  vim.bo[s.buf].modifiable = true
  vim.api.nvim_buf_set_lines(s.buf, 0, -1, false, lines)
  vim.bo[s.buf].modifiable = false
  vim.api.nvim_buf_clear_namespace(s.buf, namespace, 0, -1)
  for i, list in pairs(highlights) do
    for _, h in ipairs(list) do
      vim.api.nvim_buf_set_extmark(
        s.buf,
        namespace,
        i - 1,
        h[1],
        { end_col = h[2], hl_group = h[3] }
      )
    end
  end
end

---@param items memswarm.Item[]
local function draw(items)
  local s = state --[[@as memswarm.RelatedState]]
  s.items, s.rows = items, {}
  local lines, highlights = {}, {}
  local function add(line, hl, item)
    lines[#lines + 1] = line
    highlights[#lines] = hl
    s.rows[#lines] = item
  end
  for _, item in ipairs(items) do
    local badge = text.badge(item.provider)
    local title = (item.title:gsub('%c', ' '))
    add(
      badge .. ' ' .. title,
      { { 0, #badge, 'SwarmBadge' }, { #badge + 1, #badge + 1 + #title, 'Title' } },
      item
    )
    local crumb = (text.breadcrumb(item):gsub('%c', ' '))
    if crumb ~= '' then
      add('  ' .. crumb, { { 0, #crumb + 2, 'SwarmBreadcrumb' } }, item)
    end
    local excerpt, spans = text.excerpt(item)
    if excerpt ~= '' then
      local hl = {}
      for i, span in ipairs(spans) do
        hl[i] = { span[1] + 2, span[2] + 2, 'SwarmMatch' }
      end
      add('  ' .. excerpt, hl, item)
    end
    add('', {}, nil)
  end
  if #items == 0 then
    add('Nothing is known about this place.', { { 0, 34, 'Comment' } })
  end
  set_lines(lines, highlights)
  vim.api.nvim_exec_autocmds('User', { pattern = 'SwarmRelatedDrawn', modeline = false })
end

--- Asks about the cursor of a window, unless that was asked already.
---@param win integer
local function update(win)
  local s = state
  if not s or not vim.api.nvim_win_is_valid(win) or win == s.win then
    return
  end
  local buf = vim.api.nvim_win_get_buf(win)
  if vim.bo[buf].buftype ~= '' or vim.api.nvim_buf_get_name(buf) == '' then
    return
  end
  local cursor = vim.api.nvim_win_get_cursor(win)
  local key = ('%d:%d:%d:%d'):format(buf, cursor[1], cursor[2], vim.b[buf].changedtick)
  if key == s.key then
    return
  end
  local c = client.get(buf)
  if not c or not c.initialized or not c.attached_buffers[buf] then
    return -- LspAttach asks again
  end
  s.key, s.source_win = key, win
  if s.stop then
    s.stop()
  end
  local params = vim.lsp.util.make_position_params(win, c.offset_encoding)
  params.maxResults = require('memswarm.config').get().related.max_results
  s.stop = client.request(c, 'swarm/related', params, function(answer, err)
    if state ~= s then
      return
    end
    s.stop = nil
    if err then
      local message = client.explain(err, 'swarm/related')
      if message then
        notify.once('related: ' .. message, message, 'WARN')
        set_lines({ message }, {})
      end
      return
    end
    draw(require('memswarm.item').from_answer(answer))
  end, buf)
end

--- Asks when the cursor has rested for a moment.
local function later()
  local s = state
  if not s then
    return
  end
  local win = vim.api.nvim_get_current_win()
  s.timer:stop()
  s.timer:start(
    require('memswarm.config').get().related.delay,
    0,
    vim.schedule_wrap(function()
      update(win)
    end)
  )
end

---@param name string
local function act(name)
  return function()
    local s = state
    if not s then
      return
    end
    local item = s.rows[vim.api.nvim_win_get_cursor(s.win)[1]]
    if not item then
      return
    end
    local win = vim.api.nvim_win_is_valid(s.source_win) and s.source_win or nil
    if name ~= 'why' and name ~= 'yank' then
      if win then
        vim.api.nvim_set_current_win(win)
      else
        vim.cmd('wincmd p')
      end
    end
    local origin = require('memswarm.picker').origin()
    require('memswarm.actions').run(name, item, origin, s.items, 'related')
  end
end

function M.open()
  if M.is_open() then
    return
  end
  close()
  text.define_highlights()
  local source = vim.api.nvim_get_current_win()
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = 'wipe'
  vim.bo[buf].filetype = 'memswarm-related'
  vim.bo[buf].modifiable = false
  vim.cmd('botright vertical sbuffer ' .. buf)
  local win = vim.api.nvim_get_current_win()
  vim.api.nvim_win_set_width(win, require('memswarm.config').get().related.width)
  local options = {
    winfixwidth = true,
    number = false,
    relativenumber = false,
    signcolumn = 'no',
    foldcolumn = '0',
    list = false,
    wrap = true,
    linebreak = true,
    breakindent = true,
    spell = false,
    winfixbuf = true,
  }
  for name, value in pairs(options) do
    vim.wo[win][0][name] = value
  end
  vim.api.nvim_set_current_win(source)
  state = {
    win = win,
    buf = buf,
    items = {},
    rows = {},
    timer = assert(vim.uv.new_timer()),
    key = '',
    source_win = source,
  }
  local keys = {
    ['<CR>'] = 'open',
    o = 'open',
    s = 'split',
    v = 'vsplit',
    t = 'tab',
    i = 'link',
    y = 'yank',
    ['?'] = 'why',
  }
  for key, name in pairs(keys) do
    vim.keymap.set('n', key, act(name), { buffer = buf, nowait = true, desc = 'Swarm: ' .. name })
  end
  vim.keymap.set('n', 'q', close, { buffer = buf, nowait = true, desc = 'Swarm: close' })

  local group = vim.api.nvim_create_augroup('memswarm.related', {})
  vim.api.nvim_create_autocmd(
    { 'CursorMoved', 'CursorMovedI', 'BufEnter', 'LspAttach' },
    { group = group, callback = later }
  )
  vim.api.nvim_create_autocmd('WinClosed', {
    group = group,
    pattern = tostring(win),
    callback = vim.schedule_wrap(close),
  })
  -- The last window beside it closes: it goes too.
  vim.api.nvim_create_autocmd('QuitPre', {
    group = group,
    callback = function()
      local others = vim.tbl_filter(function(w)
        return w ~= win and vim.api.nvim_win_get_config(w).relative == ''
      end, vim.api.nvim_tabpage_list_wins(0))
      if #others <= 1 then
        close()
      end
    end,
  })
  client.with(vim.api.nvim_win_get_buf(source), function(c)
    if c and state then
      state.key = ''
      update(source)
    end
  end)
end

function M.toggle()
  if M.is_open() then
    close()
  else
    M.open()
  end
end

M.close = close

return M
