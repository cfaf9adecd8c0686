#!/usr/bin/env bash
# Runs the wasm crate's tests in headless Chromium; wasm/webdriver.json has its arguments.
set -eu
cd "$(dirname "$0")/.."
. scripts/wasm-env.sh
CHROMEDRIVER=${CHROMEDRIVER:-$(command -v chromedriver)}
export CHROMEDRIVER
export WASM_BINDGEN_TEST_TIMEOUT=300
exec wasm-pack test --headless --chrome --mode no-install wasm --locked
