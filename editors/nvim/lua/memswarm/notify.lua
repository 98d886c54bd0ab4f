-- Messages for people: one line that says what happened and what to do.
local M = {}

local said = {} ---@type table<string, boolean>

---@param message string
---@param level? 'INFO'|'WARN'|'ERROR'
function M.say(message, level)
  vim.schedule(function()
    vim.notify('memswarm: ' .. message, vim.log.levels[level or 'INFO'], { title = 'Memory Swarm' })
  end)
end

--- Says something once a session.
---@param key string
---@param message string
---@param level? 'INFO'|'WARN'|'ERROR'
---@return boolean said
function M.once(key, message, level)
  if said[key] then
    return false
  end
  said[key] = true
  M.say(message, level)
  return true
end

--- Lets a message be said again, after what it was about has changed.
---@param key string
function M.forget(key)
  said[key] = nil
end

return M
