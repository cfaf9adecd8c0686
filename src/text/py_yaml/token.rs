//! The tokens of a YAML document.

use super::characters::Mark;
use super::value::Text;

/// The kind of a YAML token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Directive,
    DocumentStart,
    DocumentEnd,
    StreamEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    Key,
    Value,
    BlockEntry,
    FlowEntry,
    Alias,
    Anchor,
    Tag,
    Scalar,
}

impl Kind {
    /// Returns the name of the token kind, as error messages show it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Directive => "<directive>",
            Self::DocumentStart => "<document start>",
            Self::DocumentEnd => "<document end>",
            Self::StreamEnd => "<stream end>",
            Self::BlockSequenceStart => "<block sequence start>",
            Self::BlockMappingStart => "<block mapping start>",
            Self::BlockEnd => "<block end>",
            Self::FlowSequenceStart => "[",
            Self::FlowSequenceEnd => "]",
            Self::FlowMappingStart => "{",
            Self::FlowMappingEnd => "}",
            Self::Key => "?",
            Self::Value => ":",
            Self::BlockEntry => "-",
            Self::FlowEntry => ",",
            Self::Alias => "<alias>",
            Self::Anchor => "<anchor>",
            Self::Tag => "<tag>",
            Self::Scalar => "<scalar>",
        }
    }
}

/// The content of a YAML token.
#[derive(Debug)]
pub(super) enum Payload {
    None,
    /// A directive `%YAML`, with the major version.
    Version(String),
    /// A directive `%TAG`, with the handle and the prefix that replaces the handle.
    TagPrefix {
        handle: String,
        prefix: String,
    },
    /// The name of an anchor or an alias.
    Name(String),
    /// A tag. The tag `!`, and a tag in angle brackets, have no handle.
    Tag {
        handle: Option<String>,
        suffix: String,
    },
    /// A scalar. `is_plain` is true if the scalar is neither quoted nor a block.
    Scalar {
        text: Text,
        is_plain: bool,
    },
}

/// A YAML token, with its position and its content.
#[derive(Debug)]
pub(super) struct Token {
    pub kind: Kind,
    pub start: Mark,
    pub end: Mark,
    pub payload: Payload,
}

impl Token {
    /// Creates a token without content.
    pub fn new(kind: Kind, start: Mark, end: Mark) -> Self {
        Self {
            kind,
            start,
            end,
            payload: Payload::None,
        }
    }
}
