//! `replaced-text`: a host replaces text of the skill with an argument.
//!
//! Fix: none. Code has to move into a file, an amount of money can be written in several ways, and
//! hosts count arguments from different numbers.

use std::collections::BTreeMap;

use crate::lint::helpers::substitutions::Places;
use crate::lint::prelude::*;
use crate::model::skill::Frontmatter;
use crate::text::document::floor_char_boundary;
use crate::text::markdown::SpanKind;

/// The maximum number of texts like `$1` that are checked in a file. No host has this limit.
const MAX_PLACES: usize = 500;

/// The number of bytes before a text such as `$1` that are searched for the line that introduces a
/// list, such as `Arguments:`. No host has this limit.
const MAX_LIST: usize = 2_000;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "replaced-text",
    Severity::Warning,
    "a host replaces text of the skill with an argument",
    &[Run::Skill(check)],
);

/// Reports the first text such as `$1` that a host replaces with an argument, if the skill does not
/// show that it takes arguments. The severity is `info` if all such texts are amounts of money,
/// such as `$5`.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(substitutions) = &skill.substitutions else {
        return;
    };
    let is_named = |bytes: &(usize, usize)| substitutions.is_named(*bytes);
    let arguments = &substitutions.arguments;
    let takes_arguments = arguments.keys().any(is_named)
        || ["argument-hint", "arguments"]
            .iter()
            .any(|key| skill.member(key).is_some());
    if takes_arguments {
        return;
    }
    let text = substitutions.text;
    // If the text names no argument by a word, every argument in it is numbered.
    let described = described(text, arguments.keys().copied());
    if let Some(lowest) = described.first_key_value() {
        found.extend(counted_otherwise(skill, text, lowest, arguments));
    }
    let is_meant = |bytes: &(usize, usize)| {
        let number = number(text, *bytes);
        number.is_some_and(|number| described.contains_key(&number)) && !is_of_awk(text, bytes.0)
    };
    let unmeant = arguments.iter().filter(|(bytes, _)| !is_meant(bytes));
    let is_amount = |(bytes, _): &(&(usize, usize), _)| is_amount(text, **bytes);
    let (amounts, mut all): (Vec<_>, Vec<_>) = unmeant.partition(is_amount);
    let severity = if all.is_empty() {
        Severity::Info
    } else {
        RULE.severity
    };
    all.extend(amounts);
    let diagnostic = replaced(skill, text, &all);
    found.extend(diagnostic.map(|one| Diagnostic { severity, ..one }));
}

