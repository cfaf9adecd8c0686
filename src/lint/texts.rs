//! The texts of a skill, and functions that create findings in them.

use std::ops;

use super::diagnostic::Diagnostic;
use super::rule::Rule;
use super::skill_context::SkillContext;
use crate::tree::skill_file::is_skill_file_name;
pub(super) use crate::tree::skill_text::{SkillText, TriggerList, TriggerPlace};
use crate::tree::skill_text::{TextField, is_for_people};

/// The maximum length in bytes of a text that rules search. No host has this limit.
const MAX_TEXT: usize = 1 << 20;

impl<'a> SkillText<'a> {
    /// Returns the skill's own text, followed by the texts of the files beside the skill, sorted by
    /// path. Files that are not UTF-8 are excluded. Other files called `SKILL.md`, in uppercase or
    /// lowercase, are excluded too, because each of them is checked as a separate skill.
    pub(super) fn all(context: &SkillContext<'a>) -> Vec<Self> {
        let mut own = Self::new(
            context.path.to_owned(),
            None,
            context.text,
            context.body.clone(),
        );
        let members = context.frontmatter.members.iter();
        let fields = members.map(|member| TextField {
            key: member.key,
            value: member.value_bytes.clone(),
            bytes: member.bytes.clone(),
        });
        own.fields.extend(fields);
        let files = context.resources.files.iter();
        let files = files.filter(|file| !is_skill_file_name(&file.relative));
        let beside = files.filter_map(|file| {
            let entry = context.tree.resolve(&file.path).ok()?;
            let text = entry.contents()?.text().ok()?;
            let is_read = text.len() <= MAX_TEXT && !text.contains('\0');
            let mut beside = is_read
                .then(|| Self::new(file.path.clone(), Some(file.kind), text, 0..text.len()))?;
            beside.is_for_people = file.depth.is_none() && is_for_people(&file.relative);
            Some(beside)
        });
        std::iter::once(own).chain(beside).collect()
    }

    /// Creates a finding of a rule in this text. The finding concerns all target hosts.
    pub(super) fn finding(
        &self,
        context: &SkillContext<'_>,
        rule: &Rule,
        bytes: ops::Range<usize>,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(rule, &self.path, self.range(bytes), message)
            .help(help)
            .concerning(context.all_hosts())
    }
}

impl SkillContext<'_> {
    /// Creates a finding of a rule in the skill's file, without hosts and without help.
    pub(super) fn report(
        &self,
        rule: &Rule,
        bytes: ops::Range<usize>,
        message: impl Into<String>,
    ) -> Diagnostic {
        Diagnostic::new(rule, self.path, self.range(bytes), message)
    }
}
