# Driving a terminal program as a person does: real keys, real screen.
# The caller sets TMUX_SOCKET (a path) and calls t_start, t_keys, t_see, t_end.
passed=0 failed=0

t() { tmux -S "$TMUX_SOCKET" "$@"; }
t_screen() { t capture-pane -p -t main; }

# t_start COMMAND: a new terminal of 140 x 40.
t_start() {
	t kill-server 2>/dev/null
	t -f /dev/null new-session -d -s main -x 140 -y 40 "$1"
}
t_keys() { t send-keys -t main "$@"; }
t_type() { t send-keys -t main -l "$1"; }

# t_see WHAT REGEX: waits until the screen shows it; 15 seconds is for slow machines.
t_see() {
	local i
	for ((i = 0; i < 150; i++)); do
		if t_screen | grep -qE -- "$2"; then
			echo "ok    $1"
			passed=$((passed + 1))
			return 0
		fi
		sleep 0.1
	done
	echo "FAIL  $1: never saw $2"
	t_screen | sed 's/^/      | /'
	failed=$((failed + 1))
	return 1
}

# t_gone WHAT REGEX: waits until the screen does not show it.
t_gone() {
	local i
	for ((i = 0; i < 150; i++)); do
		if ! t_screen | grep -qE -- "$2"; then
			echo "ok    $1"
			passed=$((passed + 1))
			return 0
		fi
		sleep 0.1
	done
	echo "FAIL  $1: still there: $2"
	t_screen | sed 's/^/      | /'
	failed=$((failed + 1))
	return 1
}
t_skip() { echo "skip  $1: $2"; }
t_end() { t kill-server 2>/dev/null; }
