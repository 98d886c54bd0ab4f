-- A note in a preview window, at the section that matched.
local M = {}

local LIMIT = 1024 * 1024 -- bytes; larger files show the passage only
local namespace = vim.api.nvim_create_namespace('memswarm.preview')
local turns = {} ---@type table<integer, integer>

--- The text of a file: of its buffer when it is loaded, since that may hold
--- what is not saved yet.
---@param item memswarm.Item
---@return string[]?
local function file_lines(item)
  local buf = vim.fn.bufnr(item.filename)
  if buf > 0 and vim.api.nvim_buf_is_loaded(buf) then
    return vim.api.nvim_buf_get_lines(buf, 0, -1, false)
  end
  local stat = vim.uv.fs_stat(item.filename)
  if not stat or stat.size > LIMIT then
    return nil
  end
  local f = io.open(item.filename, 'rb')
  if not f then
    return nil
  end
  local text = f:read('*a') or ''
  f:close()
  text = text:gsub('^\239\187\191', ''):gsub('\r\n', '\n'):gsub('%z', ' ')
  local lines = vim.split(text, '\n', { plain = true })
  if lines[#lines] == '' and #lines > 1 then
    lines[#lines] = nil
  end
  return lines
end

---@param win integer
---@param buf integer
---@param item memswarm.Item
---@param lines string[]
---@param whole boolean
local function draw(win, buf, item, lines, whole)
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
  vim.bo[buf].modifiable = false
  vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
  local first = whole and math.min(item.lnum, #lines) or 1
  local last = whole and math.min(math.max(item.end_lnum, first), #lines) or #lines
  local words = require('memswarm.text').words(item)
  for l = first, math.min(last, first + 200) do
    vim.api.nvim_buf_set_extmark(buf, namespace, l - 1, 0, { line_hl_group = 'SwarmSection' })
    for _, span in ipairs(require('memswarm.text').find_words(lines[l], words)) do
      vim.api.nvim_buf_set_extmark(
        buf,
        namespace,
        l - 1,
        span[1],
        { end_col = span[2], hl_group = 'SwarmMatch' }
      )
    end
  end
  if vim.api.nvim_win_is_valid(win) then
    pcall(vim.api.nvim_win_set_cursor, win, { first, 0 })
    vim.api.nvim_win_call(win, function()
      vim.cmd('normal! zt')
    end)
  end
end

--- Shows an item in a window's buffer.
---@param win integer
---@param buf integer
---@param item memswarm.Item
function M.show(win, buf, item)
  require('memswarm.text').define_highlights()
  local turn = (turns[buf] or 0) + 1
  turns[buf] = turn
  -- Highlighted without setting the filetype, which would attach servers.
  local ext = (item.filename or 'x.md'):match('%.(%w+)$')
  local lang = ({ html = 'html', canvas = 'json' })[ext] or 'markdown'
  local function lit(lines, whole)
    draw(win, buf, item, lines, whole)
    if not pcall(vim.treesitter.start, buf, lang) then
      vim.bo[buf].syntax = lang
    end
  end
  local passage = vim.split(item.content, '\n', { plain = true })
  if item.filename then
    local lines = file_lines(item)
    return lit(lines or passage, lines ~= nil)
  end
  lit(passage, false)
  require('memswarm.page').fetch(item.uri, function(text)
    if text and turns[buf] == turn and vim.api.nvim_buf_is_valid(buf) then
      lit(vim.split(text, '\n', { plain = true }), true)
    end
  end)
end

return M
