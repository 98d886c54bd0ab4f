-- How an item looks: one row with a badge, the title, the breadcrumb and the
-- matching line, and the highlights of each.
local M = {}

---@alias memswarm.Highlight { [1]: integer, [2]: integer, [3]: string } byte columns and group

local EXCERPT = 160 -- characters of the passage in a row

local defined = false

--- Defines the highlight groups, once; a colour scheme may define them itself.
function M.define_highlights()
  if defined then
    return
  end
  defined = true
  local function define()
    local links = {
      SwarmBadge = 'Type',
      SwarmSign = 'Special',
      SwarmTitle = 'Normal',
      SwarmBreadcrumb = 'Comment',
      SwarmExcerpt = 'Comment',
      SwarmMatch = 'Search',
      SwarmSection = 'CursorLine',
      SwarmOk = 'DiagnosticOk',
      SwarmWarn = 'DiagnosticWarn',
      SwarmError = 'DiagnosticError',
    }
    for name, link in pairs(links) do
      vim.api.nvim_set_hl(0, name, { link = link, default = true })
    end
  end
  define()
  vim.api.nvim_create_autocmd('ColorScheme', {
    group = vim.api.nvim_create_augroup('memswarm.highlights', {}),
    callback = define,
  })
end

--- The byte offset of a UTF-16 offset; past the end gives the end.
---@param s string
---@param units integer
---@return integer
function M.byte_of(s, units)
  local ok, byte
  if vim.fn.has('nvim-0.11') == 1 then
    ok, byte = pcall(vim.str_byteindex, s, 'utf-16', units, false)
  else
    ok, byte = pcall(vim.str_byteindex, s, units, true)
  end
  return ok and byte or #s
end

---@param provider string
---@return string
function M.badge(provider)
  local badges = require('memswarm.config').get().badges
  local id, folder = provider:match('^([^@]*)(.*)$')
  return (badges[id] or id:gsub('^local%-markdown:', '')) .. folder
end

