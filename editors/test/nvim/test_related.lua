-- The window that follows the cursor, and the hover.
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
        ['swarm/related'] = function(p, reply)
          local line = p.position.line
          reply(nil, { meta = { indexing = false, providers = {}, order = {} }, results = line == 2 and {} or { {
            id = 'notes:a.md', provider = 'local-markdown:notes', title = 'about line ' .. line, breadcrumb = { 'A' },
            content = 'the passage', matches = { { 4, 11 } }, score = 1, metadata = { matchType = 'keyword' },
            location = { uri = _G.note, range = { start = { line = 3, character = 0 }, ['end'] = { line = 4, character = 0 } } },
          } } })
        end,
        ['textDocument/hover'] = function(p, reply)
          if _G.hover_slow then vim.defer_fn(function() reply(nil, _G.hover) end, 80) else reply(nil, _G.hover) end
        end,
      }]],
        '{ hoverProvider = true, experimental = { swarm = { query = true } } }'
      )
      child.lua('_G.note = ...', { vim.uri_from_fname(root .. '/notes/errors.md') })
      H.open(root, 'src/auth/refresh.go')
    end,
  },
})

local function window()
  return H.buffer([[ft == 'memswarm-related']])
end

T['shows what is known about the cursor and follows it'] = function()
  child.cmd('Swarm related')
  H.wait('the first answer', function()
    return (window() or {})[1] == 'notes about line 0'
  end)
  eq(child.bo.filetype, 'go') -- the cursor stays in the code
  child.type_keys('j')
  H.wait('the next answer', function()
    return (window() or {})[1] == 'notes about line 1'
  end)
  child.type_keys('j')
  H.wait('nothing', function()
    return (window() or {})[1] == 'Nothing is known about this place.'
  end)
end

T['opens an item beside it'] = function()
  child.cmd('Swarm related')
  H.wait('the answer', function()
    return (window() or {})[1] == 'notes about line 0'
  end)
  child.cmd('wincmd l')
  eq(child.bo.filetype, 'memswarm-related')
  child.type_keys('<CR>')
  H.wait('the note', function()
    return child.api.nvim_buf_get_name(0) == root .. '/notes/errors.md'
  end)
  eq(child.api.nvim_win_get_cursor(0)[1], 4)
  eq(window() ~= nil, true)
end

T['is toggled, and goes with the last window'] = function()
  child.cmd('Swarm related')
  H.wait('the window', window)
  child.cmd('Swarm related')
  eq(window(), nil)
  child.cmd('Swarm related')
  H.wait('the window', window)
  child.api_notify.nvim_command('quit')
  H.wait('Neovim ends', function()
    return not pcall(child.lua_get, '1')
  end)
end

T['asks nothing when the cursor has not moved'] = function()
  child.cmd('Swarm related')
  H.wait('the answer', function()
    return (window() or {})[1] == 'notes about line 0'
  end)
  local n = #H.asked('swarm/related')
  child.cmd('doautocmd CursorMoved')
  child.lua('vim.wait(300)')
  eq(#H.asked('swarm/related'), n)
end

T['a server without it says so once, in the window too'] = function()
  H.start()
  H.script('{}')
  H.open(root, 'src/auth/refresh.go')
  child.cmd('Swarm related')
  H.wait('a message', function()
    return H.said('does not know swarm/related yet') == 1
  end)
  child.type_keys('j')
  child.lua('vim.wait(300)')
  eq(#H.messages(), 1)
end

--- A second server in the buffer, which answers a hover at once or later.
local function neighbour(delay)
  child.lua(
    [[
    local delay = ...
    vim.lsp.start({ name = 'neighbour', cmd = function(dispatchers)
      local closing = false
      return {
        request = function(method, _, callback)
          if method == 'initialize' then
            vim.schedule(function() callback(nil, { capabilities = { hoverProvider = true } }) end)
          elseif method == 'textDocument/hover' then
            vim.defer_fn(function() callback(nil, { contents = { kind = 'markdown', value = 'func Neighbour()' } }) end, delay)
          else
            vim.schedule(function() callback(nil, vim.NIL) end)
          end
          return true, 1
        end,
        notify = function(method) if method == 'exit' then closing = true; dispatchers.on_exit(0, 0) end return true end,
        is_closing = function() return closing end,
        terminate = function() closing = true end,
      }
    end })
  ]],
    { delay }
  )
  H.wait('the neighbour', function()
    return child.lua_get(
      [[(function() local c = vim.lsp.get_clients({ name = 'neighbour', bufnr = 0 })[1]; return c ~= nil and c.initialized == true end)()]]
    )
  end)
end

for _, delay in ipairs({ 0, 150 }) do
  T['hovers stand beside those of another server, answered after ' .. delay .. ' ms'] = function()
    neighbour(delay)
    child.lua(
      [[_G.hover = { contents = { kind = 'markdown', value = '**Swarm** knows tokens' } }; _G.hover_slow = ...]],
      { delay == 0 }
    )
    child.lua([[vim.lsp.buf.hover()]])
    H.wait('both hovers', function()
      local text = H.floats()
      return text:find('func Neighbour()', 1, true) ~= nil
        and text:find('knows tokens', 1, true) ~= nil
    end)
    eq(
      child.lua_get(
        [[#vim.tbl_filter(function(w) return vim.api.nvim_win_get_config(w).relative ~= '' end, vim.api.nvim_list_wins())]]
      ),
      1
    )
    eq(child.bo.filetype, 'go') -- not inside of the float
  end
end

T['no hover of its own leaves the other server’s alone'] = function()
  neighbour(50)
  child.lua([[vim.lsp.buf.hover()]])
  H.wait('the neighbour’s hover', function()
    return H.floats():find('func Neighbour()', 1, true) ~= nil
  end)
  eq(H.messages(), {})
end

T['a hover alone'] = function()
  child.lua([[_G.hover = { contents = { kind = 'markdown', value = '**Swarm** knows tokens' } }]])
  child.type_keys('K')
  H.wait('the hover', function()
    return H.floats():find('knows tokens', 1, true) ~= nil
  end)
end

return T
