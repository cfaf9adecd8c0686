//! The rules and the surroundings of a call, and the decisions that a rule makes.

use crate::hosts::claude_code::file_rules::Places;
use crate::hosts::claude_code::permissions::{Rule, Rules};
use crate::hosts::claude_code::settings::Mode;
use crate::model::message::{Message, Role};
use crate::model::permission::{PermissionRule, ToolPermission, Verdict};

/// A rule, and the skill that the rule belongs to; none for a rule of the settings.
#[derive(Debug, Clone)]
pub(super) struct Granted {
    pub rule: Rule,
    pub skill: Option<String>,
}

/// The rules and the surroundings of a call.
pub(super) struct Decider<'a> {
    pub rules: &'a Rules,
    /// The rules that allow a call: the rules of the settings, then the rules of skills.
    pub allow: Vec<Granted>,
    pub places: Places<'a>,
    pub mode: Mode,
}

impl Decider<'_> {
    /// Returns the first rule of a list that is about this tool and matches a file.
    pub(super) fn on_file<'r>(
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

    /// Returns the rule that allows the model to read or change a file. `tools` are the tool names that such a rule may
    /// have.
    pub(super) fn allows_file(&self, tools: &[&str], file: &str) -> Option<&Granted> {
        self.allow.iter().find(|granted| {
            let rule = &granted.rule;
            tools.contains(&rule.tool.as_str()) && self.places.matches(rule, file)
        })
    }
}

pub(super) fn named(rule: &Rule) -> PermissionRule {
    PermissionRule {
        text: rule.to_string(),
        source: rule.source.clone(),
        place: None,
    }
}

pub(super) fn denied(rule: &Rule, message: &str) -> ToolPermission {
    ToolPermission {
        rule: Some(named(rule)),
        message: Some(Message::new(Role::Tool, message)),
        ..ToolPermission::new(Verdict::Deny, "a rule denies it")
    }
}

pub(super) fn asked(rule: &Rule) -> ToolPermission {
    ToolPermission {
        rule: Some(named(rule)),
        ..ToolPermission::new(Verdict::Ask, "a rule asks for it")
    }
}

pub(super) fn allowed(granted: &Granted) -> ToolPermission {
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
