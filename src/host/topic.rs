//! The topics that the page of a host explains, section by section.

/// A topic that authors of skills look up. A section of each host's page explains the topic
/// ([`Host::section`](crate::host::Host::section)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The fields of the frontmatter.
    Fields,
    /// The side file: a file beside a skill's file with more metadata.
    SideFile,
    /// How the host reads frontmatter.
    Frontmatter,
    /// How the host names a skill.
    Names,
    /// The sources of a skill's description.
    Descriptions,
    /// The folders that contain skills.
    Roots,
    /// How the host searches a folder that contains skills.
    Walk,
    /// Several skills with the same name.
    SameName,
    /// The list of skills that the model sees.
    List,
    /// How the model gets a skill's text.
    Model,
    /// How the user invokes a skill.
    Typed,
    /// The text that the host injects.
    Text,
    /// Arguments that the host inserts into a skill's text.
    Arguments,
    /// Variables that the host replaces in a skill's text.
    Variables,
    /// Commands in a skill's text that the host runs.
    Commands,
    /// Tools that a skill allows.
    Permissions,
    /// Conditions that activate a skill.
    Conditions,
    /// Skills that a sub-agent carries out.
    Fork,
    /// Hooks that a skill declares.
    Hooks,
    /// Limits on the files that the host inspects.
    Limits,
}
