//! The repair of invalid frontmatter: puts the value on the invalid line in quotes
//! (`docs/hosts/openclaw.md#frontmatter`).

use crate::text::js::trim;
use crate::text::js_value::json_text;
use crate::text::npm_yaml::Yaml;

/// The frontmatter key whose value is repaired for every kind of fault.
const DESCRIPTION: &str = "description";

/// The frontmatter keys whose values are repaired only if the fault is a `: ` in the value.
const OTHERS: [&str; 2] = ["summary", "read_when"];

/// Repairs invalid frontmatter: adds quotes around the value on the first invalid line. Returns the
/// repaired frontmatter; `None` if this line cannot be repaired.
pub(super) fn repair(text: &str, yaml: &Yaml) -> Option<String> {
    let problem = yaml.problem.as_ref()?;
    let at = yaml.unresolved.unwrap_or(problem.start);
    let at = if problem.code == "YAML_EXCEPTION" {
        at
    } else {
        problem.start
    };
    // The program's parser gets the lines without the last line end. A fault at the end of a line is a fault of
    // the next line.
    let end = text.strip_suffix('\n').unwrap_or(text);
    let start = match text.as_bytes().get(at) {
        _ if at >= end.len() => end.rfind('\n').map_or(0, |before| before + 1),
        Some(b'\n') => at + 1,
        _ => yaml.line(at).1,
    };
    let rest = text.get(start..)?;
    let line = rest.split('\n').next()?;
    let (key, value) = keyed(line)?;
    let for_colon = || problem.code == "BLOCK_AS_IMPLICIT_KEY" && value.contains(": ");
    let is_mended = key == DESCRIPTION || OTHERS.contains(&key) && for_colon();
    if !is_mended || value.is_empty() || is_block_header(value) {
        return None;
    }
    let repaired = format!("{key}: {}", json_text(unquoted(value)));
    Some(format!(
        "{}{repaired}{}",
        &text[..start],
        &rest[line.len()..]
    ))
}

/// Returns the key at the start of a line, without quotes, and its value. Returns `None` if the
/// line does not start with a key.
fn keyed(line: &str) -> Option<(&str, &str)> {
    let quote = line
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''));
    let (key, rest) = match quote {
        Some(quote) => line[1..].split_once(quote)?,
        None => line
            .split_at(line.find(|character: char| character == ':' || character.is_whitespace())?),
    };
    let value = rest.trim_start_matches([' ', '\t']).strip_prefix(':')?;
    value.starts_with([' ', '\t']).then(|| (key, trim(value)))
}

/// Returns a value without the quotes around it, if there are any.
pub(super) fn unquoted(value: &str) -> &str {
    let inner = |quote: char| value.strip_prefix(quote)?.strip_suffix(quote);
    inner('"').or_else(|| inner('\'')).unwrap_or(value)
}

/// Returns true if a value is the header of a block scalar, such as `|-`.
pub(super) fn is_block_header(value: &str) -> bool {
    value.strip_prefix(['|', '>']).is_some_and(|rest| {
        rest.bytes()
            .all(|byte| matches!(byte, b'+' | b'-') || byte.is_ascii_digit())
    })
}
