//! A line that tabs indent.
//!
//! Fix: writes two blanks for each tab; safe where it changes nothing for a host that has the skill and loses nothing
//! that the author wrote; unsafe elsewhere.

use crate::lint::helpers::yaml::fault::Fault;
use crate::lint::helpers::yaml::lines::lines;
use crate::lint::helpers::yaml::parser::parses;
use crate::lint::helpers::yaml::repair::Repair;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "tab-indentation",
    Severity::Warning,
    "a line is indented with tabs",
    &[Run::Search(Search::Yaml)],
);

/// A member that can be read once blanks are in the place of its tabs.
pub fn find(context: &SkillContext<'_>, member: &Member<'_>) -> Option<Fault> {
    let mut edits: Vec<Edit> = Vec::new();
    for line in lines(context.text, &member.bytes) {
        let text = context.slice(&line);
        let blank = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
        if blank.contains('\t') && blank.len() < text.len() {
            let blanks = blank.replace('\t', "  ");
            edits.push((line.start..line.start + blank.len(), blanks));
        }
    }
    let (bytes, _) = edits.first()?.clone();
    let shifted: Vec<Edit> = edits
        .iter()
        .map(|(bytes, text)| {
            (
                bytes.start - member.bytes.start..bytes.end - member.bytes.start,
                text.clone(),
            )
        })
        .collect();
    let mended = edited(context.slice(&member.bytes), &shifted)?;
    (parses(&mended) && !parses(context.slice(&member.bytes))).then(|| Fault {
        rule: &RULE,
        bytes,
        message: format!(
            "a tab indents a line of `{}`, and YAML allows only spaces",
            member.key
        ),
        help: "Indent with spaces.",
        repairs: vec![Repair::new("Indent with two spaces for each tab", edits)],
        related: Vec::new(),
    })
}
