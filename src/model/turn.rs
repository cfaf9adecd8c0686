//! A turn of a conversation: the user's message, the skills that it selects, and the messages that the host injects.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{self, Fault, Input, Read, Value};
use crate::model::invocation::{Invocation, InvocationOutcome, RequestOutput};
use crate::model::message::{Message, SkillEvent};
use crate::model::skill::{Scope, Skill, ToolDependency};
#[cfg(feature = "search")]
use crate::search::Strength;
use crate::text::document::Range;

/// A request for a turn: the user's message with its inputs, and the client's abilities.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TurnRequest {
    /// The inputs of the user's message, in their order.
    pub inputs: Vec<TurnInput>,
    /// The connectors (apps): for each slug, in lowercase, the number of connectors with this slug. A plain `$name`
    /// that equals a slug selects no skill.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number>"))]
    pub connectors: BTreeMap<String, u32>,
    /// The turn's id, which is a part of the ids of questions.
    #[serde(default)]
    pub id: Option<String>,
    /// The abilities of the client, on which the host's questions depend.
    #[serde(default)]
    pub client: Option<Client>,
    /// The outputs of the requests of an earlier call for the same turn, by the request's id.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, RequestOutput>"))]
    pub outputs: BTreeMap<String, RequestOutput>,
    /// True if a schedule sent the message, not a user.
    #[serde(default)]
    pub scheduled: bool,
    /// The minimum strength of a name in plain words that selects a skill. No host selects skills in this way, so the
    /// default is none.
    #[cfg(feature = "search")]
    #[serde(default)]
    pub plain_names: Option<Strength>,
}

crate::record! { TurnRequest: has(inputs, connectors, id, client, outputs, scheduled, #[cfg(feature = "search")] plain_names) needs(inputs) }

/// The abilities of the client that shows a turn to the user.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Client {
    /// True if the client is the host's own. Only such a client is asked to install servers.
    #[serde(default)]
    pub first_party: bool,
    /// True if the installation of missing MCP servers is switched on.
    #[serde(default)]
    pub installs_servers: bool,
    /// True, which is the default, if the question for missing environment variables is switched on.
    #[serde(default)]
    pub asks_for_variables: Option<bool>,
    /// Environment variables that are set in addition to the variables of the workspace's options and of the session:
    /// names, or names with values. A session remembers the values that a chosen skill needs.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "readonly string[] | Record<string, string | null>", optional)
    )]
    pub variables: BTreeMap<String, Option<String>>,
    /// MCP servers that are installed in addition to the servers in the tree's configuration, by name or URL.
    #[serde(default)]
    pub servers: Vec<String>,
}

crate::record! { Client: has(first_party, installs_servers, asks_for_variables, variables via Variables, servers) }

/// Reads variables from an object of names and values, or from a list of names.
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

/// One input of a user's message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum TurnInput {
    /// A typed text, whose mentions select skills.
    Text {
        /// The text as the user typed it.
        text: String,
    },
    /// A skill chosen in the user interface.
    Skill {
        /// The name of the chosen skill.
        name: String,
        /// The path of the chosen skill's `SKILL.md`.
        path: String,
    },
    /// A skill, an app or a server that the user mentioned in the user interface. The mention has the same meaning as
    /// the link `[$name](path)` in a text.
    Mention {
        /// The name in the mention.
        name: String,
        /// The path of a `SKILL.md`, or an address such as `app://id`.
        path: String,
    },
    /// An image, which selects nothing.
    Image {
        /// The path of the image's file.
        #[cfg_attr(feature = "typescript", tsify(optional))]
        path: Option<String>,
        /// The URL of the image.
        #[cfg_attr(feature = "typescript", tsify(optional))]
        url: Option<String>,
    },
}

impl TurnInput {
    /// Returns the typed text.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            _ => None,
        }
    }
}

impl From<&str> for TurnRequest {
    /// Creates a request with one typed text.
    fn from(text: &str) -> Self {
        Self {
            inputs: vec![TurnInput::Text {
                text: text.to_owned(),
            }],
            ..Self::default()
        }
    }
}

