#!/usr/bin/env bash
# Neovim in a terminal, as a person: search, open, hover, related, curate, undo,
# status. usage: nvim-tmux.sh NVIM LABEL; the environment is set by `run`.
set -u
cd "$(dirname "$0")" || exit 1
. ./tmux-lib.sh
nvim=$1 label=$2
work=$(mktemp -d "$TMPDIR/tmux.XXXXXX")
TMUX_SOCKET=$work/s
trap 't_end; rm -rf "$work"' EXIT
cp -R "$MEMSWARM_EXAMPLE" "$work/harbor"
cat >"$work/init.lua" <<LUA
vim.opt.rtp:prepend('$MEMSWARM_PLUGIN')
vim.g.memswarm = { cmd = { '$MEMSWARM_SERVER', 'lsp' }, picker = 'builtin' }
vim.o.swapfile, vim.o.shadafile = false, 'NONE'
vim.o.statusline = "%f %{v:lua.require'memswarm'.statusline()}"
vim.o.laststatus = 2
vim.keymap.set('n', '<Space>s', '<Plug>(SwarmQuery)')
vim.keymap.set({ 'n', 'x' }, '<Space>c', '<Plug>(SwarmCurate)')
vim.keymap.set('n', '<Space>u', '<Plug>(SwarmUndo)')
vim.keymap.set('n', '<Space>r', '<Plug>(SwarmRelated)')
LUA

# has CAPABILITY: what this server says that it can do.
caps=$("$nvim" --headless --clean -u "$work/init.lua" -l nvim/capabilities.lua "$work/harbor/src/auth/refresh.go" 2>&1)
has() { grep -qx "$1" <<<"$caps"; }

t_start "cd '$work/harbor' && env TERM=screen-256color '$nvim' --clean -u '$work/init.lua' src/auth/refresh.go"
t_see "$label: a file" 'package auth'
t_see "$label: the statusline shows the swarm" 'swarm ✓ 4'

t_keys Space s
t_see "$label: the picker" 'Swarm'
t_type 'webhook dedupe'
t_see "$label: results with a badge" 'brv .*[Ww]ebhook dedupe'
t_keys Down
t_keys Up
t_keys Enter
t_gone "$label: the picker closes" ' found, '
t_see "$label: the note is open" 'webhook_dedupe\.md|Webhook'
t_keys C-o
t_see "$label: and back" 'package auth'

t_type ':Swarm status'
t_keys Enter
t_see "$label: status" 'Swarm is operational'
t_see "$label: status lists providers" 'local-markdown:notes'
t_keys q
t_gone "$label: status closes" 'Swarm is operational'

t_type ':Swarm! query postgres failover'
t_keys Enter
t_see "$label: the quickfix list" 'runbook-postgres-failover\.md\|'
t_type ':cclose'
t_keys Enter

if has hover; then
	t_type ':edit src/web/src/offlineQueue.ts'
	t_keys Enter
	t_see "$label: another file" 'export class OfflineQueue'
	t_type '/class OfflineQueue'
	t_keys Enter
	t_keys w K
	t_see "$label: hover" '— byterover'
	t_keys Escape
	t_type ':edit src/auth/refresh.go'
	t_keys Enter
else
	t_skip "$label: hover" 'this server has none'
fi

if has related; then
	t_keys Space r
	t_see "$label: the related window" 'brv |obs '
	t_keys Space r
else
	t_skip "$label: related" 'this server has none'
fi

if has curate; then
	t_keys g g
	t_keys V j Space c
	t_see "$label: a target is asked for, or the only one taken" 'Store in|store  e edit'
	if t_screen | grep -q 'Store in'; then
		line=$(t_screen | sed -n 's/^ *\([0-9]*\): local-markdown:notes.*/\1/p' | head -1)
		t_type "${line:-1}"
		t_keys Enter
	fi
	t_see "$label: what will be written" 'store  e edit'
	t_keys Enter
	t_see "$label: it is stored" 'Stored in'
	t_keys Enter
	t_keys Space u
	t_see "$label: it is taken back" 'Took back'
	left=$(cd "$work/harbor" && find . -newer "$work/init.lua" -name '*.md' | xargs -r grep -l 'package auth' 2>/dev/null)
	if [ -z "$left" ]; then
		echo "ok    $label: nothing is left of it"
		passed=$((passed + 1))
	else
		echo "FAIL  $label: left behind: $left"
		failed=$((failed + 1))
	fi
else
	t_skip "$label: curate and undo" 'this server has none'
fi
t_keys Escape
t_type ':qa!'
t_keys Enter
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
