#!/usr/bin/env bash
# step.sh NAME COMMAND…: runs a command, and prints a line with its name and its time. The command's
# output goes to target/logs/. If the command fails, the end of the output is printed.
set -eu

name=$1
shift
root=$(cd "$(dirname "$0")/.." && pwd)
log=$root/target/logs/${name//[^A-Za-z0-9.-]/-}.log
mkdir -p "${log%/*}"

TIMEFORMAT='%1R s'
printf '==> %s … ' "$name"
if { time "$@" >"$log" 2>&1 </dev/null; } 2>&1; then
    exit 0
else
    status=$?
fi
printf '    failed with status %s; see %s\n' "$status" "${log#"$root"/}"
tail -n "${STEP_LINES:-60}" "$log" | sed 's/^/    /'
exit "$status"
