-- Searching with the built-in picker, vim.ui.select and the plain LSP way.
local H = require('helpers')
local child, eq = H.child, MiniTest.expect.equality

local root
local T = MiniTest.new_set({
  hooks = {
    pre_once = function()
      root = H.workspace()
    end,
    pre_case = function()
      H.start({ config = H.config(nil, 'picker = "builtin"') })
      H.open(root, 'src/auth/refresh.go')
      H.indexed()
    end,
  },
})

local QUERY = 'refresh token rotation'

--- Types a query into the picker and waits for its list.
local function pick(text)
  child.cmd('Swarm query')
  child.type_keys(text or QUERY)
  H.wait('the list of the query', function()
    return child.lua_get([[(function()
      local found = _G.drawn
      return found
    end)()]]) == (text or QUERY)
  end)
end

local function list()
  return H.buffer([[config.relative ~= '' and vim.wo[w].cursorline and ft == '']])
end

local function watch()
  child.lua([[
    vim.api.nvim_create_autocmd('User', { pattern = 'SwarmPickerDrawn', callback = function(ev)
      _G.drawn = ev.data.text
    end })
  ]])
end

T['builtin'] = MiniTest.new_set({ hooks = { pre_case = watch } })

T['builtin']['keeps the server’s order'] = function()
  local want = H.query(QUERY)
  pick()
  local rows = list()
  eq(#rows, #want)
  for i, hit in ipairs(want) do
    eq({ i, rows[i]:find(hit.title, 1, true) ~= nil }, { i, true })
  end
end

T['builtin']['shows badges, breadcrumbs and highlighted matches'] = function()
  pick()
  local rows = table.concat(list(), '\n')
  eq(rows:find('brv   ', 1, true) ~= nil, true)
  eq(rows:find('security › auth', 1, true) ~= nil, true)
  local matched = child.lua_get([[(function()
    local out = {}
    for _, w in ipairs(vim.api.nvim_list_wins()) do
      local buf = vim.api.nvim_win_get_buf(w)
      if vim.wo[w].cursorline and vim.bo[buf].filetype == '' then
        for _, ns in pairs(vim.api.nvim_get_namespaces()) do
          for _, m in ipairs(vim.api.nvim_buf_get_extmarks(buf, ns, 0, -1, { details = true })) do
            if m[4].hl_group == 'SwarmMatch' then
              out[#out + 1] = vim.api.nvim_buf_get_text(buf, m[2], m[3], m[2], m[4].end_col, {})[1]:lower()
            end
          end
        end
      end
    end
    return out
  end)()]])
  eq(#matched > 0, true)
  -- Words of the query are among them; what else matched is the server's business.
  local own = vim.tbl_filter(function(word)
    return word:match('^rotat') or word:match('^refresh') or word:match('^token')
  end, matched)
  eq(#own > 0, true)
end

T['builtin']['previews the note at its section'] = function()
  local want = H.query(QUERY)[1]
  pick()
  local line = vim.fn.readfile(vim.uri_to_fname(want.uri))[want.line + 1]
  H.wait('the section on top of the preview', function()
    return child.lua_get([[(function()
    for _, w in ipairs(vim.api.nvim_list_wins()) do
      local buf = vim.api.nvim_win_get_buf(w)
      if vim.api.nvim_win_get_config(w).relative ~= '' and not vim.wo[w].cursorline and vim.bo[buf].filetype == '' then
        return vim.api.nvim_buf_get_lines(buf, vim.fn.line('w0', w) - 1, vim.fn.line('w0', w), false)[1]
      end
    end
  end)()]]) == line
  end)
end

T['builtin']['<CR> opens the note at its section'] = function()
  local want = H.query(QUERY)[1]
  pick()
  child.type_keys('<CR>')
  H.wait('the note', function()
    return child.api.nvim_buf_get_name(0) == vim.uri_to_fname(want.uri)
  end)
  eq(child.api.nvim_win_get_cursor(0), { want.line + 1, 0 })
  eq(child.fn.mode(), 'n')
  eq(#child.api.nvim_list_wins(), 1)
  -- and back, as after any jump
  child.type_keys('<C-o>')
  eq(child.api.nvim_buf_get_name(0), root .. '/src/auth/refresh.go')
end

T['builtin']['moves with the arrows and opens in a split'] = function()
  local want = H.query(QUERY)[3]
  pick()
  child.type_keys('<Down>', '<Down>', '<C-x>')
  H.wait('the note', function()
    return child.api.nvim_buf_get_name(0) == vim.uri_to_fname(want.uri)
  end)
  eq(#child.api.nvim_list_wins(), 2)
end

T['builtin']['<Esc> <Esc> leaves everything as it was'] = function()
  pick()
  child.type_keys('<Esc>', '<Esc>')
  H.wait('it closes', function()
    return #child.api.nvim_list_wins() == 1
  end)
  eq(child.api.nvim_buf_get_name(0), root .. '/src/auth/refresh.go')
  eq(child.bo.modified, false)
end

T['builtin']['yanks the passage with its source'] = function()
  pick()
  child.type_keys('<C-y>')
  H.wait('a message', function()
    return H.said('Yanked') == 1
  end)
  local text = child.fn.getreg('"')
  eq(text:find('\n— .*%(.*:%d+%)\n') ~= nil, true)
end

T['builtin']['inserts a link that leads to the note'] = function()
  child.cmd('edit ' .. root .. '/notes/glossary.md')
  child.cmd('normal! gg0')
  local want = H.query(QUERY)[1]
  pick()
  child.type_keys('<C-l>')
  H.wait('a link', function()
    return child.api.nvim_get_current_line():find('](', 1, true) ~= nil
  end)
  local path = child.api.nvim_get_current_line():match('%]%(([^)#]*)')
  eq(vim.uv.fs_realpath(root .. '/notes/' .. vim.uri_decode(path)), vim.uri_to_fname(want.uri))
end

T['builtin']['says why'] = function()
  pick()
  child.type_keys('<C-e>')
  H.wait('the reasons', function()
    return H.floats():find('list `%S+`: rank') ~= nil
  end)
end

T['builtin']['puts everything into the quickfix list'] = function()
  local want = H.query(QUERY)
  pick()
  child.type_keys('<C-q>')
  H.wait('the list', function()
    return child.bo.buftype == 'quickfix'
  end)
  -- By path: the server and Neovim write %C3 and %c3 for the same byte.
  local got = child.lua_get([[vim.tbl_map(function(e)
    return vim.api.nvim_buf_get_name(e.bufnr) .. ':' .. e.lnum
  end, vim.fn.getqflist())]])
  eq(
    got,
    vim.tbl_map(function(h)
      return vim.uri_to_fname(h.uri) .. ':' .. h.line + 1
    end, want)
  )
end

T['builtin']['shows recent notes before a query'] = function()
  child.cmd('Swarm query')
  H.wait('notes', function()
    return #(list() or {}) > 5 and list()[1] ~= ''
  end)
end

T['builtin']['starts with the words of the command line'] = function()
  child.cmd('Swarm query ' .. QUERY)
  H.wait('the list', function()
    return child.lua_get('_G.drawn') == QUERY
  end)
end

T['builtin']['finds any script'] = function()
  pick('幂等键')
  eq(#list() > 0 and list()[1] ~= '', true)
end

T['builtin']['finds nothing in nonsense, without an error'] = function()
  pick('zorbulon quantum blockchain')
  eq(list(), { '' })
  eq(H.messages(), {})
end

T['<Plug>(SwarmQueryWord) searches for the word under the cursor'] = function()
  watch()
  child.fn.search('FamilyID')
  child.cmd([[execute "normal \<Plug>(SwarmQueryWord)"]])
  H.wait('the list', function()
    return child.lua_get('_G.drawn') == 'FamilyID'
  end)
end

T[':Swarm! query fills the quickfix list in fused order'] = function()
  local want = H.query(QUERY)
  child.cmd('Swarm! query ' .. QUERY)
  H.wait('the list', function()
    return child.bo.buftype == 'quickfix'
  end)
  eq(child.lua_get([[#vim.fn.getqflist()]]), #want)
  eq(
    child.lua_get([[vim.api.nvim_buf_get_name(vim.fn.getqflist()[1].bufnr)]]),
    vim.uri_to_fname(want[1].uri)
  )
end

T['vim.ui.select lists in order and opens'] = function()
  child.lua([[
    require('memswarm').setup({ picker = 'select' })
    vim.ui.select = function(items, opts, choose)
      _G.offered = vim.tbl_map(opts.format_item, items)
      choose(items[2], 2)
    end
  ]])
  local want = H.query(QUERY)
  child.cmd('Swarm query ' .. QUERY)
  H.wait('the note', function()
    return child.api.nvim_buf_get_name(0) == vim.uri_to_fname(want[2].uri)
  end)
  eq(#child.lua_get('_G.offered'), #want)
end

T['workspace_symbol fills the quickfix list in the server’s order'] = function()
  child.lua([[
    local c = vim.lsp.get_clients({ name = 'memswarm' })[1]
    local r = require('memswarm.client').call(c, 'request_sync', 'workspace/symbol', { query = 'retry budget' }, 10000, 0)
    _G.want = vim.tbl_map(function(s) return vim.uri_to_fname(s.location.uri) .. ':' .. s.location.range.start.line + 1 end, r.result)
    vim.lsp.buf.workspace_symbol('retry budget')
  ]])
  H.wait('the list', function()
    return child.lua_get([[#vim.fn.getqflist()]]) > 0
  end)
  eq(
    child.lua_get(
      [[vim.tbl_map(function(e) return vim.api.nvim_buf_get_name(e.bufnr) .. ':' .. e.lnum end, vim.fn.getqflist())]]
    ),
    child.lua_get('_G.want')
  )
end

T['an unknown picker falls back with a message'] = function()
  watch()
  child.lua([[require('memswarm').setup({ picker = 'nope' })]])
  child.cmd('Swarm query x')
  H.wait('the list', function()
    return child.lua_get('_G.drawn') == 'x'
  end)
  eq(H.said('"nope" is not there'), 1)
end

return T
