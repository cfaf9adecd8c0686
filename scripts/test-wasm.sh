#!/usr/bin/env bash
# test-wasm.sh [chromium|firefox|webkit]: runs the tests of the wasm crate in this browser, without
# a window. wasm/webdriver.json has the arguments for Chromium. If the browser is not installed,
# prints SKIP and the reason.
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
# A driver refuses unknown arguments, so the arguments for Chromium must not be used. No file with
# this name exists.
export WASM_BINDGEN_TEST_WEBDRIVER_JSON=none
case $engine in
firefox) exec "${test[@]}" --firefox --geckodriver "$driver" wasm --locked ;;
# WebKit's driver is used in the same way as Safari's, because both start their only browser without
# a path.
webkit) exec scripts/with-display.sh env WEBKIT_DISABLE_COMPOSITING_MODE=1 "${test[@]}" --safari --safaridriver "$driver" wasm --locked ;;
esac
