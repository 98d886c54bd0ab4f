-- telescope.nvim, as packaged.
local H = require('helpers')
local child, eq = H.child, MiniTest.expect.equality

local root
local T = MiniTest.new_set({
  hooks = {
    pre_once = function()
      root = H.workspace()
    end,
    pre_case = function()
      H.start()
      child.cmd('set rtp+=' .. vim.env.PLENARY .. ',' .. vim.env.TELESCOPE)
      child.cmd('runtime plugin/telescope.lua')
      H.open(root, 'src/auth/refresh.go')
      H.indexed()
    end,
  },
})

local QUERY = 'refresh token rotation'

--- The titles in the picker's results, best first.
local function titles()
  return child.lua_get([[(function()
    for _, b in ipairs(vim.api.nvim_list_bufs()) do
      if vim.bo[b].filetype == 'TelescopePrompt' then
        local picker = require('telescope.actions.state').get_current_picker(b)
        local out = {}
        for e in picker.manager:iter() do out[#out + 1] = e.value.title end
        return out
      end
    end
    return {}
  end)()]])
end

local function want()
  return vim.tbl_map(function(h)
    return h.title
  end, H.query(QUERY))
end

T['is chosen when it is there'] = function()
  eq(child.lua_get([[(select(2, require('memswarm.picker').choose()))]]), 'telescope')
end

T['keeps the server’s order while typing'] = function()
  local expected = want()
  child.cmd('Swarm query')
  H.wait('the prompt', function()
    return child.bo.filetype == 'TelescopePrompt'
  end)
  child.type_keys(QUERY)
  H.wait('the results', function()
    return vim.deep_equal(titles(), expected)
  end)
end

T['draws rows with badges and previews the section'] = function()
  local first = H.query(QUERY)[1]
  child.cmd('Swarm query ' .. QUERY)
  H.wait('a row', function()
    return H.buffer(
      [[ft == 'TelescopeResults' and table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n'):find('brv   ')]]
    )
  end)
  local line = vim.fn.readfile(vim.uri_to_fname(first.uri))[first.line + 1]
  H.wait('the preview', function()
    return child.lua_get(
      [[(function(line)
      for _, w in ipairs(vim.api.nvim_list_wins()) do
        local buf = vim.api.nvim_win_get_buf(w)
        local ft = vim.bo[buf].filetype
        if vim.api.nvim_win_get_config(w).relative ~= '' and not ft:find('Telescope') then
          if vim.api.nvim_buf_get_lines(buf, vim.fn.line('w0', w) - 1, vim.fn.line('w0', w), false)[1] == line then
            return true
          end
        end
      end
      return false
    end)(...)]],
      { line }
    )
  end)
end

T['opens the note at its section'] = function()
  local first = H.query(QUERY)[1]
  local expected = want()
  child.cmd('Swarm query ' .. QUERY)
  H.wait('the results', function()
    return vim.deep_equal(titles(), expected)
  end)
  H.wait('a selection', function()
    return child.lua_get([[require('telescope.actions.state').get_selected_entry() ~= nil]])
  end)
  child.type_keys('<CR>')
  H.wait('the note', function()
    return child.api.nvim_buf_get_name(0) == vim.uri_to_fname(first.uri)
  end)
  eq(child.api.nvim_win_get_cursor(0), { first.line + 1, 0 })
end

T['its own actions work'] = function()
  local expected = want()
  child.cmd('Telescope memswarm default_text=' .. QUERY:gsub(' ', '\\ '))
  H.wait('the results', function()
    return vim.deep_equal(titles(), expected)
  end)
  H.wait('a selection', function()
    return child.lua_get([[require('telescope.actions.state').get_selected_entry() ~= nil]])
  end)
  child.type_keys('<C-e>')
  H.wait('the reasons', function()
    return H.floats():find('list `%S+`: rank') ~= nil
  end)
end

T['the stock dynamic symbols work'] = function()
  child.lua([[require('telescope.builtin').lsp_dynamic_workspace_symbols({})]])
  H.wait('the prompt', function()
    return child.bo.filetype == 'TelescopePrompt'
  end)
  child.type_keys('retry budget')
  H.wait('symbols', function()
    return H.buffer(
      [[ft == 'TelescopeResults' and table.concat(vim.api.nvim_buf_get_lines(buf, 0, -1, false), '\n'):find('retry%-faq')]]
    )
  end)
end

return T
