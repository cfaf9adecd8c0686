# shellcheck shell=bash
# Sourced: where the tools are, and the environment of a wasm build, which native builds must not see.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tools=${SKILLGLASS_TOOLS:-${XDG_CACHE_HOME:-$HOME/.cache}/skillglass}
wasm_pack_version=0.15.1
# The command-line tool must be of the crate's very version.
wasm_bindgen_version=$(awk -F'"' '/^name = "wasm-bindgen"$/ { getline; print $2 }' "$root/Cargo.lock")
# The tool that cuts the module into parts, and our patch of it.
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

# The sysroot that debian-std.sh makes. Its name has the compiler in it: an update of the compiler needs a new one.
debian_sysroot() {
    echo "$tools/sysroot-$(/usr/bin/rustc --verbose --version | cksum | cut -d' ' -f1)"
}

# Whether the module's standard library can be compiled with it.
can_build_std() {
    [ -f "$std_sources/std/Cargo.toml" ] &&
        RUSTC_BOOTSTRAP=1 "$wasm_rustc" -Zunstable-options -Cpanic=immediate-abort --print cfg >/dev/null 2>&1
}

# Which compiler builds wasm: the usual one where it has the target, else Debian's. Empty: setup.sh has to act.
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

# rustup's component rust-src, Debian's package rust-web-src.
std_sources=$("$wasm_rustc" --print sysroot)/lib/rustlib/src/rust/library
