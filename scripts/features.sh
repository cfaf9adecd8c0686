# shellcheck shell=bash
# This file is sourced at the root. It lists the features of the crate that are hosts.
hosts=$(sed -nE 's/^default = \[(.*)\]$/\1/p' Cargo.toml | tr -d '" ' | tr ',' '\n' | grep -vxE 'lint|safety|compare|search|install|sources|locks|support|change|build|passages|dependencies|budget-plan|health|triggers|usage')
