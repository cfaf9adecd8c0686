//! One turn of a conversation: what the user sent, which skills that chose, and what the host puts before the model.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{self, Fault, Input, Read, Value};
use crate::model::invocation::{Invocation, RequestOutput};
use crate::model::message::{Message, SkillEvent};
use crate::model::skill::{Scope, Skill, ToolDependency};
#[cfg(feature = "search")]
use crate::search::Strength;
use crate::text::document::Range;

/// The user's message.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TurnRequest {
    /// The inputs in their order.
    pub inputs: Vec<TurnInput>,
    /// The number of connectors (apps) of each slug, in lower case; a plain `$name` that is a slug chooses no skill.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number>"))]
    pub connectors: BTreeMap<String, u32>,
    /// The turn's id; it is part of the ids of questions.
    #[serde(default)]
    pub id: Option<String>,
    /// The abilities of the client; they decide on the questions.
    #[serde(default)]
    pub client: Option<Client>,
    /// The outputs of what an earlier call for the same turn asked for, by the request's id.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, RequestOutput>"))]
    pub outputs: BTreeMap<String, RequestOutput>,
    /// True if a schedule sent this and nobody typed it.
    #[serde(default)]
    pub scheduled: bool,
    /// Has skills injected that the text names in plain words, down to this strength. No host does that by itself; none
    /// when absent.
    #[cfg(feature = "search")]
    #[serde(default)]
    pub plain_names: Option<Strength>,
}

crate::record! { TurnRequest: has(inputs, connectors, id, client, outputs, scheduled, #[cfg(feature = "search")] plain_names) needs(inputs) }

/// The abilities of a turn's client.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Client {
    /// True if it is the host's own; only such a one is asked to install servers.
    #[serde(default)]
    pub first_party: bool,
    /// True if the installation of missing MCP servers is switched on.
    #[serde(default)]
    pub installs_servers: bool,
    /// True if the question for missing environment variables is switched on; it is when absent.
    #[serde(default)]
    pub asks_for_variables: Option<bool>,
    /// Environment variables that are set besides those of the workspace's options and of the session: by name, each
    /// with its value if that is to be known. A session remembers those that a chosen skill needs.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "readonly string[] | Record<string, string | null>", optional)
    )]
    pub variables: BTreeMap<String, Option<String>>,
    /// MCP servers that are installed besides those of the tree's configuration, by name or URL.
    #[serde(default)]
    pub servers: Vec<String>,
}

crate::record! { Client: has(first_party, installs_servers, asks_for_variables, variables via Variables, servers) }

/// Variables by name, or their names alone.
struct Variables<'c>(&'c mut BTreeMap<String, Option<String>>);

impl Read for Variables<'_> {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        self.0.clear();
        match value {
            Value::List(_) => input::each_item(value, &mut |name| {
                self.0.insert(input::read(name)?, None);
                Ok(())
            }),
            Value::Object(_) => input::each_member(value, &mut |name, value| {
                let value = input::read(value).map_err(|fault| fault.in_member(name))?;
                self.0.insert(name.to_owned(), value);
                Ok(())
            }),
            other => {
                let expected = "an array of names or an object with a value by name";
                Err(other.must_be_one(expected))
            }
        }
    }
}

/// One input of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum TurnInput {
    /// Something typed; its mentions choose skills.
    Text {
        /// The text.
        text: String,
    },
    /// A skill chosen in the user interface.
    Skill {
        /// The skill's name.
        name: String,
        /// The path of its `SKILL.md`.
        path: String,
    },
    /// Something mentioned in the user interface, as the link `[$name](path)` in a text would: a skill, an app, a server.
    Mention {
        /// Its name.
        name: String,
        /// The path of a `SKILL.md`, or such as `app://id`.
        path: String,
    },
    /// An image. It chooses nothing.
    Image {
        /// Its file.
        #[cfg_attr(feature = "typescript", tsify(optional))]
        path: Option<String>,
        /// Its address.
        #[cfg_attr(feature = "typescript", tsify(optional))]
        url: Option<String>,
    },
}

impl TurnInput {
    /// The typed text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            _ => None,
        }
    }
}

impl From<&str> for TurnRequest {
    /// A text that was typed, and nothing else.
    fn from(text: &str) -> Self {
        Self {
            inputs: vec![TurnInput::Text {
                text: text.to_owned(),
            }],
            ..Self::default()
        }
    }
}

/// The members of all inputs, so that an error names the member that is wrong.
struct InputMembers {
    kind: InputKind,
    text: Option<String>,
    name: Option<String>,
    path: Option<String>,
    url: Option<String>,
}

