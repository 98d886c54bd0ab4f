-- The smallest configuration that shows a problem:
--   nvim --clean -u editors/nvim/minimal.lua FILE
-- Add what is needed to see it, and nothing else.
local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
vim.opt.rtp:prepend(here)
vim.o.swapfile = false
vim.o.shadafile = 'NONE'
vim.g.memswarm = { picker = 'builtin' }
vim.o.statusline = "%f %=%{v:lua.require'memswarm'.statusline()}"
vim.keymap.set('n', '<Space>s', '<Plug>(SwarmQuery)')
vim.keymap.set({ 'n', 'x' }, '<Space>c', '<Plug>(SwarmCurate)')
vim.keymap.set('n', '<Space>r', '<Plug>(SwarmRelated)')
