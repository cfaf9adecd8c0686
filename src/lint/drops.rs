//! Every drop has an error: why a host does not have a skill, by its cause where a rule knows it, in the host's own words
//! where none does.

use super::catalogs::Catalogs;
use super::diagnostic::{Diagnostic, Severity};
use super::rule::{Rule, RuleGroup};
use super::skill_context::SkillContext;
use super::verdict::Verdict;
use super::{frontmatter, structure, unreadable, yaml};
use crate::compare::CompareStage;
use crate::text::document::Range;

static NOT_LOADED: Rule = Rule::new(
    RuleGroup::Structure,
    "not-loaded",
    Severity::Error,
    "the host does not have the skill, for a reason that no other rule names",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&NOT_LOADED];

/// An error for every reason for which hosts drop the skill, with those hosts, and what keeps others from its frontmatter.
pub(super) fn check(
    context: &SkillContext<'_>,
    catalogs: &Catalogs<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let cause = unreadable::cause(context);
    let mut unread = Vec::new();
    let mut by_reason: Vec<(&str, Vec<Verdict<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let Some(no) = verdict.dropped() else {
            continue;
        };
        // One error for all skills, see `host_config`.
        if no.reason == "configuration" {
            continue;
        }
        let is_caused = cause.is_some() && no.stage == CompareStage::Parse;
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
        let by_cause = frontmatter::explain(context, reason, &dropping)
            .or_else(|| structure::explain(context, catalogs, reason, &dropping));
        let diagnostic = by_cause.unwrap_or_else(|| in_its_words(context, &dropping));
        found.push(Diagnostic {
            severity: Severity::Error,
            ..diagnostic.concerning(hosts)
        });
    }
    if let Some(cause) = cause {
        cause.tell(context, &unread, found);
    } else {
        yaml::check(context, &unread, found);
        yaml::check_comments(context, found);
        yaml::check_quotes(context, found);
    }
}

fn in_its_words(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    let no = dropping.iter().find_map(Verdict::dropped);
    let place = no.and_then(|no| no.place);
    let range = place.map_or_else(|| context.start(), |start| Range { start, end: start });
    let (message, help) = no.map_or(("", ""), |no| (&no.message, &no.change));
    Diagnostic::new(&NOT_LOADED, context.path, range, message).help(help)
}
