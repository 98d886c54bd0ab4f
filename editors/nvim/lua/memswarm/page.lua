-- swarm://page/… : pages that no file holds.
local client = require('memswarm.client')
local notify = require('memswarm.notify')

local M = {}

M.timeout = 500 -- milliseconds that opening a page may block

--- The client for a page: the one its buffer came from, the one in use, or any.
---@param bufnr integer
---@return vim.lsp.Client?
local function client_for(bufnr)
  local last = vim.fn.bufnr('#')
  return client.get(bufnr)
    or (last > 0 and client.get(last))
    or vim.lsp.get_clients({ name = client.name })[1]
end

--- Asks for a page's text without blocking.
---@param uri string
---@param fn fun(text?: string)
function M.fetch(uri, fn)
  local c = client_for(vim.api.nvim_get_current_buf())
  if not c then
    return fn(nil)
  end
  client.request(c, 'swarm/content', { uri = uri }, function(result)
    fn(type(result) == 'table' and result.text or nil)
  end)
end

---@param bufnr integer
---@param lines string[]
local function fill(bufnr, lines)
  local levels = vim.bo[bufnr].undolevels
  vim.bo[bufnr].modifiable = true
  vim.bo[bufnr].undolevels = -1
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].undolevels = levels
  vim.bo[bufnr].modified = false
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].buftype = 'nofile'
  vim.bo[bufnr].swapfile = false
end

--- BufReadCmd: fills the buffer, synchronously, so that a jump finds its line.
---@param bufnr integer
---@param uri string
function M.load(bufnr, uri)
  -- Before the filetype is set, so that servers that want files stay away.
  vim.bo[bufnr].buftype = 'nofile'
  local c = client_for(bufnr)
  if c and not c.initialized then
    local waited = c
    vim.wait(M.timeout, function()
      return waited.initialized == true
    end, 10)
  end
  local text, problem
  if not c then
    problem =
      'No Memory Swarm server is running. Open a file of the project, then `:edit` this page again.'
  else
    vim.b[bufnr].memswarm_client = c.id
    local response, err =
      client.call(c, 'request_sync', 'swarm/content', { uri = uri }, M.timeout, bufnr)
    if response and type(response.result) == 'table' then
      text = response.result.text
    elseif response and response.err then
      problem = client.explain(response.err, 'swarm/content') or 'The request was cancelled.'
    else
      problem = ('The server did not answer within %d ms (%s). `:edit` tries again.'):format(
        M.timeout,
        err or 'no answer'
      )
    end
  end
  if text then
    local lines = vim.split((text:gsub('\r\n', '\n')), '\n', { plain = true })
    if #lines > 1 and lines[#lines] == '' then
      lines[#lines] = nil
    end
    fill(bufnr, lines)
  else
    fill(bufnr, { '> This page could not be loaded.', '>', '> ' .. problem })
    notify.say(problem, 'WARN')
  end
  vim.bo[bufnr].filetype = 'markdown'
end

--- The server says that a page has changed: loads it again where it is open.
---@param uri? string
function M.refresh(uri)
  for _, buf in ipairs(vim.api.nvim_list_bufs()) do
    local name = vim.api.nvim_buf_get_name(buf)
    if
      vim.api.nvim_buf_is_loaded(buf)
      and name:match('^swarm://page/')
      and (not uri or name == uri)
    then
      M.fetch(name, function(text)
        if text and vim.api.nvim_buf_is_loaded(buf) then
          fill(buf, vim.split(text, '\n', { plain = true }))
        end
      end)
    end
  end
end

return M