/// The members that any kind of input can have. The kinds share one type, so that an error can name the wrong member.
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
    /// Returns the names of the members that this kind of input has besides `type`.
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

/// The result of a turn: the selected skills and the messages that the host injects.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// Every mention and structured choice, in the order of the inputs, with its outcome.
    pub mentions: Vec<Mention>,
    /// The selected skills, in the order in which they are injected.
    pub selected: Vec<SelectedSkill>,
    /// The invoked commands, in order, for hosts whose invocations do more than inject a file.
    pub invocations: Vec<Invocation>,
    /// The host's questions before the injection, in order.
    pub questions: Vec<QuestionSet>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The use of the text that the user typed: sent beside `messages`, replaced by them, or not sent.
    pub typed_text: TypedText,
    /// The files that `@path` in the message or in an injected text attaches, in order. The caller reads these files
    /// and passes their paths to `touch`.
    pub attached: Vec<String>,
    /// The apps that the injected skills link to (`[$name](app://id)`), each id once.
    pub app_ids: Vec<String>,
    /// The host's warnings to the user.
    pub warnings: Vec<String>,
    /// The events that the host records: counters, telemetry and events for hooks.
    pub events: Vec<SkillEvent>,
}

/// The use that a host makes of the text that the user typed.
///
/// If one message has several commands, each command may have a different value. The turn then has the value that is
/// last in this list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TypedText {
    /// The model receives the text that the user typed, and `messages` in addition. Some hosts remove the whitespace at
    /// the end of the text.
    #[default]
    Sent,
    /// The model receives nothing for this text: the host refused or failed to run a command, and informs only the
    /// user. If there are `messages`, they are nevertheless part of the conversation.
    NotSent,
    /// The model receives `messages` in place of the text. This is also the value of a turn that waits for outputs.
    Replaced,
}

impl Turn {
    /// Returns the paths of the skills that the turn invokes, in order.
    #[cfg(feature = "support")]
    pub(crate) fn used_skills(self) -> Vec<String> {
        let mut paths: Vec<String> = self.selected.into_iter().map(|one| one.path).collect();
        let used = self.invocations.into_iter();
        let used = used.filter(|one| one.outcome.took_effect());
        paths.extend(used.filter_map(|one| one.path));
        paths.extend(self.messages.into_iter().filter_map(|one| one.skill));
        let mut known: Vec<String> = Vec::new();
        for path in paths {
            if !known.contains(&path) {
                known.push(path);
            }
        }
        known
    }

    /// Returns the text of an input, if the input is a text. If the input is a skill chosen in the user interface, adds
    /// a mention that selects nothing, because the host has no such input. `why` returns the message of the mention for
    /// the skill's name.
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

    /// Records that an input with a slash command selected this skill, and records the resulting invocation, whose
    /// messages replace the typed text.
    pub fn take(&mut self, skill: &Skill, invocation: Invocation) {
        self.replace_text(&invocation.outcome);
        self.add(skill, invocation);
    }

    /// Records that the messages of an invocation with this outcome replace the typed text, or that the text is not sent
    /// because the host does not run the skill.
    pub(crate) fn replace_text(&mut self, outcome: &InvocationOutcome) {
        let typed_text = match outcome {
            InvocationOutcome::Refused { .. } | InvocationOutcome::Failed { .. } => {
                TypedText::NotSent
            }
            _ => TypedText::Replaced,
        };
        self.typed_text = self.typed_text.max(typed_text);
    }

    /// Records that an input selected this skill, and records the resulting invocation, whose messages are sent beside the
    /// typed text.
    pub fn add(&mut self, skill: &Skill, invocation: Invocation) {
        self.selected
            .push(SelectedSkill::new(skill, SelectedBy::Slash));
        self.messages.extend(invocation.messages.iter().cloned());
        self.events.extend(invocation.events.iter().cloned());
        self.invocations.push(invocation);
    }
}

/// A set of questions that the client asks together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuestionSet {
    /// The id of the call, which ends in the turn's id.
    pub call_id: String,
    /// The questions, in order.
    pub questions: Vec<Question>,
}

