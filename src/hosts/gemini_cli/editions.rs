//! The editions of Gemini CLI. A source in the comment of a field covers the values of all
//! editions.

use super::options::GeminiCliOptions;

crate::host::host_type! {
    /// Gemini CLI in one edition, with the options that only this host reads.
    GeminiCli { id: "gemini-cli", label: "Gemini CLI", default: "2026-11", edition: GeminiCliEdition, options: GeminiCliOptions }
}

/// One edition of the host: its behaviour at a date (`docs/hosts/gemini-cli.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct GeminiCliEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// True if characters that file names cannot contain are replaced with hyphens in a skill's
    /// name. Source: `docs/hosts/gemini-cli.md#names`.
    pub cleans_names: bool,
    /// The names of folders in which skills are not searched. Source:
    /// `docs/hosts/gemini-cli.md#where-it-looks`.
    pub skipped_folders: &'static [&'static str],
    /// True if users invoke a skill with a slash and its name. Source:
    /// `docs/hosts/gemini-cli.md#typed-names`.
    pub has_commands: bool,
    /// The behaviour in an untrusted folder in a session without a user. Source:
    /// `docs/hosts/gemini-cli.md#trust`.
    pub headless: Headless,
    /// True if the text before the list of skills depends on the model. Source:
    /// `docs/hosts/gemini-cli.md#the-list`.
    pub asks_model: bool,
}

/// Gemini CLI's behaviour in an untrusted folder in a session without a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Headless {
    /// Gemini CLI treats every folder as trusted.
    Trusts,
    /// Gemini CLI does not run in an untrusted folder.
    Refuses,
}

/// Edition `2026-02`, which is release 0.28 (`docs/hosts/gemini-cli.md#editions`). Edition
/// `2026-11` is release 0.61.
const EDITION_2026_02: GeminiCliEdition = GeminiCliEdition {
    id: "2026-02",
    cleans_names: false,
    skipped_folders: &[],
    has_commands: false,
    headless: Headless::Trusts,
    asks_model: false,
};

const EDITION_2026_11: GeminiCliEdition = GeminiCliEdition {
    id: "2026-11",
    cleans_names: true,
    skipped_folders: &["node_modules"],
    has_commands: true,
    headless: Headless::Refuses,
    asks_model: true,
};

/// The editions of Gemini CLI, oldest first.
const EDITIONS: [GeminiCliEdition; 2] = [EDITION_2026_02, EDITION_2026_11];
