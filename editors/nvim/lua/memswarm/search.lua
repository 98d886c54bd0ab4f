-- A live query: every run cancels the one before, so that a late answer to an
-- old text never overwrites the answer to a newer one.
local client = require('memswarm.client')
local notify = require('memswarm.notify')

---@class memswarm.Search
---@field bufnr integer
---@field max_results integer
---@field text string what was asked last
---@field answer? memswarm.Answer the latest
---@field private turn integer
---@field private stop? fun()
---@field private listener? fun()
---@field private unlisten? fun()
---@field private said_nothing? boolean
---@field wait? integer milliseconds to wait for an index
local Search = {}
Search.__index = Search

--- swarm/query for a text; recently changed notes for none.
---@param text string
---@return string method
---@return table params
function Search:params(text)
  if text == '' then
    return 'workspace/symbol', { query = '' }
  end
  return 'swarm/query', { query = text, maxResults = self.max_results, wait = self.wait }
end

--- Asks. fn is called with the items of the answer, once, unless another run or
--- cancel comes first.
---@param text string
---@param fn fun(items: memswarm.Item[], answer?: memswarm.Answer)
function Search:run(text, fn)
  self:stop_pending()
  self.turn = self.turn + 1
  local turn = self.turn
  self.text = text
  client.with(self.bufnr, function(c)
    if turn ~= self.turn then
      return
    end
    if not c then
      return fn({})
    end
    self.client_id = c.id
    local method, params = self:params(text)
    self.stop = client.request(c, method, params, function(result, err)
      if turn ~= self.turn then
        return
      end
      self.stop = nil
      if err then
        local message = client.explain(err, method)
        if message then
          notify.once('query: ' .. message, message, 'ERROR')
        end
        return fn({})
      end
      if method == 'workspace/symbol' then
        self.answer = nil
        return fn(require('memswarm.item').from_symbols(result or {}))
      end
      self.answer = result
      fn(require('memswarm.item').from_answer(result), result)
      if #result.results == 0 and not result.meta.indexing and not self.said_nothing then
        self.said_nothing = true
        require('memswarm.status').explain_nothing(c, result)
      end
    end)
  end)
end

---@private
function Search:stop_pending()
  if self.stop then
    self.stop()
    self.stop = nil
  end
end

--- Calls fn when the index has grown since an answer that said it was
--- incomplete, so that a picker can ask again.
---@param fn fun()
function Search:on_stale(fn)
  self.unlisten = require('memswarm.status').listen(function()
    if self.answer and self.answer.meta.indexing or (self.text == '' and not self.answer) then
      fn()
    end
  end)
end

--- Ends it: no callback is called any more.
function Search:cancel()
  self.turn = self.turn + 1
  self:stop_pending()
  if self.unlisten then
    self.unlisten()
    self.unlisten = nil
  end
end

local M = {}

---@param opts? { bufnr?: integer, max_results?: integer, wait?: integer }
---@return memswarm.Search
function M.new(opts)
  opts = opts or {}
  return setmetatable({
    bufnr = opts.bufnr or vim.api.nvim_get_current_buf(),
    max_results = opts.max_results or require('memswarm.config').get().max_results,
    wait = opts.wait,
    turn = 0,
    text = '',
  }, Search)
end

return M