/// A question that the host asks the user before it injects skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The id that an answer to this question must have. For a question about a variable, the id is the variable's
    /// name.
    pub id: String,
    /// A short title above the question.
    pub header: String,
    /// The question, as the user reads it.
    pub question: String,
    /// True if interfaces must not show the answer.
    pub is_secret: bool,
    /// The possible answers; none if the answer is free text.
    pub options: Option<Vec<QuestionOption>>,
    /// The MCP servers that would be installed; empty for a question about a variable.
    pub servers: Vec<ToolDependency>,
}

/// A possible answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct QuestionOption {
    /// The text of the answer.
    pub label: String,
    /// The effect of choosing this answer.
    pub description: String,
}

/// A mention of a skill or of something else in a message, and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Mention {
    /// The index of the input that contains the mention, from 0.
    pub input: usize,
    /// The form of the mention.
    pub kind: MentionKind,
    /// The kind of target that the form of the path indicates. If the mention is a plain name, the target is a skill.
    pub target: MentionTarget,
    /// The name after `$`, or the name of the structured choice.
    pub name: String,
    /// The path of a link or of a structured choice, exactly as given.
    pub path: Option<String>,
    /// The position in the text of its input; none for a structured choice.
    pub range: Option<Range>,
    /// The outcome: the selected skill, or why none was selected.
    pub outcome: Outcome,
}

impl Mention {
    /// Creates a mention of a structured choice.
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

    /// Creates a mention of a name after a slash, or of a name that the host treats in the same way.
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
    /// A plain name: `$name`.
    Plain,
    /// A link: `[$name](path)`.
    Link,
    /// An input of type `skill`.
    Structured,
    /// A slash command: `/name`.
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
    /// Any other path. The host still compares it with the paths of skills.
    Other,
}

/// The outcome of a mention: the selected skill, or why none was selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Outcome {
    /// The mention selected a skill. Another mention may already have selected the same skill.
    Selected {
        /// The path of the skill's `SKILL.md`, with links resolved.
        path: String,
    },
    /// The mention selected nothing.
    Skipped {
        /// The reason why nothing was selected, as a code.
        reason: SkipReason,
        /// The reason and the remedy, in words.
        message: String,
    },
}

impl Outcome {
    /// Returns the outcome of a mention that selects this skill.
    #[must_use]
    pub fn selected(skill: &Skill) -> Self {
        let path = skill.path.clone();
        Self::Selected { path }
    }

    /// Returns the outcome of a mention that selects nothing.
    #[must_use]
    pub fn skipped(reason: SkipReason, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Skipped { reason, message }
    }
}

/// The reason why a mention selects nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SkipReason {
    /// No loaded skill has the name or path.
    Unknown,
    /// Several enabled skills have the mentioned name.
    Ambiguous,
    /// The mentioned skill is disabled.
    Disabled,
    /// The name is the name of a common environment variable.
    EnvironmentVariable,
    /// The name is the slug of a connector (app).
    Connector,
    /// The user also chose a skill with this name in the user interface, so the name in the text has no effect.
    Blocked,
    /// The target of the link is not a skill.
    NotASkill,
    /// The user cannot invoke the skill by its name.
    NotUserInvocable,
    /// The name is at a position where the host accepts no command.
    NotAtStart,
    /// The skill waits for a file that its `paths` match.
    NotActive,
    /// A schedule may not start this skill.
    NotScheduled,
    /// The host does not support this way of choosing a skill.
    NotOffered,
}

/// A skill that a turn selects.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SelectedSkill {
    /// The skill's name.
    pub name: String,
    /// The path of the skill's `SKILL.md`, with links resolved.
    pub path: String,
    /// The scope of the skill.
    pub scope: Scope,
    /// The first input that selected the skill.
    pub by: SelectedBy,
}

impl SelectedSkill {
    /// Creates the selection of a skill of the catalog.
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

/// The way in which a skill was selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SelectedBy {
    /// An input of type `skill`.
    Structured,
    /// The path in a link such as `[$name](path)`.
    Path,
    /// A plain name such as `$name`.
    Name,
    /// A slash command such as `/name`.
    Slash,
    /// The skill's name in plain words. The request must allow this way of selecting skills.
    PlainName,
}
