-- Runs in every child before the plugin: messages are recorded, and an error
-- anywhere is remembered so that a test can see that there was none.
_G.notified = {}
vim.notify = function(message)
  table.insert(_G.notified, message)
end
