//! Findings in the words of the hosts.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{HostEdition, Verdict, labels};

/// The messages of the hosts that drop the skill, each once, with the help of the first. Of several, each names its hosts.
pub(super) fn in_their_words(
    context: &SkillContext<'_>,
    rule: &Rule,
    dropping: &[Verdict<'_>],
) -> Diagnostic {
    let mut said: Vec<(&str, &str, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in dropping {
        let Some(no) = verdict.dropped() else {
            continue;
        };
        match said.iter_mut().find(|(message, ..)| *message == no.message) {
            Some((.., hosts)) => hosts.push(verdict.who()),
            None => said.push((&no.message, &no.change, vec![verdict.who()])),
        }
    }
    let is_alone = said.len() == 1;
    let messages = said.iter().map(|(message, _, hosts)| {
        let names = labels(hosts.iter().copied());
        match is_alone || message.contains(&names) {
            true => (*message).to_owned(),
            false => format!("{names}: {message}"),
        }
    });
    let messages: Vec<_> = messages.collect();
    let help = said.first().map_or("", |(_, change, _)| *change);
    Diagnostic::new(rule, context.path, context.start(), messages.join("; ")).help(help)
}
