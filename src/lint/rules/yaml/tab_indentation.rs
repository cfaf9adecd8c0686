//! `tab-indentation`: a line is indented with tabs.
//!
//! Fix: writes two spaces for each tab. The fix is safe if it changes nothing for a host that loads
//! the skill and loses no text of the author. It is unsafe otherwise.

use crate::lint::helpers::yaml::fault::YamlFault;
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

/// Returns the fault of a field that is not valid YAML because lines are indented with tabs; `None`
/// for other fields.
pub fn find(context: &SkillContext<'_>, member: &Member<'_>) -> Option<YamlFault> {
    let mut edits: Vec<Edit> = Vec::new();
    for line in lines(context.text, &member.bytes) {
        let text = context.slice(&line);
        let blank = &text[..text.len() - text.trim_start_matches([' ', '\t']).len()];
        if blank.contains('\t') && blank.len() < text.len() {
            let spaces = blank.replace('\t', "  ");
            edits.push((line.start..line.start + blank.len(), spaces));
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
    let fixed = edited(context.slice(&member.bytes), &shifted)?;
    (parses(&fixed) && !parses(context.slice(&member.bytes))).then(|| YamlFault {
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
