//! `no-frontmatter`: the file has no frontmatter, or an empty one.
//!
//! Fix: adds the folder's name and a description of the first sentences of the text; unsafe, because they were not
//! written as a description. There is no fix if the file has a description in some spelling or place.

use crate::lint::helpers::draft;
use crate::lint::prelude::*;
use crate::lint::quoting::as_value;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "no-frontmatter",
    Severity::Error,
    "the file does not begin with a block between two lines of ---",
    &[Run::Search(Search::NoFrontmatter)],
);

/// Returns the finding for a file that hosts drop for it.
pub fn explain(context: &SkillContext<'_>) -> Diagnostic {
    let at_byte = context.frontmatter.bytes.start;
    let with_delimiters = context.frontmatter.delimited.is_err();
    let eol = context.line_end();
    let frontmatter = |description: &str| {
        let name = as_value(context.skill_folder());
        let fields = format!(
            "name: {name}{eol}description: {}{eol}",
            as_value(description)
        );
        if !with_delimiters {
            return fields;
        }
        let gap = if context.text[at_byte..].starts_with(['\n', '\r']) {
            ""
        } else {
            eol
        };
        format!("---{eol}{fields}---{eol}{gap}")
    };
    let title = "Begin with the folder's name and the first words";
    // A byte order mark before the frontmatter is removed with it.
    let start = if with_delimiters { 0 } else { at_byte };
    let fix = draft::described(context, title, |description| {
        vec![(start..at_byte, frontmatter(description))]
    });
    let first = context.text[at_byte..].lines().next().map_or(0, str::len);
    let message = if with_delimiters {
        "the file does not begin with frontmatter, so it has no name and no description"
    } else {
        "the frontmatter is empty, so there is no name and no description"
    };
    context
        .report(&RULE, at_byte..at_byte + first, message)
        .help("Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.")
        .fix(fix)
}
