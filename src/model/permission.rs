//! Decisions on what may run, as plain data. Each host has its own rules for these decisions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::configuration::ConfigEdit;
use crate::model::message::Message;
use crate::text::document::Place;

/// A host's decision on a tool, a skill or a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The action may run without a question.
    Allow,
    /// The host asks the user first.
    Ask,
    /// The action is not permitted.
    Deny,
}

crate::choice! { Verdict: Allow = "allow", Ask = "ask", Deny = "deny" }

/// A rule that the host offers to save when it asks the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PermissionSuggestion {
    /// The rule, in the syntax of the host's settings.
    pub rule: String,
    /// The effect of saving the rule, in words.
    pub label: String,
}

/// A host's decision on an action, with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Permission {
    /// The host's decision on the action.
    pub verdict: Verdict,
    /// The rule that decided, in the syntax of the host's settings; none if no rule decided.
    pub rule: Option<String>,
    /// The reason for the decision, in words.
    pub reason: String,
    /// The rules that the host offers to save when it asks the user.
    pub suggestions: Vec<PermissionSuggestion>,
}

/// A call of any tool of the host by the model, for [`Workspace::permission`](crate::Workspace::permission).
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The tool's name, as the model wrote it: `Bash` in Claude Code, `bash` in opencode.
    pub tool: String,
    /// The input of the call: a JSON object of at most 64 levels, as the model wrote it.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
    pub input: BTreeMap<String, serde_json::Value>,
    /// The agent that makes the call; none for the main agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// The id of the call. The message of a refusal has the same id.
    #[serde(default)]
    pub id: Option<String>,
    /// The skill whose text contains the command, if the call is a command of an invocation's `requests`. None if the model
    /// calls the tool itself. In Claude Code, of all skills only this skill's `allowed-tools` count.
    #[serde(default)]
    pub skill: Option<CommandSkill>,
}

crate::record! { ToolCall: has(tool, input, agent, id, skill) needs(tool, input) }

/// A skill whose text contains a command. The members are those of the [`Invocation`](crate::model::invocation::Invocation).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct CommandSkill {
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The origin of the invocation: the user or the model.
    pub by: InvokedBy,
}

crate::record! { CommandSkill: has(path, by) needs(path, by) }

/// The origin of an invocation: the user or the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum InvokedBy {
    /// The user typed the skill's command.
    User,
    /// The model called the host's skill tool.
    Model,
}

crate::choice! { InvokedBy: User = "user", Model = "model" }

impl ToolCall {
    /// Returns a member of the input if it is a string.
    #[must_use]
    pub fn text(&self, member: &str) -> Option<&str> {
        self.input.get(member)?.as_str()
    }
}

/// A host's decision on a call of a tool.
///
/// ```
/// use skillglass::model::permission::{ToolCall, Verdict};
/// use skillglass::{Workspace, WorkspaceOptions};
///
/// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("claude-code"))?;
/// let settings = r#"{ "permissions": { "deny": ["Bash(git push *)"] } }"#;
/// workspace.write("/repo/.claude/settings.json", settings)?;
///
/// let call: ToolCall = serde_json::from_str(r#"{ "tool": "Bash", "input": { "command": "git push origin" } }"#)?;
/// let permission = workspace.permission(&call);
/// assert_eq!(permission.decision, Some(Verdict::Deny));
/// let rule = permission.rule.unwrap();
/// assert_eq!((&*rule.text, &*rule.source), ("Bash(git push *)", "/repo/.claude/settings.json"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ToolPermission {
    /// The decision; none if the host's rules are not known, because then any decision would be a guess.
    pub decision: Option<Verdict>,
    /// The basis of the decision.
    pub basis: PermissionBasis,
    /// The rule that decided; none if the host's own default decided.
    pub rule: Option<PermissionRule>,
    /// The name of the skill whose `allowed-tools` contains the rule; none for rules of the user.
    pub skill: Option<String>,
    /// The reason for the decision, in words.
    pub reason: String,
    /// The rules that the host offers to save when it asks the user.
    pub suggestions: Vec<PermissionSuggestion>,
    /// The settings file with the suggested rules added, for "always allow"; none if the host does not ask, or if it does
    /// not write such answers to a settings file. Nothing is written.
    pub remember: Option<ConfigEdit>,
    /// The result of the call if the decision is `deny`: the host's message to the model, with the role `tool` and the id of
    /// the call.
    pub message: Option<Message>,
}

/// The basis of a decision on a call of a tool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PermissionBasis {
    /// The rules of the user, the administrator or a skill, or the defaults that the host has for calls without a rule.
    Rules,
    /// No rule decides: the command runs in the host's sandbox. The decision is `allow`, because the host asks no
    /// question before the command runs. The sandbox ends an action that it does not permit. Whether this happens is
    /// known only while the command runs.
    Sandbox,
    /// The host asks its user about calls, by settings that Skillglass does not read. There is no decision.
    AsksUser,
    /// The host has no permissions: the program that embeds it decides which tools the model gets. The call is allowed.
    NoPermissions,
    /// Neither rules nor questions of the host are known. There is no decision.
    Unknown,
}

/// A rule that decided on a call of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PermissionRule {
    /// The rule, in the syntax of the host's settings.
    pub text: String,
    /// The absolute path of the file that contains the rule, or words such as `--settings` and `the agent's default`.
    pub source: String,
    /// The place of the rule in the file; none for hosts for which Skillglass does not know the places of rules.
    #[serde(default)]
    pub place: Option<Place>,
}

impl ToolPermission {
    /// Builds a decision without a rule.
    #[must_use]
    pub fn new(decision: Verdict, reason: impl Into<String>) -> Self {
        Self {
            decision: Some(decision),
            basis: PermissionBasis::Rules,
            rule: None,
            skill: None,
            reason: reason.into(),
            suggestions: Vec::new(),
            remember: None,
            message: None,
        }
    }

    /// Builds the answer of a host whose rules are not known, or that has no rules.
    pub(crate) fn without_rules(basis: PermissionBasis, host: &str) -> Self {
        let (decision, reason) = match basis {
            PermissionBasis::NoPermissions => (
                Some(Verdict::Allow),
                format!("{host} has no permissions; the program that embeds it chooses the tools"),
            ),
            PermissionBasis::AsksUser => (
                None,
                format!("{host} asks its user, by settings that Skillglass does not read"),
            ),
            PermissionBasis::Rules | PermissionBasis::Sandbox | PermissionBasis::Unknown => (
                None,
                format!("it is not known how {host} decides about tools"),
            ),
        };
        Self {
            decision,
            basis,
            ..Self::new(Verdict::Ask, reason)
        }
    }
}
