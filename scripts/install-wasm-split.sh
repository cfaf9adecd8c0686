#!/usr/bin/env bash
# install-wasm-split.sh: installs the tool that divides the module into parts, with our patch. The
# released tool writes a file for each set of parts that share code, which makes hundreds of files.
# The patch joins them into the files that scripts/cut-parts.mjs names.
set -eu
cd "$(dirname "$0")/.."
. scripts/wasm-env.sh
folder=$wasm_split_tool/source
rm -rf "$folder"
mkdir -p "$folder/ask/src"
: >"$folder/ask/src/lib.rs"
cat >"$folder/ask/Cargo.toml" <<END
[package]
name = "ask"
version = "0.0.0"
[dependencies]
wasm_split_cli_support = "=$wasm_split_version"
[workspace]
END
manifest=$(cargo metadata --format-version 1 --manifest-path "$folder/ask/Cargo.toml" |
    node -p 'JSON.parse(fs.readFileSync(0)).packages.find(({ name }) => name === "wasm_split_cli_support").manifest_path')
cp -R "$(dirname "$manifest")" "$folder/tool"
printf '[workspace]\n' >>"$folder/tool/Cargo.toml"
# With this variable, Git does not find a repository above the folder. Within one, `git apply` would
# change nothing.
(cd "$folder/tool" && GIT_CEILING_DIRECTORIES=$folder git apply "$root/scripts/wasm-split.patch")
# The tool runs only for moments, so it is built in a way that compiles fast.
env -u RUSTC CARGO_PROFILE_RELEASE_OPT_LEVEL=1 CARGO_PROFILE_RELEASE_LTO=off CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 \
    cargo install --path "$folder/tool" --features build-binary --root "$wasm_split_tool" --force
rm -rf "$folder"
