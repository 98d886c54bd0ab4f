-- Prints how long things take; measures, does not test.
-- usage: run by `bench`, on the folder of notes in BENCH_NOTES.
vim.opt.rtp:append(vim.env.MINI_TEST)
local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
package.path = here .. '/?.lua;' .. package.path
require('mini.test').setup()
local H = require('helpers')
local child = H.child

local function percentile(list, p)
  table.sort(list)
  return list[math.max(1, math.ceil(#list * p))] or 0
end
local function report(what, list)
  io.stdout:write(
    ('%-52s p50 %7.2f  p95 %7.2f  max %7.2f ms  (n=%d)\n'):format(
      what,
      percentile(list, 0.5),
      percentile(list, 0.95),
      percentile(list, 1),
      #list
    )
  )
  io.stdout:flush()
end

local load, first = {}, {}
for i = 1, 15 do
  H.start()
  local took = child.lua(
    [[
    local t = vim.uv.hrtime()
    vim.g.loaded_memswarm = nil
    vim.cmd.source(... .. '/plugin/memswarm.lua')
    local plugin = vim.uv.hrtime() - t
    t = vim.uv.hrtime()
    require('memswarm')
    return { plugin / 1e6, (vim.uv.hrtime() - t) / 1e6 }
  ]],
    { H.plugin }
  )
  load[i], first[i] = took[1], took[2]
end
report('plugin/memswarm.lua at start', load)
report("require('memswarm')", first)

H.start({ config = H.config(nil, 'picker = "builtin"') })
local root = vim.env.BENCH_NOTES
H.open(root, 'n0001.md')
local t = vim.uv.hrtime()
child.lua([[
  require('memswarm.client').with(nil, function(c)
    require('memswarm.client').request(c, 'swarm/query', { query = 'index', wait = 300000 }, function(r) _G.whole = r end)
  end)
]])
vim.wait(300000, function()
  return child.lua_get('_G.whole ~= nil')
end, 100)
io.stdout:write(('index of the notes: %.1f s\n'):format((vim.uv.hrtime() - t) / 1e9))

-- From the key stroke to the list, redrawn: measured inside of the child.
child.lua([[
  _G.times, _G.drawn = {}, 0
  vim.api.nvim_create_autocmd('TextChangedI', { callback = function() _G.pressed = vim.uv.hrtime() end })
  vim.api.nvim_create_autocmd('User', { pattern = 'SwarmPickerDrawn', callback = function()
    vim.cmd.redraw()
    if _G.pressed then table.insert(_G.times, (vim.uv.hrtime() - _G.pressed) / 1e6) end
    _G.pressed, _G.drawn = nil, _G.drawn + 1
  end })
]])
child.cmd('Swarm query')
vim.wait(5000, function()
  return child.lua_get('_G.drawn') >= 1
end, 5)
for _, word in ipairs({
  'token rotation',
  'retry budget',
  'webhook',
  'index of segments',
  'postgres failover',
}) do
  for char in word:gmatch('.') do
    local n = child.lua_get('_G.drawn')
    child.type_keys(char)
    vim.wait(5000, function()
      return child.lua_get('_G.drawn') > n
    end, 2)
  end
  child.type_keys('<C-u>')
  child.lua([[for _, b in ipairs(vim.api.nvim_list_bufs()) do
    if vim.bo[b].filetype == 'memswarm-prompt' then vim.api.nvim_buf_set_lines(b, 0, -1, false, { '' }) end
  end _G.pressed = nil]])
end
report('key stroke to the drawn list', child.lua_get('_G.times'))
H.stop()
os.exit(0)