/// Returns the finding for texts such as `$1` that hosts replace with an argument, although the
/// author did not mean an argument. `arguments` has these texts. Returns `None` if `arguments` is
/// empty.
fn replaced(
    skill: &CheckedSkill<'_, '_>,
    text: &SkillText<'_>,
    arguments: &[(&(usize, usize), &Vec<&Verdict<'_>>)],
) -> Option<Diagnostic> {
    let (((start, end), hosts), others) = arguments.split_first()?;
    let written = &text.text[*start..*end];
    let more = match arguments.len() {
        1 => String::new(),
        2 => " (and 1 more text like it)".to_owned(),
        count => format!(" (and {} more texts like it)", count - 1),
    };
    let names = HostNames::of(hosts.iter().map(|verdict| verdict.host_edition()));
    let removing = hosts.iter().filter(|verdict| {
        let format = verdict.pipeline.host().format();
        !format.keeps_missing_arguments()
    });
    let removing: Vec<_> = removing.map(|verdict| verdict.host_edition()).collect();
    let removed = if removing.is_empty() {
        String::new()
    } else {
        let names = HostNames::of(removing.iter().copied());
        let verb = names.verb("removes", "remove");
        format!("; if the user types nothing, {names} {verb} it")
    };
    let left = left_without_arguments(written, hosts);
    let message = format!(
        "{names} {} `{written}`{more} with what the user types after the skill's name{removed}{left}",
        names.verb("replaces", "replace")
    );
    let range = text.range(*start..*end);
    let diagnostic = Diagnostic::new(&RULE, skill.path, range, message)
        .help(help(written, hosts))
        .concerning(hosts.iter().map(|verdict| verdict.host_edition()));
    let others = others.iter().map(|(bytes, _)| *bytes).take(MAX_FOUND);
    Some(others.fold(diagnostic, |diagnostic, (start, end)| {
        let message = format!("`{}` is replaced, too", &text.text[*start..*end]);
        diagnostic.related(message, skill.path, text.range(*start..*end))
    }))
}

/// Returns the end of a message about the hosts that leave a text such as `$2` as it is if the user
/// types too few words. Returns an empty text if there is no such host, or if one word is enough.
fn left_without_arguments(written: &str, hosts: &[&Verdict<'_>]) -> String {
    let keeping = hosts.iter().filter(|verdict| {
        let format = verdict.pipeline.host().format();
        format.keeps_missing_arguments()
    });
    let keeping: Vec<_> = keeping.collect();
    let number = written
        .strip_prefix('$')
        .and_then(|digits| digits.parse().ok());
    let Some((number, first)) = number.zip(keeping.first()) else {
        return String::new();
    };
    let number: usize = number;
    let lowest = first.pipeline.host().format().first_argument();
    let words = number.saturating_sub(lowest).saturating_add(1);
    if words < 2 {
        return String::new();
    }
    let names = HostNames::of(keeping.iter().map(|verdict| verdict.host_edition()));
    let leaves = names.verb("leaves", "leave");
    format!("; if the user types fewer than {words} words, {names} {leaves} it")
}

/// Returns the finding for hosts that number the arguments differently from the skill's text. For
/// example, the text calls the first argument `$1`, but a host calls the first argument `$0`.
/// Returns `None` if all hosts number the arguments as the text does.
fn counted_otherwise(
    skill: &CheckedSkill<'_, '_>,
    text: &SkillText<'_>,
    (lowest, (start, end)): (&usize, &(usize, usize)),
    arguments: &Places<'_, '_>,
) -> Option<Diagnostic> {
    let hosts = arguments.get(&(*start, *end))?;
    let first = |verdict: &Verdict<'_>| verdict.pipeline.host().format().first_argument();
    let hosts = hosts.iter().filter(|verdict| first(verdict) != *lowest);
    let hosts: Vec<_> = hosts.collect();
    let base = first(hosts.first()?);
    let written = &text.text[*start..*end];
    let names = HostNames::of(hosts.iter().map(|verdict| verdict.host_edition()));
    let place = if base == 0 {
        "the second argument"
    } else {
        "none of them"
    };
    let message = format!(
        "{names} {} arguments from {base}, so `{written}` is {place}",
        names.verb("counts", "count")
    );
    let help =
        "Write `$ARGUMENTS`, which is all arguments for every host, and describe their order.";
    let mut diagnostic = Diagnostic::new(&RULE, skill.path, text.range(*start..*end), message)
        .help(help)
        .concerning(hosts.iter().map(|verdict| verdict.host_edition()));
    diagnostic.severity = Severity::Info;
    Some(diagnostic)
}

/// Returns the numbers of the arguments that the text describes, each with the byte range of the
/// argument's first description. A description of `$1` is a line or a list about arguments.
/// Commands that contain `$1`, such as `echo $1`, are not descriptions.
fn described(
    text: &SkillText<'_>,
    places: impl Iterator<Item = (usize, usize)>,
) -> BTreeMap<usize, (usize, usize)> {
    let mut described = BTreeMap::new();
    for bytes in places.take(MAX_PLACES) {
        let Some(number) = number(text, bytes) else {
            continue;
        };
        if described.contains_key(&number) {
            continue;
        }
        let is_alone = text.span_at(bytes.0).is_none_or(|span| {
            let code = &text.text[span.bytes.clone()];
            span.kind == SpanKind::Code
                && code
                    .chars()
                    .all(|c| "`$, .…N".contains(c) || c.is_ascii_digit())
        });
        let is_described = is_about_arguments(text.line_at(bytes.0))
            || is_listed(text, bytes.0)
            || is_condition(text, bytes);
        if is_alone && is_described {
            described.insert(number, bytes);
        }
    }
    // Authors count arguments from 0 or 1. If neither number occurs, the numbers are amounts of money.
    if described.keys().next().is_some_and(|lowest| *lowest > 1) {
        described.clear();
    }
    described
}

/// Returns true if the sentence depends on an argument, as in `If $1 is provided, use it`.
fn is_condition(text: &SkillText<'_>, (start, end): (usize, usize)) -> bool {
    const STATES: [&str; 6] = ["provided", "given", "passed", "set", "missing", "omitted"];
    let before = text.text[..start].trim_end_matches(['`', '*', ' ']);
    let after = text.text[end..].trim_start_matches(['`', '*', ' ']);
    let after = after.strip_prefix("is ").unwrap_or_default();
    let after = after.strip_prefix("not ").unwrap_or(after);
    ["If", "if", "When", "when", "unless"]
        .iter()
        .any(|word| before.ends_with(word))
        && STATES.iter().any(|state| after.starts_with(state))
}

/// Returns true if the byte is in a list or table, and the last line before this list is about
/// arguments.
fn is_listed(text: &SkillText<'_>, at: usize) -> bool {
    let low = floor_char_boundary(text.text, at.saturating_sub(MAX_LIST));
    let Some((before, own)) = text.text[low..at].rsplit_once('\n') else {
        return false;
    };
    let mut lines = before.lines().rev();
    let lead = lines.find(|line| !line.trim().is_empty() && !is_item(line));
    is_item(own) && lead.is_some_and(is_about_arguments)
}

/// Returns true if a line belongs to a list or to a table.
fn is_item(line: &str) -> bool {
    let item = line.trim_start();
    let number = item.trim_start_matches(|c: char| c.is_ascii_digit());
    item.starts_with(['-', '*', '+', '|']) && !item.starts_with("**")
        || number.len() < item.len() && number.starts_with(['.', ')'])
}

/// Returns true if a line contains `argument`, `arguments` or `参数`.
fn is_about_arguments(line: &str) -> bool {
    let line = line.to_lowercase();
    let mut words = line.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "argument" | "arguments")) || line.contains("参数")
}

/// Returns the number in an argument's placeholder, such as 1 for `$1`. Returns `None` for amounts
/// of money, such as `$12`, `$5.20` or `$5,000`.
fn number(text: &SkillText<'_>, (start, end): (usize, usize)) -> Option<usize> {
    let digits = text.text[start..end].strip_prefix('$')?;
    let number = digits.parse().ok().filter(|_| digits.len() == 1);
    number.filter(|_| !has_decimals(text, end))
}

/// Returns true if decimals or thousands follow a number, as in `$5.20` or `$5,000`.
fn has_decimals(text: &SkillText<'_>, end: usize) -> bool {
    let after = text.text[end..].strip_prefix(['.', ',']);
    after.is_some_and(|after| after.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns true if a text such as `$12` is an amount of money, not an argument. The text is an
/// amount if it is outside of code, or if its form is unusual for an argument, as in `$5.20` or
/// `$3M`.
fn is_amount(text: &SkillText<'_>, (start, end): (usize, usize)) -> bool {
    if is_of_awk(text, start) {
        return false;
    }
    let is_long = end - start > "$1".len();
    let after = &text.text[end..];
    let is_unit = after.starts_with(['K', 'M', 'B', 'k']);
    // Hashes of passwords begin with the name of their kind, such as `$2b$`.
    let is_hash =
        after.starts_with(['a', 'b', 'x', 'y', '$']) && after[1..].starts_with(['$', '`', '1']);
    !text.is_code(start) || is_long || is_unit || is_hash || has_decimals(text, end)
}

/// Returns true if the text at a byte belongs to a program of awk, in which `$1` is a column.
fn is_of_awk(text: &SkillText<'_>, at: usize) -> bool {
    match text.span_at(at) {
        Some(span) if span.kind == SpanKind::Code => text.text[span.bytes.clone()].contains("awk"),
        _ => text.line_at(at).contains("awk"),
    }
}

/// Returns the advice for a text that `hosts` replace. A backslash is advised only if it stops the
/// replacement in all of these hosts.
fn help(written: &str, hosts: &[&Verdict<'_>]) -> String {
    let help = "Move the code into a file beside SKILL.md, or write amounts without `$`";
    let escaped = format!("\\{written}");
    let leaves = |verdict: &&&Verdict<'_>| {
        let format = verdict.pipeline.host().format();
        format
            .replaces(&escaped, &Frontmatter::default())
            .is_empty()
    };
    let leaving: Vec<_> = hosts.iter().filter(leaves).collect();
    if leaving.is_empty() {
        return format!("{help}.");
    }
    let names = HostNames::of(leaving.iter().map(|verdict| verdict.host_edition()));
    let shows = names.verb("shows", "show");
    if leaving.len() == hosts.len() {
        format!("{help}, or write `{escaped}`, which {names} {shows} as `{written}`.")
    } else {
        format!("{help}; `{escaped}` is enough for {names}, which {shows} `{written}` then.")
    }
}
