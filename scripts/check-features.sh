#!/usr/bin/env bash
# Checks that the module compiles with each host by itself, and with all of them, without diagnostics, comparison and search.
set -eu
cd "$(dirname "$0")/.."
. scripts/features.sh
for features in $hosts "$(paste -sd, <<<"$hosts")"; do
    cargo check --locked --package skillglass-wasm --no-default-features --features "$features"
done
