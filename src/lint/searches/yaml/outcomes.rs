//! Describes how a fault in the frontmatter affects each host.

use std::ops;

use crate::lint::prelude::*;

/// The possible effects of a YAML fault on a host, in the order in which a message lists them. Each
/// effect has two verb phrases: the first for one host, the second for several hosts.
const OUTCOMES: [(&str, &str); 5] = [
    ("drops the skill", "drop the skill"),
    (
        "loads it without its frontmatter",
        "load it without its frontmatter",
    ),
    ("reads the value as written", "read the value as written"),
    ("reads another value", "read another value"),
    ("reads it all the same", "read it all the same"),
];

/// Returns a text with the effect of a YAML fault on each host, such as `Codex drops the skill;
/// opencode reads the value as written`. A host that drops the skill because of another fault is
/// left out.
pub fn outcomes(
    context: &SkillContext<'_>,
    bytes: &ops::Range<usize>,
    dropping: &[HostEdition<'_>],
) -> String {
    let mut hosts: [Vec<HostEdition<'_>>; OUTCOMES.len()] = Default::default();
    for verdict in &context.verdicts {
        let outcome = match verdict {
            _ if dropping.contains(&verdict.host_edition()) => 0,
            _ if !verdict.cell.loaded => continue,
            _ if verdict.ignores_frontmatter().is_some() => 1,
            _ => read(context, bytes, verdict),
        };
        hosts[outcome].push(verdict.host_edition());
    }
    let reported = hosts.into_iter().zip(OUTCOMES).filter_map(|(hosts, verb)| {
        (!hosts.is_empty()).then(|| hosts_and_verb(hosts, verb.0, verb.1))
    });
    reported.collect::<Vec<_>>().join("; ")
}

/// Returns an index in [`OUTCOMES`] for a host that reads the frontmatter in spite of a fault. The
/// index depends on whether the host reads the faulty value exactly as the file contains it.
fn read(context: &SkillContext<'_>, bytes: &ops::Range<usize>, verdict: &Verdict<'_>) -> usize {
    let mut members = context.frontmatter.members.iter();
    let member = members.find(|member| member.bytes.contains(&bytes.start));
    let shown = member.and_then(|member| {
        let value = match member.key {
            "description" => verdict.cell.description.as_deref(),
            "name" => verdict.cell.name.as_deref(),
            _ => None,
        };
        Some((value?.trim(), context.slice(&member.value_bytes)))
    });
    match shown {
        Some((shown, written)) if shown.split_whitespace().eq(written.split_whitespace()) => 2,
        Some((_, written)) if !written.contains('\n') => 3,
        _ => 4,
    }
}
