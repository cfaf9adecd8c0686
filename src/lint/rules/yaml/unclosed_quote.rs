//! `unclosed-quote`: a quote is opened but not closed.
//!
//! Fix: closes the quote, or puts the value in other quotes. The first of these forms that all
//! parsers of the frontmatter understand is used. The fix is safe if it changes nothing for a host
//! that loads the skill and loses no text of the author. It is unsafe otherwise.

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::helpers::yaml::repair::{Repair, indented};
use crate::lint::prelude::*;
use crate::lint::quoting::in_quotes;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "unclosed-quote",
    Severity::Warning,
    "a quote is opened and not closed",
    &[Run::Search(Search::Yaml)],
);

/// Returns the fault of a field whose value begins with a quote and has no closing quote.
pub fn fault(context: &SkillContext<'_>, member: &Member<'_>, quote: char) -> YamlFault {
    let text = context.text;
    let value = member.value_bytes.clone();
    let mut edits = indented(text, &value);
    edits.push((value.end..value.end, quote.to_string()));
    YamlFault {
        rule: &RULE,
        bytes: value.start..value.start + 1,
        message: format!(
            "the quote that the value of `{}` begins with is never closed",
            member.key
        ),
        help: "Close the quote at the end of the value.",
        repairs: vec![
            Repair::new("Close the quote", edits),
            Repair::new("Put the value in quotes", in_quotes(text, &value)),
        ],
        related: Vec::new(),
    }
}
