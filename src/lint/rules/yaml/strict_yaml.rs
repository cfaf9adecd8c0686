//! `strict-yaml`: the frontmatter is valid YAML, but the validator of the standard parses only a
//! subset of YAML.
//!
//! Fix: writes a list in brackets as a list with one item on each line. The fix is safe if YAML
//! reads the same value and no host that loads the skill sees a difference. It is unsafe if a host
//! sees a difference.

use serde_yaml::Value;

use crate::lint::helpers::standard_yaml;
use crate::lint::helpers::yaml::fault::TEXTS;
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "strict-yaml",
    Severity::Info,
    "the frontmatter is YAML, but not the simpler YAML that the standard's validator reads",
    &[Run::Values(check)],
);

/// Reports frontmatter that the standard's validator rejects although it is valid YAML, if the standard is a target
/// host.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(fault) = standard_yaml::fault(reading).filter(|fault| !fault.is_metadata_json) else {
        return;
    };
    let message = format!(
        "the standard's validator reads a simpler YAML: {}",
        fault.message
    );
    let fix = fault.member.and_then(|member| block_list(reading, member));
    found.push(
        (reading.context.report(&RULE, fault.bytes, message))
            .help(fault.help)
            .concerning(fault.hosts)
            .fix(fix),
    );
}

/// Returns a fix that writes a list in brackets, such as `[a, b]`, as a list with one item on each
/// line. Returns `None` if the value is not such a list, or if a YAML parser would read different
/// values from the old and the new text.
fn block_list(reading: &Reading<'_, '_>, member: &Member<'_>) -> Option<Fix> {
    let context = reading.context;
    // The name, the description and `when_to_use` must be texts, so another rule reports a list in them.
    if TEXTS.contains(&member.key) {
        return None;
    }
    let entries = context
        .slice(&member.value_bytes)
        .strip_prefix('[')?
        .strip_suffix(']')?;
    if entries.contains(['\n', '#']) || entries.trim().is_empty() {
        return None;
    }
    let line_end = context.line_end();
    let mut block = String::new();
    for entry in split_entries(entries) {
        // A list inside of an entry would still be in brackets after the fix.
        if entry.trim_start().starts_with(['[', '{']) {
            return None;
        }
        block.push_str(&format!("{line_end}  - {}", entry.trim()));
    }
    let line = format!(
        "{}:{block}{line_end}",
        &context.text[member.key_bytes.clone()]
    );
    let before: Value = serde_yaml::from_str(context.slice(&member.bytes)).ok()?;
    let after: Value = serde_yaml::from_str(&line).ok()?;
    if before != after {
        return None;
    }
    let colon = member.key_bytes.end + context.text[member.key_bytes.end..].find(':')? + 1;
    let bytes = colon..member.value_bytes.end;
    let mut fix_check = FixCheck::new(context);
    let edits = [(bytes, block)];
    let safe = fix_check.run(&edits).keeps;
    Some(fix_check.fix("Write the list with a line for each entry", safe, &edits))
}

/// Splits the items of a list at the commas that are outside of quotes.
fn split_entries(entries: &str) -> Vec<&str> {
    let mut quote = None;
    entries
        .split(|character: char| {
            match (quote, character) {
                (None, '"' | '\'') => quote = Some(character),
                (Some(open), _) if open == character => quote = None,
                _ => {}
            }
            quote.is_none() && character == ','
        })
        .collect()
}
