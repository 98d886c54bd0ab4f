-- Builds the help's tags and checks that what the plugin defines is documented.
local dir = vim.fn.tempname()
vim.fn.mkdir(dir .. '/doc', 'p')
local source = vim.env.MEMSWARM_PLUGIN .. '/doc/memswarm.txt'
local text = table.concat(vim.fn.readfile(source), '\n')
vim.fn.writefile(vim.fn.readfile(source, 'b'), dir .. '/doc/memswarm.txt', 'b')
vim.cmd.helptags(dir .. '/doc') -- an error for a tag that is there twice
local tags = table.concat(vim.fn.readfile(dir .. '/doc/tags'), '\n')

local missing = {}
local function want(what, pattern, where)
  if not where:find(pattern, 1, true) then
    missing[#missing + 1] = what
  end
end
vim.opt.rtp:prepend(vim.env.MEMSWARM_PLUGIN)
for name in pairs(require('memswarm.command').subcommands) do
  want(':Swarm ' .. name, ':Swarm-' .. name .. '\t', tags)
end
for name in pairs(require('memswarm.config').defaults) do
  want('option ' .. name, 'memswarm-' .. name .. '\t', tags)
end
for _, name in ipairs({ 'cmd', 'filetypes', 'picker' }) do -- nil by default
  want('option ' .. name, 'memswarm-' .. name .. '\t', tags)
end
vim.cmd.runtime('plugin/memswarm.lua')
for _, mode in ipairs({ 'n', 'x' }) do
  for _, m in ipairs(vim.api.nvim_get_keymap(mode)) do
    local name = m.lhs:match('^<Plug>%(Swarm%w+%)$')
    if name then
      want(name, name .. '\t', tags)
    end
  end
end
for _, link in ipairs({ 'memswarm-health', 'memswarm-statusline', 'memswarm-trust' }) do
  want(link, link .. '\t', tags)
end
for link in text:gmatch('|([^|%s]+)|') do
  local own = link:match('^memswarm') or link:match('^:Swarm')
  if own then
    want('target of |' .. link .. '|', link .. '\t', tags)
  end
end
for n, line in ipairs(vim.split(text, '\n')) do
  if vim.fn.strdisplaywidth(line) > 80 then
    missing[#missing + 1] = 'line ' .. n .. ' within 80 columns'
  end
end
for _, m in ipairs(missing) do
  io.stderr:write('the help lacks: ', m, '\n')
end
os.exit(#missing == 0 and 0 or 1)
