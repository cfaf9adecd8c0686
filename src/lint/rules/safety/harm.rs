//! The harmful effects of the commands in a text, for the rules that report such effects.

use super::runner::Runner;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::Rule;
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::safety::{self, Act, ActKind};

/// A text with the harmful effects of its commands.
pub(super) struct Harm<'s, 'a> {
    context: &'s SkillContext<'a>,
    text: &'s SkillText<'a>,
    /// The name of the skill, followed by its description on the next lines.
    pub topic: &'s str,
    acts: Vec<Act>,
}

impl<'s, 'a> Harm<'s, 'a> {
    pub fn of(context: &'s SkillContext<'a>, text: &'s SkillText<'a>, topic: &'s str) -> Self {
        Self {
            context,
            text,
            topic,
            acts: safety::acts(topic, text),
        }
    }

    /// Returns the harmful effects of the commands in the text, for the kinds of effect that
    /// `is_meant` accepts. At most `MAX_FOUND` effects are returned.
    pub fn acts(&self, is_meant: impl Fn(ActKind) -> bool) -> impl Iterator<Item = &Act> {
        let acts = self.acts.iter().filter(move |act| is_meant(act.kind));
        acts.take(MAX_FOUND)
    }

    /// Creates a finding about a harmful effect. The message contains the command, its effect, and
    /// the program or person that runs the command.
    pub fn finding(&self, rule: &Rule, act: &Act, does: &str, help: &str) -> Diagnostic {
        let runner = Runner::of(self.context, self.text, &act.bytes);
        let quoted = safety::quoted(self.text.text, &act.bytes);
        let ran_by = runner.sentence();
        let message = match (act.kind, &runner) {
            // A person runs the command, not a program.
            (
                ActKind::PasteAndRun | ActKind::PasswordArchive,
                Runner::Text | Runner::People | Runner::Script,
            ) => {
                format!("{quoted} {does}")
            }
            _ => format!("{quoted} {does}; {ran_by}"),
        };
        let mut found = self
            .text
            .finding(self.context, rule, act.bytes.clone(), message, help);
        let runs_unasked = act.kind.runs() && matches!(runner, Runner::Host(..));
        if act.is_certain || runs_unasked {
            found.severity = found.severity.min(Severity::Warning);
        }
        if act.is_usual {
            found.severity = rule.severity.softened();
        }
        if let Runner::Host(hosts, _) = &runner
            && self
                .context
                .member("hooks")
                .is_some_and(|member| member.bytes.contains(&act.bytes.start))
        {
            // A hook concerns only the host that runs it.
            found.hosts.clear();
            found = found.concerning(hosts.iter().copied());
        }
        match act.source {
            Some(source) => {
                let range = self.text.range(source..source);
                found.related("it comes from here", &self.text.path, range)
            }
            None => found,
        }
    }
}

/// Returns the names of a skill's folder and of the skill, followed by the skill's description on
/// the next lines.
pub(super) fn topic(context: &SkillContext<'_>) -> String {
    let value = |key: &str| {
        let member = context.member(key);
        member.map_or("", |member| &context.text[member.value_bytes.clone()])
    };
    let (name, description) = (value("name"), value("description"));
    format!("{} {name}\n{description}", context.skill_folder())
}
