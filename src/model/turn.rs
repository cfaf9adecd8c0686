//! A turn of a conversation: the user's message, the skills that the message selects, and the
//! messages that the host injects.

use std::collections::BTreeMap;

use serde::{Deserialize, Deserializer, Serialize};

use crate::input::{self, Fault, Input, Read, Value};
use crate::model::invocation::{Invocation, InvocationOutcome, RequestOutput};
use crate::model::message::{Message, SkillEvent};
use crate::model::skill::{Scope, Skill, ToolDependency};
#[cfg(feature = "search")]
use crate::search::Strength;
use crate::text::document::Range;

/// The input of a turn: the user's message, and the abilities of the client.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TurnRequest {
    /// The parts of the user's message, such as typed texts and chosen skills, in order.
    pub inputs: Vec<TurnInput>,
    /// The connectors (apps) of the user. The key is a connector's slug in lowercase, and the value
    /// is the number of connectors with this slug. A plain `$name` that equals a slug selects no
    /// skill.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, number>"))]
    pub connectors: BTreeMap<String, u32>,
    /// The id of the turn. If the host asks the user questions in this turn, it does so with a tool
    /// call. The id of that tool call ends with the id of the turn. None is the same as an empty
    /// id.
    #[serde(default)]
    pub id: Option<String>,
    /// The abilities of the client, on which the host's questions depend. None for a client with
    /// the default abilities.
    #[serde(default)]
    pub client: Option<Client>,
    /// The outputs of the commands and prompts that an earlier call for the same turn requested, by
    /// the id of the request.
    #[serde(default)]
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, RequestOutput>"))]
    pub outputs: BTreeMap<String, RequestOutput>,
    /// True if a schedule sent the message, such as a task that runs every night. False if a user
    /// sent it.
    #[serde(default)]
    pub scheduled: bool,
    /// The minimum strength with which plain words, without `$` or `/`, must match a skill's name
    /// to select the skill. The default is None: plain words select no skill, as in all hosts.
    #[cfg(feature = "search")]
    #[serde(default)]
    pub plain_names: Option<Strength>,
}

crate::record! { TurnRequest: has(inputs, connectors, id, client, outputs, scheduled, #[cfg(feature = "search")] plain_names) needs(inputs) }

/// The abilities of the client program that shows a turn to the user.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Client {
    /// True if the client is a program of the host's own vendor. The host offers to install a
    /// skill's missing MCP servers only in such clients.
    #[serde(default)]
    pub first_party: bool,
    /// True if the client's installation of missing MCP servers is switched on.
    #[serde(default)]
    pub installs_servers: bool,
    /// True if the client lets the host ask the user for missing environment variables. None means
    /// true.
    #[serde(default)]
    pub asks_for_variables: Option<bool>,
    /// Environment variables that are set in addition to those of the workspace and of the session:
    /// names, or names with values. The session keeps the values that the selected skills need.
    #[serde(default)]
    #[cfg_attr(
        feature = "typescript",
        tsify(type = "readonly string[] | Record<string, string | null>", optional)
    )]
    pub variables: BTreeMap<String, Option<String>>,
    /// The names or URLs of MCP servers that are installed in addition to the servers in the tree's
    /// configuration.
    #[serde(default)]
    pub servers: Vec<String>,
}

crate::record! { Client: has(first_party, installs_servers, asks_for_variables, variables via Variables, servers) }

/// Reads a caller's environment variables into a map. The caller passes either a list of names, or
/// an object with a value for each name.
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

/// A part of a user's message, such as a typed text or a chosen skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum TurnInput {
    /// A typed text, in which the user may mention skills.
    Text {
        /// The text as the user typed it.
        text: String,
    },
    /// A skill that the user chose in the user interface.
    Skill {
        /// The name of the chosen skill.
        name: String,
        /// The path of the chosen skill's `SKILL.md`.
        path: String,
    },
    /// A skill, an app or a server that the user mentioned in the user interface. The mention has
    /// the same effect as the link `[$name](path)` in a text.
    Mention {
        /// The name of the mentioned skill, app or server.
        name: String,
        /// The path of a `SKILL.md`, or an address such as `app://id`.
        path: String,
    },
    /// An image. Images select no skills.
    Image {
        /// The path of the image file. None if the caller gave no path.
        #[cfg_attr(feature = "typescript", tsify(optional))]
        path: Option<String>,
        /// The URL of the image. None if the caller gave no URL.
        #[cfg_attr(feature = "typescript", tsify(optional))]
        url: Option<String>,
    },
}

impl TurnInput {
    /// Returns the text if this input is a typed text. Otherwise returns none.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text { text } => Some(text),
            _ => None,
        }
    }
}

