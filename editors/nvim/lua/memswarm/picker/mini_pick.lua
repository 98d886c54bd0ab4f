-- mini.pick.
local text = require('memswarm.text')

local M = { live = true }

function M.available()
  return _G.MiniPick ~= nil -- set up by the user, as its documentation asks
end

local namespace = vim.api.nvim_create_namespace('memswarm.mini_pick')

---@param source memswarm.Source
function M.open(source)
  local pick = _G.MiniPick
  local items = {} ---@type memswarm.Item[]

  local function entries()
    return vim.tbl_map(function(item)
      return { text = text.plain(item), swarm = item, path = item.filename, lnum = item.lnum }
    end, items)
  end

  local asked ---@type string?
  local function ask(words)
    asked = words
    local tick = pick.get_querytick and pick.get_querytick()
    source.search:run(words, function(found)
      items = found
      if pick.is_picker_active() then
        -- do_match = false: the server's order stands, nothing is filtered.
        pick.set_picker_items(entries(), { do_match = false, querytick = tick })
      end
    end)
  end

  local mappings = {}
  local function with_current(name)
    return function()
      local current = pick.get_picker_matches().current
      vim.schedule(function()
        source.act(name, current and current.swarm, items)
      end)
      return true -- ends the picker
    end
  end
  for _, name in ipairs({ 'link', 'yank', 'why', 'quickfix' }) do
    if source.keys[name] then
      mappings['swarm_' .. name] = { char = source.keys[name], func = with_current(name) }
    end
  end
  -- Its own keys for splits, doing what the source's do.
  for own, name in pairs({
    choose_in_split = 'split',
    choose_in_vsplit = 'vsplit',
    choose_in_tabpage = 'tab',
  }) do
    mappings[own] = ''
    mappings['swarm_' .. name] = { char = source.keys[name], func = with_current(name) }
  end

  local stale = vim.schedule_wrap(function()
    if pick.is_picker_active() and asked then
      ask(asked)
    end
  end)
  source.search:on_stale(stale)
  if source.text ~= '' then
    vim.api.nvim_create_autocmd('User', {
      pattern = 'MiniPickStart',
      once = true,
      callback = function()
        pick.set_picker_query(vim.fn.split(source.text, '\\zs'))
      end,
    })
  end
  pick.start({
    mappings = mappings,
    source = {
      name = source.title,
      items = {},
      match = function(_, _, query)
        local words = vim.trim(table.concat(query))
        if words ~= asked then
          ask(words)
        end
      end,
      show = function(buf, shown)
        local lines = {}
        for i, e in ipairs(shown) do
          lines[i] = e.text
        end
        vim.api.nvim_buf_set_lines(buf, 0, -1, false, lines)
        vim.api.nvim_buf_clear_namespace(buf, namespace, 0, -1)
        for i, e in ipairs(shown) do
          local _, highlights = text.row(e.swarm)
          for _, h in ipairs(highlights) do
            vim.api.nvim_buf_set_extmark(
              buf,
              namespace,
              i - 1,
              h[1],
              { end_col = h[2], hl_group = h[3], priority = 199 }
            )
          end
        end
      end,
      preview = function(buf, e)
        local state = pick.get_picker_state()
        local win = state and state.windows.main or vim.api.nvim_get_current_win()
        vim.schedule(function()
          if vim.api.nvim_buf_is_valid(buf) then
            require('memswarm.preview').show(win, buf, e.swarm)
          end
        end)
      end,
      choose = function(e)
        vim.schedule(function()
          source.act('open', e and e.swarm, items)
        end)
      end,
    },
  })
  source.search:cancel()
end

return M
