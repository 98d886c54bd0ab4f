-- What can be done with an item.
local notify = require('memswarm.notify')

local M = {}

--- Opens an item at its section.
---@param item memswarm.Item
---@param how? 'edit'|'split'|'vsplit'|'tab'
function M.open(item, how)
  if how == 'split' then
    vim.cmd.split()
  elseif how == 'vsplit' then
    vim.cmd.vsplit()
  elseif how == 'tab' then
    vim.cmd('tab split')
  end
  local at = { line = item.lnum - 1, character = 0 }
  local location = { uri = item.uri, range = { start = at, ['end'] = at } }
  -- A window that may not leave its buffer, or holds unsaved changes that
  -- 'hidden' does not allow to leave, gets a neighbour instead of an error.
  local ok, err = pcall(vim.lsp.util.show_document, location, 'utf-16', { focus = true })
  if not ok and tostring(err):match('E37') then
    vim.cmd.split()
    ok, err = pcall(vim.lsp.util.show_document, location, 'utf-16', { focus = true })
  end
  if not ok then
    notify.say(
      ('Cannot open %s: %s'):format(item.uri, tostring(err):gsub('^.-:%d+: ', '')),
      'ERROR'
    )
    return
  end
  if item.filename and not vim.uv.fs_stat(item.filename) then
    notify.say('This note has gone from the disk: ' .. item.filename, 'WARN')
  end
  vim.cmd('normal! zv')
end

