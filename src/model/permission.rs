//! A host's decisions on what the model may do. Each host has its own rules for these decisions.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::model::configuration::ConfigEdit;
use crate::model::message::Message;
use crate::text::document::Place;

/// A host's decision on the use of a tool, a skill or a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The action may run, and the user is not asked.
    Allow,
    /// The host asks the user before the action runs.
    Ask,
    /// The action may not run.
    Deny,
}

crate::choice! { Verdict: Allow = "allow", Ask = "ask", Deny = "deny" }

/// A permission rule that the host offers to save when it asks the user.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PermissionSuggestion {
    /// The permission rule, in the syntax of the host's settings.
    pub rule: String,
    /// The effect of the saved rule, in words.
    pub label: String,
}

/// A host's decision on an action, with its reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Permission {
    /// The host's decision on the action.
    pub verdict: Verdict,
    /// The permission rule that led to the decision, in the syntax of the host's settings. None if
    /// no rule matches.
    pub rule: Option<String>,
    /// The reason for the decision, in words.
    pub reason: String,
    /// The permission rules that the host offers to save when it asks the user.
    pub suggestions: Vec<PermissionSuggestion>,
}

/// The model's call of any tool: the input of
/// [`Workspace::permission`](crate::Workspace::permission).
#[derive(Debug, Clone, PartialEq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(deny_unknown_fields)]
pub struct ToolCall {
    /// The tool's name, as the model wrote it: `Bash` in Claude Code, `bash` in opencode.
    pub tool: String,
    /// The input of the tool, as the model wrote it: a JSON object with at most 64 levels of
    /// nesting.
    #[cfg_attr(feature = "typescript", tsify(type = "Record<string, unknown>"))]
    pub input: BTreeMap<String, serde_json::Value>,
    /// The id of the sub-agent that makes the call. None for the main agent.
    #[serde(default)]
    pub agent: Option<String>,
    /// The id of the model's call. None if the call has no id. If the host denies the call, its
    /// message to the model has the same id.
    #[serde(default)]
    pub id: Option<String>,
    /// The skill whose text contains the command of this call. Set this field only for a command
    /// from the `requests` of an invocation. None if the model itself calls the tool. In Claude
    /// Code, only the `allowed-tools` of this skill apply to such a command, and not those of other
    /// skills.
    #[serde(default)]
    pub skill: Option<CommandSkill>,
}

crate::record! { ToolCall: has(tool, input, agent, id, skill) needs(tool, input) }

/// A skill whose text contains a shell command. The fields are taken from the skill's
/// [`Invocation`](crate::model::invocation::Invocation).
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
    /// Returns a value of the call's input. None if the input has no such key, or if the value is
    /// not a string.
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
    /// The decision. None if the host's rules are not known, because then any decision would be a
    /// guess.
    pub decision: Option<Verdict>,
    /// The basis of the decision, such as rules or the sandbox.
    pub basis: PermissionBasis,
    /// The rule that led to the decision. None if the host's own default decided.
    pub rule: Option<PermissionRule>,
    /// The name of the skill whose `allowed-tools` contains the rule. None if the rule is not from
    /// a skill.
    pub skill: Option<String>,
    /// The reason for the decision, in words.
    pub reason: String,
    /// The permission rules that the host offers to save when it asks the user.
    pub suggestions: Vec<PermissionSuggestion>,
    /// The settings file with the suggested rules added, for the answer "always allow". None if the
    /// host does not ask, or saves no such answers in a settings file. Skillglass does not write
    /// the file.
    pub remember: Option<ConfigEdit>,
    /// The host's message to the model if the decision is `deny`: the result of the call, with the
    /// role `tool` and the id of the call. None for other decisions.
    pub message: Option<Message>,
}

/// The basis of a host's decision on a tool call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum PermissionBasis {
    /// Permission rules of the user, the administrator or a skill, or the host's own defaults for
    /// calls without a rule.
    Rules,
    /// The host allows the command because the command runs in the host's sandbox. No permission
    /// rule matches, and the user is not asked. The sandbox may still stop the command while it
    /// runs.
    Sandbox,
    /// The host may ask the user about the call. Whether it asks depends on settings of the host
    /// that Skillglass does not read, so `decision` is None.
    AsksUser,
    /// The host has no permissions, because the program that embeds it chooses the model's tools.
    /// The decision is `allow`.
    NoPermissions,
    /// An unknown basis: Skillglass does not know how the host decides, so `decision` is None.
    Unknown,
}

/// A permission rule that led to a decision on a tool call.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct PermissionRule {
    /// The permission rule, in the syntax of the host's settings.
    pub text: String,
    /// The absolute path of the file that contains the rule. For rules outside of files, words such
    /// as `--settings` or `the agent's default`.
    pub source: String,
    /// The position of the rule in its file. None if the rule is not in a file, or if Skillglass
    /// does not know the position.
    #[serde(default)]
    pub place: Option<Place>,
}

impl ToolPermission {
    /// Creates a decision that no rule led to.
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

    /// Creates the decision of a host without rules, or of a host whose rules Skillglass does not
    /// know.
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
