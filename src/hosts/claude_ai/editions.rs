//! The editions of claude.ai: tables of limits, each with its source.

use super::options::ClaudeAiOptions;

crate::host::host_type! {
    /// claude.ai in one of its editions, with the options that only this host reads.
    ClaudeAi { id: "claude-ai", label: "claude.ai", default: "2026-08", edition: ClaudeAiEdition, options: ClaudeAiOptions }
}

/// The limits for skills that Anthropic documented for claude.ai at the date of an edition
/// (`docs/hosts/claude-ai.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct ClaudeAiEdition {
    /// The edition's id, such as `2026-08`.
    pub id: &'static str,
    /// The maximum length of a name, in characters. Source:
    /// `docs/hosts/claude-ai.md#what-an-upload-must-have`.
    pub max_name: usize,
    /// Words that no name may contain. Source: `docs/hosts/claude-ai.md#what-an-upload-must-have`.
    pub reserved_words: &'static [&'static str],
    /// The maximum length of a description, in characters. Source:
    /// `docs/hosts/claude-ai.md#what-an-upload-must-have`.
    pub max_description: usize,
    /// The maximum length of the field `compatibility`, in characters. Source:
    /// `docs/hosts/claude-ai.md#what-an-upload-must-have`.
    pub max_compatibility: usize,
}

/// The editions of claude.ai, oldest first.
const EDITIONS: [ClaudeAiEdition; 1] = [ClaudeAiEdition {
    id: "2026-08",
    max_name: 64,
    reserved_words: &["anthropic", "claude"],
    max_description: 1024,
    max_compatibility: 500,
}];
