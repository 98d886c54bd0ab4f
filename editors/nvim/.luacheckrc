std = 'luajit'
globals = { 'vim' }
read_globals = { 'MiniTest', 'MiniPick', 'Snacks' }
max_line_length = false -- stylua's business
