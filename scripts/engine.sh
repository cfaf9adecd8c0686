#!/usr/bin/env bash
# engine.sh firefox|webkit: prints the path of the engine's WebDriver if the engine can be used
# here. Otherwise prints the reason on stderr, and fails. GECKODRIVER and WEBKITDRIVER name other
# drivers than those on PATH.
set -eu
cd "$(dirname "$0")/.."
. scripts/engine-env.sh

first_of() { # COMMAND…: the path of the first that there is
    local name
    for name; do
        [ -n "$name" ] && command -v "$name" && return
    done
    return 1
}
without() {
    echo "$1 is not installed here: scripts/setup.sh engines tries to, CONTRIBUTING.md says from where" >&2
    exit 1
}

case $1 in
firefox)
    [ -n "${FIREFOX:-}" ] || first_of firefox firefox-esr >/dev/null || without Firefox
    first_of "${GECKODRIVER:-}" geckodriver "$geckodriver_folder/bin/geckodriver" || without geckodriver
    ;;
webkit)
    first_of "${WEBKITDRIVER:-}" WebKitWebDriver || without "WebKitGTK's WebDriver"
    [ -n "${DISPLAY:-}" ] || first_of Xvfb >/dev/null || without Xvfb
    ;;
*)
    echo "engine.sh knows firefox and webkit" >&2
    exit 2
    ;;
esac
