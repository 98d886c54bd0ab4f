-- Hover on Neovim 0.10, which shows one server's answer and lets the next one
-- steal it. From 0.11 on Neovim itself shows the answers of all servers.
local client = require('memswarm.client')

local M = {}

local WAIT, STEP = 2000, 20 -- milliseconds

--- Says whether another server is still to answer a hover.
---@param bufnr integer
---@return boolean
local function others_pending(bufnr)
  for _, c in ipairs(vim.lsp.get_clients({ bufnr = bufnr })) do
    if c.name ~= client.name then
      for _, r in pairs(c.requests or {}) do
        if r.method == 'textDocument/hover' and r.type == 'pending' then
          return true
        end
      end
    end
  end
  return false
end

--- The open hover float of a buffer.
---@param bufnr integer
---@return integer?
local function open_float(bufnr)
  local ok, win = pcall(vim.api.nvim_buf_get_var, bufnr, 'lsp_floating_preview')
  return ok and vim.api.nvim_win_is_valid(win) and win or nil
end

--- Adds lines below what another server has shown.
---@param win integer
---@param lines string[]
local function append(win, lines)
  local buf = vim.api.nvim_win_get_buf(win)
  vim.bo[buf].modifiable = true
  vim.api.nvim_buf_set_lines(buf, -1, -1, false, { '───' })
  vim.api.nvim_buf_set_lines(buf, -1, -1, false, lines)
  vim.bo[buf].modifiable = false
  local width = vim.api.nvim_win_get_width(win)
  for _, l in ipairs(lines) do
    width = math.max(width, math.min(vim.fn.strdisplaywidth(l), 80))
  end
  vim.api.nvim_win_set_width(win, width)
  vim.api.nvim_win_set_height(
    win,
    math.min(vim.api.nvim_buf_line_count(buf), math.floor(vim.o.lines / 2))
  )
end

--- textDocument/hover of this client.
function M.handler(err, result, ctx, config)
  if err or not result or not result.contents then
    return -- the others may know something
  end
  local lines = vim.lsp.util.convert_input_to_markdown_lines(result.contents)
  if vim.tbl_isempty(lines) then
    return
  end
  local started = vim.uv.now()
  local function show()
    if vim.api.nvim_get_current_buf() ~= ctx.bufnr then
      return
    end
    if others_pending(ctx.bufnr) and vim.uv.now() - started < WAIT then
      return vim.defer_fn(show, STEP)
    end
    local win = open_float(ctx.bufnr)
    if win then
      return append(win, lines)
    end
    vim.lsp.util.open_floating_preview(
      lines,
      'markdown',
      vim.tbl_extend('force', { focus_id = 'textDocument/hover' }, config or {})
    )
  end
  show()
end

return M
