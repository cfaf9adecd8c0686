//! Determines the type of plain (unquoted) YAML scalars like js-yaml.

use super::data::JsYamlValue;
use crate::text::yaml_scalar::is_sixtieth;

/// A version of js-yaml. Some texts are numbers in only one of the versions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    /// js-yaml 3, which reads numbers like YAML 1.1.
    V3,
    /// js-yaml 4, which reads numbers like YAML 1.2, and also accepts underscores in them.
    V4,
}

/// Returns the value of a plain scalar in this version of js-yaml.
pub(super) fn plain(text: &str, version: Version) -> JsYamlValue {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => JsYamlValue::Null,
        "true" | "True" | "TRUE" => JsYamlValue::Bool(true),
        "false" | "False" | "FALSE" => JsYamlValue::Bool(false),
        _ if !text.starts_with(|first: char| first.is_ascii_digit() || "+-.".contains(first)) => {
            JsYamlValue::Text(text.to_owned())
        }
        _ if version.is_number(text) => JsYamlValue::Number,
        _ if is_timestamp(text) => JsYamlValue::Date,
        _ => JsYamlValue::Text(text.to_owned()),
    }
}

impl Version {
    fn is_number(self, text: &str) -> bool {
        match self {
            Self::V3 => is_integer(text) || is_float(text),
            Self::V4 => is_number_of_1_2(text),
        }
    }
}

/// Returns true if a text is a YAML word for infinity or for "not a number". The words for infinity
/// are `.inf`, `.Inf` and `.INF`, with or without `+` or `-`. The words for "not a number" are
/// `.nan`, `.NaN` and `.NAN`.
fn is_infinite(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    matches!(unsigned, ".inf" | ".Inf" | ".INF") || matches!(text, ".nan" | ".NaN" | ".NAN")
}

/// Returns the texts before and after the point of a decimal number, without the exponent. Returns none if the exponent
/// has other characters than digits after its `+` or `-`.
fn mantissa(unsigned: &str) -> Option<(&str, &str)> {
    let mantissa = match unsigned.split_once(['e', 'E']) {
        None => unsigned,
        Some((mantissa, exponent)) => {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then_some(mantissa)?
        }
    };
    Some(mantissa.split_once('.').unwrap_or((mantissa, "")))
}

/// Returns true if a text is a number of YAML 1.2: binary, octal (`0o`), decimal or hexadecimal, or
/// a fraction. Underscores between the digits are allowed. A fraction without whole digits, such as
/// `.5`, has no `+` or `-`.
fn is_number_of_1_2(text: &str) -> bool {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if is_infinite(text) {
        return true;
    }
    if text.ends_with('_') {
        return false;
    }
    let radix = match unsigned.as_bytes() {
        [b'0', b'b', ..] => 2,
        [b'0', b'o', ..] => 8,
        [b'0', b'x', ..] => 16,
        _ => 10,
    };
    let digits = |text: &str, radix| {
        text.chars()
            .all(|digit| digit == '_' || digit.is_digit(radix))
    };
    if radix != 10 {
        let number = &unsigned[2..];
        return number.contains(|digit| digit != '_') && digits(number, radix);
    }
    let Some((whole, fraction)) = mantissa(unsigned) else {
        return false;
    };
    let begins = if whole.is_empty() {
        unsigned == text && !fraction.is_empty()
    } else {
        whole.starts_with(|first: char| first.is_ascii_digit())
    };
    begins && digits(whole, 10) && digits(fraction, 10)
}

