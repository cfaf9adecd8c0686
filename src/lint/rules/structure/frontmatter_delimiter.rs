//! `frontmatter-delimiter`: a delimiter `---` is missing, or its line has other text.
//!
//! Fix: writes the delimiter. The fix is safe if two conditions hold. Hosts that load the skill see
//! the same name, description and body, and hosts that drop the skill no longer drop it for this
//! reason.

use std::ops;

use crate::lint::helpers::frontmatter_lines::{
    closing, has_known, is_known, is_nearly_delimiter, lines,
};
use crate::lint::helpers::{loose_fields, other_fence};
use crate::lint::prelude::*;
use crate::lint::rules::structure::unclosed_frontmatter::end_edit;
use crate::lint::skill_context::members;
use crate::text::document::Unsplit;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "frontmatter-delimiter",
    Severity::Error,
    "a delimiter line --- is missing, or has other text",
    &[Run::Search(Search::NoFrontmatter)],
);

const BEGIN: &str =
    "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.";

/// Returns the finding for a line inside of the frontmatter that looks like a delimiter, but is
/// indented or has other text. `None` if there is no such line.
pub fn find_glued(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
    let bytes = context.glued_delimiter()?;
    let line = context.slice(&bytes);
    Some(delimiter(context, dropping, bytes, line, None))
}

/// Returns the finding for a first line that was meant as a delimiter, or for fields without a
/// delimiter before them. `None` if there is no such line or field.
pub fn find_opening(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
    let text = context.text;
    let mark = context.mark_length();
    match context.frontmatter.delimited {
        // Some hosts do not accept whitespace after the dashes; most hosts ignore it.
        Ok(()) => {
            let end = text.find('\n').unwrap_or(text.len());
            let bytes = mark..end - usize::from(text[..end].ends_with('\r'));
            let line = context.slice(&bytes);
            return (line != "---")
                .then(|| delimiter(context, dropping, bytes.clone(), line, None));
        }
        Err(Unsplit::NotOpened) => {}
        Err(Unsplit::NotClosed) => return None,
    }
    let (first, line) = lines(text, mark).find(|(_, line)| !line.trim().is_empty())?;
    if first.start == mark && is_nearly_delimiter(line) && has_known(text, first.end) {
        // The closing line may have the same fault as the opening line.
        let close = closing(text, first.end);
        let close = close.filter(|bytes| context.slice(bytes).trim_end() != "---");
        return Some(delimiter(context, dropping, first, line, close));
    }
    let members = members(line, &(0..line.len()));
    let key = members.first().map(|member| member.key);
    if !key.is_some_and(is_known) {
        return None;
    }
    let mut edits = vec![(mark..first.start, format!("---{}", context.line_end()))];
    if !has_known(text, first.start) {
        edits.push(end_edit(context, first.start));
    }
    let diagnostic = context
        .report(
            &RULE,
            first,
            "there is no line `---` before the frontmatter",
        )
        .help("Begin the file with a line `---`.")
        .fix(tried(context, dropping, "Begin the frontmatter", &edits));
    Some(diagnostic)
}

/// Returns the finding for frontmatter between the delimiters of another format, such as TOML;
/// `None` if there is no such frontmatter.
pub fn find_other_fence(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
) -> Option<Diagnostic> {
    let other = other_fence::read(context)?;
    let fix = tried_losing(context, dropping, other.title, &other.edits, Loss::Frame);
    let fix = Fix {
        safe: fix.safe && !other.may_be_example,
        ..fix
    };
    let one = context.report(&RULE, other.first, other.message);
    Some(one.help(BEGIN).fix(fix))
}

/// Returns the finding for fields at the start of a file that are not written as frontmatter;
/// `None` if there are no such fields.
pub fn find_loose(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Option<Diagnostic> {
    let fields = loose_fields::read(context)?;
    let (message, help) = if loose_fields::has_one_line(context.text) {
        (
            "the lines end in a carriage return only, so hosts read one long line",
            "End each line with a line feed.",
        )
    } else {
        (
            "the fields at the start of the file are not lines of `key: value` between two lines of `---`",
            BEGIN,
        )
    };
    let fix = fields.fix(context, dropping);
    let diagnostic = context.report(&RULE, fields.first, message);
    Some(diagnostic.help(help).fix(fix))
}

/// Returns the finding about a line such as `----` that should be the delimiter `---`. If the line
/// is the opening delimiter and the closing delimiter has the same fault, `close` is the byte range
/// of the closing delimiter. Otherwise `close` is `None`.
fn delimiter(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    bytes: ops::Range<usize>,
    line: &str,
    close: Option<ops::Range<usize>>,
) -> Diagnostic {
    let rest = line.trim().trim_start_matches(['-', '–', '—']);
    let title = "Make the line `---`";
    let edit = match rest {
        "" => (bytes.clone(), "---".to_owned()),
        rest => {
            let cut = bytes.end - (line.len() - line.trim_end().len()) - rest.len();
            (bytes.start..cut, format!("---{}", context.line_end()))
        }
    };
    let mut edits = vec![edit];
    edits.extend(close.map(|close| (close, "---".to_owned())));
    let message = if rest.is_empty() {
        format!("{line:?} is not the line `---` that delimits frontmatter")
    } else {
        "there is text on the line `---` that delimits the frontmatter".to_owned()
    };
    context
        .report(&RULE, bytes, message)
        .help("Write `---` at the left margin, and nothing else on the line.")
        .fix(tried_losing(context, dropping, title, &edits, Loss::Frame))
}
