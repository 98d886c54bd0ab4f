-- Floating windows for reading.
local M = {}

---@class memswarm.FloatOpts
---@field title string
---@field filetype? string
---@field highlights? table[] line, from, to, group
---@field keys? table<string, fun()> normal-mode keys; each closes the window first
---@field footer? string
---@field width? integer

M.namespace = vim.api.nvim_create_namespace('memswarm')

--- Shows lines; q and <Esc> close.
---@param lines string[]
---@param opts memswarm.FloatOpts
---@return integer win
---@return integer buf
function M.show(lines, opts)
  require('memswarm.text').define_highlights()
  local buf = vim.api.nvim_create_buf(false, true)
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  for _, h in ipairs(opts.highlights or {}) do
    vim.api.nvim_buf_set_extmark(buf, M.namespace, h[1], h[2], { end_col = h[3], hl_group = h[4] })
  end
  local width = opts.width or 0
  for _, l in ipairs(lines) do
    width = math.max(width, vim.fn.strdisplaywidth(l))
  end
  width = math.max(20, math.min(width + 2, vim.o.columns - 6))
  local height = math.max(1, math.min(#lines, math.floor(vim.o.lines * 0.8) - 2))
  local win = vim.api.nvim_open_win(buf, true, {
    relative = 'editor',
    row = math.max(0, math.floor((vim.o.lines - height) / 2) - 1),
    col = math.max(0, math.floor((vim.o.columns - width) / 2)),
    width = width,
    height = height,
    style = 'minimal',
    border = 'rounded',
    title = ' ' .. opts.title .. ' ',
    footer = opts.footer and (' ' .. opts.footer .. ' ') or nil,
  })
  vim.wo[win].wrap = true
  vim.wo[win].linebreak = true
  vim.bo[buf].bufhidden = 'wipe'
  vim.bo[buf].modifiable = false
  if opts.filetype then
    pcall(vim.treesitter.start, buf, opts.filetype)
  end
  local function map(key, fn)
    vim.keymap.set('n', key, function()
      if vim.api.nvim_win_is_valid(win) then
        vim.api.nvim_win_close(win, true)
      end
      if fn then
        fn()
      end
    end, { buffer = buf, nowait = true })
  end
  map('q')
  map('<Esc>')
  for key, fn in pairs(opts.keys or {}) do
    map(key, fn)
  end
  return win, buf
end

return M
