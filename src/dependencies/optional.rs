//! Recognizes the words with which a text makes a dependency required or optional.

use super::collector::line_at;
use crate::text::document::floor_char_boundary;

/// Lowercase words that make a dependency on the same line optional.
const OPTIONAL: [&str; 32] = [
    "optional",
    "if available",
    "if installed",
    "if present",
    "if configured",
    "if connected",
    "if set",
    "if you have",
    "is available",
    "are available",
    "when available",
    "when connected",
    "if using",
    "unavailable",
    "not available",
    "can also",
    "not required",
    "alternativ",
    "either ",
    "fallback",
    "fall back",
    "instead",
    "prefer",
    "recommend",
    "e.g.",
    "for example",
    "example:",
    "可选",
    "如果已",
    "推荐",
    "或者",
    "例如",
];

/// Lowercase words such as `must`. A dependency is required if the line that mentions the
/// dependency contains one of these words. A line without such a word only mentions a skill or an
/// environment variable.
const REQUIRED: [&str; 12] = [
    "must",
    "require",
    "prerequisite",
    "depends on",
    "load ",
    "delegate",
    "run first",
    "first run",
    "needs ",
    "必须",
    "需要",
    "依赖",
];

/// Words of headings, in lowercase. Dependencies in a section with such a heading are not required.
const HEADINGS: [&str; 14] = [
    "optional",
    "alternativ",
    "related",
    "see also",
    "example",
    "troubleshoot",
    "try ",
    "test",
    "debug",
    "scope",
    "可选",
    "相关",
    "示例",
    "测试",
];

/// The maximum distance in bytes between a dependency and the heading of its section. No host has
/// this limit.
const MAX_DISTANCE: usize = 8 << 10;

/// Returns true if the words around a byte show that the dependency named there is optional. These
/// words are on the same line, in a comment on the previous line, or in the heading of the section.
pub(super) fn says_optional(text: &str, at: usize) -> bool {
    let has = |line: &str| {
        let line = line.to_lowercase();
        OPTIONAL.iter().any(|word| line.contains(word))
    };
    let line = line_at(text, at);
    let before = text[..line.start].trim_end_matches(['\n', '\r']);
    let before = line_of(before, before.len()).trim_start();
    let is_comment = before.starts_with("# ") || before.starts_with("// ");
    has(&text[line]) || is_comment && has(before) || is_below(text, at, &HEADINGS)
}

/// Returns true if the words around a byte show that the MCP server named there is optional.
/// Examples are an alternative next to the server's name, or a sentence that begins with a
/// condition.
pub(super) fn says_server_is_optional(text: &str, at: usize) -> bool {
    let line = line_at(text, at);
    let before = text[line.start..at].to_lowercase();
    let before = before.strip_suffix("mcp__").unwrap_or(&before);
    let after = text[at..line.end].to_lowercase();
    let is_mark = |c: char| matches!(c, '`' | '*' | '_' | '"' | '(');
    let ends = before.trim_end_matches(is_mark).trim_end();
    let is_alternative = [" or", " or the", " or a", " or an"]
        .iter()
        .any(|word| ends.ends_with(word));
    let name = after.split([' ', ',']).next().unwrap_or_default().len();
    let mut rest = &after[name..];
    for word in [" mcp", " server", " tools"] {
        rest = rest.strip_prefix(word).unwrap_or(rest);
    }
    let has_alternative = [" or ", ", or "].iter().any(|word| rest.starts_with(word));
    let sentence = before.rsplit(['.', ':']).next().unwrap_or_default();
    let sentence = sentence.trim_start_matches(|c: char| !c.is_alphanumeric());
    is_alternative
        || has_alternative
        || sentence.starts_with("if ")
        || before.contains("typical")
        || says_optional(text, at)
}

/// Returns true if the line that contains the byte `at` describes a dependency as required. Returns
/// false if the line also describes the dependency as optional.
pub(super) fn says_required(text: &str, at: usize) -> bool {
    let line = line_of(text, at).to_lowercase();
    REQUIRED.iter().any(|word| line.contains(word)) && !says_optional(text, at)
}

/// Returns true if the last heading before a byte of a Markdown text contains one of these words.
pub(super) fn is_below(text: &str, at: usize, words: &[&str]) -> bool {
    let start = floor_char_boundary(text, at.saturating_sub(MAX_DISTANCE));
    let before = &text[start..at];
    let mut lines = before.lines().rev();
    // `# ` is not searched, because it may also begin a comment of a shell.
    let heading = lines.find(|line| line.starts_with("## ") || line.starts_with("### "));
    heading.is_some_and(|heading| {
        let heading = heading.to_lowercase();
        words.iter().any(|word| heading.contains(word))
    })
}

/// Returns the line around a byte of a text.
pub(super) fn line_of(text: &str, at: usize) -> &str {
    &text[line_at(text, at)]
}