--- The parts of a breadcrumb above the title.
---@param item memswarm.Item
---@return string
function M.breadcrumb(item)
  local parts = vim.deepcopy(item.breadcrumb)
  if parts[#parts] == item.title then
    parts[#parts] = nil
  end
  return table.concat(parts, require('memswarm.config').get().icons.separator)
end

--- The matched byte ranges of the passage, in order.
---@param item memswarm.Item
---@return integer[][]
function M.spans(item)
  local out = {}
  for _, m in ipairs(item.matches or {}) do
    local from, to = M.byte_of(item.content, m[1]), M.byte_of(item.content, m[2])
    if to > from then
      out[#out + 1] = { from, to }
    end
  end
  return out
end

--- The line of the passage that holds the first match, and the matches in it.
---@param item memswarm.Item
---@return string line
---@return integer[][] spans
function M.excerpt(item)
  local content, spans = item.content or '', M.spans(item)
  -- Vim's functions take a NUL for the end of a string or for a blob.
  content = content:gsub('%z', ' ')
  local at = spans[1] and spans[1][1] or (content:find('%S') or 1) - 1
  local from = at
  while from > 0 and content:byte(from) ~= 10 do
    from = from - 1
  end
  local to = (content:find('\n', at + 1, true) or #content + 1) - 1
  local line = content:sub(from + 1, to)
  local lead, mark = #line:match('^%s*'), ''
  -- A match far to the right would be out of sight: begin near it, at a word.
  if at - from > EXCERPT / 2 then
    lead = at - from - 40
    local space = line:find('%s', lead + 1)
    if space and space < at - from then
      lead = space
    end
    while lead > 0 and line:byte(lead + 1) >= 0x80 and line:byte(lead + 1) < 0xC0 do
      lead = lead - 1
    end
    mark = '…'
  end
  local cut = mark .. vim.fn.strcharpart(line:sub(lead + 1), 0, EXCERPT)
  local shift, out = from + lead - #mark, {}
  for _, s in ipairs(spans) do
    local a, b = s[1] - shift, math.min(s[2] - shift, #cut)
    if a >= #mark and b > a then
      out[#out + 1] = { a, b }
    end
  end
  -- Control characters would be drawn as two cells or break a terminal's list.
  return (cut:gsub('%c', ' ')), out
end

--- The words that matched, lower case.
---@param item memswarm.Item
---@return table<string, boolean>
function M.words(item)
  local out = {}
  for _, s in ipairs(M.spans(item)) do
    out[vim.fn.tolower((item.content:sub(s[1] + 1, s[2]):gsub('%z', ' ')))] = true
  end
  return out
end

--- Where the words stand in a line, ignoring case.
---@param line string
---@param words table<string, boolean>
---@return integer[][]
function M.find_words(line, words)
  local out, low = {}, vim.fn.tolower((line:gsub('%z', ' ')))
  if #low ~= #line then
    return out -- folding the case moved the bytes
  end
  for word in pairs(words) do
    local from = 1
    while true do
      local a, b = low:find(word, from, true)
      if not a then
        break
      end
      -- A match inside of a longer ASCII word is none.
      local before, after = low:sub(a - 1, a - 1), low:sub(b + 1, b + 1)
      if
        not (before:match('%w') and word:match('^%w'))
        and not (after:match('%w') and word:match('%w$'))
      then
        out[#out + 1] = { a - 1, b }
      end
      from = b + 1
    end
  end
  table.sort(out, function(x, y)
    return x[1] < y[1]
  end)
  return out
end

--- One row for a list.
---@param item memswarm.Item
---@return string row
---@return memswarm.Highlight[]
function M.row(item)
  local icons = require('memswarm.config').get().icons
  local parts, highlights, at = {}, {}, 0
  local function add(s, group, inner)
    if s == '' then
      return
    end
    parts[#parts + 1] = s
    if group then
      highlights[#highlights + 1] = { at, at + #s, group }
    end
    for _, span in ipairs(inner or {}) do
      highlights[#highlights + 1] = { at + span[1], at + span[2], 'SwarmMatch' }
    end
    at = at + #s
  end
  local badge = M.badge(item.provider)
  add(badge .. (' '):rep(math.max(0, 5 - vim.fn.strdisplaywidth(badge))), 'SwarmBadge')
  local sign = item.result and icons.match[item.result.metadata.matchType] or ' '
  add(' ' .. sign .. ' ', 'SwarmSign')
  local title = item.title:gsub('%c', ' ')
  add(title, 'SwarmTitle', M.find_words(title, M.words(item)))
  local crumb = M.breadcrumb(item):gsub('%c', ' ')
  if crumb ~= '' then
    add('  ')
    add(crumb, 'SwarmBreadcrumb')
  end
  local line, spans = M.excerpt(item)
  if line ~= '' then
    add('  ')
    add(line, 'SwarmExcerpt', spans)
  end
  return table.concat(parts), highlights
end

--- The same row cut into pieces of text and group, for pickers that want those.
---@param item memswarm.Item
---@return { [1]: string, [2]: string? }[]
function M.chunks(item)
  local row, highlights = M.row(item)
  local groups = {} ---@type table<integer, string>
  local edges = { [0] = true, [#row] = true }
  for _, h in ipairs(highlights) do
    edges[h[1]], edges[h[2]] = true, true
  end
  local sorted = vim.tbl_keys(edges)
  table.sort(sorted)
  for _, h in ipairs(highlights) do -- later ones lie on top
    for _, e in ipairs(sorted) do
      if e >= h[1] and e < h[2] then
        groups[e] = h[3]
      end
    end
  end
  local out = {}
  for i = 1, #sorted - 1 do
    out[i] = { row:sub(sorted[i] + 1, sorted[i + 1]), groups[sorted[i]] }
  end
  return out
end

--- The row in plain text, for vim.ui.select.
---@param item memswarm.Item
---@return string
function M.plain(item)
  return (M.row(item))
end

return M
