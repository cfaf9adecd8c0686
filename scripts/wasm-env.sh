# shellcheck shell=bash
# This file is sourced. It sets the paths of the tools, and the environment of a wasm build, which
# native builds must not have.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=${SKILLGLASS_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/skillglass}
wasm_pack_version=0.15.1
# The command-line tool must have exactly the version of the crate.
wasm_bindgen_version=$(awk -F'"' '/^name = "wasm-bindgen"$/ { getline; print $2 }' "$root/Cargo.lock")
# The version of the tool that divides the module into parts, which our patch changes.
wasm_split_version=0.2.4
wasm_split_tool=$tools/wasm-split-$wasm_split_version-$(cksum <"$root/scripts/wasm-split.patch" | cut -d' ' -f1)
wasm_target=wasm32-unknown-unknown

export PATH="$wasm_split_tool/bin:$tools/wasm-pack-$wasm_pack_version/bin:$tools/wasm-bindgen-cli-$wasm_bindgen_version/bin:$root/node_modules/.bin:$PATH"

has_wasm_std() { # SYSROOT
    compgen -G "$1/lib/rustlib/$wasm_target/lib/libstd-*.rlib" >/dev/null
}

has_debian_rust() {
    [ -x /usr/bin/rustc ] && [ -d "$(/usr/bin/rustc --print sysroot)/lib/rustlib/src/rust/library/std" ]
}

# Prints the path of the sysroot that debian-std.sh creates. The name depends on the compiler,
# because a new compiler needs a new sysroot.
debian_sysroot() {
    echo "$tools/sysroot-$(/usr/bin/rustc --verbose --version | cksum | cut -d' ' -f1)"
}

# Succeeds if the module's standard library can be compiled with this compiler.
can_build_std() {
    [ -f "$std_sources/std/Cargo.toml" ] &&
        RUSTC_BOOTSTRAP=1 "$wasm_rustc" -Zunstable-options -Cpanic=immediate-abort --print cfg >/dev/null 2>&1
}

# Chooses the compiler for wasm: the usual one if it has the target, otherwise Debian's. If neither
# has it, `wasm_sysroot` stays empty, and setup.sh has to install one.
wasm_sysroot=
wasm_rustc=rustc
usual_sysroot=$(env -u RUSTC rustc --print sysroot)
if has_wasm_std "$usual_sysroot"; then
    wasm_sysroot=$usual_sysroot
elif has_debian_rust && has_wasm_std "$(debian_sysroot)"; then
    wasm_sysroot=$(debian_sysroot)
    wasm_rustc=$wasm_sysroot/bin/rustc
    export RUSTC=$wasm_rustc
    PATH=$wasm_sysroot/bin:$PATH # wasm-pack asks the `rustc` on PATH for the target, not $RUSTC
    for linker in "$usual_sysroot"/lib/rustlib/*/bin/rust-lld /usr/bin/wasm-ld /usr/bin/wasm-ld-*; do
        if [ -x "$linker" ]; then
            export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER=$linker
            break
        fi
    done
fi

# The sources of the standard library, from rustup's component rust-src or Debian's package
# rust-web-src.
std_sources=$("$wasm_rustc" --print sysroot)/lib/rustlib/src/rust/library
