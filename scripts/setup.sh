#!/usr/bin/env bash
# setup.sh [rust|wasm|npm|bundlers|agent|peers|browser|deny|engines]…: installs what a build or a
# test needs, and skips what is already installed. CONTRIBUTING.md describes where things are
# installed.
set -eu
cd "$(dirname "$0")/.."

step() { scripts/step.sh "$@"; }
have() { command -v "$1" >/dev/null 2>&1; }
missing() { printf 'error: %s\n' "$@" >&2; exit 1; }

# Installs Debian packages if this is possible without a question to anyone. Removes none.
debian() {
    local as_root=(env)
    have apt-get || return 1
    if [ "$(id -u)" != 0 ]; then
        sudo -n true 2>/dev/null || return 1
        as_root=(sudo -n)
    fi
    step "apt-get update" "${as_root[@]}" apt-get update &&
        step "install $*" "${as_root[@]}" apt-get install --yes --no-install-recommends --no-remove "$@"
}

setup_rust() {
    have cargo || missing "Rust is not installed: see https://rustup.rs"
    have c++ || debian g++ || missing "no C++ compiler: install g++ or clang, which libFuzzer is compiled with"
    have cc || debian gcc libc6-dev || missing "no C linker: install gcc or clang, which every Rust program needs"
}

rustup_target() {
    local limit=()
    have rustup || return 1
    have timeout && limit=(timeout 300)
    STEP_LINES=0 step "rustup target add $wasm_target" env ${limit[@]+"${limit[@]}"} rustup target add "$wasm_target"
}

debian_target() {
    local packages=(rustc-web rust-web-src)
    have rustup || packages+=(lld-22) # rustup's toolchain brings a linker, Debian's none
    has_debian_rust || debian "${packages[@]}" || true
    if ! has_debian_rust; then
        missing \
            "no standard library for $wasm_target, and none could be installed. Do one of:" \
            "  rustup target add $wasm_target" \
            "  apt-get install ${packages[*]}    (Debian 12 or newer, as root)" \
            "  install your distribution's package of it, for the rustc that is first on PATH"
    fi
    step "build std for $wasm_target" scripts/debian-std.sh "$(debian_sysroot)"
}

# Removes objects that were compiled for another standard library, because they cannot be linked.
forget_stale_objects() {
    local stamp=target/wasm-std current
    current="$wasm_sysroot $("$wasm_rustc" --version)"
    [ "$(cat "$stamp" 2>/dev/null)" = "$current" ] && return
    rm -rf "target/$wasm_target"
    mkdir -p target
    printf '%s' "$current" >"$stamp"
}

version_of() { "$1" --version 2>/dev/null | cut -d' ' -f2; }

# cargo_tool NAME VERSION FLAGS…: installs a tool into a folder of its own. A tool runs only for
# moments, so it is built in a way that compiles fast.
cargo_tool() {
    local name=$1 version=$2
    shift 2
    step "install $name $version" env -u RUSTC \
        CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
        cargo install "$name" --version "$version" --root "$tools/$name-$version" --force "$@"
}

setup_wasm() {
    . scripts/wasm-env.sh
    if [ -z "$wasm_sysroot" ]; then
        rustup_target || debian_target # what an ordinary machine does; what one without Rust's release server does
        . scripts/wasm-env.sh
    fi
    # Without the sources, the module is built with the shipped standard library, and is larger.
    if ! can_build_std && have rustup; then
        step "rustup component add rust-src" rustup component add rust-src || true
    fi
    forget_stale_objects
    [ "$(version_of wasm-pack)" = "$wasm_pack_version" ] ||
        cargo_tool wasm-pack "$wasm_pack_version" --locked
    # The option --locked is left out, because a crate in the tool's lock file no longer exists. The
    # default feature is TLS, which no local driver needs.
    [ "$(version_of wasm-bindgen)" = "$wasm_bindgen_version" ] ||
        cargo_tool wasm-bindgen-cli "$wasm_bindgen_version" --no-default-features
    [ -x "$wasm_split_tool/bin/wasm-split-cli" ] ||
        step "install wasm-split-cli $wasm_split_version, patched" scripts/install-wasm-split.sh
}

setup_npm() {
    local enough='const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
    if ! have npm || ! node -e "$enough"; then
        missing "Node 20.19 or newer with npm is needed"
    fi
    cmp -s package-lock.json node_modules/.installed-lock && return
    step "npm ci" npm ci
    cp package-lock.json node_modules/.installed-lock
}

# The tools with which the package is tested. They have more than half a gigabyte, so only the tests
# of the package install them.
setup_bundlers() {
    local folder=tests/bundlers
    cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed-lock" && return
    # `npm ci` is not used, because it requires the binaries for all other systems in the lock file,
    # which not every registry has.
    step "npm install, $folder" npm install --no-save --prefix "$folder"
    cp "$folder/package-lock.json" "$folder/node_modules/.installed-lock"
}

# The SDKs with which the example of an agent is tested.
setup_agent() {
    local folder=examples/agent
    cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed-lock" && return
    step "npm ci, $folder" npm ci --prefix "$folder"
    cp "$folder/package-lock.json" "$folder/node_modules/.installed-lock"
}

# The linters with which `make bench` compares the times of the command.
setup_peers() {
    local folder=benches/peers
    cmp -s "$folder/package-lock.json" "$folder/node_modules/.installed-lock" && return
    step "npm ci, $folder" npm ci --prefix "$folder"
    cp "$folder/package-lock.json" "$folder/node_modules/.installed-lock"
}

has_browser() {
    node -e 'import("./tests/browser.mjs").then((browser) => browser.chromePath())' 2>/dev/null &&
        [ -x "${CHROMEDRIVER:-$(command -v chromedriver)}" ]
}

setup_browser() {
    has_browser || debian chromium chromium-driver || true
    if ! has_browser; then
        missing "no Chromium or no chromedriver: install both (Debian: chromium chromium-driver)," \
            "  or say where they are with CHROME and CHROMEDRIVER"
    fi
}

# cargo-deny takes minutes to build, so `make check` does not need it.
setup_deny() {
    . scripts/deny-env.sh
    [ "$(version_of cargo-deny)" = "$cargo_deny_version" ] ||
        cargo_tool cargo-deny "$cargo_deny_version" --locked --no-default-features
}

# Firefox and WebKit, which are used besides Chromium. If one is missing, nothing fails here. The
# tests report this and skip the engine.
setup_engines() {
    . scripts/wasm-env.sh
    . scripts/engine-env.sh
    local packages=()
    have firefox || have firefox-esr || packages+=(firefox-esr)
    [ -n "${WEBKITDRIVER:-}" ] || have WebKitWebDriver || packages+=(webkit2gtk-driver)
    have Xvfb || packages+=(xvfb)
    [ ${#packages[@]} = 0 ] || debian "${packages[@]}" || true
    if { have firefox || have firefox-esr; } && ! scripts/engine.sh firefox >/dev/null 2>&1; then
        cargo_tool geckodriver "$geckodriver_version" --locked || true
    fi
}

for part; do
    "setup_$part"
done
