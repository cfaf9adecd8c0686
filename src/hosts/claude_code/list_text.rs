//! Formats the list's texts as recorded for edition `2026-11`, and returns the values that depend
//! on the model.

use super::naming::is_format;

/// Converts a description to one line. Terminal escape sequences are removed, and angle brackets
/// are escaped. Each run of line ends, control characters and format characters becomes a space.
/// Variation selectors of emoji (`U+FE0F`) are retained only if the description comes from the
/// body.
pub(super) fn cleaned(text: &str, from_body: bool) -> String {
    let text = without_sequences(text);
    let mut cleaned = String::with_capacity(text.len());
    let mut in_run = false;
    for character in text.chars() {
        let is_odd =
            character.is_control() || is_format(character) || character == '\u{fe0f}' && !from_body;
        if is_odd && !in_run {
            cleaned.push(' ');
        }
        in_run = is_odd;
        match character {
            _ if is_odd => {}
            '<' => cleaned.push_str("&lt;"),
            '>' => cleaned.push_str("&gt;"),
            other => cleaned.push(other),
        }
    }
    cleaned
}

/// Removes terminal escape sequences. A sequence is `ESC`, `[` and everything up to a final
/// character, or `ESC` and one other character.
fn without_sequences(text: &str) -> String {
    const ESCAPE: char = '\u{1b}';
    const OPEN: &str = "\u{1b}[";
    let mut without_singles = String::with_capacity(text.len());
    let mut done = 0;
    for (at, _) in text.match_indices(ESCAPE) {
        let next = text[at + 1..].chars().next();
        if matches!(next, Some('@'..='Z' | '\\'..='~')) {
            without_singles.push_str(&text[done..at]);
            done = at + 2;
        }
    }
    without_singles.push_str(&text[done..]);
    let text = without_singles.as_str();
    let mut rest = text;
    let mut kept = String::with_capacity(text.len());
    while let Some(start) = rest.find(OPEN) {
        let after = &rest[start + OPEN.len()..];
        let inside = after.find(|next: char| !matches!(next, ' '..='?'));
        match inside {
            Some(length) if after[length..].starts_with(|last: char| matches!(last, '@'..='~')) => {
                kept.push_str(&rest[..start]);
                rest = &after[length + 1..];
            }
            _ => {
                kept.push_str(&rest[..start + OPEN.len()]);
                rest = after;
            }
        }
    }
    kept.push_str(rest);
    kept
}

/// Returns the version in a model's name, such as 4.5 for `claude-sonnet-4-5`. If there is no name,
/// or no number in the name, returns the highest possible version.
fn version(model: Option<&str>) -> (u32, u32) {
    let newest = (u32::MAX, 0);
    let Some(model) = model else { return newest };
    let model = model.split('[').next().unwrap_or(model);
    let mut numbers = (model.split('-'))
        .filter(|part| part.len() < 4)
        .filter_map(|part| part.parse().ok());
    match (numbers.next(), numbers.next()) {
        (Some(major), minor) => (major, minor.unwrap_or_default()),
        _ => newest,
    }
}

/// Returns the number of characters of the list of skills that count as one token. This number
/// depends on the model.
pub(super) fn characters_per_token(model: Option<&str>) -> u64 {
    if version(model) >= (4, 7) { 3 } else { 4 }
}

/// Returns true if the model receives the list of skills in a system message. This is the case for
/// models since version 5.0.
pub(super) fn lists_as_system(model: Option<&str>) -> bool {
    version(model) >= (5, 0)
}

/// Parses a number as JavaScript does. None for zero, and for texts that are not numbers.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let whole = |prefixes: [&str; 2], radix| {
        let digits = prefixes
            .iter()
            .find_map(|prefix| text.strip_prefix(prefix))?;
        Some(u64::from_str_radix(digits, radix).ok()? as f64)
    };
    let is_decimal = |text: &str| {
        !text.contains(|next: char| next.is_ascii_alphabetic() && !matches!(next, 'e' | 'E'))
    };
    let number = whole(["0x", "0X"], 16)
        .or_else(|| whole(["0o", "0O"], 8))
        .or_else(|| whole(["0b", "0B"], 2))
        .or_else(|| matches!(text, "Infinity" | "+Infinity").then_some(f64::INFINITY))
        .or_else(|| (text == "-Infinity").then_some(f64::NEG_INFINITY))
        .or_else(|| is_decimal(text).then(|| text.parse().ok()).flatten())?;
    (number != 0.0).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_becomes_one_clean_line() {
        let cases = [
            ("a < b & c > d", "a &lt; b & c &gt; d"),
            (
                "tab\there  two  spaces\u{a0}nbsp\u{200b}zw",
                "tab here  two  spaces\u{a0}nbsp zw",
            ),
            ("x\r\n\n\ny\u{2028}z", "x y z"),
            ("esc \u{1b}[31mred", "esc red"),
            ("bad \u{1b}scape", "bad cape"),
            ("l1\nl2\n", "l1 l2 "),
        ];
        for (text, expected) in cases {
            assert_eq!(cleaned(text, false), expected);
        }
    }

    #[test]
    fn newer_models_have_fewer_characters_a_token_and_a_list_of_the_systems() {
        let cases = [
            (Some("claude-sonnet-4-5"), 4, false),
            (Some("claude-sonnet-4-5[1m]"), 4, false),
            (Some("claude-opus-4-6"), 4, false),
            (Some("claude-opus-4-7"), 3, false),
            (Some("claude-sonnet-5"), 3, true),
            (Some("claude-opus-5-5"), 3, true),
            (Some("claude-haiku-4-5-20251001"), 4, false),
            (None, 3, true),
        ];
        for (model, characters, system) in cases {
            assert_eq!(characters_per_token(model), characters, "{model:?}");
            assert_eq!(lists_as_system(model), system, "{model:?}");
        }
    }

    #[test]
    fn a_budget_is_read_as_a_number_of_javascript() {
        let cases = [
            ("  300 ", Some(300.0)),
            ("1e3", Some(1000.0)),
            ("-5", Some(-5.0)),
            ("0", None),
            ("", None),
            ("abc", None),
            ("0x10", Some(16.0)),
            ("0b11", Some(3.0)),
            ("Infinity", Some(f64::INFINITY)),
            ("infinity", None),
            ("inf", None),
            ("nan", None),
        ];
        for (text, expected) in cases {
            assert_eq!(number(text), expected, "{text:?}");
        }
    }
}
