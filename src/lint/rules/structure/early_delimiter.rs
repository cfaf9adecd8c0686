//! `early-delimiter`: a host ends the frontmatter at three dashes that are inside of a value.
//!
//! Fix: none, because only the author knows how to write the value without the dashes.

use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "early-delimiter",
    Severity::Warning,
    "a host ends the frontmatter at three dashes inside it",
    &[Run::Skill(check)],
);

/// Reports `---` after other text on a line of the frontmatter, if a later line is the real delimiter. A line that
/// begins with `---` is not reported, because it is meant as the delimiter.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    if skill.frontmatter.delimited.is_err() {
        return;
    }
    let mut ends: Vec<(usize, Vec<(&str, &str)>)> = Vec::new();
    for verdict in skill.verdicts.iter().filter(|it| it.cell.loaded) {
        let end = verdict.pipeline.host().format().frontmatter_end(skill.text);
        let Some(end) = end.filter(|end| *end < skill.frontmatter.bytes.end) else {
            continue;
        };
        let line = skill.text[..end].rsplit('\n').next().unwrap_or_default();
        if line.trim().is_empty() {
            continue;
        }
        match ends.iter_mut().find(|(known, _)| *known == end) {
            Some((_, hosts)) => hosts.push(verdict.host_edition()),
            None => ends.push((end, vec![verdict.host_edition()])),
        }
    }
    for (end, hosts) in ends {
        let mut members = skill.frontmatter.members.iter();
        let place = members
            .find(|member| member.bytes.contains(&end))
            .map_or(String::new(), |member| format!(", within `{}`", member.key));
        let message = format!(
            "{} the frontmatter at these dashes{place}; the lines after them are not part of it",
            hosts_and_verb(hosts.iter().copied(), "ends", "end"),
        );
        found.push(
            skill
                .report(&RULE, end..end + "---".len(), message)
                .help("Write a dash or two, or other words: quotes do not help.")
                .concerning(hosts),
        );
    }
}
