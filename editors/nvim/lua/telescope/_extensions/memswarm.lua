-- :Telescope memswarm
local function open(opts)
  opts = opts or {}
  require('memswarm.picker').open({
    text = opts.default_text or opts.query,
    picker = {
      live = true,
      available = function()
        return true
      end,
      open = function(source)
        require('memswarm.picker.telescope').open(source, opts)
      end,
    },
  })
end

return require('telescope').register_extension({ exports = { memswarm = open, query = open } })
