# Skillglass: `make help` says what there is. Set-up is part of every target; CONTRIBUTING.md explains it.

SHELL := bash
.SHELLFLAGS := -euc
.DEFAULT_GOAL := help
.SUFFIXES:

PORT ?= 5173
STEP := scripts/step.sh
SETUP := scripts/setup.sh
CARGO := cargo --locked

# What the modules are made from, and what the package is made from besides.
MODULE_INPUTS := Cargo.toml Cargo.lock scripts/build-wasm.sh scripts/cut-parts.mjs scripts/wasm-split.patch scripts/wasm-env.sh $(shell find src wasm -type f)
PACKAGE_INPUTS := LICENSE-MIT LICENSE-APACHE scripts/package.mjs scripts/declarations.mjs package-lock.json scripts/published.mjs docs/doctor.schema.json $(shell find pkg-template docs/rules -type f)
COMMAND_INPUTS := $(shell find command -type f)
ENTRY_INPUTS := $(shell find entries -type f)
SITE_INPUTS := CHANGELOG.md CONTRIBUTING.md $(shell find docs site -type f -not -path '*/node_modules/*' -not -path '*/.vitepress/.temp/*')
PAGE_INPUTS := $(shell find www command/changes command/print/plain.ts command/tree/shown.ts -type f -not -path '*/node_modules/*')

.PHONY: help playground page package pkg test check fuzz record drift rule format bench size clean audit reproducible release

help: ## this list
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## (.*)/  make \1\t\2/' | expand -t 20

playground: pkg/entries/worker/index.js ## build the package and serve the page (PORT=5173)
	@$(SETUP) npm
	@npm run --silent dev --workspace www -- --port $(PORT) --strictPort

page: dist/page/index.html dist/site/index.html ## static files: the page in dist/page, the documentation with the page inside in dist/site

package: pkg ## the npm tarball, in dist
	@mkdir -p dist && rm -f dist/*.tgz
	@$(STEP) "npm pack" npm pack ./pkg --pack-destination dist
	@ls dist/*.tgz

test: ## all tests: native, headless Chromium, the npm package, the page
	@$(SETUP) rust wasm npm browser
	@node scripts/test.mjs

check: ## formatting, lints, types and all tests
	@$(SETUP) rust wasm npm browser
	@$(STEP) "rustfmt" cargo fmt --all --check
	@$(STEP) "rustfmt, fuzzing" cargo fmt --manifest-path fuzz/Cargo.toml --check
	@$(STEP) "biome" node_modules/.bin/biome ci --colors=off --error-on-warnings
	@$(STEP) "voice" node scripts/voice.mjs
	@$(STEP) "clippy" $(CARGO) clippy --workspace --all-targets -- -D warnings
	@$(STEP) "builds without diagnostics" scripts/check-features.sh
	@RUSTDOCFLAGS="-D warnings" $(STEP) "rustdoc" $(CARGO) doc --workspace --no-deps
	@node scripts/test.mjs

fuzz: ## fuzzing goes on from the corpus, all targets or one (TARGET=mentions), for a time (SECONDS=60) each
	@$(SETUP) rust npm
	@node scripts/fuzz.mjs run "$(TARGET)" "$(SECONDS)"

record: ## asks a released program about new workspaces (HOST=codex VERSION=0.169.0 SEED=monday N=100), into conformance/
	@node recorders/record.mjs "$(HOST)" --version "$(VERSION)" --seed "$(SEED)" -n "$(N)"

drift: ## shows what a newer release of a program answers otherwise (HOST=codex VERSIONS=0.166.0,0.169.0 N=60)
	@node recorders/drift.mjs "$(HOST)" --versions "$(VERSIONS)" --seed "$(SEED)" -n "$(N)"

rule: ## writes the file, the page and the row of a new rule (CODE=loud-heading GROUP=body)
	@node scripts/rule.mjs "$(CODE)" "$(GROUP)"

audit: ## licences, duplicates, sources and known advisories of crates and npm packages
	@$(SETUP) rust npm deny
	@scripts/audit.sh

reproducible: ## builds everything twice, in two fresh clones, and compares
	@scripts/reproducible.sh

release: ## checks everything and packs dist/release-<version>; publishes nothing
	@$(SETUP) rust wasm npm browser deny
	@node scripts/release.mjs

format: ## formats all Rust, TypeScript and JavaScript
	@$(SETUP) rust npm
	@cargo fmt --all
	@cargo fmt --manifest-path fuzz/Cargo.toml
	@node_modules/.bin/biome check --write

bench: pkg dist/page/index.html ## every figure of docs/performance.md: the package in Node, the core, the page, the command
	@$(SETUP) npm browser peers
	@$(STEP) "build the native core" $(CARGO) build --release --example load
	@node benches/performance.mjs
	@node benches/growth.mjs
	@node benches/hostile.mjs "" codex,claude-code
	@node benches/answers.mjs
	@node benches/memory.mjs
	@node benches/page.mjs
	@node benches/command.mjs

size: pkg ## what each module weighs, its rooms and dependencies; RECORD=1 writes size.json
	@node scripts/size.mjs --rooms

clean: ## remove what was built; the tools stay in their cache
	rm -rf target pkg dist

# wasm-pack's output with our package.json, README and entries. The page needs the whole module and the entries alone.
pkg: pkg/entries/worker/index.js pkg/command/main.js
	@node scripts/size.mjs $(if $(RECORD),--record)

# The file that build-wasm.sh writes last.
target/wasm-pack-%/std: $(MODULE_INPUTS)
	@$(SETUP) rust wasm npm
	@$(STEP) "build wasm, $*" scripts/build-wasm.sh $*

pkg/package.json: target/wasm-pack-skillglass/std target/wasm-pack-parts/std $(PACKAGE_INPUTS)
	@$(SETUP) npm
	@$(STEP) "assemble the package" node scripts/package.mjs

# The command imports an entry.
pkg/command/main.js: pkg/entries/worker/index.js $(COMMAND_INPUTS)
	@rm -rf pkg/command
	@$(STEP) "compile the command" node_modules/.bin/tsc -p command

pkg/entries/worker/index.js: pkg/package.json $(ENTRY_INPUTS)
	@rm -rf pkg/entries
	@$(STEP) "compile the entries" node_modules/.bin/tsc -p entries

dist/page/index.html: pkg/entries/worker/index.js $(PAGE_INPUTS)
	@$(SETUP) npm
	@$(STEP) "types of the page" npm run typecheck --workspace www
	@$(STEP) "build the page" npm run build --workspace www

# VitePress empties the folder before it writes.
dist/site/index.html: dist/page/index.html $(SITE_INPUTS)
	@$(SETUP) npm
	@$(STEP) "build the site" npm run build --workspace site
