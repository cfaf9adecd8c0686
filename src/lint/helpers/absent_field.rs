//! Reports and fixes a name or a description that is absent or has no value.

use serde_yaml::Value;

use crate::lint::diagnostic::Diagnostic;
use crate::lint::fixes::check::Edit;
use crate::lint::quoting::as_value;
use crate::lint::reading::Reading;
use crate::lint::rule::Rule;
use crate::lint::skill_context::{Member, SkillContext};
use crate::text::yaml::read;

/// Creates a finding about a required field in which hosts find no text. The finding is at the
/// field's key. If the frontmatter does not have the key, the finding is at the first line of the
/// file.
///
/// If the file does contain a text for the field, hosts do not read the field because of a fault in
/// an earlier line. In this case, the finding advises the author to check the lines above the
/// field. Otherwise the advice is `help`.
pub fn report(context: &SkillContext<'_>, rule: &Rule, key: &str, help: &str) -> Diagnostic {
    const LOOK_ABOVE: &str = "Check the lines above it: for these hosts the frontmatter ends there, or is not valid YAML.";
    let (bytes, message, help) = match context.member(key) {
        Some(known) if is_text(context, known) => {
            let message = format!("`{key}` is not read");
            (known.key_bytes.clone(), message, LOOK_ABOVE)
        }
        Some(known) => {
            let message = format!("`{key}` has no text");
            (known.key_bytes.clone(), message, help)
        }
        None => {
            let message = format!("the frontmatter has no `{key}`");
            (context.first_line(), message, help)
        }
    };
    context.report(rule, bytes, message).help(help)
}

/// Returns edits that give a field a value. If the frontmatter has the key, the edits set its
/// value. Otherwise they insert the field after the field `after`, or at the start of the
/// frontmatter.
pub fn edits(
    context: &SkillContext<'_>,
    key: &str,
    after: Option<&Member<'_>>,
    value: &str,
) -> Vec<Edit> {
    let value = as_value(value);
    let line = format!("{key}: {value}{}", context.line_end());
    let start = context.frontmatter.bytes.start;
    match (context.member(key), after) {
        (Some(known), _) if known.value_bytes.is_empty() => {
            let at = known.value_bytes.start.min(context.text.len());
            let at = context.text[..at].trim_end().len();
            vec![(at..at, format!(" {value}"))]
        }
        (Some(known), _) => vec![(known.value_bytes.clone(), value)],
        (None, Some(after)) => vec![(after.bytes.end..after.bytes.end, line)],
        (None, None) => vec![(start..start, line)],
    }
}

/// Returns true if the value of a field is a text that is not empty.
pub fn is_text(context: &SkillContext<'_>, member: &Member<'_>) -> bool {
    let value = read(context.slice(&member.value_bytes));
    matches!(value, Ok(Value::String(text)) if !text.trim().is_empty())
}

/// Returns true if a field is absent, is null, or has only whitespace.
pub fn is_absent(reading: &Reading<'_, '_>, key: &str) -> bool {
    match reading.value(key) {
        None | Some(Value::Null) => true,
        Some(Value::String(text)) => text.trim().is_empty(),
        Some(_) => false,
    }
}
