#!/usr/bin/env bash
# build-wasm.sh [parts]: builds and optimises the wasm crate into target/wasm-pack-skillglass; with `parts` the module in parts into
# target/wasm-pack-parts.
set -eu
cd "$(dirname "$0")/.."
. scripts/wasm-env.sh
name=${1:-skillglass}
options=()
# Panic messages name source files: not by the paths of this machine. Names of functions say what they are compiled for
# (scripts/size.mjs); wasm-opt takes them out.
flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$root=skillglass -C symbol-mangling-version=v0"
# At "z" the compiler inlines next to nothing, and every step of an iterator becomes a call.
flags="$flags -C llvm-args=-inline-threshold=25"
std=shipped
if can_build_std; then
    # The standard library as it is shipped formats a message for every panic, which nobody sees: its own build stops at
    # once, and is 7 % less to download. Stable compilers take that with RUSTC_BOOTSTRAP alone.
    std=built
    export RUSTC_BOOTSTRAP=1
    flags="$flags --remap-path-prefix=$std_sources=std -Zunstable-options -Cpanic=immediate-abort"
    options+=(-Zbuild-std=std,panic_abort -Zbuild-std-features=optimize_for_size)
fi
if [ "$name" = parts ]; then
    # The cut goes by relocations. Objects with them do for no other build, so they have a folder of their own.
    export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS="$flags -C link-args=--emit-relocs"
    (cd wasm && cargo build --lib --release --locked --features parts --target "$wasm_target" --target-dir ../target/parts ${options[@]+"${options[@]}"})
    node scripts/cut-parts.mjs "target/parts/$wasm_target/release/skillglass_wasm.wasm" target/wasm-pack-parts
    printf '%s' "$std" >target/wasm-pack-parts/std
    exit
fi
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags
wasm-pack build wasm --release --target web --no-pack --mode no-install \
    --out-dir "../target/wasm-pack-$name" --out-name "$name" --locked ${options[@]+"${options[@]}"}
cp "target/$wasm_target/release/skillglass_wasm.wasm" "target/wasm-pack-$name/named.wasm"
printf '%s' "$std" >"target/wasm-pack-$name/std"
