-- Curating: what is sent, what is shown, what is taken back. A scripted server,
-- so that every answer of the contract can be had.
local H = require('helpers')
local child, eq = H.child, MiniTest.expect.equality

local root
local T = MiniTest.new_set({
  hooks = {
    pre_once = function()
      root = H.workspace()
    end,
    pre_case = function()
      H.start()
      H.script(
        [[{
        ['swarm/targets'] = function(_, reply) reply(nil, _G.targets or {
          { id = 'local-markdown:notes', label = 'notes', accepts = { 'note', 'general' }, writable = true },
          { id = 'memory-wiki', label = 'wiki', accepts = { 'entity' }, writable = true },
          { id = 'obsidian', label = 'vault', accepts = {}, writable = false, reason = 'read only' },
        }) end,
        ['swarm/curate'] = function(p, reply) reply(nil, _G.receipt or {
          success = true, provider = p.target or 'known', id = (p.target or 'known') .. ':new.md', path = '/tmp/new.md', latencyMs = 1,
          text = '# A note\n\n' .. p.content, undo = not p.dryRun and { token = 7 } or nil,
          similar = _G.similar,
        }) end,
        ['swarm/undo'] = function(p, reply) reply(nil, { success = true }) end,
        ['workspace/executeCommand'] = function(p, reply) reply(nil, { success = true, provider = 'x', id = 'x:y', undo = 1 }) end,
      }]],
        '{ experimental = { swarm = { query = true } }, executeCommandProvider = { commands = { "swarm.curate" } } }'
      )
      child.lua([[vim.ui.select = function(items, opts, choose)
        _G.offered = vim.tbl_map(opts.format_item or tostring, items)
        choose(items[_G.pick or 1], _G.pick or 1)
      end]])
      H.open(root, 'src/auth/refresh.go')
      child.api.nvim_buf_set_lines(
        0,
        0,
        -1,
        false,
        { 'one two three', 'four five', 'six', '', 'seven' }
      )
      child.bo.modified = false
    end,
  },
})

local function shown(text)
  H.wait('the preview', function()
    return H.floats():find(text, 1, true) ~= nil
  end)
end

--- The parameters of the curates that were meant.
local function curated()
  return vim.tbl_filter(
    function(p)
      return not p.dryRun
    end,
    vim.tbl_map(function(a)
      return a.params
    end, H.asked('swarm/curate'))
  )
end

T['a selection, to the chosen target, after a preview'] = function()
  child.lua('_G.pick = 2')
  child.lua([[vim.keymap.set('x', '<Space>c', '<Plug>(SwarmCurate)')]])
  child.type_keys('gg', 'w', 'v', 'j', '$', '<Space>c')
  shown('→ memory-wiki')
  eq(
    child.lua_get('_G.offered'),
    { 'local-markdown:notes — notes (note, general)', 'memory-wiki — wiki (entity)' }
  )
  eq(curated(), {})
  child.type_keys('<CR>')
  H.wait('a message', function()
    return H.said('Stored in memory%-wiki.*:Swarm undo') == 1
  end)
  local p = curated()[1]
  eq(p.content, 'two three\nfour five')
  eq(p.target, 'memory-wiki')
  eq(p.origin.uri, vim.uri_from_fname(root .. '/src/auth/refresh.go'))
  eq({ p.origin.range.start.line, p.origin.range['end'].line, p.origin.languageId }, { 0, 2, 'go' })
end

T['a motion'] = function()
  child.api.nvim_win_set_cursor(0, { 1, 4 })
  child.lua([[vim.keymap.set('n', '<Space>c', '<Plug>(SwarmCurate)')]])
  child.type_keys('<Space>c', 'iw')
  shown('two')
  child.type_keys('<CR>')
  H.wait('a curate', function()
    return #curated() == 1
  end)
  eq(curated()[1].content, 'two')
end

T['a range and a target'] = function()
  child.cmd('1,2Swarm curate memory-wiki')
  shown('→ memory-wiki')
  eq(child.lua_get('_G.offered == nil'), true)
  child.type_keys('<CR>')
  H.wait('a curate', function()
    return #curated() == 1
  end)
  eq(curated()[1].content, 'one two three\nfour five')
end

