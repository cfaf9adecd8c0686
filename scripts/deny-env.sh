# shellcheck shell=bash
# This file is sourced. It sets the version of cargo-deny for `make audit`, and the folder where
# setup.sh installs cargo-deny.
cargo_deny_version=0.20.2
tools=${SKILLGLASS_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/skillglass}
export PATH="$tools/cargo-deny-$cargo_deny_version/bin:$PATH"
