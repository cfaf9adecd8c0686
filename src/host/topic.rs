//! What the page of a host explains, section by section.

/// A thing that authors of skills look up, which a section of a host's page explains
/// ([`Host::section`](crate::host::Host::section)).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The fields of the frontmatter.
    Fields,
    /// The file beside a skill's.
    SideFile,
    /// How the frontmatter is read.
    Frontmatter,
    /// What a skill is called.
    Names,
    /// What describes a skill.
    Descriptions,
    /// The folders that skills lie in.
    Roots,
    /// What is found below such a folder.
    Walk,
    /// Several skills of one name.
    SameName,
    /// The list that the model is shown.
    List,
    /// How the model comes to a skill's text.
    Model,
    /// How the user puts a skill to use.
    Typed,
    /// The text that is put before the model.
    Text,
    /// Arguments in the text.
    Arguments,
    /// Variables in the text.
    Variables,
    /// Commands in the text.
    Commands,
    /// Tools that a skill allows.
    Permissions,
    /// What switches a skill on.
    Conditions,
    /// Sub-agents.
    Fork,
    /// Hooks.
    Hooks,
    /// Limits of what is looked at.
    Limits,
}
