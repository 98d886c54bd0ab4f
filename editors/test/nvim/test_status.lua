-- State, health, trust.
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

T[':Swarm status shows every provider'] = function()
  child.cmd('Swarm status')
  H.wait('the status', function()
    return H.floats():find('Providers') ~= nil
  end)
  local text = H.floats()
  for _, id in ipairs({ 'byterover', 'obsidian', 'memory-wiki', 'local-markdown:notes' }) do
    eq({ id, text:find(id, 1, true) ~= nil }, { id, true })
  end
  eq(text:find('Swarm is operational', 1, true) ~= nil, true)
  child.type_keys('q')
  eq(#child.api.nvim_list_wins(), 1)
end

T['the statusline shows state and count'] = function()
  H.wait('the component', function()
    return child.lua_get([[require('memswarm').statusline()]]) == 'swarm ✓ 4'
  end)
  child.cmd('enew')
  child.lua([[vim.lsp.stop_client(vim.lsp.get_clients({ name = 'memswarm' }), true)]])
  H.wait('an empty component', function()
    return child.lua_get([[require('memswarm').statusline()]]) == ''
  end)
end

T['the statusline follows the server'] = function()
  H.start()
  H.script('{}')
  H.open(root, 'src/auth/refresh.go')
  eq(child.lua_get([[require('memswarm').statusline()]]), '')
  local function say(note)
    child.lua([[dispatchers.notification('swarm/didChangeStatus', ...)]], { note })
  end
  say({
    state = 'degraded',
    summary = 's',
    providers = { { id = 'a', state = 'ok' }, { id = 'b', state = 'failed' } },
  })
  H.wait('degraded', function()
    return child.lua_get([[require('memswarm').statusline()]]) == 'swarm ! 1/2'
  end)
  say({ state = 'indexing', summary = 's', providers = { { id = 'a', state = 'indexing' } } })
  H.wait('indexing', function()
    return child.lua_get([[require('memswarm').statusline()]]) == 'swarm … 1'
  end)
end

local function health()
  child.cmd('checkhealth memswarm')
  return table.concat(child.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end

T['health tells server, version, providers, picker, watching and trust'] = function()
  local text = health()
  for _, want in ipairs({
    'Found ' .. H.server,
    'Version: ',
    'Client %d+ serves',
    'Swarm is operational',
    'Provider obsidian: ok, %d+ notes',
    'Picker: builtin',
    'Socket: ',
    'Files are watched by',
    'not trusted',
  }) do
    eq({ want, text:find(want) ~= nil }, { want, true })
  end
  eq(text:find('ERROR') == nil, true)
end

T['health names what is wrong'] = function()
  H.start({ config = '{ cmd = { "/nonexistent" }, nope = 1 }' })
  local text = health()
  eq(text:find('unknown option "nope"', 1, true) ~= nil, true)
  eq(text:find('was not found', 1, true) ~= nil, true)
end

T['an untrusted configuration stays untrusted after a no'] = function()
  child.lua([[vim.secure.read = function(path) _G.read = path; return nil end]])
  child.cmd('Swarm trust')
  H.wait('a message', function()
    return H.said('Not trusted') == 1
  end)
  eq(child.lua_get('_G.read'), root .. '/.brv/swarm/config.yaml')
end

T['trust given through Neovim reaches the server, now and at the next start'] = function()
  -- as the user's yes to vim.secure.read's question
  child.lua(
    [[
    local buf = vim.fn.bufadd(...)
    vim.fn.bufload(buf)
    vim.secure.trust({ action = 'allow', bufnr = buf })
  ]],
    { root .. '/.brv/swarm/config.yaml' }
  )
  child.cmd('Swarm trust')
  H.wait('a message', function()
    return H.said('The workspace is trusted') == 1
  end)
  local function trusted()
    return child.lua([[
      local c = vim.lsp.get_clients({ name = 'memswarm' })[1]
      local r = require('memswarm.client').call(c, 'request_sync', 'swarm/status', vim.empty_dict(), 10000, 0)
      return r.result.config.trusted
    ]])
  end
  H.wait('trust', trusted)
  H.start()
  H.open(root, 'src/auth/refresh.go')
  H.wait('trust at the start', trusted)
  -- a changed file is not what was trusted
  vim.fn.writefile({ '# changed' }, root .. '/.brv/swarm/config.yaml', 'a')
  eq(
    child.lua(
      [[return require('memswarm.trust').is_trusted(...)]],
      { root .. '/.brv/swarm/config.yaml' }
    ),
    false
  )
end

T['a workspace with nothing in it says how to set up'] = function()
  local empty = vim.fn.tempname()
  vim.fn.mkdir(empty .. '/.git', 'p')
  vim.fn.writefile({ 'package main' }, empty .. '/main.go')
  H.start({ config = H.config(nil, 'picker = "builtin"') })
  H.open(vim.uv.fs_realpath(empty), 'main.go')
  child.cmd('Swarm query anything at all')
  H.wait('a message', function()
    return H.said(':Swarm onboard') == 1
  end)
  child.type_keys(' more')
  child.lua('vim.wait(100)')
  eq(H.said(':Swarm onboard'), 1)
end

T['missing requests are said in one sentence'] = function()
  H.start()
  H.script('{}')
  H.open(root, 'src/auth/refresh.go')
  child.cmd('Swarm reindex')
  H.wait('a message', function()
    return H.said('does not know swarm.reindex yet') == 1
  end)
  child.cmd('Swarm targets')
  H.wait('a message', function()
    return H.said('does not know swarm/targets yet') == 1
  end)
  eq(H.said('stack traceback'), 0)
end

return T
