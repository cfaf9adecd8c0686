#!/usr/bin/env bash
# debian-std.sh SYSROOT: builds Rust's standard library for wasm with Debian's compiler from the
# sources in the package rust-web-src, and creates a sysroot that contains it. See "The wasm target"
# in CONTRIBUTING.md.
set -eu

sysroot=$1
target=wasm32-unknown-unknown
compiler=/usr/bin/rustc
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# For an empty crate, cargo builds only the standard library.
cd "$work"
mkdir src
: >src/lib.rs
printf '[package]\nname = "nothing"\nedition = "2021"\n' >Cargo.toml
# Link-time optimization needs bitcode in the standard library. Panic messages must not contain the
# paths of this machine.
RUSTFLAGS="-C embed-bitcode=yes --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
export RUSTFLAGS
RUSTC=$compiler RUSTC_BOOTSTRAP=1 CARGO_TARGET_DIR=$work/target \
    cargo build --release --target "$target" -Zbuild-std=std,panic_abort,test
rm "target/$target"/release/deps/libnothing-*

new=$sysroot.new
rm -rf "$new" "$sysroot"
mkdir -p "$new/bin" "$new/lib/rustlib/$target/lib"
cp "target/$target"/release/deps/lib*.rlib "$new/lib/rustlib/$target/lib/"
for part in "$("$compiler" --print sysroot)"/lib/rustlib/*; do
    [ "${part##*/}" = "$target" ] || ln -s "$part" "$new/lib/rustlib/"
done
# shellcheck disable=SC2016 # "$@" belongs to the script that is written
printf '#!/bin/sh\nexec %s --sysroot "%s" "$@"\n' "$compiler" "$sysroot" >"$new/bin/rustc"
chmod +x "$new/bin/rustc"
mv "$new" "$sysroot"
