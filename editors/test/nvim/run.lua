-- Runs the mini.test suites of this folder and prints "N passed, N failed".
-- usage: nvim --headless --clean -l run.lua [FILE…]
local here = vim.fn.fnamemodify(debug.getinfo(1, 'S').source:sub(2), ':p:h')
vim.opt.rtp:append(vim.env.MINI_TEST)
package.path = here .. '/?.lua;' .. package.path
local mini = require('mini.test')

local files = #arg > 0 and arg or vim.fn.globpath(here, 'test_*.lua', true, true)
table.sort(files)

-- A reporter of plain lines: mini.test's own draws symbols and no counts.
local function line(...)
  io.stdout:write(string.format(...), '\n')
  io.stdout:flush()
end
local passed, failed = 0, 0
local reporter = {
  update = function(n)
    local case = mini.current.all_cases[n]
    local state = case.exec and case.exec.state or ''
    if state == 'Pass' or state == 'Pass with notes' then
      passed = passed + 1
      line('ok    %s', table.concat(case.desc, ' | '))
    elseif state == 'Fail' or state == 'Fail with notes' then
      failed = failed + 1
      line('FAIL  %s', table.concat(case.desc, ' | '))
      for _, f in ipairs(case.exec.fails) do
        local lines = vim.split(f, '\n')
        if #lines > 40 then -- the ends say what it was
          lines = vim.list_extend(vim.list_slice(lines, 1, 30), vim.list_slice(lines, #lines - 5))
        end
        line('      %s', table.concat(lines, '\n      '))
      end
    end
    for _, note in ipairs((state:match('notes') and case.exec.notes) or {}) do
      line('      note: %s', note)
    end
  end,
  finish = function()
    line('%d passed, %d failed', passed, failed)
    require('helpers').stop()
    os.exit(failed == 0 and passed > 0 and 0 or 1)
  end,
}

mini.setup({
  collect = {
    find_files = function()
      return vim.tbl_map(function(f)
        return vim.fn.fnamemodify(f, ':t:r') == f and f or vim.fn.fnamemodify(f, ':p')
      end, files)
    end,
  },
  execute = { reporter = reporter },
})
mini.run()