/// Returns true if a text is an integer of YAML 1.1: binary, octal (leading zero), decimal,
/// hexadecimal or sexagesimal (`1:30`). Underscores between the digits are allowed.
fn is_integer(text: &str) -> bool {
    let digits = text.strip_prefix(['+', '-']).unwrap_or(text);
    let made_of = |digits: &str, is_digit: fn(&u8) -> bool| {
        !digits.ends_with('_')
            && digits.bytes().any(|byte| byte != b'_')
            && digits.bytes().all(|byte| byte == b'_' || is_digit(&byte))
    };
    if let Some(digits) = digits.strip_prefix("0b") {
        return made_of(digits, |digit| matches!(digit, b'0' | b'1'));
    }
    if let Some(digits) = digits.strip_prefix("0x") {
        return made_of(digits, u8::is_ascii_hexdigit);
    }
    if let Some(digits) = digits.strip_prefix('0') {
        return digits.is_empty() || made_of(digits, |digit| matches!(digit, b'0'..=b'7'));
    }
    let (whole, sixtieths) = digits.split_at(digits.find(':').unwrap_or(digits.len()));
    !whole.starts_with('_') && made_of(whole, u8::is_ascii_digit) && are_sixtieths(sixtieths)
}

/// Returns true if a text is empty or consists only of groups such as `:59`, which follow the first
/// digits of a sexagesimal number.
fn are_sixtieths(text: &str) -> bool {
    text.is_empty()
        || text
            .strip_prefix(':')
            .is_some_and(|text| text.split(':').all(is_sixtieth))
}

fn is_float(text: &str) -> bool {
    let is_digits = |text: &str| {
        text.bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
    };
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if is_infinite(text) {
        return true;
    }
    if text.ends_with('_') {
        return false;
    }
    if let Some((whole, fraction)) = unsigned.split_once('.')
        && let Some((first, sixtieths)) = whole.split_once(':')
    {
        let sixtieths = sixtieths.split(':').all(is_sixtieth);
        return first.starts_with(|first: char| first.is_ascii_digit())
            && is_digits(first)
            && sixtieths
            && is_digits(fraction);
    }
    let Some((whole, fraction)) = mantissa(unsigned) else {
        return false;
    };
    let mantissa_counts = if whole.is_empty() {
        // A fraction without whole digits has no `+` or `-`.
        unsigned == text && !fraction.is_empty()
    } else {
        whole == "0" || (whole.starts_with(|first| matches!(first, '1'..='9')) && is_digits(whole))
    };
    mantissa_counts && is_digits(fraction)
}

/// Returns true if a text is a date, or a date with a time and an optional time zone.
fn is_timestamp(text: &str) -> bool {
    let mut at = Cursor(text.as_bytes());
    let date = at.digits(4, 4) && at.byte(b'-');
    let (month, day) = (at.count_digits(2), at.byte(b'-'));
    let days = at.count_digits(2);
    if !date || month == 0 || !day || days == 0 {
        return false;
    }
    if at.0.is_empty() {
        return (month, days) == (2, 2);
    }
    let separated = at.byte(b'T') || at.byte(b't') || at.spaces();
    let time = separated
        && at.digits(1, 2)
        && at.byte(b':')
        && at.digits(2, 2)
        && at.byte(b':')
        && at.digits(2, 2);
    if !time {
        return false;
    }
    if at.byte(b'.') {
        at.count_digits(usize::MAX);
    }
    if at.0.is_empty() {
        return true;
    }
    at.spaces();
    let zone = at.byte(b'Z')
        || ((at.byte(b'+') || at.byte(b'-'))
            && at.digits(1, 2)
            && (!at.byte(b':') || at.digits(2, 2)));
    zone && at.0.is_empty()
}

/// The unread rest of a text.
struct Cursor<'t>(&'t [u8]);

impl Cursor<'_> {
    fn byte(&mut self, wanted: u8) -> bool {
        let is_there = self.0.first() == Some(&wanted);
        self.0 = &self.0[usize::from(is_there)..];
        is_there
    }

    fn spaces(&mut self) -> bool {
        let before = self.0.len();
        while self.byte(b' ') || self.byte(b'\t') {}
        self.0.len() < before
    }

    /// Consumes at most `most` digits, and returns their number.
    fn count_digits(&mut self, most: usize) -> usize {
        let digits = self.0.iter().take(most);
        let count = digits.take_while(|byte| byte.is_ascii_digit()).count();
        self.0 = &self.0[count..];
        count
    }

    fn digits(&mut self, least: usize, most: usize) -> bool {
        self.count_digits(most) >= least
    }
}
