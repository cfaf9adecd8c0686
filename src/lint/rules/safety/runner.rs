//! The runner of a command in a text. It is a host that does not ask the user, a model that follows
//! the text, or a person who runs a script or follows a page.

use std::ops::Range;

use crate::host::format::Replacement;
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::lint::verdict::{HostEdition, HostNames};
use crate::model::skill::Frontmatter;

/// The program or person that runs a command found in a text.
pub(super) enum Runner<'a> {
    /// Hosts run the command without a question to the user. The second value is the end of the
    /// finding's message. It names the moment at which the hosts run the command, such as
    /// `unasked when the skill is used`.
    Host(Vec<HostEdition<'a>>, &'static str),
    /// The command is in the frontmatter. The model reads the frontmatter before it chooses the
    /// skill, and may run the command.
    Frontmatter,
    /// The command is in the skill's text. The model may run the command when it follows this text.
    Text,
    /// The command is in a file for people, such as a README, which the model does not read. People
    /// may run the command.
    People,
    /// The command is in a script of the skill, and runs with the script.
    Script,
}

impl<'a> Runner<'a> {
    /// Returns the program or person that runs the command in a byte range.
    pub fn of(context: &SkillContext<'a>, text: &SkillText<'_>, bytes: &Range<usize>) -> Self {
        if text.is_for_people {
            return Self::People;
        }
        if text.kind.is_some() {
            return if text.is_markdown {
                Self::Text
            } else {
                Self::Script
            };
        }
        let is_hook = context
            .member("hooks")
            .is_some_and(|member| member.bytes.contains(&bytes.start));
        let is_body = bytes.start >= text.body.start;
        if !is_hook && !is_body {
            return Self::Frontmatter;
        }
        let mut hosts = Vec::new();
        for verdict in &context.verdicts {
            let host = verdict.pipeline.host();
            let parsed = context.parsed_by(verdict);
            let text = parsed.as_ref().and_then(|parsed| {
                let fields = parsed.outcome.as_ref().ok()?;
                fields.text.as_ref().ok()
            });
            let none = Frontmatter::default();
            let fields = text.and_then(|text| text.frontmatter.as_deref());
            let fields = fields.unwrap_or(&none);
            let runs = if is_hook {
                !fields.hooks.is_empty()
            } else {
                host.format()
                    .replaces(context.text, fields)
                    .iter()
                    .any(|replaced| {
                        replaced.by == Replacement::Command
                            && replaced.bytes.start <= bytes.start
                            && bytes.end <= replaced.bytes.end
                    })
            };
            if runs && verdict.cell.loaded {
                hosts.push(verdict.host_edition());
            }
        }
        match (hosts.is_empty(), is_hook) {
            (true, true) => Self::Frontmatter,
            (true, false) => Self::Text,
            (false, true) => Self::Host(hosts, "as a hook, unasked, once the skill is in use"),
            (false, false) => Self::Host(
                hosts,
                "unasked when the skill is used, before the model reads it",
            ),
        }
    }

    /// Returns a sentence that names who runs the command. Messages of findings end with this
    /// sentence.
    pub fn sentence(&self) -> String {
        match self {
            Self::Host(hosts, when) => {
                let names = HostNames::of(hosts.iter().copied());
                format!("{names} {} it {when}", names.verb("runs", "run"))
            }
            Self::Frontmatter => {
                "it is in the frontmatter, which the model reads before it chooses the skill"
                    .to_owned()
            }
            Self::People => "people who follow the page run it".to_owned(),
            Self::Text => "the text asks the model to run it".to_owned(),
            Self::Script => "it runs when the file is run or loaded".to_owned(),
        }
    }
}
