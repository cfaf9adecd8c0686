//! Findings in the words of the hosts.

use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::Rule;
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;

/// The messages of the hosts that drop the skill, each once, with the help of the first.
pub(super) fn in_their_words(
    context: &SkillContext<'_>,
    rule: &Rule,
    dropping: &[Verdict<'_>],
) -> Diagnostic {
    let mut said: Vec<(&str, &str)> = Vec::new();
    for verdict in dropping {
        if let Some(no) = verdict.dropped()
            && !said.iter().any(|(message, _)| *message == no.message)
        {
            said.push((&no.message, &no.change));
        }
    }
    let messages: Vec<_> = said.iter().map(|(message, _)| *message).collect();
    let help = said.first().map_or("", |(_, change)| *change);
    Diagnostic::new(rule, context.path, context.start(), messages.join("; ")).help(help)
}
