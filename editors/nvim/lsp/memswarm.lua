-- For vim.lsp.enable('memswarm') of Neovim 0.11 and later. Override single keys
-- with vim.lsp.config('memswarm', { … }).
return require('memswarm.client').config()
