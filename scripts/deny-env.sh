# shellcheck shell=bash
# Sourced: which cargo-deny `make audit` takes, and where setup.sh puts it.
cargo_deny_version=0.20.2
tools=${SKILLGLASS_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/skillglass}
export PATH="$tools/cargo-deny-$cargo_deny_version/bin:$PATH"
