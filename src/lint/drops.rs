//! Errors for skills that hosts drop.
//!
//! Every dropped skill has an error, except a file that is a part or a sample of another skill, and
//! a skill that another skill of the same name tells the model to read. If
//! a rule can explain why the host drops the skill, the error is the finding of that rule.
//! Otherwise the error has the host's message.

use super::catalogs::Catalogs;
use super::diagnostic::{Diagnostic, Severity};
use super::registry::runs;
use super::rules::structure::{
    nested_skill, no_frontmatter as no_frontmatter_rule, not_loaded, shadowed,
};
use super::rules::yaml::missing_blank;
use super::run::{Dropped, Run};
use super::searches::{no_frontmatter, yaml};
use super::skill_context::SkillContext;
use super::verdict::Verdict;
use crate::compare::CompareStage;
use crate::model::catalog::{FaultCode, LeftOutReason};
use crate::model::obstacle::ObstacleReason;

/// Reports an error for each reason why hosts drop the skill. Each error names the hosts that drop
/// the skill for this reason. Also reports faults of the frontmatter.
pub(super) fn check<'a>(
    context: &SkillContext<'a>,
    catalogs: &Catalogs<'a>,
    found: &mut Vec<Diagnostic>,
) {
    let unreadable = runs().find_map(|(_, run)| match run {
        Run::Unreadable(find) => find(context),
        _ => None,
    });
    let is_unread = unreadable.is_some() || missing_blank::is_there(context);
    let (unread, by_reason) = by_reason(context, is_unread);
    for (reason, dropping) in by_reason {
        let hosts: Vec<_> = dropping.iter().map(Verdict::host_edition).collect();
        let mut diagnostic = explain(context, catalogs, reason, &dropping);
        let is_expected = nested_skill::is_part_of_another(&diagnostic)
            || no_frontmatter_rule::is_information(&diagnostic)
            || shadowed::is_no_loss(&diagnostic);
        if !is_expected {
            diagnostic.severity = Severity::Error;
        }
        found.push(diagnostic.concerning(hosts));
    }
    if let Some(unreadable) = unreadable {
        unreadable.report(context, &unread, found);
        return;
    }
    yaml::check(context, &unread, found);
    for (_, run) in runs() {
        if let Run::Frontmatter(check) = run {
            check(context, found);
        }
    }
}

/// A reason for dropping a skill, and the hosts that drop the skill for this reason.
type ByReason<'a> = (ObstacleReason, Vec<Verdict<'a>>);

/// Returns the hosts that drop the skill, in two groups. The first group has the hosts that cannot
/// read the frontmatter. The second group has the hosts that drop the skill for another reason,
/// with one entry for each reason.
fn by_reason<'a>(
    context: &SkillContext<'a>,
    is_unread: bool,
) -> (Vec<Verdict<'a>>, Vec<ByReason<'a>>) {
    let mut unread = Vec::new();
    let mut by_reason: Vec<ByReason<'_>> = Vec::new();
    for verdict in &context.verdicts {
        let Some(no) = verdict.dropped() else {
            continue;
        };
        // A fault in a host's configuration has only one finding, by the rule `host-configuration`.
        if no.reason == LeftOutReason::Configuration.into() {
            continue;
        }
        let is_yaml = matches!(
            no.reason,
            ObstacleReason::Fault(FaultCode::InvalidYaml | FaultCode::WrongType)
        );
        if is_yaml || is_unread && no.stage == CompareStage::Parse {
            unread.push(*verdict);
            continue;
        }
        match by_reason.iter_mut().find(|(known, _)| *known == no.reason) {
            Some((_, verdicts)) => verdicts.push(*verdict),
            None => by_reason.push((no.reason, vec![*verdict])),
        }
    }
    (unread, by_reason)
}

/// Returns the error about the hosts that drop the skill for the reason `reason`. If a rule
/// explains this reason, returns the finding of that rule. Otherwise returns an error with the
/// message of one of the hosts.
fn explain<'a>(
    context: &SkillContext<'a>,
    catalogs: &Catalogs<'a>,
    reason: ObstacleReason,
    dropping: &[Verdict<'a>],
) -> Diagnostic {
    let dropped = |rule, left_out| Dropped {
        rule,
        context,
        dropping,
        catalogs,
        left_out,
    };
    let by_rule = runs().find_map(|(rule, run)| match (run, reason) {
        (Run::LeftOut(reasons, explain), ObstacleReason::LeftOut(reason)) => (reasons
            .contains(&reason))
        .then(|| explain(&dropped(rule, Some(reason))))
        .flatten(),
        (Run::Fault(known, explain), ObstacleReason::Fault(code)) => {
            (*known == code).then(|| explain(&dropped(rule, None)))
        }
        _ => None,
    });
    by_rule.unwrap_or_else(|| match reason {
        ObstacleReason::Fault(FaultCode::NoFrontmatter | FaultCode::ByteOrderMark) => {
            no_frontmatter::explain(context, dropping)
        }
        _ => not_loaded::explain(context, dropping),
    })
}
