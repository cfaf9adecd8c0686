#!/usr/bin/env bash
# check-features.sh [each]: checks that the module compiles without diagnostics, comparison and
# search. Checks this with all hosts and with only one host, and also checks diagnostics without the
# feature `safety`. With `each`, checks every host on its own, which takes minutes.
set -eu
cd "$(dirname "$0")/.."
. scripts/features.sh
alone=$(head -1 <<<"$hosts")
[ "${1:-}" != each ] || alone=$hosts
for features in $alone lint "$(paste -sd, <<<"$hosts")"; do
    cargo check --locked --package skillglass-wasm --no-default-features --features "$features"
done
