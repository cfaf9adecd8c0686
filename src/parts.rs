//! Functions that connect optional features with the rest of the crate, for a WebAssembly module that is loaded in
//! parts.

/// Connects the search for skills that a prompt names in plain words. Until then, turns select no such skills.
#[cfg(feature = "search")]
pub fn plain_names() {
    crate::workspace::plain_names::provide();
}

/// Connects the lint rules about lock files. Until then, diagnostics lack their findings.
#[cfg(feature = "locks")]
pub fn locks() {
    #[cfg(feature = "lint")]
    crate::lint::provide_locks();
}

/// Connects the lint rules that read commands and sentences. Until then, diagnostics lack their findings.
#[cfg(feature = "safety")]
pub fn safety() {
    crate::lint::provide_safety();
}

/// Connects Codex's decisions on calls of tools. Until then, Codex gives none.
#[cfg(feature = "codex")]
pub fn codex_conversation() {
    crate::hosts::codex::provide_conversation();
}

/// Connects Claude Code's decisions on calls of tools, and its hooks. Until then, Claude Code gives no decision and
/// runs no hook.
#[cfg(feature = "claude-code")]
pub fn claude_code_conversation() {
    crate::hosts::claude_code::provide_conversation();
}
