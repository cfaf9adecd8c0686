//! The topics that the page of a host explains, section by section.

/// A topic that authors of skills look up, and that a section of a host's page explains
/// ([`Host::section`](crate::host::Host::section)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The fields of the frontmatter.
    Fields,
    /// The file beside a skill's file.
    SideFile,
    /// How the host reads frontmatter.
    Frontmatter,
    /// How the host names a skill.
    Names,
    /// Where descriptions come from.
    Descriptions,
    /// The folders that hold skills.
    Roots,
    /// How the host searches such a folder.
    Walk,
    /// Several skills with the same name.
    SameName,
    /// The list that the model sees.
    List,
    /// How the model gets a skill's text.
    Model,
    /// How the user invokes a skill.
    Typed,
    /// The text that the host injects.
    Text,
    /// Arguments in the text.
    Arguments,
    /// Variables in the text.
    Variables,
    /// Commands in the text.
    Commands,
    /// Tools that a skill allows.
    Permissions,
    /// Conditions that activate a skill.
    Conditions,
    /// Sub-agents.
    Fork,
    /// Hooks.
    Hooks,
    /// Limits on the files that the host inspects.
    Limits,
}
