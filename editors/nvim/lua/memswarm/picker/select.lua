-- vim.ui.select: asks for the words first, then shows what was found.
local notify = require('memswarm.notify')

local M = { live = false }

function M.available()
  return true
end

---@param source memswarm.Source
---@param text string
local function choose(source, text)
  source.search.wait = 3000 -- one question, one answer: let it be whole
  source.search:run(text, function(items)
    source.search:cancel()
    if #items == 0 then
      return notify.say(('Nothing found for "%s".'):format(text))
    end
    vim.ui.select(items, {
      prompt = ('Swarm: %s'):format(text),
      kind = 'memswarm',
      format_item = require('memswarm.text').plain,
    }, function(item)
      if item then
        source.act('open', item, items)
      end
    end)
  end)
end

---@param source memswarm.Source
function M.open(source)
  if source.text ~= '' then
    return choose(source, source.text)
  end
  vim.ui.input({ prompt = 'Swarm query: ' }, function(text)
    if text and vim.trim(text) ~= '' then
      choose(source, text)
    end
  end)
end

return M
