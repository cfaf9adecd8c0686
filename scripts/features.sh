# shellcheck shell=bash
# Sourced, at the root: the features of the crate that are hosts.
hosts=$(sed -nE 's/^default = \[(.*)\]$/\1/p' Cargo.toml | tr -d '" ' | tr ',' '\n' | grep -vxE 'lint|safety|compare|search|install|sources|locks|support|change|build|passages|dependencies|budget-plan|health|triggers|usage')
