#!/usr/bin/env bash
# test-wasm.sh [chromium|firefox|webkit]: runs the wasm crate's tests in that browser, headless; wasm/webdriver.json has Chromium's arguments.
# Says SKIP and why where the engine is not installed.
set -eu
cd "$(dirname "$0")/.."
. scripts/wasm-env.sh
export WASM_BINDGEN_TEST_TIMEOUT=300
engine=${1:-chromium}
test=(wasm-pack test --headless --mode no-install)

if [ "$engine" = chromium ]; then
    CHROMEDRIVER=${CHROMEDRIVER:-$(command -v chromedriver)}
    export CHROMEDRIVER
    exec "${test[@]}" --chrome wasm --locked
fi

if ! driver=$(scripts/engine.sh "$engine" 2>&1); then
    echo "SKIP: $driver"
    exit
fi
# The arguments of Chromium are none of theirs, and a driver refuses what it does not know: there is no such file.
export WASM_BINDGEN_TEST_WEBDRIVER_JSON=none
case $engine in
firefox) exec "${test[@]}" --firefox --geckodriver "$driver" wasm --locked ;;
# WebKit's driver is asked as Safari's: both start their only browser without being told how.
webkit) exec scripts/with-display.sh env WEBKIT_DISABLE_COMPOSITING_MODE=1 "${test[@]}" --safari --safaridriver "$driver" wasm --locked ;;
esac
