#!/usr/bin/env bash
# with-display.sh COMMAND…: runs it on a screen of its own that nobody sees, where Xvfb is installed; else on the usual one.
set -eu
command -v Xvfb >/dev/null || exec "$@"

# Xvfb writes the number of its display once it can be used.
ready=$(mktemp -u)
mkfifo "$ready"
Xvfb -displayfd 3 -screen 0 1400x1000x24 -nolisten tcp 3>"$ready" 2>/dev/null &
screen=$!
number=$(cat "$ready")
rm "$ready"
if [ -z "$number" ]; then
    echo "Xvfb gave no display" >&2
    exit 1
fi

DISPLAY=:$number "$@" &
command=$!
trap 'kill "$command" 2>/dev/null || true' TERM INT
trap 'kill "$screen" 2>/dev/null || true' EXIT
status=0
wait "$command" || status=$?
exit "$status"
