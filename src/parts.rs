//! Functions that connect optional features with the rest of the crate. A WebAssembly module that
//! is loaded in parts calls these functions after a part was loaded.

/// Enables turns to select skills that a prompt names in plain words. Before this call, turns do
/// not select such skills.
#[cfg(feature = "search")]
pub fn plain_names() {
    crate::workspace::plain_names::provide();
}

/// Enables the lint rules about lock files. Before this call, diagnostics do not contain findings
/// of these rules.
#[cfg(feature = "locks")]
pub fn locks() {
    #[cfg(feature = "lint")]
    crate::lint::provide_locks();
}

/// Enables the lint rules that read commands and sentences. Before this call, diagnostics do not
/// contain findings of these rules.
#[cfg(feature = "safety")]
pub fn safety() {
    crate::lint::provide_safety();
}

/// Enables Codex's decisions on calls of tools. Before this call, Codex makes no decisions.
#[cfg(feature = "codex")]
pub fn codex_conversation() {
    crate::hosts::codex::provide_conversation();
}

/// Enables Claude Code's hooks and its decisions on calls of tools. Before this call, Claude Code
/// makes no decisions and runs no hooks.
#[cfg(feature = "claude-code")]
pub fn claude_code_conversation() {
    crate::hosts::claude_code::provide_conversation();
}
