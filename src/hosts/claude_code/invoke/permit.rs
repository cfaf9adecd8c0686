//! Decides whether the model may invoke a skill: by permission rules, or because the skill is
//! harmless and needs no rule.

use crate::host::stages::View;
use crate::hosts::claude_code::editions::{ClaudeCodeEdition, Property};
use crate::hosts::claude_code::names::{SKILL_TOOL, forks, unqualified};
use crate::hosts::claude_code::permissions::{self, Rule, SkillNames};
use crate::hosts::claude_code::settings::Settings;
use crate::model::permission::{Permission, Verdict};
use crate::model::skill::Skill;

/// Returns the decision on the model's call of a skill. Deny rules take precedence over ask rules,
/// and ask rules over allow rules. If no rule matches, a skill with only harmless properties is
/// allowed, and any other skill requires a question to the user
/// (docs/hosts/claude-code-use.md#permissions).
pub(in crate::hosts::claude_code) fn permission(
    view: &View<'_>,
    skill: &Skill,
    settings: &Settings,
    edition: &ClaudeCodeEdition,
) -> Permission {
    let decided = |verdict, rule: Option<&Rule>, reason: &str| Permission {
        verdict,
        rule: rule.map(Rule::to_string),
        reason: reason.to_owned(),
        suggestions: match verdict {
            Verdict::Ask => permissions::suggestions(&skill.name, edition.skill_rules),
            Verdict::Allow | Verdict::Deny => Vec::new(),
        },
    };
    if let Some((verdict, rule)) = by_rule(view, skill, settings, edition) {
        let reason = match verdict {
            Verdict::Deny => "a rule denies it",
            Verdict::Ask => "a rule asks for it",
            Verdict::Allow => "a rule allows it",
        };
        return decided(verdict, Some(rule), reason);
    }
    match asks_for(skill, edition) {
        None => decided(Verdict::Allow, None, "it has only harmless properties"),
        Some(property) => {
            let reason = format!("it has {property}, and no rule is on it");
            decided(Verdict::Ask, None, &reason)
        }
    }
}

/// Returns the decision of the permission rules on a skill, with the rule that led to it. None if
/// no rule matches.
fn by_rule<'s>(
    view: &View<'_>,
    skill: &Skill,
    settings: &'s Settings,
    edition: &ClaudeCodeEdition,
) -> Option<(Verdict, &'s Rule)> {
    let names = SkillNames {
        name: &skill.name,
        aliases: &skill.aliases,
        unqualified: unqualified(skill, view.environment),
    };
    settings.rules.skill(&names, edition.skill_rules)
}

/// Returns the message that refuses a call because the user would have to be asked, but the session
/// has no user. The wording is as in recorded answers of Claude Code.
pub(super) fn unasked(
    skill: &Skill,
    name: &str,
    permission: &Permission,
    settings: &Settings,
    edition: &ClaudeCodeEdition,
) -> String {
    if permission.rule.is_some() && asks_for(skill, edition).is_none() {
        return format!(
            "Claude requested permissions to use {SKILL_TOOL}, but you haven't granted it yet."
        );
    }
    let mut asks = settings.rules.ask.iter();
    // The suggested rule contains the skill's own name, even if the call used another name.
    let own = skill.name.as_str();
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_.:-/".contains(&byte);
    if !own.bytes().all(is_plain) || asks.any(|rule| rule.tool == SKILL_TOOL) {
        return format!("Execute skill: {name}");
    }
    format!(
        "Execute skill: {name}. The user can add the allow rule {SKILL_TOOL}({own}) to .claude/settings.local.json to let it run without asking."
    )
}

/// Returns true if a permission rule denies the skill.
pub(crate) fn is_denied(
    view: &View<'_>,
    skill: &Skill,
    settings: &Settings,
    edition: &ClaudeCodeEdition,
) -> bool {
    by_rule(view, skill, settings, edition).is_some_and(|(verdict, _)| verdict == Verdict::Deny)
}

/// Returns the first of a skill's properties that requires a question to the user. None if all
/// properties are harmless.
fn asks_for(skill: &Skill, edition: &ClaudeCodeEdition) -> Option<&'static str> {
    let fields = skill.frontmatter.as_deref()?;
    let mut properties = edition.tool.asks_for.iter();
    properties.find_map(|property| {
        let (has, name) = match property {
            Property::Hooks => (!fields.hooks.is_empty(), "hooks"),
            Property::HookLists => (!fields.hook_events.is_empty(), "hooks"),
            Property::AllowedTools => (!fields.allowed_tools.is_empty(), "allowed-tools"),
            Property::DisallowedTools => (!fields.disallowed_tools.is_empty(), "disallowed-tools"),
            Property::Fork => (forks(fields), "context: fork"),
        };
        has.then_some(name)
    })
}
