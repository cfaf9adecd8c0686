//! `unlimited-tools`: the skill lets a host run any command without a question.
//!
//! Fix: none, because only the author knows which commands the skill needs.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::RuleGroup;
use crate::lint::run::{LintRule, Run};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{HostEdition, labels};

pub(in crate::lint) static RULE: LintRule = LintRule::new(
    RuleGroup::Safety,
    "unlimited-tools",
    Severity::Hint,
    "the skill lets a host run any command without a question",
    &[Run::Skill(|skill, found| check(skill, found))],
);

/// Finds tools that the field `allowed-tools` allows without limits. Each finding has the hosts that allow the tool.
pub(super) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let Some(member) = context.member("allowed-tools") else {
        return;
    };
    let mut unlimited: Vec<(String, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in &context.verdicts {
        let host = verdict.pipeline.host();
        let parsed = context.file.contents().map(|contents| host.parse(contents));
        let fields = parsed.and_then(|parsed| parsed.outcome.ok()?.text.ok()?.frontmatter);
        for tool in host.format().unlimited_tools(&fields.unwrap_or_default()) {
            match unlimited.iter_mut().find(|(known, _)| *known == tool) {
                Some((_, hosts)) => hosts.push(verdict.host_edition()),
                None => unlimited.push((tool, vec![verdict.host_edition()])),
            }
        }
    }
    for (tool, hosts) in unlimited {
        let value = context.slice(&member.value_bytes);
        let ends = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '(');
        let at = value
            .match_indices(&tool)
            .find(|(at, _)| ends(&value[at + tool.len()..]));
        let bytes = at.map_or(member.value_bytes.clone(), |(at, _)| {
            let start = member.value_bytes.start + at;
            start..start + tool.len()
        });
        let program = tool.split_once('(').map(|(_, content)| content);
        let program = program.and_then(|content| content.split([' ', ':', '*', ')']).next());
        let names = labels(hosts.iter().copied());
        let message = match program {
            None | Some("") => {
                format!("`{tool}` lets {names} run any command without a question")
            }
            Some(program) => format!(
                "`{tool}` lets {names} use {program} without a question, which runs, fetches or sends whatever it is given"
            ),
        };
        found.push(
            Diagnostic::new(&RULE, context.path, context.range(bytes), message)
                .help("Name the commands that it needs, such as `Bash(git diff *)`.")
                .concerning(hosts),
        );
    }
}
