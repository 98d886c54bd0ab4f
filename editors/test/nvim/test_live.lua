-- A live query against a scripted server, which can be as slow as it takes.
local H = require('helpers')
local child, eq = H.child, MiniTest.expect.equality

local T = MiniTest.new_set({
  hooks = {
    pre_case = function()
      local root = H.workspace()
      H.start({ config = H.config(nil, 'picker = "builtin"') })
      H.script([[{
        ['workspace/symbol'] = function(_, reply) reply(nil, {}) end,
        -- Answers wait in _G.held until a test lets them go.
        ['swarm/query'] = function(params, reply)
          _G.held = _G.held or {}
          _G.held[params.query] = function(indexing)
            reply(nil, {
              meta = { queryType = 'factual', totalLatencyMs = 1, indexing = indexing == true, incomplete = false,
                order = {}, providers = { x = { selected = true, resultCount = 1, latencyMs = 1, state = 'ok' } } },
              results = { { id = 'x:' .. params.query, provider = 'x', providerType = 'x', title = 'about ' .. params.query,
                breadcrumb = {}, content = '😀 héllo ' .. params.query, matches = { { 3, 8 } }, score = 1,
                metadata = { source = 'x', matchType = 'keyword' }, alsoIn = {}, moreInNote = 0, contributions = {},
                location = { uri = 'swarm://page/x/y.md', range = { start = { line = 0, character = 0 }, ['end'] = { line = 1, character = 0 } } } } },
            })
          end
        end,
        ['swarm/content'] = function(_, reply) reply(nil, { text = '# Page\n' }) end,
      }]])
      H.open(root, 'src/auth/refresh.go')
    end,
  },
})

local function list()
  return H.buffer([[config.relative ~= '' and vim.wo[w].cursorline and ft == '']])
end

local function asked(text)
  H.wait('the question ' .. text, function()
    return child.lua_get('_G.held ~= nil and _G.held[...] ~= nil', { text })
  end)
end

T['cancels the question before, and ignores its late answer'] = function()
  child.cmd('Swarm query')
  child.type_keys('a')
  asked('a')
  child.type_keys('b')
  asked('ab')
  local first = H.asked('swarm/query')[1]
  local cancelled = vim.tbl_map(function(a)
    return a.params.id
  end, H.asked('$/cancelRequest'))
  eq(vim.tbl_contains(cancelled, first.id), true)
  child.lua([[_G.held['ab']() _G.cancelled = {} _G.held['a']()]]) -- late, in spite of the cancel
  H.wait('the newer answer', function()
    return (list() or {})[1] and list()[1]:find('about ab', 1, true) ~= nil
  end)
  child.lua('vim.wait(60)')
  eq(list()[1]:find('about ab', 1, true) ~= nil, true)
end

T['asks again when the index has grown'] = function()
  child.cmd('Swarm query word')
  asked('word')
  child.lua([[_G.held['word'](true)]])
  H.wait('the first answer', function()
    return (list() or {})[1] ~= ''
  end)
  child.lua(
    [[_G.held = {}; dispatchers.notification('swarm/didChangeStatus', { state = 'ok', summary = '', providers = {} })]]
  )
  asked('word')
end

T['closing cancels'] = function()
  child.cmd('Swarm query word')
  asked('word')
  child.type_keys('<C-c>')
  H.wait('a cancel', function()
    return #H.asked('$/cancelRequest') > 0
  end)
  eq(child.v.errmsg, '')
end

T['highlights by UTF-16 offsets'] = function()
  local got = child.lua([[
    local text = require('memswarm.text')
    local line, spans = text.excerpt({ content = 'first\n😀 héllo wörld\nlast', matches = { { 9, 14 }, { 15, 20 } } })
    return { line, vim.tbl_map(function(s) return line:sub(s[1] + 1, s[2]) end, spans) }
  ]])
  eq(got, { '😀 héllo wörld', { 'héllo', 'wörld' } })
end

T['a match far to the right is in sight'] = function()
  local got = child.lua([[
    local content = ('много слов '):rep(30) .. 'needle ' .. ('more '):rep(50)
    local at = vim.fn.strchars(('много слов '):rep(30))
    local line, spans = require('memswarm.text').excerpt({ content = content, matches = { { at, at + 6 } } })
    return { line:sub(1, #'…'), line:sub(spans[1][1] + 1, spans[1][2]), vim.fn.strchars(line:sub(1, spans[1][1])) < 50 }
  ]])
  eq(got, { '…', 'needle', true })
end

T['survives strange text'] = function()
  local ok = child.lua([[
    local text = require('memswarm.text')
    for _, content in ipairs({ '', '\n\n', '\255\254\0bad', ('x'):rep(200000), 'e\204\129', '日本語\r\nbar\t\27[31m' }) do
      local item = { provider = 'p@q', title = content, breadcrumb = { content }, content = content,
        matches = { { 0, 1 }, { 5, 9999999 }, { 3, 2 } }, result = { metadata = { matchType = 'odd' } } }
      local row, highlights = text.row(item)
      if row:find('\n') then return 'a line break in a row' end
      for _, h in ipairs(highlights) do
        if h[1] < 0 or h[2] > #row or h[2] < h[1] then return 'a highlight outside of its row' end
      end
      local joined = table.concat(vim.tbl_map(function(c) return c[1] end, text.chunks(item)))
      if joined ~= row then return 'chunks that are not the row' end
    end
    return 'ok'
  ]])
  eq(ok, 'ok')
end

return T