impl From<&str> for TurnRequest {
    /// Creates a turn whose message is a single typed text.
    fn from(text: &str) -> Self {
        Self {
            inputs: vec![TurnInput::Text {
                text: text.to_owned(),
            }],
            ..Self::default()
        }
    }
}

/// The fields that a caller passed for a part of a message. All fields are read regardless of the
/// part's kind, so that an error can name a field that does not belong to the kind, such as `url`
/// for a text.
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
    /// Returns the names of the fields that this kind of input has, except `type`.
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

/// The result of a turn: the selected skills, and the messages that the host injects.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Turn {
    /// The mentions of skills in the message, including skills chosen in the user interface. Each
    /// mention has its outcome. The order is that of the message.
    pub mentions: Vec<Mention>,
    /// The selected skills, in the order in which the host injects them.
    pub selected: Vec<SelectedSkill>,
    /// The invocations that slash commands made, in order. Empty for hosts that only inject the
    /// skill's file.
    pub invocations: Vec<Invocation>,
    /// The questions that the host asks the user before it injects skills, in order.
    pub questions: Vec<QuestionSet>,
    /// The messages that the host puts into the conversation, in order.
    pub messages: Vec<Message>,
    /// The use of the typed text: the model receives it in addition to `messages`, receives only
    /// `messages`, or receives nothing.
    pub typed_text: TypedText,
    /// The files that `@path` attaches, in the message or in an injected text, in order. The caller
    /// reads these files and passes their paths to `touch`.
    pub attached: Vec<String>,
    /// The ids of the apps that the injected skills link to with `[$name](app://id)`. Each id is
    /// listed once.
    pub app_ids: Vec<String>,
    /// The host's warnings to the user.
    pub warnings: Vec<String>,
    /// The events that the host records because of the turn: counters, telemetry and events for
    /// hooks.
    pub events: Vec<SkillEvent>,
}

/// The host's treatment of the text that the user typed: the model receives the text, or it does
/// not.
///
/// If a message contains several slash commands, their effects on the typed text can differ. The
/// value for the whole message is then `Replaced` if any command has this effect. Otherwise it is
/// `NotSent` if any command has that effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum TypedText {
    /// The model receives the typed text, and in addition the `messages` of the turn. Some hosts
    /// remove the whitespace at the end of the text.
    #[default]
    Sent,
    /// The model does not receive the typed text, because the host refused or failed to run a
    /// command and informs only the user. If the turn has `messages`, they are nevertheless part of
    /// the conversation.
    NotSent,
    /// The model receives the turn's `messages` in place of the typed text. A turn that waits for
    /// outputs also has this value.
    Replaced,
}

impl Turn {
    /// Returns the paths of the skills that the turn invokes, each path once, in order.
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

    /// Returns the text of `input` if the user typed it; `None` for a skill, a mention or an image.
    ///
    /// If `input` is a skill or a mention, also records that this input selects no skill, because
    /// this host's user interface offers neither. `why` creates the message of this record from the
    /// skill's name.
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

    /// Records the skill that a slash command selected, and its invocation. The invocation's
    /// messages replace the typed text.
    pub fn take(&mut self, skill: &Skill, invocation: Invocation) {
        self.replace_text(&invocation.outcome);
        self.add(skill, invocation);
    }

    /// Sets `typed_text` after an invocation with this outcome. If the host refuses or fails to run
    /// the skill, the model does not receive the typed text. Otherwise the messages of the
    /// invocation replace the typed text.
    pub(crate) fn replace_text(&mut self, outcome: &InvocationOutcome) {
        let typed_text = match outcome {
            InvocationOutcome::Refused { .. } | InvocationOutcome::Failed { .. } => {
                TypedText::NotSent
            }
            _ => TypedText::Replaced,
        };
        self.typed_text = self.typed_text.max(typed_text);
    }

    /// Records the skill that a slash command selected, and its invocation. The invocation's
    /// messages are sent in addition to the typed text.
    pub fn add(&mut self, skill: &Skill, invocation: Invocation) {
        self.selected
            .push(SelectedSkill::new(skill, SelectedBy::Slash));
        self.messages.extend(invocation.messages.iter().cloned());
        self.events.extend(invocation.events.iter().cloned());
        self.invocations.push(invocation);
    }
}

/// Questions that the host asks the user together.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct QuestionSet {
    /// The id of the tool call with which the host asks these questions. It ends with the id of the
    /// turn.
    pub call_id: String,
    /// The questions, in the order in which the user sees them.
    pub questions: Vec<Question>,
}