crate::record! { InputMembers: has(kind = "type", text, name, path, url) needs(type) }

#[derive(Clone, Copy)]
enum InputKind {
    Text,
    Skill,
    Mention,
    Image,
}

crate::choice! { InputKind: Text = "text", Skill = "skill", Mention = "mention", Image = "image" }

impl InputKind {
    /// Its members besides `type`.
    fn members(self) -> &'static [&'static str] {
        match self {
            Self::Text => &["text"],
            Self::Skill | Self::Mention => &["name", "path"],
            Self::Image => &["path", "url"],
        }
    }
}

impl Read for TurnInput {
    fn read(&mut self, value: Value) -> Result<(), Fault> {
        let InputMembers {
            kind,
            text,
            name,
            path,
            url,
        } = input::read(value)?;
        let given = [
            ("text", &text),
            ("name", &name),
            ("path", &path),
            ("url", &url),
        ];
        let members = kind.members();
        let is_given = |name: &&str| {
            given
                .iter()
                .any(|(other, value)| other == name && value.is_some())
        };
        if let Some((name, _)) =
            (given.iter()).find(|(name, _)| is_given(name) && !members.contains(name))
        {
            return Err(Fault::unknown(name, members));
        }
        let missing = members.iter().find(|name| !is_given(name));
        if let Some(name) = missing
            && !matches!(kind, InputKind::Image)
        {
            return Err(Fault::missing(name));
        }
        let needed = Option::unwrap_or_default;
        *self = match kind {
            InputKind::Text => Self::Text { text: needed(text) },
            InputKind::Skill => Self::Skill {
                name: needed(name),
                path: needed(path),
            },
            InputKind::Mention => Self::Mention {
                name: needed(name),
                path: needed(path),
            },
            InputKind::Image => Self::Image { path, url },
        };
        Ok(())
    }
}

impl Input for TurnInput {
    fn blank() -> Self {
        Self::Text {
            text: String::new(),
        }
    }
}

impl<'de> Deserialize<'de> for TurnInput {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        input::deserialize(deserializer)
    }
}

/// The result of a turn.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Every mention and structured choice, in the order of the inputs, with its outcome.
    pub mentions: Vec<Mention>,
    /// The skills chosen, in the order in which they are injected.
    pub selected: Vec<SelectedSkill>,
    /// The commands that were put to use, in order, for hosts where that is more than injecting a file.
    pub invocations: Vec<Invocation>,
    /// The host's questions before it injects anything, in order.
    pub questions: Vec<QuestionSet>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The files that `@path` in the message or in an injected text brings along, in order. The caller reads them, and
    /// hands them to `touch`.
    pub attached: Vec<String>,
    /// The apps that the injected skills link to (`[$name](app://id)`), each id once.
    pub app_ids: Vec<String>,
    /// The host's warnings to the user.
    pub warnings: Vec<String>,
    /// The uses of skills that the host reports in its usage statistics.
    pub events: Vec<SkillEvent>,
}

impl Turn {
    /// Returns the text of an input. A structured choice becomes a mention that chooses nothing, for the reason that `why` gives
    /// for its name: the host has no such input.
    pub fn text_of<'i>(
        &mut self,
        index: usize,
        input: &'i TurnInput,
        why: impl FnOnce(&str) -> String,
    ) -> Option<&'i str> {
        match input {
            TurnInput::Text { text } => return Some(text),
            TurnInput::Image { .. } => {}
            TurnInput::Skill { name, path } | TurnInput::Mention { name, path } => {
                let outcome = Outcome::skipped(SkipReason::NotOffered, why(name));
                let mention = Mention::structured(index, name, path, outcome);
                self.mentions.push(mention);
            }
        }
        None
    }

    /// Adds a skill that was typed behind a slash, and what came of it.
    pub fn take(&mut self, skill: &Skill, invocation: Invocation) {
        self.selected
            .push(SelectedSkill::new(skill, SelectedBy::Slash));
        self.messages.extend(invocation.messages.iter().cloned());
        self.events.extend(invocation.events.iter().cloned());
        self.invocations.push(invocation);
    }
}

/// Questions that are asked together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuestionSet {
    /// The id of the call, which ends in the turn's id.
    pub call_id: String,
    /// The questions, in order.
    pub questions: Vec<Question>,
}

/// A question to the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The id that the answer is filed under; for a variable its name.
    pub id: String,
    /// A few words.
    pub header: String,
    /// The question.
    pub question: String,
    /// True if the answer must not be shown.
    pub is_secret: bool,
    /// The answers to choose from; none when it is free text.
    pub options: Option<Vec<QuestionOption>>,
    /// The MCP servers that it would install; empty for a question for a variable.
    pub servers: Vec<ToolDependency>,
}

