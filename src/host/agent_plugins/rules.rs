//! The behaviour of clients where it differs from the specification, or where the specification leaves the choice to
//! clients.

/// A client's departures from the specification, and its choices where the specification leaves the choice to clients.
///
/// [`SPECIFICATION`](crate::host::agent_plugins::SPECIFICATION) has the values that follow from the specification
/// itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientRules {
    /// The folders where the client finds plugins, in a few words. The specification names no folders.
    pub places: &'static str,
    /// True if a byte order mark before the manifest is skipped. The specification does not mention byte order marks.
    pub skips_byte_order_mark: bool,
    /// True if a value in `extensions` that is not an object makes the manifest invalid. §8.1 forbids this check, but
    /// the schema file contains it.
    pub checks_extensions: bool,
    /// True if a plugin without a manifest of a known version loads by older rules. §5.2 demands that such a plugin is
    /// rejected.
    pub loads_other_manifests: bool,
    /// True if a skill that does not conform to the Agent Skills specification is skipped, as §7.1 demands.
    pub skips_invalid_skills: bool,
    /// True if skills below the folders of `skills/` load, which §7.1 forbids.
    pub searches_deeper: bool,
    /// True if links that lead out of the plugin are followed, which §4.1 forbids.
    pub follows_links_out: bool,
    /// True if a folder named `SKILL.md` is reported. By §7.1 such a folder is not a skill.
    pub reports_folders: bool,
}

/// The rules of the specification 1.0.0. A byte order mark is skipped, because RFC 8259 lets parsers ignore it.
pub const SPECIFICATION: ClientRules = ClientRules {
    places: "",
    skips_byte_order_mark: true,
    checks_extensions: false,
    loads_other_manifests: false,
    skips_invalid_skills: true,
    searches_deeper: false,
    follows_links_out: false,
    reports_folders: false,
};
