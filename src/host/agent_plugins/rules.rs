//! The differences between clients and the specification, and the choices that the specification
//! leaves to clients.

/// The rules of one client that differ from the specification, or that the specification leaves to
/// clients.
///
/// [`SPECIFICATION`] has the values that follow from the
/// specification itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientRules {
    /// The folders in which the client finds plugins, described for use in messages. The
    /// specification names no folders.
    pub places: &'static str,
    /// True if the client skips a byte order mark at the start of the manifest. The specification
    /// does not mention byte order marks.
    pub skips_byte_order_mark: bool,
    /// True if the client rejects a manifest in which a value in `extensions` is not an object.
    /// §8.1 of the Agent Plugins specification forbids this check, but the schema file of the
    /// specification contains it.
    pub checks_extensions: bool,
    /// True if the client loads a plugin although its manifest names no known version of the Agent
    /// Plugins specification. The client then reads the manifest by its own older rules. §5.2 of
    /// the specification demands that clients reject such a plugin.
    pub loads_other_manifests: bool,
    /// True if the client skips a skill that does not conform to the Agent Skills specification.
    /// §7.1 of the Agent Plugins specification demands that clients skip such a skill.
    pub skips_invalid_skills: bool,
    /// True if the client also loads skills from deeper folders, such as `skills/a/b`. §7.1 of the
    /// Agent Plugins specification forbids a search in deeper folders.
    pub searches_deeper: bool,
    /// True if the client follows links that lead out of the plugin. §4.1 of the Agent Plugins
    /// specification forbids clients to follow such links.
    pub follows_links_out: bool,
    /// True if the client reports a folder named `SKILL.md`. By §7.1 of the Agent Plugins
    /// specification, such a folder is not a skill.
    pub reports_folders: bool,
}

/// The rules of the Agent Plugins specification 1.0.0. A byte order mark is skipped, because RFC
/// 8259 allows parsers to ignore it.
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
