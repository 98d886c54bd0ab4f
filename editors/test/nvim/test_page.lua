-- Pages without a file.
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
      H.open(root, 'src/auth/refresh.go')
      H.indexed()
    end,
  },
})

local PAGE = 'swarm://page/local-markdown:notes/decisions%2FDEC-0054-retry-budget.md'

T['load synchronously, read-only, as markdown'] = function()
  child.cmd('edit ' .. child.fn.fnameescape(PAGE))
  eq(child.api.nvim_buf_get_name(0), PAGE)
  local lines = child.api.nvim_buf_get_lines(0, 0, -1, false)
  eq(table.concat(lines, '\n'):find('DEC%-0054') ~= nil, true)
  eq(
    { child.bo.filetype, child.bo.buftype, child.bo.modifiable, child.bo.modified },
    { 'markdown', 'nofile', false, false }
  )
  eq(#lines, #vim.fn.readfile(root .. '/notes/decisions/DEC-0054-retry-budget.md'))
  eq(H.messages(), {})
end

T['a jump lands on its line'] = function()
  child.lua(
    [[
    vim.lsp.util.show_document({ uri = ..., range = { start = { line = 4, character = 0 }, ['end'] = { line = 4, character = 0 } } }, 'utf-16', { focus = true })
  ]],
    { PAGE }
  )
  eq(child.api.nvim_buf_get_name(0), PAGE)
  eq(child.api.nvim_win_get_cursor(0)[1], 5)
end

T['are loaded again by :edit and know their client'] = function()
  child.cmd('edit ' .. child.fn.fnameescape(PAGE))
  local before = child.api.nvim_buf_get_lines(0, 0, -1, false)
  child.cmd('edit')
  eq(child.api.nvim_buf_get_lines(0, 0, -1, false), before)
  child.cmd('Swarm status')
  H.wait('the status', function()
    return H.floats():find('Providers') ~= nil
  end)
  eq(child.lua_get([[#vim.lsp.get_clients({ name = 'memswarm' })]]), 1)
end

T['one that is not there says so'] = function()
  child.cmd('edit ' .. child.fn.fnameescape('swarm://page/nobody/x.md'))
  eq(child.api.nvim_buf_get_lines(0, 0, 1, false)[1], '> This page could not be loaded.')
  eq(child.bo.modified, false)
  H.wait('a message', function()
    return #H.messages() == 1
  end)
end

T['without a server there is a remedy'] = function()
  H.start({ config = H.config(nil, 'auto = false') })
  child.cmd('edit ' .. child.fn.fnameescape(PAGE))
  H.wait('a message', function()
    return H.said('Open a file of the project') == 1
  end)
end

T['a slow server holds the editor up for half a second at most'] = function()
  H.start()
  H.script([[{ ['swarm/content'] = function() end }]])
  H.open(root, 'src/auth/refresh.go')
  child.cmd('edit ' .. child.fn.fnameescape(PAGE))
  H.wait('a message', function()
    return H.said('did not answer within 500 ms') == 1
  end)
end

T['are loaded again when the server says that they changed'] = function()
  H.start()
  H.script(
    [[{ ['swarm/content'] = function(_, reply) _G.version = (_G.version or 0) + 1; reply(nil, { text = '# v' .. _G.version }) end }]]
  )
  H.open(root, 'src/auth/refresh.go')
  child.cmd('edit ' .. child.fn.fnameescape(PAGE))
  eq(child.api.nvim_buf_get_lines(0, 0, -1, false), { '# v1' })
  child.lua(
    [[dispatchers.server_request('workspace/textDocumentContent/refresh', { uri = ... })]],
    { PAGE }
  )
  H.wait('the new text', function()
    return child.api.nvim_buf_get_lines(0, 0, -1, false)[1] == '# v2'
  end)
  eq({ child.bo.modifiable, child.bo.modified }, { false, false })
end

return T
