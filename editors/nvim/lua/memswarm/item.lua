-- Items out of what the server answers.
local M = {}

---@param uri string
---@return string?
local function filename(uri)
  if uri:match('^file:') then
    return vim.uri_to_fname(uri)
  end
end

--- The items of an answer, in its order.
---@param answer memswarm.Answer
---@return memswarm.Item[]
function M.from_answer(answer)
  local out = {}
  for i, r in ipairs(answer.results or {}) do
    local range = r.location.range
    out[i] = {
      id = r.id,
      index = i,
      provider = r.provider,
      title = r.title ~= '' and r.title or r.id,
      breadcrumb = r.breadcrumb or {},
      content = r.content or '',
      matches = r.matches or {},
      uri = r.location.uri,
      filename = filename(r.location.uri),
      lnum = range.start.line + 1,
      end_lnum = math.max(range['end'].line, range.start.line + 1),
      result = r,
      report = (answer.meta.providers or {})[r.provider],
    }
  end
  return out
end

--- The items of workspace/symbol's answer to an empty query: recently changed
--- notes.
---@param symbols table[]
---@return memswarm.Item[]
function M.from_symbols(symbols)
  local out = {}
  for i, s in ipairs(symbols) do
    local container = s.containerName or ''
    local provider, crumb = container:match('^(.-) · (.*)$')
    local line = (s.location.range or { start = { line = 0 } }).start.line
    out[i] = {
      id = s.location.uri .. '#' .. line,
      index = i,
      provider = provider or container,
      title = s.name,
      breadcrumb = crumb and vim.split((crumb:gsub(' · .*$', '')), ' › ', { plain = true })
        or {},
      content = '',
      matches = {},
      uri = s.location.uri,
      filename = filename(s.location.uri),
      lnum = line + 1,
      end_lnum = line + 1,
    }
  end
  return out
end

--- An item for the quickfix list.
---@param item memswarm.Item
---@return table
function M.quickfix(item)
  local text = require('memswarm.text')
  local crumb = text.breadcrumb(item)
  local entry = {
    lnum = item.lnum,
    col = 1,
    text = ('[%s] %s%s — %s'):format(
      text.badge(item.provider),
      crumb ~= '' and crumb .. ' › ' or '',
      item.title,
      (text.excerpt(item))
    ),
    user_data = { id = item.id },
  }
  if item.filename then
    entry.filename = item.filename
  else
    entry.bufnr = vim.uri_to_bufnr(item.uri)
  end
  return entry
end

return M
