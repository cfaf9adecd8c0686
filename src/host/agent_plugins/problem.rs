//! A problem of a plugin: a violation of the specification, with its effect and its position.

use std::ops;

use crate::text::document::{Place, PlaceIndex, Range};

/// A problem of a plugin: a violation of the specification, or a file that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PluginProblem {
    /// The effect of the problem on the plugin.
    pub effect: PluginEffect,
    /// The kind of problem.
    pub kind: PluginProblemKind,
    /// The file or folder that has the problem, as an absolute path.
    pub path: String,
    /// The position of the problem in the file; the start of the file if the problem concerns the
    /// whole file.
    pub range: Range,
    /// The component with the problem: the ignored field, the folder of the skill, or the name of
    /// the server. `None` if the problem concerns no single component.
    pub component: Option<String>,
    /// The problem, as a sentence.
    pub message: String,
    /// How to fix the problem.
    pub help: String,
    /// The section of the specification that prescribes what a problem of this kind does to the
    /// plugin, such as `5.2`.
    pub section: &'static str,
    /// The obligation of clients to report the problem, as the specification states it.
    pub report: PluginReport,
}

/// The effect of a problem on the plugin. The variants are ordered from the widest effect to the
/// narrowest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum PluginEffect {
    /// The client rejects the plugin: no component loads.
    RejectsPlugin,
    /// The client loads no skill of the plugin.
    DisablesSkills,
    /// The client uses no MCP server of the plugin.
    DisablesServers,
    /// The client skips the skill.
    SkipsSkill,
    /// The client skips the MCP server.
    SkipsServer,
    /// The client ignores the field of the manifest.
    IgnoresField,
    /// The client ignores a file or folder of the plugin, because it is not a component (a skill or
    /// an MCP server) of the plugin.
    IgnoresPath,
}

/// The kind of a problem. Each client has its own wording for each kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PluginProblemKind {
    /// A file or folder is missing.
    Missing,
    /// A path leads out of the folder in which it must stay.
    Outside,
    /// A path is of the wrong kind: a folder where a file belongs, or the reverse.
    WrongKind,
    /// The text is not JSON.
    NotJson,
    /// A field of the manifest is not defined by the specification.
    UnknownField,
    /// The contents of a file violate a rule of the specification.
    Content,
    /// The `metadata` of a skill has a mapping below the name of a host. That host documents the
    /// mapping, but the specification allows only texts.
    VendorMetadata,
}

/// The obligation of clients to report a problem, as the specification states it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PluginReport {
    /// The specification neither requires nor recommends that clients report the problem.
    Unsaid,
    /// Clients SHOULD report the problem.
    Should,
    /// Clients MUST report the problem.
    Must,
}

impl PluginProblem {
    pub(super) fn new(
        effect: PluginEffect,
        section: &'static str,
        path: &str,
        message: impl Into<String>,
    ) -> Self {
        Self {
            effect,
            kind: PluginProblemKind::Content,
            path: path.to_owned(),
            range: Range {
                start: Place::START,
                end: Place::START,
            },
            component: None,
            message: message.into(),
            help: String::new(),
            section,
            report: match effect {
                PluginEffect::DisablesServers
                | PluginEffect::SkipsSkill
                | PluginEffect::SkipsServer => PluginReport::Should,
                PluginEffect::IgnoresField => PluginReport::Must,
                _ => PluginReport::Unsaid,
            },
        }
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        let help = help.into();
        Self { help, ..self }
    }

    pub(super) fn of_kind(self, kind: PluginProblemKind) -> Self {
        Self { kind, ..self }
    }

    pub(super) fn about(self, component: impl Into<String>) -> Self {
        let component = Some(component.into());
        Self { component, ..self }
    }

    pub(super) fn reported(self, report: PluginReport) -> Self {
        Self { report, ..self }
    }

    pub(super) fn at(self, text: &str, bytes: ops::Range<usize>) -> Self {
        let range = PlaceIndex::new(text).range(bytes);
        Self { range, ..self }
    }
}
