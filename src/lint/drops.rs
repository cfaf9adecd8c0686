//! Every drop has an error: why a host does not have a skill, in its own words where no rule knows the cause better.

use super::diagnostic::{Diagnostic, Severity};
use super::rule::{Rule, RuleGroup};
use super::subject::Subject;
use super::verdict::Verdict;
use crate::document::Range;

const fn error(code: &'static str, group: RuleGroup, summary: &'static str) -> Rule {
    Rule {
        code,
        group,
        severity: Severity::Error,
        summary,
    }
}

static NO_FRONTMATTER: Rule = error(
    "no-frontmatter",
    RuleGroup::Structure,
    "the file does not begin with a block between two lines of ---",
);
static INVALID_YAML: Rule = error(
    "invalid-yaml",
    RuleGroup::Yaml,
    "the frontmatter is no YAML that the host reads",
);
static NOT_LOADED: Rule = error(
    "not-loaded",
    RuleGroup::Structure,
    "the host does not have the skill, for a reason that no other rule names",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&NO_FRONTMATTER, &INVALID_YAML, &NOT_LOADED];

/// An error for every reason for which hosts drop the skill, with those hosts.
pub(super) fn check(subject: &Subject<'_>, found: &mut Vec<Diagnostic>) {
    let mut by_rule: Vec<(&Rule, Vec<&Verdict<'_>>)> = Vec::new();
    for verdict in &subject.verdicts {
        let Some(no) = verdict.dropped() else {
            continue;
        };
        let rule = rule(&no.reason);
        match by_rule.iter_mut().find(|(known, _)| *known == rule) {
            Some((_, verdicts)) => verdicts.push(verdict),
            None => by_rule.push((rule, vec![verdict])),
        }
    }
    for (rule, verdicts) in by_rule {
        let Some(no) = verdicts[0].dropped() else {
            continue;
        };
        let range = no
            .place
            .map_or_else(|| subject.start(), |start| Range { start, end: start });
        let hosts = verdicts.iter().map(|verdict| verdict.who());
        found.push(
            Diagnostic::new(rule, subject.path, range, &no.message)
                .help(&no.change)
                .concerning(hosts),
        );
    }
}

fn rule(reason: &str) -> &'static Rule {
    match reason {
        "no-frontmatter" => &NO_FRONTMATTER,
        "invalid-yaml" => &INVALID_YAML,
        _ => &NOT_LOADED,
    }
}
