//! The topics that each host's page explains, one section for each topic.

/// A topic that skill authors look up. [`Host::section`](crate::host::Host::section) returns the
/// section of the host's page that explains the topic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Topic {
    /// The fields of a skill's frontmatter.
    Fields,
    /// The side file of a skill: a second file with metadata besides `SKILL.md`, such as
    /// `agents/openai.yaml`.
    SideFile,
    /// How the host parses frontmatter.
    Frontmatter,
    /// How the host determines the name of a skill.
    Names,
    /// How the host determines the description of a skill.
    Descriptions,
    /// The folders that contain skills.
    Roots,
    /// How the host searches a folder that contains skills.
    Walk,
    /// How the host treats several skills with the same name.
    SameName,
    /// The list of skills that the model sees.
    List,
    /// How the model gets a skill's text.
    Model,
    /// How the user invokes a skill.
    Typed,
    /// The text that the host adds to the conversation when a skill is invoked.
    Text,
    /// Arguments that the host inserts into a skill's text.
    Arguments,
    /// Variables that the host replaces in a skill's text.
    Variables,
    /// Shell commands that a skill's text contains and the host runs.
    Commands,
    /// The tools that a skill may use without a question to the user.
    Permissions,
    /// The conditions under which a skill becomes active.
    Conditions,
    /// Skills that run in a sub-agent.
    Fork,
    /// Hooks that a skill declares.
    Hooks,
    /// Limits on the files that the host inspects.
    Limits,
}
