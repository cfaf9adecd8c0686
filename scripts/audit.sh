#!/usr/bin/env bash
# audit.sh: checks the crates with cargo-deny (deny.toml) and the packages with npm. If a database
# of advisories cannot be reached, this is no finding. The stored database is used instead, and its
# date is printed. Without one, this part is skipped with a message.
set -eu
cd "$(dirname "$0")/.."
. scripts/deny-env.sh
log=target/logs/audit.log
mkdir -p target/logs

deny() { cargo deny --locked --workspace "$@" >"$log" 2>&1; }
failed() {
    cat "$log"
    echo "error: $1" >&2
    exit 1
}
skip() { echo "    SKIPPED: $1"; }

deny --offline check licenses bans sources || failed "deny.toml forbids what is above"
echo "    crates: licences, duplicates and sources are as deny.toml says"

# The database is a Git repository, which cargo-deny stores in cargo's home.
kept=$(compgen -G "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs/*/.git" | head -n 1 || true)
dated() { git --git-dir "$1" log -1 --format=%cs; }
if deny fetch db; then
    kept=$(compgen -G "${CARGO_HOME:-$HOME/.cargo}/advisory-dbs/*/.git" | head -n 1)
elif [ -n "$kept" ]; then
    skip "the newest advisories of crates cannot be fetched; the kept ones of $(dated "$kept") stand in"
fi
if [ -n "$kept" ]; then
    deny --offline check advisories || failed "a crate has an advisory (database of $(dated "$kept"))"
    echo "    crates: no advisory, says the database of $(dated "$kept")"
else
    skip "no advisories of crates: they cannot be fetched, and none are kept"
fi

if npm audit >"$log" 2>&1; then
    echo "    npm: no advisory, says the registry on $(date -u +%F)"
elif grep -qE 'audit endpoint returned an error|code E(NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT)' "$log"; then
    skip "no advisories of npm packages: the registry does not answer that question"
else
    failed "an npm package has an advisory"
fi
