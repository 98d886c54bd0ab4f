-- telescope.nvim.
local text = require('memswarm.text')

local M = { live = true }

function M.available()
  return (pcall(require, 'telescope'))
end

---@param item memswarm.Item
---@return table
local function entry(item)
  return {
    value = item,
    ordinal = item.title,
    display = function(e)
      local row, highlights = text.row(e.value)
      local out = {}
      for i, h in ipairs(highlights) do
        out[i] = { { h[1], h[2] }, h[3] }
      end
      return row, out
    end,
    filename = item.filename,
    lnum = item.lnum,
    col = 1,
  }
end

--- A finder that asks again on every key stroke. Telescope drops what belongs
--- to an older prompt; the search cancels it.
---@param source memswarm.Source
local function finder(source)
  return setmetatable({
    close = function() end,
  }, {
    __call = function(_, prompt, add, done)
      source.search:run(vim.trim(prompt or ''), function(items)
        for i, item in ipairs(items) do
          local e = entry(item)
          e.index = i
          if add(e) then
            return
          end
        end
        done()
      end)
    end,
  })
end

---@param source memswarm.Source
---@param opts? table telescope's own options
function M.open(source, opts)
  local pickers = require('telescope.pickers')
  local previewers = require('telescope.previewers')
  local sorters = require('telescope.sorters')
  local actions = require('telescope.actions')
  local state = require('telescope.actions.state')
  opts = opts or {}

  local picker
  picker = pickers.new(opts, {
    prompt_title = source.title,
    default_text = source.text,
    finder = finder(source),
    sorter = sorters.empty(), -- the server's order stands
    previewer = previewers.new_buffer_previewer({
      title = 'Note',
      define_preview = function(self, e)
        -- Telescope puts the buffer into the window a moment later.
        local win, buf = self.state.winid, self.state.bufnr
        vim.schedule(function()
          if vim.api.nvim_buf_is_valid(buf) then
            require('memswarm.preview').show(win, buf, e.value)
          end
        end)
      end,
    }),
    attach_mappings = function(bufnr, map)
      local function all()
        local out = {}
        for e in picker.manager:iter() do
          out[#out + 1] = e.value
        end
        return out
      end
      local function run(name)
        return function()
          local selected = state.get_selected_entry()
          local items = all()
          actions.close(bufnr)
          source.act(name, selected and selected.value, items)
        end
      end
      actions.select_default:replace(run('open'))
      actions.select_horizontal:replace(run('split'))
      actions.select_vertical:replace(run('vsplit'))
      actions.select_tab:replace(run('tab'))
      for _, name in ipairs({ 'link', 'yank', 'why', 'quickfix' }) do
        if source.keys[name] then
          map({ 'i', 'n' }, source.keys[name], run(name))
        end
      end
      vim.api.nvim_create_autocmd('BufWipeout', {
        buffer = bufnr,
        once = true,
        callback = function()
          source.search:cancel()
        end,
      })
      return true
    end,
  })
  source.search:on_stale(function()
    picker:refresh(finder(source), {})
  end)
  picker:find()
end

return M
