//! Whether the model may use a skill: the rules of the settings, and what needs none.

use crate::host::stages::View;
use crate::hosts::claude_code::editions::Edition;
use crate::hosts::claude_code::names::{forks, unqualified};
use crate::hosts::claude_code::permissions::{self, Rule, SkillNames};
use crate::hosts::claude_code::settings::Settings;
use crate::model::permission::{Permission, Verdict};
use crate::model::skill::Skill;

/// Deny, then ask, then allow, then what has only harmless properties, and else the user is asked (seed 004 section 9).
pub(super) fn permission(
    view: &View<'_>,
    skill: &Skill,
    settings: &Settings,
    edition: &Edition,
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
    match asks_for(skill) {
        None => decided(Verdict::Allow, None, "it has only harmless properties"),
        Some(property) => {
            let reason = format!("it has {property}, and no rule is on it");
            decided(Verdict::Ask, None, &reason)
        }
    }
}

/// What the rules say of a skill, and the one that decides.
fn by_rule<'s>(
    view: &View<'_>,
    skill: &Skill,
    settings: &'s Settings,
    edition: &Edition,
) -> Option<(Verdict, &'s Rule)> {
    let names = SkillNames {
        name: &skill.name,
        aliases: &skill.aliases,
        unqualified: unqualified(skill, view.environment),
    };
    settings.rules.skill(&names, edition.skill_rules)
}

/// Whether a rule denies a skill.
pub(crate) fn is_denied(
    view: &View<'_>,
    skill: &Skill,
    settings: &Settings,
    edition: &Edition,
) -> bool {
    by_rule(view, skill, settings, edition).is_some_and(|(verdict, _)| verdict == Verdict::Deny)
}

/// The first property of a skill that is not known to be harmless.
fn asks_for(skill: &Skill) -> Option<&'static str> {
    let fields = skill.frontmatter.as_deref()?;
    if !fields.hooks.is_empty() {
        Some("hooks")
    } else if !fields.allowed_tools.is_empty() {
        Some("allowed-tools")
    } else if forks(fields) {
        Some("context: fork")
    } else {
        None
    }
}
