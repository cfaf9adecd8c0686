#!/usr/bin/env bash
# reproducible.sh: packs the checked-out commit in two fresh clones, whose folders have names of
# different lengths. Fails if one byte of the tarball differs, and names the files.
# dist/reproducible/ gets the tarball and its checksum. Two complete builds take half an hour on two
# cores.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
clones=("$work/a" "$work/another-folder/much-deeper/b")
for clone in "${clones[@]}"; do
    git clone --quiet --no-hardlinks . "$clone"
    STEP_LINES=100 scripts/step.sh "pack in ${clone##*/}" env -u MAKEFLAGS make --no-print-directory -C "$clone" package
done
mkdir -p "$work/files"
for clone in "${clones[@]}"; do
    mkdir "$work/files/${clone##*/}"
    tar -xzf "$clone"/dist/*.tgz -C "$work/files/${clone##*/}"
done
if ! diff -rq "$work/files/a" "$work/files/b"; then
    echo "error: the two builds differ in the files above" >&2
    exit 1
fi
rm -rf dist/reproducible
mkdir -p dist/reproducible
cp "${clones[0]}"/dist/*.tgz dist/reproducible/
if ! cmp "${clones[0]}"/dist/*.tgz "${clones[1]}"/dist/*.tgz; then
    echo "error: the files are the same, and the tarballs are not" >&2
    exit 1
fi
(cd dist/reproducible && sha256sum -- *.tgz | tee SHA256SUMS)
sha256sum "${clones[0]}"/pkg/*_bg.wasm | sed "s|$work/a/||"