---@param path string
---@param base string a folder
---@return string
function M.relative(path, base)
  path, base = vim.fs.normalize(path), vim.fs.normalize(base)
  local p, b = vim.split(path, '/'), vim.split(base, '/')
  if vim.fn.has('win32') == 1 and p[1]:lower() ~= b[1]:lower() then
    return path -- another drive
  end
  local same = 0
  while same < #p - 1 and same < #b and p[same + 1] == b[same + 1] do
    same = same + 1
  end
  local out = {}
  for _ = same + 1, #b do
    out[#out + 1] = '..'
  end
  vim.list_extend(out, p, same + 1)
  return table.concat(out, '/')
end

--- The link that fits where it is to stand: a wikilink between two notes of one
--- Obsidian vault, else a markdown link.
---@param item memswarm.Item
---@param bufnr integer
---@return string
function M.link(item, bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  local anchor = item.id:match('#([^#]*)$')
  local dir = name ~= '' and vim.fs.dirname(name) or vim.fn.getcwd()
  if item.filename and name ~= '' and not name:match('^%a[%w+.-]+://') then
    local vault = vim.fs.root(item.filename, '.obsidian')
    if vault and vim.fs.root(name, '.obsidian') == vault then
      local note = vim.fn.fnamemodify(item.filename, ':t'):gsub('%.md$', '')
      local heading = anchor and item.title ~= note and '#' .. item.title or ''
      return ('[[%s%s]]'):format(note, heading)
    end
  end
  local target = item.uri
  if item.filename then
    target = M.relative(item.filename, dir):gsub('[ ()<>]', function(c)
      return ('%%%02X'):format(c:byte())
    end)
  end
  -- A heading's fragment is its lower-case words; the id's anchor has them.
  if anchor and anchor ~= '' and item.filename then
    target = target .. '#' .. anchor
  end
  return ('[%s](%s)'):format(item.title:gsub('[%[%]]', '\\%0'), target)
end

--- Inserts a link where the picker was opened.
---@param item memswarm.Item
---@param origin memswarm.Origin
function M.insert_link(item, origin)
  if not vim.api.nvim_buf_is_valid(origin.buf) or not vim.bo[origin.buf].modifiable then
    return notify.say('This buffer cannot be changed.', 'WARN')
  end
  local link = M.link(item, origin.buf)
  local row = math.min(origin.pos[1], vim.api.nvim_buf_line_count(origin.buf)) - 1
  local line = vim.api.nvim_buf_get_lines(origin.buf, row, row + 1, false)[1] or ''
  local col = math.min(origin.pos[2], #line)
  if col < #line and not origin.insert then -- after the cursor, as p puts it
    col = col + #vim.fn.strcharpart(line:sub(col + 1), 0, 1)
  end
  vim.api.nvim_buf_set_text(origin.buf, row, col, row, col, { link })
  if
    vim.api.nvim_win_is_valid(origin.win) and vim.api.nvim_win_get_buf(origin.win) == origin.buf
  then
    vim.api.nvim_win_set_cursor(origin.win, { row + 1, col + #link - 1 })
  end
end

--- The passage with a line that says where it is from.
---@param item memswarm.Item
---@return string
function M.quotation(item)
  local source = item.filename and vim.fn.fnamemodify(item.filename, ':~') or item.uri
  local crumb = require('memswarm.text').breadcrumb(item)
  local title = crumb ~= ''
      and crumb .. require('memswarm.config').get().icons.separator .. item.title
    or item.title
  return ('%s\n\n— %s (%s:%d)\n'):format(vim.trim(item.content), title, source, item.lnum)
end

---@param item memswarm.Item
function M.yank(item)
  vim.fn.setreg(vim.v.register, M.quotation(item), 'l')
  notify.say('Yanked the passage with its source.')
end

--- Why an item stands where it stands.
---@param item memswarm.Item
---@return string[]
function M.why_lines(item)
  local r = item.result
  if not r then
    return { item.title, '', 'A recently changed note; nothing was searched for.' }
  end
  local lines = {
    ('# %d. %s'):format(item.index, item.title),
    '',
    ('`%s`'):format(r.id),
    ('Match: **%s**, score %.4f'):format(r.metadata.matchType, r.score),
    '',
  }
  local function add(...)
    lines[#lines + 1] = select('#', ...) > 1 and string.format(...) or (...)
  end
  for _, c in ipairs(r.contributions or {}) do
    local share = r.score > 0 and c.score / r.score * 100 or 0
    add(
      '- list `%s`: rank %d, weight %.2f → %.4f (%.0f %%)',
      c.list,
      c.rank,
      c.weight,
      c.score,
      share
    )
  end
  if r.because and #r.because > 0 then
    add('')
    add('Found through: ' .. table.concat(r.because, ', '))
  end
  if (r.moreInNote or 0) > 0 then
    add('')
    add('%d more matching sections in the same note', r.moreInNote)
  end
  for i, other in ipairs(r.alsoIn or {}) do
    if i == 1 then
      add('')
    end
    add('Also in `%s`', other)
  end
  local report = item.report
  if report then
    add('')
    add(
      'Provider `%s`: %s, %d results in %.1f ms',
      item.provider,
      report.state,
      report.resultCount,
      report.latencyMs
    )
  end
  return lines
end

---@param item memswarm.Item
function M.why(item)
  require('memswarm.float').show(
    M.why_lines(item),
    { title = 'Why this result', filetype = 'markdown' }
  )
end

--- Puts items into the quickfix list, in their order.
---@param items memswarm.Item[]
---@param text string
function M.quickfix(items, text)
  if #items == 0 then
    return notify.say(('Nothing found for "%s".'):format(text))
  end
  vim.fn.setqflist({}, ' ', {
    title = 'Swarm: ' .. text,
    items = vim.tbl_map(require('memswarm.item').quickfix, items),
  })
  vim.cmd('botright copen')
end

--- Runs an action by its name.
---@param name string
---@param item? memswarm.Item
---@param origin memswarm.Origin
---@param items? memswarm.Item[]
---@param text? string
function M.run(name, item, origin, items, text)
  if name == 'quickfix' then
    return M.quickfix(items or {}, text or '')
  end
  if not item then
    return
  end
  if name == 'link' then
    M.insert_link(item, origin)
  elseif name == 'yank' then
    M.yank(item)
  elseif name == 'why' then
    M.why(item)
  else
    M.open(item, name == 'open' and 'edit' or name)
  end
end

return M
