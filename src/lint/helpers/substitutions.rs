//! The places in the text of a `SKILL.md` that hosts replace with an argument, a variable or the
//! output of a command.

use std::collections::BTreeMap;
use std::ops;

use crate::host::format::Replacement;
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::lint::verdict::Verdict;
use crate::text::markdown::SpanKind;

/// The replaced byte ranges of a text. Each range has the hosts that replace it.
pub type Places<'s, 'a> = BTreeMap<(usize, usize), Vec<&'s Verdict<'a>>>;

/// The byte ranges that hosts replace in a skill's text, by kind: arguments, variables and shell
/// commands.
pub struct Substitutions<'s, 'a> {
    pub text: &'s SkillText<'a>,
    pub arguments: Places<'s, 'a>,
    pub variables: Places<'s, 'a>,
    pub commands: Places<'s, 'a>,
}

impl<'s, 'a> Substitutions<'s, 'a> {
    /// Returns the byte ranges that hosts replace in a skill's text. Returns `None` if the text
    /// contains neither `$` nor `!`, because every replaced range begins with `$` or `!`.
    pub fn of(context: &'s SkillContext<'a>, texts: &'s [SkillText<'a>]) -> Option<Self> {
        let text = texts
            .first()
            .filter(|text| text.text.bytes().any(|byte| matches!(byte, b'$' | b'!')))?;
        let mut substitutions = Self {
            text,
            arguments: Places::new(),
            variables: Places::new(),
            commands: Places::new(),
        };
        for verdict in &context.verdicts {
            let host = verdict.pipeline.host();
            let parsed = verdict.pipeline.parsed(context.tree, context.file.id());
            let fields = parsed
                .as_ref()
                .and_then(|parsed| parsed.outcome.as_ref().ok());
            let frontmatter =
                fields.and_then(|fields| fields.text.as_ref().ok()?.frontmatter.as_ref());
            let none = Default::default();
            for replaced in host
                .format()
                .replaces(context.text, frontmatter.unwrap_or(&none))
            {
                let places = match replaced.by {
                    Replacement::Argument => &mut substitutions.arguments,
                    Replacement::Variable => &mut substitutions.variables,
                    Replacement::Command => &mut substitutions.commands,
                };
                let hosts = places.entry((replaced.bytes.start, replaced.bytes.end));
                hosts.or_default().push(verdict);
            }
        }
        Some(substitutions)
    }

    /// Returns true if the placeholder in a byte range contains the name `ARGUMENTS`, as
    /// `$ARGUMENTS` does. Returns false if the placeholder has only a number, as in `$1`.
    pub fn is_named(&self, (start, end): (usize, usize)) -> bool {
        self.text.text[start..end].starts_with("$A")
    }

    /// Returns true if the author most likely intended to run the command that begins with the `!`
    /// at byte `start`. The conditions are that the `!` follows whitespace or a parenthesis, and
    /// that it is not in inline code.
    pub fn is_meant(&self, start: usize) -> bool {
        let before = self.text.text[..start].chars().next_back();
        let is_free = before.is_none_or(|before| before.is_whitespace() || before == '(');
        let span = self.text.span_at(start);
        is_free && span.is_none_or(|span| span.kind != SpanKind::Code)
    }

    /// Returns the first 60 characters of the command in a byte range, for use in a message.
    pub fn command_in(&self, bytes: &ops::Range<usize>) -> String {
        let written = self.text.text[bytes.clone()].trim_matches(['!', '`']);
        written.trim().chars().take(60).collect()
    }
}

/// Returns the hosts that load the skill, except the given hosts.
pub fn others<'s, 'a>(
    context: &'s SkillContext<'a>,
    hosts: &[&Verdict<'_>],
) -> Vec<&'s Verdict<'a>> {
    let verdicts = context.verdicts.iter();
    let others = verdicts.filter(|verdict| {
        verdict.cell.loaded
            && !hosts
                .iter()
                .any(|host| host.host_edition() == verdict.host_edition())
    });
    others.collect()
}
