-- The picker that needs no other plugin: a prompt, the list below it and, where
-- the screen is wide enough, a preview beside them.
local text = require('memswarm.text')

local M = { live = true }

local PREVIEW_FROM = 100 -- columns
local namespace = vim.api.nvim_create_namespace('memswarm.picker')

function M.available()
  return true
end

---@param enter boolean
---@param config table
---@return integer win
---@return integer buf
local function open_window(enter, config)
  local buf = vim.api.nvim_create_buf(false, true)
  vim.bo[buf].bufhidden = 'wipe'
  local win = vim.api.nvim_open_win(
    buf,
    enter,
    vim.tbl_extend('force', { relative = 'editor', style = 'minimal', border = 'rounded' }, config)
  )
  vim.wo[win].wrap = false
  return win, buf
end

---@param source memswarm.Source
function M.open(source)
  local columns, rows = vim.o.columns, vim.o.lines - vim.o.cmdheight
  local width = math.max(20, math.floor(columns * 0.9))
  local height = math.max(6, math.floor(rows * 0.8))
  local left = math.floor((columns - width) / 2)
  local top = math.max(0, math.floor((rows - height) / 2) - 1)
  local preview = columns >= PREVIEW_FROM
  local list_width = preview and math.floor(width * 0.55) or width

  local state = { items = {}, at = 1, closed = false } ---@type { items: memswarm.Item[], at: integer, closed: boolean }

  local prompt_win, prompt_buf = open_window(true, {
    row = top,
    col = left,
    width = list_width - 2,
    height = 1,
    title = ' ' .. source.title .. ' ',
  })
  local list_win, list_buf = open_window(false, {
    row = top + 3,
    col = left,
    width = list_width - 2,
    height = height - 5,
    focusable = false,
    footer = ' no query: recently changed ',
  })
  local preview_win, preview_buf
  if preview then
    preview_win, preview_buf = open_window(false, {
      row = top,
      col = left + list_width,
      width = width - list_width - 2,
      height = height - 2,
      focusable = false,
    })
  end
  vim.wo[list_win].cursorline = true

  local function close()
    if state.closed then
      return
    end
    state.closed = true
    source.search:cancel()
    vim.cmd.stopinsert()
    for _, win in pairs({ prompt_win, list_win, preview_win }) do
      if vim.api.nvim_win_is_valid(win) then
        vim.api.nvim_win_close(win, true)
      end
    end
    if vim.api.nvim_win_is_valid(source.origin.win) then
      vim.api.nvim_set_current_win(source.origin.win)
    end
  end

  local function point()
    local item = state.items[state.at]
    if item then
      vim.api.nvim_win_set_cursor(list_win, { state.at, 0 })
    end
    if not preview_win then
      return
    end
    -- A moment later, so that the list is drawn first.
    vim.schedule(function()
      if state.closed or state.items[state.at] ~= item then
        return
      end
      if item then
        require('memswarm.preview').show(preview_win, preview_buf, item)
      else
        vim.bo[preview_buf].modifiable = true
        vim.api.nvim_buf_set_lines(preview_buf, 0, -1, false, {})
      end
    end)
  end

  ---@param items memswarm.Item[]
  ---@param answer? memswarm.Answer
  local function draw(items, answer)
    if state.closed then
      return
    end
    state.items, state.at = items, 1
    local lines, highlights = {}, {}
    for i, item in ipairs(items) do
      lines[i], highlights[i] = text.row(item)
    end
    vim.api.nvim_buf_set_lines(list_buf, 0, -1, false, lines)
    vim.api.nvim_buf_clear_namespace(list_buf, namespace, 0, -1)
    for i, list in ipairs(highlights) do
      for _, h in ipairs(list) do
        vim.api.nvim_buf_set_extmark(
          list_buf,
          namespace,
          i - 1,
          h[1],
          { end_col = h[2], hl_group = h[3] }
        )
      end
    end
    local footer = ('%d found'):format(#items)
    if answer then
      footer = footer .. (', %.0f ms'):format(answer.meta.totalLatencyMs)
      if answer.meta.indexing then
        footer = footer .. ', still indexing'
      elseif answer.meta.incomplete then
        footer = footer .. ', incomplete'
      end
    elseif source.search.text == '' then
      footer = 'recently changed'
    end
    vim.api.nvim_win_set_config(list_win, { footer = ' ' .. footer .. ' ' })
    point()
    vim.api.nvim_exec_autocmds('User', {
      pattern = 'SwarmPickerDrawn',
      modeline = false,
      data = { text = source.search.text, items = #items },
    })
  end

  local function ask()
    local words = vim.trim(vim.api.nvim_buf_get_lines(prompt_buf, 0, 1, false)[1] or '')
    source.search:run(words, draw)
  end

  local function map(key, fn)
    vim.keymap.set({ 'i', 'n' }, key, fn, { buffer = prompt_buf, nowait = true })
  end
  local function move(by)
    return function()
      if #state.items > 0 then
        state.at = (state.at - 1 + by) % #state.items + 1
        point()
      end
    end
  end
  for _, key in ipairs({ '<Down>', '<C-n>', '<C-j>' }) do
    map(key, move(1))
  end
  for _, key in ipairs({ '<Up>', '<C-p>', '<C-k>' }) do
    map(key, move(-1))
  end
  vim.keymap.set('n', 'j', move(1), { buffer = prompt_buf })
  vim.keymap.set('n', 'k', move(-1), { buffer = prompt_buf })
  map('<C-c>', close)
  vim.keymap.set('n', '<Esc>', close, { buffer = prompt_buf, nowait = true })
  vim.keymap.set('n', 'q', close, { buffer = prompt_buf, nowait = true })
  map('<C-d>', function()
    if preview_win then
      vim.api.nvim_win_call(preview_win, function()
        vim.cmd('normal! \4')
      end)
    end
  end)
  map('<C-u>', function()
    if preview_win then
      vim.api.nvim_win_call(preview_win, function()
        vim.cmd('normal! \21')
      end)
    end
  end)
  for name, key in pairs(source.keys) do
    map(key, function()
      local item, items = state.items[state.at], state.items
      if not item and name ~= 'quickfix' then
        return
      end
      close()
      -- After insert mode has been left, so that the cursor stands right.
      vim.schedule(function()
        source.act(name, item, items)
      end)
    end)
  end

  vim.api.nvim_create_autocmd(
    { 'TextChangedI', 'TextChanged', 'TextChangedP' },
    { buffer = prompt_buf, callback = ask }
  )
  vim.api.nvim_create_autocmd(
    { 'WinLeave', 'BufWipeout' },
    { buffer = prompt_buf, once = true, callback = close }
  )
  vim.bo[prompt_buf].filetype = 'memswarm-prompt'
  -- Completion plugins stay out of it.
  vim.b[prompt_buf].completion = false
  vim.b[prompt_buf].minicompletion_disable = true
  vim.bo[prompt_buf].omnifunc = ''

  vim.api.nvim_buf_set_lines(prompt_buf, 0, -1, false, { source.text })
  source.search:on_stale(function()
    if not state.closed then
      ask()
    end
  end)
  vim.cmd('startinsert!')
  ask()
end

return M
