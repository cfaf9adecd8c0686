//! Decides on tool calls by permission rules, the mode, and the working directories.

use super::file_rules::Places;
use super::rule::Rule;
use super::rules::Rules;
use crate::hosts::claude_code::names::BASH;
use crate::model::message::{Message, Role};
use crate::model::permission::{PermissionRule, ToolPermission, Verdict};

/// An allow rule, and the skill whose `allowed-tools` contains it. The skill is none if the rule is
/// from the settings.
#[derive(Debug, Clone)]
pub(in crate::hosts::claude_code) struct Granted {
    pub rule: Rule,
    pub skill: Option<String>,
}

/// The permission mode (setting `permissions.defaultMode`), which decides on calls that no rule
/// allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(in crate::hosts::claude_code) enum Mode {
    /// The mode `default`. Modes that Skillglass does not emulate count as this mode.
    #[default]
    Default,
    /// The mode `acceptEdits`: changes of files in the working directories are allowed.
    AcceptEdits,
    /// The mode `dontAsk`: calls that would require a question to the user are denied.
    DontAsk,
    /// The mode `bypassPermissions`: calls that no rule matches are allowed.
    Bypass,
}

/// The permission rules, folders and mode by which tool calls are decided.
pub(in crate::hosts::claude_code) struct Decider<'a> {
    pub rules: &'a Rules,
    /// The allow rules: first the rules of the settings, then the rules of skills.
    pub allow: Vec<Granted>,
    pub places: Places<'a>,
    pub mode: Mode,
}

/// A decision on a shell command.
pub(in crate::hosts::claude_code) struct CommandDecision {
    pub permission: ToolPermission,
    /// True if the reason for the decision is in Claude Code's words, not in Skillglass's.
    pub quotes_reason: bool,
}

impl From<ToolPermission> for CommandDecision {
    fn from(permission: ToolPermission) -> Self {
        Self {
            quotes_reason: permission.rule.is_none(),
            permission,
        }
    }
}

impl Decider<'_> {
    /// Returns the decision on a shell command, by the permission rules and the permission mode.
    pub(in crate::hosts::claude_code) fn on_command(&self, command: &str) -> CommandDecision {
        let removal = self.removal(BASH);
        let decision = removal.map_or_else(|| self.by_rules_on_commands(command), Into::into);
        CommandDecision {
            permission: self.in_mode(BASH, decision.permission),
            ..decision
        }
    }

    /// Returns the refusal of a call if a rule denies all calls of the tool. The model then does
    /// not have the tool. None if no rule denies all calls.
    pub(in crate::hosts::claude_code) fn removal(&self, tool: &str) -> Option<ToolPermission> {
        let mut deny = self.rules.deny.iter();
        let rule = deny.find(|rule| rule.content.is_none() && rule.is_against(tool))?;
        Some(ToolPermission {
            rule: Some(named(rule)),
            ..unavailable(tool, "a rule takes the tool away from the model")
        })
    }

    /// Applies the permission mode: some modes replace a question to the user by a decision.
    pub(in crate::hosts::claude_code) fn in_mode(
        &self,
        tool: &str,
        permission: ToolPermission,
    ) -> ToolPermission {
        let asks = permission.decision == Some(Verdict::Ask);
        match self.mode {
            Mode::DontAsk if asks => {
                let text = format!(
                    "Permission to use {tool} has been denied because Claude Code is running in don't ask mode."
                );
                ToolPermission {
                    decision: Some(Verdict::Deny),
                    suggestions: Vec::new(),
                    reason: "the mode dontAsk denies what would be a question".to_owned(),
                    message: Some(Message::new(Role::Tool, text)),
                    ..permission
                }
            }
            Mode::Bypass if asks && permission.rule.is_none() => ToolPermission {
                decision: Some(Verdict::Allow),
                suggestions: Vec::new(),
                reason: "the mode bypassPermissions asks nothing".to_owned(),
                ..permission
            },
            _ => permission,
        }
    }

    /// Returns the first rule on a tool in `rules` whose pattern matches a file. None if no rule
    /// matches.
    pub(in crate::hosts::claude_code) fn on_file<'r>(
        &self,
        rules: &'r [Rule],
        tool: &str,
        file: &str,
    ) -> Option<&'r Rule> {
        let mut rules = rules.iter();
        rules.find(|rule| {
            rule.tool == tool && rule.content.is_some() && self.places.matches(rule, file)
        })
    }

    /// Returns the first allow rule that applies to one of the `tools` and whose pattern matches
    /// the file. None if there is no such rule.
    pub(in crate::hosts::claude_code) fn allows_file(
        &self,
        tools: &[&str],
        file: &str,
    ) -> Option<&Granted> {
        self.allow.iter().find(|granted| {
            let rule = &granted.rule;
            tools.contains(&rule.tool.as_str()) && self.places.matches(rule, file)
        })
    }
}

/// Returns the refusal of a call of a tool that the model does not have.
pub(in crate::hosts::claude_code) fn unavailable(tool: &str, reason: &str) -> ToolPermission {
    let text = format!(
        "<tool_use_error>Error: No such tool available: {tool}. {tool} is disabled for this session, in subagents as well as here.</tool_use_error>"
    );
    ToolPermission {
        message: Some(Message::new(Role::Tool, text)),
        ..ToolPermission::new(Verdict::Deny, reason)
    }
}

pub(in crate::hosts::claude_code) fn named(rule: &Rule) -> PermissionRule {
    PermissionRule {
        text: rule.to_string(),
        source: rule.source.clone(),
        place: None,
    }
}

pub(in crate::hosts::claude_code) fn denied(rule: &Rule, message: &str) -> ToolPermission {
    ToolPermission {
        rule: Some(named(rule)),
        message: Some(Message::new(Role::Tool, message)),
        ..ToolPermission::new(Verdict::Deny, "a rule denies it")
    }
}

pub(in crate::hosts::claude_code) fn asked(rule: &Rule) -> ToolPermission {
    ToolPermission {
        rule: Some(named(rule)),
        ..ToolPermission::new(Verdict::Ask, "a rule asks for it")
    }
}

pub(in crate::hosts::claude_code) fn allowed(granted: &Granted) -> ToolPermission {
    let mut rule = named(&granted.rule);
    if let Some(skill) = &granted.skill {
        rule.source = format!("allowed-tools of {skill}");
    }
    ToolPermission {
        rule: Some(rule),
        skill: granted.skill.clone(),
        ..ToolPermission::new(Verdict::Allow, "a rule allows it")
    }
}
