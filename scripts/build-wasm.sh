#!/usr/bin/env bash
# build-wasm.sh [parts]: builds and optimizes the wasm crate into target/wasm-pack-skillglass. With
# `parts`, builds the module in parts into target/wasm-pack-parts.
set -eu
cd "$(dirname "$0")/.."
. scripts/wasm-env.sh
name=${1:-skillglass}
options=()
# Panic messages name source files, but must not contain the paths of this machine. The names of
# functions tell scripts/size.mjs what a function is compiled for. wasm-opt removes these names
# later.
flags="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo --remap-path-prefix=$root=skillglass -C symbol-mangling-version=v0"
std_features=()
if [ "$name" = parts ]; then
    # With the optimization level "z", the compiler inlines almost nothing, and every step of an
    # iterator becomes a call. So the threshold is raised.
    flags="$flags -C llvm-args=-inline-threshold=25"
    std_features=(-Zbuild-std-features=optimize_for_size)
else
    # Node and the command load the whole module from the disk, so its speed counts more than its
    # size. Level 3 and more inlining make the module a third larger and no faster, and V8 compiles
    # large functions for so long that a short command takes longer.
    export CARGO_PROFILE_RELEASE_OPT_LEVEL=2
    flags="$flags -C llvm-args=-inline-threshold=45 -C target-feature=+simd128"
fi
std=shipped
if can_build_std; then
    # The shipped standard library formats a message for every panic, which nobody sees. A standard
    # library that is built here stops without a message, and makes the download 7 % smaller. Stable
    # compilers accept this only with RUSTC_BOOTSTRAP.
    std=built
    export RUSTC_BOOTSTRAP=1
    flags="$flags --remap-path-prefix=$std_sources=std -Zunstable-options -Cpanic=immediate-abort"
    options+=(-Zbuild-std=std,panic_abort ${std_features[@]+"${std_features[@]}"})
fi
if [ "$name" = parts ]; then
    # The module is divided by its relocations. Objects with relocations cannot be used for other
    # builds, so they have a target folder of their own.
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