T['q writes nothing'] = function()
  child.cmd('1Swarm curate')
  shown('one two three')
  child.type_keys('q')
  eq(#child.api.nvim_list_wins(), 1)
  eq(curated(), {})
end

T['t asks for another target'] = function()
  child.cmd('1Swarm curate')
  shown('→ local-markdown:notes')
  child.lua('_G.pick = 2')
  child.type_keys('t')
  shown('→ memory-wiki')
end

T['e edits, :w goes on'] = function()
  child.cmd('1Swarm curate')
  shown('one two three')
  child.type_keys('e')
  H.wait('the page', function()
    return child.bo.buftype == 'acwrite'
  end)
  child.api.nvim_buf_set_lines(0, 0, -1, false, { 'changed' })
  child.cmd('write')
  shown('changed')
  child.type_keys('<CR>')
  H.wait('a curate', function()
    return #curated() == 1
  end)
  eq(curated()[1].content, 'changed')
end

T['without a range there is a page to write on'] = function()
  child.cmd('Swarm curate')
  child.api.nvim_buf_set_lines(0, 0, -1, false, { 'a thought' })
  child.cmd('write')
  shown('a thought')
end

T['a known note can be appended to'] = function()
  child.lua(
    [[_G.similar = { { id = 'local-markdown:notes:old.md', title = 'The old one', reason = 'title', writable = true } }]]
  )
  child.cmd('1Swarm curate')
  shown('a note of this title is there: The old one')
  child.type_keys('a')
  H.wait('a curate', function()
    return #curated() == 1
  end)
  eq(curated()[1].appendTo, 'local-markdown:notes:old.md')
end

T['storing in spite of a known note says so to the server'] = function()
  child.lua(
    [[_G.similar = { { id = 'x', title = 'The old one', reason = 'copy', writable = true } }]]
  )
  child.cmd('1Swarm curate')
  shown('known already')
  child.type_keys('<CR>')
  H.wait('a curate', function()
    return #curated() == 1
  end)
  eq(curated()[1].force, true)
end

T['what looks like a secret is asked about first'] = function()
  child.lua(
    [[_G.receipt = { success = false, error = { code = 'secret', message = 'It holds what looks like a key.' } }]]
  )
  child.cmd('1Swarm curate memory-wiki')
  H.wait('the question', function()
    return vim.deep_equal(child.lua_get('_G.offered'), { 'Cancel', 'Go on all the same' })
  end)
  child.lua('vim.wait(50)')
  eq(H.floats(), '') -- the answer was Cancel
  eq(curated(), {})
end

T['undo takes the last one back, once'] = function()
  child.cmd('1Swarm curate')
  shown('one two three')
  child.type_keys('<CR>')
  H.wait('a message', function()
    return H.said('Stored') == 1
  end)
  child.cmd('Swarm undo')
  H.wait('a message', function()
    return H.said('Took back') == 1
  end)
  eq(H.asked('swarm/undo')[1].params, { undo = { token = 7 } })
  child.cmd('Swarm undo')
  H.wait('a message', function()
    return H.said('nothing to take back') == 1
  end)
end

T['a failure is said with its remedy'] = function()
  child.lua(
    [[_G.receipt = { success = false, error = { code = 'full', message = 'The disk is full.', fix = 'Make room.' } }]]
  )
  child.cmd('1Swarm curate')
  H.wait('a message', function()
    return H.said('The disk is full. Make room.') == 1
  end)
end

T['no writable target says why'] = function()
  child.lua(
    [[_G.targets = { { id = 'obsidian', label = 'vault', accepts = {}, writable = false, reason = 'read only' } }]]
  )
  child.cmd('1Swarm curate')
  H.wait('a message', function()
    return H.said('obsidian: read only.*:Swarm onboard') == 1
  end)
end

T['nothing is not stored'] = function()
  child.cmd('4Swarm curate')
  H.wait('a message', function()
    return H.said('the text is empty') == 1
  end)
  eq(H.asked('swarm/curate'), {})
end

T[':Swarm targets lists them'] = function()
  child.cmd('Swarm targets')
  shown('read only')
end

T['a code action of the server runs here and can be undone'] = function()
  child.lua([[
    local c = vim.lsp.get_clients({ name = 'memswarm' })[1]
    local command = { title = 'Curate', command = 'swarm.curate', arguments = { { content = 'x', target = 'x' } } }
    if c.exec_cmd then c:exec_cmd(command) else c:_exec_cmd(command) end
  ]])
  H.wait('a message', function()
    return H.said('Stored in x') == 1
  end)
  eq(#H.asked('workspace/executeCommand'), 1)
end

return T
