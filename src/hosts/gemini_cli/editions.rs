//! The editions, each a value for every field. A field's source holds for its values in both.

use super::options::GeminiCliOptions;

crate::host::host_type! {
    /// The host in one of its editions, with the options that only it reads.
    GeminiCli { id: "gemini-cli", label: "Gemini CLI", default: "2026-11", options: GeminiCliOptions }
}

/// A state of the host (`docs/hosts/gemini-cli.md#editions`).
#[derive(Debug, Clone, Copy)]
pub(super) struct Edition {
    /// Such as `2026-11`.
    pub id: &'static str,
    /// Characters of a name that no file name may have become hyphens. Source: `docs/hosts/gemini-cli.md#names`.
    pub cleans_names: bool,
    /// Folders that are never entered. Source: `docs/hosts/gemini-cli.md#where-it-looks`.
    pub skipped_folders: &'static [&'static str],
    /// Users run a skill by a slash and its name. Source: `docs/hosts/gemini-cli.md#typed-names`.
    pub has_commands: bool,
    /// The trust in a session that has no user. Source: `docs/hosts/gemini-cli.md#trust`.
    pub headless: Headless,
    /// The words before the list depend on the model. Source: `docs/hosts/gemini-cli.md#the-list`.
    pub asks_model: bool,
}

/// The trust in the folder of a session that has no user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Headless {
    /// Every folder is trusted.
    Trusts,
    /// Nothing runs in a folder that is not trusted.
    Refuses,
}

/// `2026-02` is release 0.28, `2026-11` release 0.61 (`docs/hosts/gemini-cli.md#editions`).
const EDITION_2026_02: Edition = Edition {
    id: "2026-02",
    cleans_names: false,
    skipped_folders: &[],
    has_commands: false,
    headless: Headless::Trusts,
    asks_model: false,
};

const EDITION_2026_11: Edition = Edition {
    id: "2026-11",
    cleans_names: true,
    skipped_folders: &["node_modules"],
    has_commands: true,
    headless: Headless::Refuses,
    asks_model: true,
};

/// Oldest first.
const EDITIONS: [Edition; 2] = [EDITION_2026_02, EDITION_2026_11];
