-- :Swarm and its completion.
local notify = require('memswarm.notify')

local M = {}

---@class memswarm.Subcommand
---@field desc string
---@field run fun(args: table, words: string[], rest: string)
---@field complete? fun(lead: string): string[]

--- Ids out of the last status, for completion; nothing is asked for.
---@param prefix string
---@return fun(lead: string): string[]
local function providers(prefix)
  return function(lead)
    local out = {}
    local client = require('memswarm.client').get()
    local note = client and require('memswarm.status').notes[client.id]
    for _, p in ipairs(note and note.providers or {}) do
      out[#out + 1] = prefix .. p.id
    end
    return vim.tbl_filter(function(s)
      return vim.startswith(s, lead)
    end, out)
  end
end

---@type table<string, memswarm.Subcommand>
M.subcommands = {
  query = {
    desc = 'search; with ! into the quickfix list',
    run = function(args, _, rest)
      if args.range > 0 and rest == '' then
        local region = require('memswarm.region').lines(0, args.line1, args.line2)
        rest = vim.trim((region.text:gsub('%s+', ' ')))
      end
      if not args.bang then
        return require('memswarm').query({ text = rest })
      end
      if rest == '' then
        return notify.say('Usage: :Swarm! query WORDS', 'WARN')
      end
      local search = require('memswarm.search').new({ wait = 3000 })
      search:run(rest, function(items)
        require('memswarm.actions').quickfix(items, rest)
      end)
    end,
    complete = providers('in:'),
  },
  curate = {
    desc = 'store the range, or a new note without one',
    run = function(args, words)
      local opts = { target = words[2] }
      if args.range == 0 then
        return require('memswarm.curate').compose(opts)
      end
      local region =
        require('memswarm.region').lines(vim.api.nvim_get_current_buf(), args.line1, args.line2)
      -- '<,'> of a characterwise selection means just that.
      local from, to = vim.fn.getpos("'<"), vim.fn.getpos("'>")
      if
        vim.fn.histget('cmd', -1):match("^'<,'>")
        and vim.fn.visualmode() ~= 'V'
        and from[2] == args.line1
        and to[2] == args.line2
      then
        region = require('memswarm.region').between(from, to, vim.fn.visualmode())
      end
      require('memswarm.curate').curate(region, opts)
    end,
    complete = providers(''),
  },
  undo = {
    desc = 'take the last curate back',
    run = function()
      require('memswarm.curate').undo()
    end,
  },
  status = {
    desc = 'show the state of every provider',
    run = function()
      require('memswarm.status').show()
    end,
  },
  targets = {
    desc = 'show where notes can be written',
    run = function()
      require('memswarm.curate').show_targets()
    end,
  },
  related = {
    desc = 'toggle the window that follows the cursor',
    run = function()
      require('memswarm.related').toggle()
    end,
  },
  onboard = {
    desc = 'set up what to search, in a terminal',
    run = function()
      require('memswarm.onboard').run()
    end,
  },
  reindex = {
    desc = 'build the indexes anew',
    run = function()
      require('memswarm.client').execute('swarm.reindex', vim.empty_dict(), function()
        notify.say('The indexes are being built anew.')
      end)
    end,
  },
  trust = {
    desc = 'let the workspace’s configuration start programs, connect and write',
    run = function()
      require('memswarm.trust').run()
    end,
  },
  log = {
    desc = 'open the log; "log server" the shared server’s; "log debug" logs more',
    run = function(_, words)
      require('memswarm.log').run(words[2])
    end,
    complete = function(lead)
      return vim.tbl_filter(function(s)
        return vim.startswith(s, lead)
      end, { 'debug', 'info', 'server', 'warn' })
    end,
  },
  restart = {
    desc = 'stop the server and start it again',
    run = function()
      require('memswarm.client').restart()
    end,
  },
}

---@return string[]
local function names()
  local out = vim.tbl_keys(M.subcommands)
  table.sort(out)
  return out
end

--- :Swarm SUBCOMMAND …
---@param args table what nvim_create_user_command gives
function M.run(args)
  local rest = vim.trim(args.args)
  local words = vim.split(rest, '%s+')
  local name = words[1]
  if name == '' then
    name, words = args.range > 0 and 'curate' or 'query', { '' }
  end
  local sub = M.subcommands[name]
  if not sub then
    return notify.say(
      ('There is no :Swarm %s. There are: %s.'):format(name, table.concat(names(), ', ')),
      'ERROR'
    )
  end
  sub.run(args, words, vim.trim(rest:sub(#words[1] + 1)))
end

---@param lead string
---@param line string
---@param pos integer
---@return string[]
function M.complete(lead, line, pos)
  local before = line:sub(1, pos):gsub('^.-Swarm!?%s+', '')
  local name = before:match('^(%S+)%s')
  if not name then
    return vim.tbl_filter(function(s)
      return vim.startswith(s, lead)
    end, names())
  end
  local sub = M.subcommands[name]
  return sub and sub.complete and sub.complete(lead) or {}
end

return M