/// An answer to choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct QuestionOption {
    /// The answer.
    pub label: String,
    /// The effect of choosing it.
    pub description: String,
}

/// A mention of something, and what came of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Mention {
    /// The index of the input that it is in, from 0.
    pub input: usize,
    /// The form in which it was written.
    pub kind: MentionKind,
    /// The kind of its target, by the form of its path; a plain name could be a skill.
    pub target: MentionTarget,
    /// The name behind `$`, or the structured choice's.
    pub name: String,
    /// The path of a link or of a structured choice, exactly as given.
    pub path: Option<String>,
    /// Where it stands in the text of its input; none for a structured choice.
    pub range: Option<Range>,
    /// The outcome.
    pub outcome: Outcome,
}

impl Mention {
    /// A structured choice.
    #[must_use]
    pub fn structured(input: usize, name: &str, path: &str, outcome: Outcome) -> Self {
        Self {
            input,
            kind: MentionKind::Structured,
            target: MentionTarget::Skill,
            name: name.to_owned(),
            path: Some(path.to_owned()),
            range: None,
            outcome,
        }
    }

    /// A name behind a slash, or one that the host takes for such.
    #[must_use]
    pub fn slash(input: usize, name: &str, range: Range, outcome: Outcome) -> Self {
        Self {
            kind: MentionKind::Slash,
            path: None,
            range: Some(range),
            ..Self::structured(input, name, "", outcome)
        }
    }
}

/// The form of a mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum MentionKind {
    /// `$name`
    Plain,
    /// `[$name](path)`
    Link,
    /// An input of type `skill`.
    Structured,
    /// `/name`
    Slash,
}

/// The kind of a mention's target.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum MentionTarget {
    /// A skill: `skill://…`, a path to a `SKILL.md`, or a plain name.
    Skill,
    /// An app: `app://…`
    App,
    /// An MCP server: `mcp://…`
    Mcp,
    /// A plugin: `plugin://…`
    Plugin,
    /// Any other path. It is still compared with the skills' paths.
    Other,
}

/// The outcome of a mention.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Outcome {
    /// It chose a skill (perhaps one that another mention had chosen already).
    Selected {
        /// The path of the skill's `SKILL.md`, without links.
        path: String,
    },
    /// It chose nothing.
    Skipped {
        /// The reason, as a code.
        reason: SkipReason,
        /// The reason and the remedy, in words.
        message: String,
    },
}

impl Outcome {
    /// The skill is chosen.
    #[must_use]
    pub fn selected(skill: &Skill) -> Self {
        let path = skill.path.clone();
        Self::Selected { path }
    }

    /// Nothing is chosen.
    #[must_use]
    pub fn skipped(reason: SkipReason, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Skipped { reason, message }
    }
}

/// The reason why a mention chose nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SkipReason {
    /// No loaded skill has that name or path.
    Unknown,
    /// Several enabled skills have that name.
    Ambiguous,
    /// The skill is disabled.
    Disabled,
    /// The name is that of a common environment variable.
    EnvironmentVariable,
    /// A connector has that slug.
    Connector,
    /// A structured choice of the same name is in this turn.
    Blocked,
    /// The link points to something that is no skill.
    NotASkill,
    /// The user cannot put the skill to use by its name.
    NotUserInvocable,
    /// It stands where the host looks for no command.
    NotAtStart,
    /// The skill waits for a file that it is for to be touched.
    NotActive,
    /// A schedule may not start this skill.
    NotScheduled,
    /// The host knows no such way to choose.
    NotOffered,
}

/// A skill that the turn chose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SelectedSkill {
    /// Its name.
    pub name: String,
    /// The path of its `SKILL.md`, without links.
    pub path: String,
    /// Whose it is.
    pub scope: Scope,
    /// The first thing that chose it.
    pub by: SelectedBy,
}

impl SelectedSkill {
    /// A skill of the catalog.
    #[must_use]
    pub fn new(skill: &Skill, by: SelectedBy) -> Self {
        Self {
            name: skill.name.clone(),
            path: skill.path.clone(),
            scope: skill.scope,
            by,
        }
    }
}

/// The way in which a skill was chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SelectedBy {
    /// An input of type `skill`.
    Structured,
    /// A link's path.
    Path,
    /// A plain name.
    Name,
    /// A slash command.
    Slash,
    /// Its name in plain words, since the request asked for that.
    PlainName,
}
