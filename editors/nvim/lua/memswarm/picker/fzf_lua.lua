-- fzf-lua.
local text = require('memswarm.text')

local M = { live = true }

function M.available()
  return (pcall(require, 'fzf-lua'))
end

--- Neovim's key notation to fzf's.
---@param key string
---@return string
local function fzf_key(key)
  return (
    key
      :lower()
      :gsub('^<cr>$', 'enter')
      :gsub('^<c%-(.-)>$', 'ctrl-%1')
      :gsub('^<[am]%-(.-)>$', 'alt-%1')
  )
end

---@param source memswarm.Source
function M.open(source)
  local fzf = require('fzf-lua')
  local ansi = require('fzf-lua.utils').ansi_from_hl
  local shown = {} ---@type memswarm.Item[]

  -- Every line begins with its place, hidden from view, by which it is found
  -- again.
  local function line(item)
    local parts = { item.index .. '\t' }
    for _, chunk in ipairs(text.chunks(item)) do
      parts[#parts + 1] = chunk[2] and (ansi(chunk[2], chunk[1])) or chunk[1]
    end
    return table.concat(parts)
  end
  local function item_of(selected)
    local index = tonumber((selected or ''):match('^(%d+)\t'))
    return index and shown[index]
  end

  local builtin = require('fzf-lua.previewer.builtin')
  local previewer = builtin.base:extend()
  function previewer:new(o, opts, win)
    previewer.super.new(self, o, opts, win)
    return setmetatable(self, previewer)
  end
  function previewer:populate_preview_buf(entry)
    local item = item_of(entry)
    if not item then
      return
    end
    local buf = self:get_tmp_buffer()
    self:set_preview_buf(buf)
    require('memswarm.preview').show(self.win.preview_winid, buf, item)
  end

  local actions = {}
  for name, key in pairs(source.keys) do
    actions[fzf_key(key)] = function(selected)
      source.search:cancel()
      source.act(name, item_of(selected and selected[1]), shown)
    end
  end

  fzf.fzf_live(function(args)
    local query = type(args) == 'table' and args[1] or args
    return function(add)
      source.search:run(vim.trim(query or ''), function(items)
        shown = items
        for _, item in ipairs(items) do
          add(line(item))
        end
        add(nil)
      end)
    end
  end, {
    prompt = source.title .. '> ',
    query = source.text,
    exec_empty_query = true,
    previewer = previewer,
    actions = actions,
    fzf_opts = {
      ['--ansi'] = true,
      ['--no-sort'] = true,
      ['--delimiter'] = '\t',
      ['--with-nth'] = '2..',
      ['--no-multi'] = true,
    },
  })
end

return M
