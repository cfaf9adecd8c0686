//! The request and the report of how skills are used.

use serde::Serialize;

/// A request to count the usage of skills in the logs of sessions.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct UsageRequest {
    /// The logs. Each log is one session.
    pub logs: Vec<UsageLog>,
    /// True to list more skills in each turn of the report: skills that the model was offered but
    /// did not use, and skills that the model was not offered. By default, a turn lists only skills
    /// that were used, skills whose call failed, and skills whose text a compaction removed.
    #[serde(default)]
    pub all: bool,
}

crate::record! { UsageRequest: has(logs, all) needs(logs) }

/// The log of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct UsageLog {
    /// The name of the log for the report, such as its path.
    pub name: String,
    /// The text of the log.
    pub text: String,
}

crate::record! { UsageLog: has(name, text) needs(name, text) }

/// The usage of skills in logs. The report has names of skills, times and counts, but no other text
/// of a log.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct UsageReport {
    /// The usage in each log, in the order of the request.
    pub logs: Vec<LogUsage>,
    /// The usage of each skill over all logs. The skills are sorted by need for a fix, the most
    /// urgent first.
    pub skills: Vec<SkillUsage>,
}

/// The usage of skills in a log.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LogUsage {
    /// The name of the log, as in the request.
    pub name: String,
    /// The format of the log; none if no line has a known format.
    pub format: Option<LogFormat>,
    /// The host that wrote the log; none if it is unknown.
    pub host: Option<String>,
    /// The source of the list of skills that the model was offered.
    pub lists: ListSource,
    /// The turns of the session. Each message of the user begins a turn. In the plain format, each
    /// line is a turn.
    pub turns: Vec<UsageTurn>,
    /// The lines of the log that could not be read, at most the first 20 such lines, each with its
    /// problem.
    pub problems: Vec<LogProblem>,
    /// The total number of lines of the log that could not be read.
    #[serde(rename = "problemCount")]
    pub problem_count: usize,
}

/// The format of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LogFormat {
    /// JSON lines of the form `{skill, at, outcome}`.
    Plain,
    /// A session of Claude Code: `~/.claude/projects/*/*.jsonl`.
    ClaudeCode,
    /// A session of Codex: `~/.codex/sessions/**/rollout-*.jsonl`.
    Codex,
    /// The export of a session of opencode: `opencode export`. Line numbers in the report are the
    /// numbers of messages.
    Opencode,
    /// A session of pi: `~/.pi/agent/sessions/*/*.jsonl`.
    Pi,
    /// A session of Qwen Code: `~/.qwen/projects/*/chats/*.jsonl`.
    QwenCode,
}

impl LogFormat {
    /// Returns the id of the host that writes logs in this format; `None` for the plain format,
    /// which no host writes.
    pub(super) fn host(self) -> Option<&'static str> {
        match self {
            Self::Plain => None,
            Self::ClaudeCode => Some("claude-code"),
            Self::Codex => Some("codex"),
            Self::Opencode => Some("opencode"),
            Self::Pi => Some("pi"),
            Self::QwenCode => Some("qwen-code"),
        }
    }
}

/// The source from which the report takes the list of skills that the model was offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ListSource {
    /// No list: the log contains none, and Skillglass cannot compute the list, because the host is
    /// unknown or the tree has no skills. No skill then counts as offered.
    #[default]
    None,
    /// The log contains the list that the model was shown.
    Log,
    /// The log contains no list, so the emulated host's list for the tree is used.
    Emulator,
}

/// A turn of a session.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct UsageTurn {
    /// The line of the log in which the turn begins, from 1.
    pub line: usize,
    /// The time of the turn, exactly as written in the log. None if the log has no time.
    pub at: Option<String>,
    /// The outcomes of skills in the turn: uses in the order of the log, then the other outcomes by
    /// name.
    pub skills: Vec<TurnSkill>,
}

/// A skill in a turn, with the result of offering or using the skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct TurnSkill {
    /// The name of the skill; `(withheld)` if an unknown name may be a secret.
    pub name: String,
    /// The result of offering or using the skill in the turn. For example, the model used the
    /// skill.
    pub outcome: UsageOutcome,
    /// The number of the line of the log that shows the outcome, from 1. None if no line shows the
    /// outcome, such as for a skill that was offered but not used.
    pub line: Option<usize>,
    /// The state of the skill in the emulated host; none if the tree does not have the skill, or if
    /// the host is unknown.
    pub expected: Option<ExpectedState>,
}

/// The result of offering or using a skill in a turn. For example, the model used the skill, or a
/// compaction removed the skill's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum UsageOutcome {
    /// The model used the skill.
    Chosen,
    /// The user named the skill, and the host loaded the skill.
    Named,
    /// The skill was called, and the host returned an error.
    Failed,
    /// A compaction removed the skill's text from the conversation.
    Lost,
    /// The model was offered the skill with a shortened description or with none, and did not use
    /// the skill.
    Cut,
    /// The model was offered the skill with its whole description, and did not use the skill.
    Offered,
    /// The tree has the skill, but the model was not offered the skill.
    NotFound,
}

crate::choice! { UsageOutcome: Chosen = "chosen", Named = "named", Failed = "failed", Lost = "lost", Cut = "cut", Offered = "offered", NotFound = "not-found" }

