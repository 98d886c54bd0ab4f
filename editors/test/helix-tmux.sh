#!/usr/bin/env bash
# Helix in a terminal: what an editor without any plugin gets from the server.
# usage: helix-tmux.sh HX; the environment is set by `run`.
set -u
cd "$(dirname "$0")" || exit 1
. ./tmux-lib.sh
hx=$1
work=$(mktemp -d "$TMPDIR/hx.XXXXXX")
TMUX_SOCKET=$work/s
trap 't_end; rm -rf "$work"' EXIT
cp -R "$MEMSWARM_EXAMPLE" "$work/harbor"
mkdir -p "$work/config/helix"
# The page's own configuration, with the server under test on the PATH.
sed -n '/^```toml languages/,/^```/p' ../helix/README.md | sed '1d;$d' >"$work/config/helix/languages.toml"
mkdir -p "$work/bin"
ln -s "$MEMSWARM_SERVER" "$work/bin/memswarm"

t_start "cd '$work/harbor' && env PATH='$work/bin:$PATH' COLORTERM=truecolor XDG_CONFIG_HOME='$work/config' XDG_CACHE_HOME='$work/cache' '$hx' src/auth/refresh.go"
t_see 'Helix: a file' 'package auth'

# Workspace symbols; the server may still be indexing, so the question is asked
# again until it is answered.
for ((i = 0; i < 20; i++)); do
	t_keys Escape
	t_keys Space S
	t_type 'webhook dedupe'
	for ((j = 0; j < 10; j++)); do
		t_screen | grep -q 'Webhook dedupe' && break 2
		sleep 0.1
	done
	t_keys Escape
done
t_see 'Helix: workspace symbols' 'Webhook dedupe'
t_keys Enter
t_see 'Helix: a symbol opens its note' 'webhook_dedupe\.md|Webhook dedupe.*:[0-9]+'
t_type ':open src/retry/budget.go'
t_keys Enter
t_see 'Helix: another file' 'package retry'

if [ "${HELIX_HOVER:-}" = yes ]; then
	t_type '/RetryBudget'
	t_keys Enter
	t_keys Space k
	t_see 'Helix: hover' '— byterover'
	t_keys Escape
else
	t_skip 'Helix: hover' 'this server has none'
fi
if [ "${HELIX_ACTION:-}" = yes ]; then
	t_type 'ggxx'
	t_keys Space a
	t_see 'Helix: code actions' 'Curate'
	t_keys Escape
else
	t_skip 'Helix: code actions' 'this server has none'
fi
t_keys Escape
t_type ':quit-all!'
t_keys Enter
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
