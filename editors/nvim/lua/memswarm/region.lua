-- The text that a selection, a motion or a range covers.
local M = {}

---@class memswarm.Region
---@field text string
---@field bufnr integer
---@field first integer 1-based first line
---@field last integer 1-based last line

--- Lines of a buffer.
---@param bufnr integer
---@param first integer 1-based
---@param last integer 1-based, inclusive
---@return memswarm.Region
function M.lines(bufnr, first, last)
  local lines = vim.api.nvim_buf_get_lines(bufnr, first - 1, last, false)
  return { text = table.concat(lines, '\n'), bufnr = bufnr, first = first, last = last }
end

--- The text between two marks.
---@param from integer[] getpos() of one end
---@param to integer[] getpos() of the other
---@param kind string v, V or CTRL-V
---@return memswarm.Region
function M.between(from, to, kind)
  local lines = vim.fn.getregion(from, to, { type = kind })
  local a, b = from[2], to[2]
  return {
    text = table.concat(lines, '\n'),
    bufnr = vim.api.nvim_get_current_buf(),
    first = math.min(a, b),
    last = math.max(a, b),
  }
end

--- The selection, in visual mode.
---@return memswarm.Region
function M.visual()
  return M.between(vim.fn.getpos('v'), vim.fn.getpos('.'), vim.fn.mode())
end

--- The selection as one line, leaving visual mode.
---@return string
function M.visual_text()
  local region = M.visual()
  vim.cmd('normal! \27')
  return vim.trim((region.text:gsub('%s+', ' ')))
end

--- For an expression mapping: waits for a motion, then curates what it covers.
---@return string
function M.operator()
  vim.o.operatorfunc = "v:lua.require'memswarm.region'.opfunc"
  return 'g@'
end

---@param kind 'char'|'line'|'block'
function M.opfunc(kind)
  local how = ({ char = 'v', line = 'V', block = '\22' })[kind]
  local region = M.between(vim.fn.getpos("'["), vim.fn.getpos("']"), how)
  require('memswarm.curate').curate(region)
end

return M
