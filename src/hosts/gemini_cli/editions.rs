//! The editions. Each edition has a value for every field. If a field names a source, this source covers the values in
//! both editions.

use super::options::GeminiCliOptions;

crate::host::host_type! {
    /// Gemini CLI in one of its editions, with the options that only this host reads.
    GeminiCli { id: "gemini-cli", label: "Gemini CLI", default: "2026-11", edition: GeminiCliEdition, options: GeminiCliOptions }
}

/// A dated state of the host (`docs/hosts/gemini-cli.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct GeminiCliEdition {
    /// The edition's id, such as `2026-11`.
    pub id: &'static str,
    /// True if a hyphen replaces each character of a skill's name that file names cannot contain. Source:
    /// `docs/hosts/gemini-cli.md#names`.
    pub cleans_names: bool,
    /// The names of folders that the walk never enters. Source: `docs/hosts/gemini-cli.md#where-it-looks`.
    pub skipped_folders: &'static [&'static str],
    /// True if users invoke a skill by a slash and its name. Source: `docs/hosts/gemini-cli.md#typed-names`.
    pub has_commands: bool,
    /// How the program treats an untrusted folder in a session without a user. Source:
    /// `docs/hosts/gemini-cli.md#trust`.
    pub headless: Headless,
    /// True if the text before the list depends on the model. Source: `docs/hosts/gemini-cli.md#the-list`.
    pub asks_model: bool,
}

/// How the program treats an untrusted folder in a session without a user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Headless {
    /// The program treats every folder as trusted.
    Trusts,
    /// The program does not run in an untrusted folder.
    Refuses,
}

/// Edition `2026-02` is release 0.28, and edition `2026-11` is release 0.61 (`docs/hosts/gemini-cli.md#editions`).
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

/// The editions, oldest first.
const EDITIONS: [GeminiCliEdition; 2] = [EDITION_2026_02, EDITION_2026_11];