/// The state of a skill in the emulated host at the start of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ExpectedState {
    /// The list shows the skill with its whole description.
    Listed,
    /// The list shows the skill with a shortened description.
    Cut,
    /// The list leaves the skill out, because the list has no space for it.
    Omitted,
    /// The host loads the skill, but does not offer the skill to the model.
    Hidden,
    /// The host does not load the skill.
    NotLoaded,
}

/// The usage of a skill over all logs.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct SkillUsage {
    /// The name of the skill; `(withheld)` if an unknown name may be a secret.
    pub name: String,
    /// The path of the skill's file in the tree; none if the tree does not have the skill.
    pub path: Option<String>,
    /// The number of turns in which the model was offered the skill, with a whole or a shortened
    /// description.
    pub offered: usize,
    /// The number of turns in `offered` in which the description was shortened or missing.
    pub cut: usize,
    /// The number of turns in which the model was not offered the skill, although the tree has the
    /// skill.
    #[serde(rename = "notFound")]
    pub not_found: usize,
    /// The number of times that the model used the skill.
    pub chosen: usize,
    /// The number of times that the user named the skill.
    pub named: usize,
    /// The number of calls of the skill for which the host returned an error.
    pub failed: usize,
    /// The number of times that a compaction removed the skill's text.
    pub lost: usize,
    /// The time of the last use, as written in a log. Times are compared as texts. None if the
    /// skill was never used, or if the logs contain no times.
    pub last: Option<String>,
    /// The state of the skill in each host that wrote one of the logs.
    pub expected: Vec<ExpectedIn>,
    /// How strongly the logs suggest a problem with the skill, from 0 to 100.
    pub score: u32,
    /// The symptoms of problems, sorted by score, the greatest first.
    pub symptoms: Vec<UsageSymptom>,
}

/// The state of a skill in an emulated host.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ExpectedIn {
    /// The id of the host.
    pub host: String,
    /// The state of the skill in this host.
    pub state: ExpectedState,
}

/// A sign in the logs that a skill has a problem, and how often it occurred.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct UsageSymptom {
    /// The kind of problem that the logs suggest.
    pub kind: UsageSymptomKind,
    /// The number of cases in which the problem occurred, such as failed calls of the skill.
    pub count: usize,
    /// The number of cases in which the problem could have occurred, such as all calls of the
    /// skill.
    pub of: usize,
    /// The score of the symptom, from 0 to 100: the weight of the symptom's kind, multiplied by a
    /// cautious estimate of how often the problem occurs. The estimate is the lower end of the 95 %
    /// confidence interval of `count` divided by `of`. It is low if there are few cases.
    pub score: u32,
    /// A description of the problem with the skill, and a remedy.
    pub message: String,
}

/// The kind of a symptom. Each kind has a weight: the greatest score that a symptom of this kind
/// can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum UsageSymptomKind {
    /// Calls of the skill fail. The maximum score of this symptom is 100 of 100.
    Failing,
    /// The model is not offered the skill. The maximum score of this symptom is 90 of 100.
    NotFound,
    /// The host's list shows the skill with a shortened description or with none. The maximum score
    /// of this symptom is 60 of 100.
    Cut,
    /// Compactions remove the skill's text from the conversation. The maximum score of this symptom
    /// is 50 of 100.
    Lost,
    /// The model is offered the skill and never uses it; only the user names the skill. The maximum
    /// score of this symptom is 40 of 100.
    OnlyByName,
    /// The model is offered the skill, and nobody uses the skill. The maximum score of this symptom
    /// is 30 of 100.
    Never,
}

/// A line of a log that could not be read. The text of the line is not repeated, because it may
/// contain secrets.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct LogProblem {
    /// The number of the line, from 1.
    pub line: usize,
    /// The kind of problem.
    pub code: LogProblemCode,
    /// A description of the problem, with its remedy.
    pub message: String,
}

/// The kind of a problem in a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum LogProblemCode {
    /// The line is not a JSON object.
    NotJson,
    /// The last line ends in the middle of an object.
    Truncated,
    /// The line is longer than 8 MiB.
    TooLong,
    /// No line of the log has a known format.
    UnknownFormat,
    /// A line of the plain format (`{skill, at, outcome}`) is wrong: the key `skill` or `outcome`
    /// is missing or has a value that is not a text, or the outcome is unknown.
    WrongMember,
}

impl LogProblemCode {
    /// Returns a description of the problem, with its remedy.
    pub(super) fn message(self) -> &'static str {
        match self {
            Self::NotJson => {
                "The line is not a JSON object. Check that the file is the log of a session"
            }
            Self::Truncated => {
                "The last line ends in the middle. The session may still run; read the log again after it"
            }
            Self::TooLong => {
                "The line is longer than 8 MiB, so it is not read. Uses in it are not counted"
            }
            Self::UnknownFormat => {
                "No line has a known format. Known are the logs of Claude Code, Codex, opencode, pi and Qwen Code, and lines of `{skill, at, outcome}`"
            }
            Self::WrongMember => {
                "The line needs the texts `skill` and `outcome`; an outcome is chosen, named, failed, lost, cut, offered or not-found"
            }
        }
    }
}
