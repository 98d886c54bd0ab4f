-- What the server says of its own accord.
local M = {}

---@return table<string, function>
function M.table()
  local out = {
    ['swarm/didChangeStatus'] = function(_, note, ctx)
      require('memswarm.status').changed(note, ctx.client_id)
    end,
    ['workspace/textDocumentContent/refresh'] = function(_, params)
      require('memswarm.page').refresh(params and params.uri)
      return vim.NIL
    end,
  }
  if vim.fn.has('nvim-0.11') == 0 then
    out['textDocument/hover'] = function(...)
      return require('memswarm.hover').handler(...)
    end
  end
  return out
end

return M
