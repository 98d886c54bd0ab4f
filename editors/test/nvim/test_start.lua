-- Starting: lazily, into the right buffers, and with a message when it cannot.
local H = require('helpers')
local child, eq = H.child, MiniTest.expect.equality
local T = MiniTest.new_set()

T['nothing is loaded before it is used'] = function()
  H.start()
  local loaded = child.lua_get([[vim.tbl_filter(function(m)
    return m:find('memswarm') ~= nil
  end, vim.tbl_keys(package.loaded))]])
  eq(loaded, {})
  eq(child.fn.exists(':Swarm'), 2)
end

T['there are <Plug> maps and no others'] = function()
  H.start()
  local maps = child.lua_get([[(function()
    local out = {}
    for _, mode in ipairs({ 'n', 'x' }) do
      for _, m in ipairs(vim.api.nvim_get_keymap(mode)) do
        if (m.desc or ''):lower():find('swarm') or (m.lhs):find('Swarm') then
          out[#out + 1] = mode .. m.lhs
        end
      end
    end
    table.sort(out)
    return out
  end)()]])
  eq(#maps > 6, true)
  for _, m in ipairs(maps) do
    eq(m:match('^.<Plug>%(Swarm') ~= nil, true)
  end
end

T['attaches to files of any type, in the folder of .brv'] = function()
  local root = H.workspace()
  H.start()
  H.open(root, 'src/auth/refresh.go')
  eq(child.lua_get([[vim.lsp.get_clients({ name = 'memswarm' })[1].root_dir]]), root)
  child.cmd('edit ' .. root .. '/notes/errors.md')
  H.attached()
  eq(child.lua_get([[#vim.lsp.get_clients({ name = 'memswarm' })]]), 1)
  child.cmd('new | set buftype=nofile filetype=lua')
  eq(child.lua_get([[#vim.lsp.get_clients({ name = 'memswarm', bufnr = 0 })]]), 0)
  eq(H.messages(), {})
end

T['vim.lsp.enable works by itself'] = function()
  if child.lua_get == nil or vim.fn.has('nvim-0.11') == 0 then
    return MiniTest.skip('vim.lsp.enable came with Neovim 0.11')
  end
  local root = H.workspace()
  H.start({ config = H.config(nil, 'auto = false') })
  child.lua([[vim.lsp.enable('memswarm')]])
  H.open(root, 'src/auth/refresh.go')
  eq(child.lua_get([[vim.lsp.get_clients({ name = 'memswarm' })[1].root_dir]]), root)
end

T['vim.pack installs it from the sub-folder'] = function()
  if vim.fn.has('nvim-0.12') == 0 or vim.fn.executable('git') == 0 then
    return MiniTest.skip('vim.pack came with Neovim 0.12, and needs git')
  end
  -- A repository like this one, with the plugin below editors/nvim.
  local repo = vim.fn.tempname()
  vim.fn.mkdir(repo .. '/editors', 'p')
  local function run(...)
    local out = vim.system({ ... }, { cwd = repo, text = true }):wait()
    assert(out.code == 0, out.stderr)
  end
  run('cp', '-R', H.plugin, repo .. '/editors/nvim')
  run('git', 'init', '-q', '-b', 'main')
  run('git', 'add', '.')
  run('git', '-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-q', '-m', 'x')
  child.restart(
    { '--clean', '--cmd', 'set shadafile=NONE noswapfile' },
    { nvim_executable = vim.v.progpath }
  )
  child.lua(
    [[
    local src = ...
    vim.pack.add({ src }, { confirm = false, load = function(p)
      vim.opt.rtp:append(p.path .. '/editors/nvim')
      vim.cmd.runtime('plugin/memswarm.lua')
    end })
  ]],
    { 'file://' .. repo }
  )
  eq(child.fn.exists(':Swarm'), 2)
  eq(child.lua_get([[require('memswarm.config').get().max_results]]), 30)
end

T['auto = false attaches to nothing'] = function()
  local root = H.workspace()
  H.start({ config = H.config(nil, 'auto = false') })
  child.cmd('edit ' .. root .. '/src/auth/refresh.go')
  eq(child.lua_get([[#vim.lsp.get_clients()]]), 0)
end

T['a missing server is said once, with the remedy'] = function()
  local root = H.workspace()
  H.start({ cmd = { '/nonexistent/memswarm', 'lsp' } })
  child.cmd('edit ' .. root .. '/src/auth/refresh.go')
  H.wait('a message', function()
    return H.said('was not found.*go build') == 1
  end)
  child.cmd('edit ' .. root .. '/notes/errors.md')
  child.cmd('Swarm status')
  child.lua('vim.wait(50)')
  eq(#H.messages(), 1)
  eq(child.v.errmsg, '')
end

T['a server that dies at once is said once'] = function()
  local root = H.workspace()
  H.start({ cmd = { 'sh', '-c', 'exit 3' } })
  child.cmd('edit ' .. root .. '/src/auth/refresh.go')
  H.wait('a message', function()
    return H.said('stopped unexpectedly %(status 3') == 1
  end)
  eq(H.said('stack traceback'), 0)
end

T['a killed server is said, and :Swarm restart brings it back'] = function()
  local root = H.workspace()
  H.start({ cmd = { 'sh', '-c', ('echo $$ >%s/pid; exec %s lsp'):format(root, H.server) } })
  H.open(root, 'src/auth/refresh.go')
  vim.uv.kill(assert(tonumber(vim.fn.readfile(root .. '/pid')[1])), 'sigkill')
  H.wait('a message', function()
    return H.said('stopped unexpectedly.*:Swarm restart') == 1
  end)
  child.cmd('Swarm restart')
  H.attached()
  H.indexed()
  eq(#H.query('refresh token rotation') > 0, true)
end

T['a server without swarm requests is said to be too old'] = function()
  local root = H.workspace()
  H.start()
  H.script('{}', '{}')
  H.open(root, 'src/auth/refresh.go')
  H.wait('a message', function()
    return H.said('too old') == 1
  end)
  child.cmd('Swarm status')
  H.wait('a second message', function()
    return H.said('does not know swarm/status') == 1
  end)
end

T['wrong options are named and the rest is used'] = function()
  H.start({ config = '{ picker = 3, pickr = "x", max_results = 7 }' })
  local config = child.lua_get([[require('memswarm.config').get().max_results]])
  eq(config, 7)
  H.wait('messages', function()
    return H.said('"pickr"') == 1 and H.said('"picker" must be a string or a table') == 1
  end)
end

T['setup overrides single options'] = function()
  H.start()
  child.lua([[require('memswarm').setup({ keys = { yank = '<C-g>' } })]])
  eq(child.lua_get([[require('memswarm.config').get().keys.yank]]), '<C-g>')
  eq(child.lua_get([[require('memswarm.config').get().keys.open]]), '<CR>')
end

T[':Swarm completes its words'] = function()
  H.start()
  eq(child.fn.getcompletion('Swarm re', 'cmdline'), { 'reindex', 'related', 'restart' })
  eq(child.fn.getcompletion('Swarm log d', 'cmdline'), { 'debug' })
  child.cmd('Swarm nonsense')
  H.wait('a message', function()
    return H.said('no :Swarm nonsense') == 1
  end)
end

T[':Swarm log opens the log'] = function()
  H.start()
  child.cmd('Swarm log')
  eq(child.api.nvim_buf_get_name(0):match('lsp%.log$'), 'lsp.log')
end

return T