/// A question that the host asks the user before it injects skills.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct Question {
    /// The id under which the caller passes the answer. For a question about an environment
    /// variable, the id is the variable's name.
    pub id: String,
    /// A short title above the question.
    pub header: String,
    /// The question, as the user reads it.
    pub question: String,
    /// True if user interfaces must hide the answer while the user types.
    pub is_secret: bool,
    /// The answers that the user can choose from. None if the user types the answer.
    pub options: Option<Vec<QuestionOption>>,
    /// The MCP servers that the host installs if the user agrees. Empty for a question about an
    /// environment variable.
    pub servers: Vec<ToolDependency>,
}

/// An answer that the user can choose.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct QuestionOption {
    /// The text of the answer.
    pub label: String,
    /// The effect of choosing this answer.
    pub description: String,
}

/// A mention of a skill, an app or a server in a user's message, and its outcome.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Mention {
    /// The part of the user's message that contains the mention, as an index from 0 in `inputs`.
    pub input: usize,
    /// The form of the mention, such as a link or a slash command.
    pub kind: MentionKind,
    /// The kind of thing that the mention refers to. A plain name refers to a skill. The target of
    /// a link is determined from the form of the path.
    pub target: MentionTarget,
    /// The mentioned name, without `$` or `/`.
    pub name: String,
    /// The path in a link, or the path of a skill chosen in the user interface, exactly as given.
    /// None for other mentions.
    pub path: Option<String>,
    /// The position of the mention in the typed text of the input with the index `input`. None if
    /// the user chose or mentioned the skill in the user interface.
    pub range: Option<Range>,
    /// The outcome: the selected skill, or the reason why no skill was selected.
    pub outcome: Outcome,
}

impl Mention {
    /// Creates the mention for a skill that the user chose in the user interface.
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

    /// Creates the mention for a slash command, or for a name that the host treats as a slash
    /// command.
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

/// The form of a mention, such as a link or a slash command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum MentionKind {
    /// A plain name: `$name`.
    Plain,
    /// A link: `[$name](path)`.
    Link,
    /// A skill that the user chose in the user interface.
    Structured,
    /// A slash command: `/name`.
    Slash,
}

/// The kind of thing that a mention refers to.
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
    /// A link to any other path: one without a prefix such as `app://`, and not to a `SKILL.md`.
    /// The host still compares the path with the paths of skills.
    Other,
}

/// The outcome of a mention: the selected skill, or the reason why no skill was selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(tag = "status", rename_all = "lowercase")]
pub enum Outcome {
    /// The mention selected a skill. An earlier mention may have selected the same skill.
    Selected {
        /// The path of the skill's `SKILL.md`, with links resolved.
        path: String,
    },
    /// The mention selected no skill.
    Skipped {
        /// The reason why no skill was selected, as a code.
        reason: SkipReason,
        /// The reason why no skill was selected, and the remedy, in words.
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

    /// Returns the outcome of a mention that selects no skill. `message` is the reason in words.
    #[must_use]
    pub fn skipped(reason: SkipReason, message: impl Into<String>) -> Self {
        let message = message.into();
        Self::Skipped { reason, message }
    }
}

/// The reason why a mention selects no skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum SkipReason {
    /// No loaded skill has the mentioned name or path.
    Unknown,
    /// Several enabled skills have the mentioned name.
    Ambiguous,
    /// The mentioned skill is disabled.
    Disabled,
    /// The mentioned name is the name of a common environment variable, such as `PATH`.
    EnvironmentVariable,
    /// The mentioned name is the slug of a connector (app).
    Connector,
    /// The user also chose a skill with this name in the user interface. So the name in the typed
    /// text selects nothing.
    Blocked,
    /// The target of the link is not a skill.
    NotASkill,
    /// The user cannot invoke the skill by its name.
    NotUserInvocable,
    /// The slash command is at a position of the message where the host accepts no commands.
    NotAtStart,
    /// The skill is inactive until the session touches a file that matches the skill's `paths`.
    NotActive,
    /// A schedule sent the message, and a schedule may not start this skill.
    NotScheduled,
    /// The host does not offer this way of choosing a skill.
    NotOffered,
}

/// A skill that a turn selected.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SelectedSkill {
    /// The skill's name.
    pub name: String,
    /// The path of the skill's `SKILL.md`, with links resolved.
    pub path: String,
    /// The scope of the skill.
    pub scope: Scope,
    /// The form of the first mention that selected the skill.
    pub by: SelectedBy,
}

impl SelectedSkill {
    /// Creates the record of a selected skill. `by` is the form of the mention.
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

/// The form of the mention that selected a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum SelectedBy {
    /// The user chose the skill in the user interface.
    Structured,
    /// The path in a link such as `[$name](path)`.
    Path,
    /// A plain name such as `$name`.
    Name,
    /// A slash command such as `/name`.
    Slash,
    /// The user wrote the skill's name in plain words, without `$` or `/`. Such words select a
    /// skill only if the caller has allowed this in the request of the turn.
    PlainName,
}
