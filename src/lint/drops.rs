//! Every drop has an error: why a host does not have a skill, by its cause where a rule knows it, in the host's own words
//! where none does.

use super::catalogs::Catalogs;
use super::diagnostic::{Diagnostic, Severity};
use super::rules::description::{description_too_long, missing_description};
use super::rules::fields::{missing_name, name_not_folder, name_refused, name_too_long};
use super::rules::structure::{not_loaded, not_utf8};
use super::rules::yaml::frontmatter_too_large;
use super::rules::{structure, yaml};
use super::skill_context::SkillContext;
use super::verdict::Verdict;
use crate::compare::CompareStage;

/// An error for every reason for which hosts drop the skill, with those hosts, and what keeps others from its frontmatter.
pub(super) fn check(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let unreadable = not_utf8::find(context).or_else(|| frontmatter_too_large::find(context));
    let mut unread = Vec::new();
    let mut by_reason: Vec<(&str, Vec<Verdict<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let Some(no) = verdict.dropped() else {
            continue;
        };
        // One error for all skills, see `host-configuration`.
        if no.reason == "configuration" {
            continue;
        }
        let is_caused = unreadable.is_some() && no.stage == CompareStage::Parse;
        if is_caused || matches!(no.reason.as_str(), "invalid-yaml" | "wrong-type") {
            unread.push(*verdict);
            continue;
        }
        match by_reason.iter_mut().find(|(known, _)| *known == no.reason) {
            Some((_, verdicts)) => verdicts.push(*verdict),
            None => by_reason.push((&no.reason, vec![*verdict])),
        }
    }
    for (reason, dropping) in by_reason {
        let hosts: Vec<_> = dropping.iter().map(Verdict::who).collect();
        let diagnostic = explain(context, catalogs, reason, &dropping);
        found.push(Diagnostic {
            severity: Severity::Error,
            ..diagnostic.concerning(hosts)
        });
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
    reason: &str,
    dropping: &[Verdict<'_>],
) -> Diagnostic {
    let no = dropping.iter().find_map(Verdict::dropped);
    let words = no.map_or(("", ""), |no| (&no.message, &no.change));
    match reason {
        "missing-name" => missing_name::explain(context, dropping),
        "missing-description" => missing_description::explain(context, dropping),
        "name-too-long" => name_too_long::explain(context, words),
        "description-too-long" => description_too_long::explain(context, words),
        "name-invalid" => name_refused::explain(context, words),
        "name-mismatch" => name_not_folder::explain(context, words),
        _ => structure::explain(context, catalogs, reason, dropping)
            .unwrap_or_else(|| not_loaded::explain(context, dropping)),
    }
}
