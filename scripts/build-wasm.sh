#!/usr/bin/env bash
# Builds and optimises the wasm crate into target/wasm-pack.
set -eu
cd "$(dirname "$0")/.."
. scripts/wasm-env.sh
# Panic messages name source files: not by the paths of this machine.
flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$root=skillglass"
# At "z" the compiler inlines next to nothing, and every step of an iterator becomes a call.
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$flags -C llvm-args=-inline-threshold=40"
exec wasm-pack build wasm --release --target web --no-pack --mode no-install \
    --out-dir ../target/wasm-pack --out-name skillglass --locked
