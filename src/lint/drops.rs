//! Every drop has an error, but that of a file which is a part of another skill: why a host does not have a skill, by
//! its cause where a rule knows it, in the host's own words where none does.

use super::catalogs::Catalogs;
use super::diagnostic::{Diagnostic, Severity};
use super::rules::description::{description_too_long, missing_description, tag_in_description};
use super::rules::fields::{
    missing_name, name_not_folder, name_refused, name_too_long, unknown_field,
};
use super::rules::structure::{nested_skill, not_loaded, not_utf8, unfound_frontmatter};
use super::rules::yaml::{frontmatter_too_large, missing_blank};
use super::rules::{structure, yaml};
use super::skill_context::SkillContext;
use super::verdict::Verdict;
use crate::compare::CompareStage;
use crate::model::catalog::{FaultCode, LeftOutReason};
use crate::model::obstacle::ObstacleReason;

/// Reports every reason for which hosts drop the skill, with those hosts, and what keeps others from its frontmatter.
pub(super) fn check(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let unreadable = not_utf8::find(context).or_else(|| frontmatter_too_large::find(context));
    let has_almost_keys = missing_blank::is_there(context);
    let mut unread = Vec::new();
    let mut by_reason: Vec<(ObstacleReason, Vec<Verdict<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let Some(no) = verdict.dropped() else {
            continue;
        };
        // One error for all skills, see `host-configuration`.
        if no.reason == LeftOutReason::Configuration.into() {
            continue;
        }
        let is_caused =
            (unreadable.is_some() || has_almost_keys) && no.stage == CompareStage::Parse;
        if is_caused
            || matches!(
                no.reason,
                ObstacleReason::Fault(FaultCode::InvalidYaml | FaultCode::WrongType)
            )
        {
            unread.push(*verdict);
            continue;
        }
        match by_reason.iter_mut().find(|(known, _)| *known == no.reason) {
            Some((_, verdicts)) => verdicts.push(*verdict),
            None => by_reason.push((no.reason, vec![*verdict])),
        }
    }
    for (reason, dropping) in by_reason {
        let hosts: Vec<_> = dropping.iter().map(Verdict::who).collect();
        let mut diagnostic = explain(context, catalogs, reason, &dropping);
        if !nested_skill::is_part_of_another(&diagnostic) {
            diagnostic.severity = Severity::Error;
        }
        found.push(diagnostic.concerning(hosts));
    }
    if let Some(unreadable) = unreadable {
        unreadable.tell(context, &unread, found);
    } else {
        yaml::check(context, &unread, found);
        yaml::check_values(context, found);
    }
}

/// Why hosts drop the skill for that reason: by the rule that knows it, or else in the words of a host.
fn explain(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    reason: ObstacleReason,
    dropping: &[Verdict<'_>],
) -> Diagnostic {
    let no = dropping.iter().find_map(Verdict::dropped);
    let words = no.map_or(("", ""), |no| (&no.message, &no.change));
    let by_rule = match reason {
        ObstacleReason::Fault(code) => match code {
            FaultCode::NoFrontmatter | FaultCode::ByteOrderMark => {
                Some(unfound_frontmatter::explain(context, dropping))
            }
            FaultCode::MissingName => Some(missing_name::explain(context, dropping)),
            FaultCode::MissingDescription => Some(missing_description::explain(context, dropping)),
            FaultCode::NameTooLong => Some(name_too_long::explain(context, words)),
            FaultCode::DescriptionTooLong => Some(description_too_long::explain(context, words)),
            FaultCode::DescriptionInvalid => Some(tag_in_description::explain(context, words)),
            FaultCode::UnknownField => Some(unknown_field::explain(context, dropping, words)),
            FaultCode::NameInvalid => Some(name_refused::explain(context, words)),
            FaultCode::NameMismatch => Some(name_not_folder::explain(context, words)),
            _ => None,
        },
        ObstacleReason::LeftOut(reason) => structure::explain(context, catalogs, reason, dropping),
        _ => None,
    };
    by_rule.unwrap_or_else(|| not_loaded::explain(context, dropping))
}
