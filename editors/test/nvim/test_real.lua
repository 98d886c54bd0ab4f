-- Hover, definition, related, curating and commands against the real server.
local H = require('helpers')
local child, eq = H.child, MiniTest.expect.equality

local root
local T = MiniTest.new_set({
  hooks = {
    pre_case = function()
      root = H.workspace()
      H.start()
      H.open(root, 'src/retry/budget.go')
      H.indexed()
    end,
  },
})

--- Puts the cursor on a word.
local function on(word)
  child.api.nvim_win_set_cursor(0, { 1, 0 })
  eq(child.fn.search('\\<' .. word .. '\\>') > 0, true)
end

local function files()
  local out = vim.fn.globpath(root, '**/*.md', true, true)
  table.sort(out)
  return out
end

T['a hover shows what is known about an identifier'] = function()
  on('RetryBudget')
  child.lua('vim.lsp.buf.hover()')
  H.wait('the hover', function()
    return H.floats():find('Retry budget', 1, true) ~= nil
  end)
end

T['K is the hover where no filetype plugin has taken it'] = function()
  child.cmd('edit src/web/src/offlineQueue.ts')
  H.attached()
  on('OfflineQueue')
  child.type_keys('K')
  H.wait('the hover', function()
    return H.floats():find('byterover', 1, true) ~= nil
  end)
end

T['a hover is silent about a word of no meaning'] = function()
  on('return')
  child.lua([[
    _G.answer = 'none yet'
    local c = vim.lsp.get_clients({ name = 'memswarm' })[1]
    local p = vim.lsp.util.make_position_params(0, c.offset_encoding)
    require('memswarm.client').request(c, 'textDocument/hover', p, function(r, err) _G.answer = { r ~= nil, err ~= nil } end, 0)
  ]])
  H.wait('an answer', function()
    return vim.deep_equal(child.lua_get('_G.answer'), { false, false })
  end)
end

T['a wikilink leads to its note'] = function()
  local note
  for _, f in ipairs(vim.fn.globpath(root .. '/vault', '**/*.md', true, true)) do
    if table.concat(vim.fn.readfile(f), '\n'):find('[[Token rotation', 1, true) then
      note = f
    end
  end
  child.cmd('edit ' .. child.fn.fnameescape(note))
  H.attached()
  eq(child.fn.search('\\V[[Token rotation') > 0, true)
  child.type_keys('l', 'l', 'l')
  child.lua('vim.lsp.buf.definition()')
  H.wait('the note', function()
    return child.api.nvim_buf_get_name(0):match('Token rotation%.md$') ~= nil
  end)
end

T['the related window knows the code'] = function()
  on('RetryBudget')
  child.cmd('Swarm related')
  H.wait('the note about it', function()
    local lines = H.buffer([[ft == 'memswarm-related']])
    return lines and table.concat(lines, '\n'):find('Retry budget', 1, true) ~= nil
  end)
end

T['a selection is stored and taken back'] = function()
  local before = files()
  child.lua([[vim.ui.select = function(items, opts, choose)
    for i, t in ipairs(items) do
      if t.id == 'local-markdown:notes' then return choose(t, i) end
    end
    error('no such target')
  end]])
  child.fn.setline(1, 'A budget is a loan that the future pays back.')
  child.cmd('1Swarm curate')
  H.wait('the preview', function()
    return H.floats():find('A budget is a loan', 1, true) ~= nil
  end)
  eq(files(), before)
  child.type_keys('<CR>')
  H.wait('a message', function()
    return H.said('Stored in local%-markdown:notes') == 1
  end)
  local after = files()
  eq(#after, #before + 1)
  child.cmd('Swarm undo')
  H.wait('a message', function()
    return H.said('Took back') == 1
  end)
  eq(files(), before)
end

T['the stock menu of code actions stores a selection'] = function()
  local before = #files()
  child.lua([[vim.ui.select = function(items, opts, choose)
    for i, item in ipairs(items) do
      local text = opts.format_item and opts.format_item(item) or tostring(item)
      if text:find('Curate') and text:find('notes') then return choose(item, i) end
    end
    _G.offered = vim.tbl_map(opts.format_item, items)
  end]])
  child.fn.setline(1, 'A budget is a loan that the future pays back, with interest and regret.')
  child.type_keys('gg', 'V')
  child.lua([[vim.lsp.buf.code_action({ context = { only = { 'refactor' }, diagnostics = {} } })]])
  H.wait('a message', function()
    return H.said('Stored in') == 1
  end)
  eq(#files(), before + 1)
  child.cmd('Swarm undo')
  H.wait('a message', function()
    return H.said('Took back') == 1
  end)
  eq(#files(), before)
end

T[':Swarm targets, reindex and onboard answer'] = function()
  child.cmd('Swarm targets')
  H.wait('the targets', function()
    return H.floats():find('✓ local-markdown:notes', 1, true) ~= nil
  end)
  child.type_keys('q')
  child.cmd('Swarm reindex')
  H.wait('a message', function()
    return H.said('built anew') == 1
  end)
end

T['a note that is written is found'] = function()
  child.cmd('edit ' .. root .. '/notes/zebra.md')
  H.attached()
  child.api.nvim_buf_set_lines(
    0,
    0,
    -1,
    false,
    { '# Zebrafinch', '', 'The zebrafinch protocol needs three keys.' }
  )
  child.cmd('write')
  H.wait('the note', function()
    return (H.query('zebrafinch protocol')[1] or {}).title == 'Zebrafinch'
  end)
end

return T
