-- Defines what must be there from the start, and requires nothing before it is
-- used: sourcing this file costs a fraction of a millisecond.
if vim.g.loaded_memswarm then
  return
end
vim.g.loaded_memswarm = 1

if vim.fn.has('nvim-0.10') == 0 then
  vim.notify('memswarm: Neovim 0.10 or later is needed.', vim.log.levels.WARN)
  return
end

vim.api.nvim_create_user_command('Swarm', function(args)
  require('memswarm.command').run(args)
end, {
  nargs = '*',
  range = true,
  bang = true,
  desc = 'Memory Swarm: search and keep knowledge',
  complete = function(lead, line, pos)
    return require('memswarm.command').complete(lead, line, pos)
  end,
})

---@param mode string|string[]
---@param name string
---@param rhs fun(): string?
---@param desc string
---@param expr? boolean
local function plug(mode, name, rhs, desc, expr)
  vim.keymap.set(mode, '<Plug>(' .. name .. ')', rhs, { desc = desc, expr = expr, silent = true })
end

plug('n', 'SwarmQuery', function()
  require('memswarm').query()
end, 'Search the swarm')
plug('n', 'SwarmQueryWord', function()
  require('memswarm').query({ text = vim.fn.expand('<cword>') })
end, 'Search the swarm for the word under the cursor')
plug('x', 'SwarmQuery', function()
  require('memswarm').query({ text = require('memswarm.region').visual_text() })
end, 'Search the swarm for the selection')
plug('n', 'SwarmCurate', function()
  return require('memswarm.region').operator()
end, 'Curate what a motion covers', true)
plug('x', 'SwarmCurate', function()
  require('memswarm.curate').visual()
end, 'Curate the selection')
plug('n', 'SwarmUndo', function()
  require('memswarm.curate').undo()
end, 'Take the last curate back')
plug('n', 'SwarmRelated', function()
  require('memswarm.related').toggle()
end, 'Toggle the window of related knowledge')
plug('n', 'SwarmStatus', function()
  require('memswarm.status').show()
end, 'Show the state of the swarm')
plug('n', 'SwarmTargets', function()
  require('memswarm.curate').show_targets()
end, 'Show where notes can be written')

local group = vim.api.nvim_create_augroup('memswarm', {})

-- Pages that are no files. They load synchronously, so that a jump into one
-- finds its line.
vim.api.nvim_create_autocmd('BufReadCmd', {
  group = group,
  pattern = 'swarm://page/*',
  callback = function(ev)
    require('memswarm.page').load(ev.buf, ev.match)
  end,
})

-- The client starts with the first real file, not with Neovim.
vim.api.nvim_create_autocmd('FileType', {
  group = group,
  callback = function(ev)
    if vim.bo[ev.buf].buftype == '' and vim.api.nvim_buf_get_name(ev.buf) ~= '' then
      require('memswarm.client').on_filetype(ev.buf)
    end
  end,
})
