#!/usr/bin/env bash
# with-display.sh COMMAND…: runs a command on an invisible screen if Xvfb is installed, otherwise on
# the usual screen.
set -eu
command -v Xvfb >/dev/null || exec "$@"

# Xvfb writes the number of its display when the display can be used.
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
