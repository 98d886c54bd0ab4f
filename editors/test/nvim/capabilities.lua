-- Prints what the server can do, one word a line: hover, related, curate, …
-- usage: nvim --headless -l capabilities.lua FILE
vim.cmd.runtime('plugin/memswarm.lua')
vim.cmd('filetype on')
vim.cmd.edit(vim.fn.fnameescape(arg[1]))
local client
vim.wait(15000, function()
  client = vim.lsp.get_clients({ name = 'memswarm' })[1]
  return client ~= nil and client.initialized == true
end, 20)
assert(client, 'no server')
local call = require('memswarm.client').call
local caps = client.server_capabilities
local function out(word)
  io.stdout:write(word, '\n')
end
if caps.hoverProvider then
  out('hover')
end
if caps.definitionProvider then
  out('definition')
end
if caps.codeActionProvider then
  out('codeAction')
end
local here = {
  textDocument = { uri = vim.uri_from_bufnr(0) },
  position = { line = 0, character = 0 },
}
for word, params in pairs({ related = here, targets = vim.empty_dict() }) do
  local response = call(client, 'request_sync', 'swarm/' .. word, params, 15000, 0)
  if response and response.result then
    out(word)
    if word == 'targets' then
      for _, t in ipairs(response.result) do
        if t.writable then
          out('curate')
          break
        end
      end
    end
  end
end
os.exit(0)
