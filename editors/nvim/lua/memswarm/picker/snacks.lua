-- snacks.picker.
local text = require('memswarm.text')

local M = { live = true }

function M.available()
  local ok, snacks = pcall(require, 'snacks')
  return ok and snacks.picker ~= nil
end

---@param source memswarm.Source
function M.open(source)
  local actions, keys = {}, {}
  for name, key in pairs(source.keys) do
    local id = 'swarm_' .. name
    actions[id] = function(picker, entry)
      local items = vim.tbl_map(function(e)
        return e.swarm
      end, picker:items())
      picker:close()
      vim.schedule(function()
        source.act(name, entry and entry.swarm, items)
      end)
    end
    if name ~= 'open' then
      keys[key] = { id, mode = { 'i', 'n' } }
    end
  end

  local picker = require('snacks').picker.pick({
    source = 'memswarm',
    title = source.title,
    search = source.text,
    live = true,
    supports_live = true,
    finder = function(_, ctx)
      return function(add)
        local async, found = ctx.async, nil
        async:on('abort', function()
          vim.schedule(function()
            if not found then
              source.search:cancel()
            end
          end)
        end)
        vim.schedule(function()
          source.search:run(vim.trim(ctx.filter.search or ''), function(items)
            found = items
            async:resume()
          end)
        end)
        while not found do
          async:suspend()
        end
        for _, item in ipairs(found) do
          add({
            text = item.title,
            swarm = item,
            file = item.filename,
            pos = { item.lnum, 0 },
          })
        end
      end
    end,
    format = function(entry)
      return text.chunks(entry.swarm)
    end,
    preview = function(ctx)
      ctx.preview:reset()
      ctx.preview:set_title(ctx.item.swarm.title)
      require('memswarm.preview').show(ctx.preview.win.win, ctx.preview.win.buf, ctx.item.swarm)
    end,
    sort = { fields = { 'idx' } }, -- the server's order stands
    matcher = { sort_empty = false },
    actions = actions,
    confirm = 'swarm_open',
    win = { input = { keys = keys } },
    on_close = function()
      source.search:cancel()
    end,
  })
  source.search:on_stale(function()
    if picker and not picker.closed then
      picker:find({ refresh = true })
    end
  end)
end

return M
