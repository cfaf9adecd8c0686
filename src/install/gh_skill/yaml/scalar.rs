//! Determines the types of plain YAML scalars, like the Go library yaml.v3.

use super::value::Yaml;

/// Returns the value of a plain scalar, such as a number, a boolean or a text.
pub(super) fn resolve(text: &str) -> Yaml {
    let as_text = || Yaml::Text(text.to_owned());
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Yaml::Null,
        "true" | "True" | "TRUE" => return Yaml::Bool(true),
        "false" | "False" | "FALSE" => return Yaml::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Yaml::Float(f64::NAN),
        ".inf" | ".Inf" | ".INF" | "+.inf" | "+.Inf" | "+.INF" => {
            return Yaml::Float(f64::INFINITY);
        }
        "-.inf" | "-.Inf" | "-.INF" => return Yaml::Float(f64::NEG_INFINITY),
        _ => {}
    }
    match text.bytes().next() {
        Some(b'.') => decimal(text).map_or_else(as_text, Yaml::Float),
        Some(b'+' | b'-' | b'0'..=b'9') => {
            if let Some(time) = timestamp(text) {
                return Yaml::Time(time);
            }
            let plain = text.replace('_', "");
            integer(&plain)
                .map(Yaml::Int)
                .or_else(|| decimal(&plain).map(Yaml::Float))
                .unwrap_or_else(as_text)
        }
        _ => as_text(),
    }
}

/// Parses an integer with an optional prefix such as `0x`. Without a prefix, a leading zero means
/// base 8. Returns none if the text is not an integer.
fn integer(text: &str) -> Option<i128> {
    let (negative, digits) = match text.as_bytes().first()? {
        b'-' => (true, text.get(1..)?),
        b'+' => (false, text.get(1..)?),
        _ => (false, text),
    };
    let lower = digits.to_ascii_lowercase();
    let (base, digits) = if let Some(rest) = lower.strip_prefix("0x") {
        (16, rest)
    } else if let Some(rest) = lower.strip_prefix("0b") {
        (2, rest)
    } else if let Some(rest) = lower.strip_prefix("0o") {
        (8, rest)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, lower.get(1..)?)
    } else {
        (10, lower.as_str())
    };
    if !digits.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return None;
    }
    let value = i128::from_str_radix(digits, base).ok()?;
    let value = if negative { -value } else { value };
    (i128::from(i64::MIN)..=i128::from(u64::MAX))
        .contains(&value)
        .then_some(value)
}

/// Parses a decimal number: digits, at most one point, and an optional exponent. Returns none if
/// the text is not such a number.
fn decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (mantissa, exponent) = match unsigned.find(['e', 'E']) {
        Some(at) => (unsigned.get(..at)?, unsigned.get(at + 1..)),
        None => (unsigned, None),
    };
    let is_digits =
        |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let is_number = match mantissa.split_once('.') {
        Some(("", fraction)) => is_digits(fraction),
        Some((whole, fraction)) => is_digits(whole) && (fraction.is_empty() || is_digits(fraction)),
        None => is_digits(mantissa),
    };
    let has_exponent =
        exponent.is_none_or(|digits| is_digits(digits.strip_prefix(['+', '-']).unwrap_or(digits)));
    let value = text.parse::<f64>().ok().filter(|value| value.is_finite());
    value.filter(|_| is_number && has_exponent)
}

/// Parses the number at the start of a text. The number has one to `most` digits. Returns the
/// number and the text after the number; `None` if the text does not begin with a digit.
fn digits(text: &str, most: usize) -> Option<(u32, &str)> {
    let length = text
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_digit)
        .count();
    let (digits, rest) = text.split_at_checked(length)?;
    Some((digits.parse().ok()?, rest))
}

/// Parses a timestamp, and returns it in the format that yaml.v3 writes. Returns none if the text
/// is not a timestamp.
fn timestamp(text: &str) -> Option<String> {
    let (year, rest) = text.split_at_checked(4)?;
    let (year_number, "") = digits(year, 4)? else {
        return None;
    };
    let (month, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let (day, rest) = digits(rest.strip_prefix('-')?, 2)?;
    let is_leap = year_number % 4 == 0 && (year_number % 100 != 0 || year_number % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return None,
    };
    if !(1..=days).contains(&day) {
        return None;
    }
    let date = format!("{year}-{month:02}-{day:02}");
    if rest.is_empty() {
        return Some(format!("{date}T00:00:00Z"));
    }
    let (has_zone, rest) = match rest.as_bytes().first()? {
        b'T' | b't' => (true, rest.get(1..)?),
        b' ' => (false, rest.get(1..)?),
        _ => return None,
    };
    let (hour, rest) = digits(rest, 2)?;
    let (minute, rest) = digits(rest.strip_prefix(':')?, 2)?;
    let (second, rest) = digits(rest.strip_prefix(':')?, 2)?;
    if hour > 23 || minute > 59 || second > 59 {
        return None;
    }
    let (fraction, rest) = match rest.strip_prefix('.') {
        Some(after) => {
            let length = after.bytes().take_while(u8::is_ascii_digit).count();
            let (fraction, rest) = after.split_at_checked(length).filter(|_| length > 0)?;
            (
                fraction.get(..9).unwrap_or(fraction).trim_end_matches('0'),
                rest,
            )
        }
        None => ("", rest),
    };
    let zone = match (has_zone, rest) {
        (true, "Z") | (false, "") => "Z".to_owned(),
        (true, zone) => {
            let (hours, rest) = zone
                .strip_prefix(['+', '-'])
                .and_then(|zone| zone.split_at_checked(2))?;
            let minutes = rest.strip_prefix(':')?;
            let (hours_number, "") = digits(hours, 2)? else {
                return None;
            };
            let (minutes_number, "") = digits(minutes, 2)? else {
                return None;
            };
            if hours_number > 24 || minutes_number > 60 || minutes.len() != 2 {
                return None;
            }
            match (hours_number, minutes_number) {
                (0, 0) => "Z".to_owned(),
                _ => zone.to_owned(),
            }
        }
        (false, _) => return None,
    };
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!(
        "{date}T{hour:02}:{minute:02}:{second:02}{point}{fraction}{zone}"
    ))
}

/// Returns true if a text needs quotes because YAML 1.1 reads it as a boolean or as a number of base 60.
pub(super) fn is_of_old_yaml(text: &str) -> bool {
    const BOOLEANS: &str = "y Y yes Yes YES on On ON n N no No NO off Off OFF";
    if BOOLEANS.split(' ').any(|word| word == text) {
        return true;
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let is_number = |digits: &str| {
        digits
            .bytes()
            .all(|byte| byte.is_ascii_digit() || byte == b'_')
    };
    let mut groups = whole.split(':');
    let first = groups.next().unwrap_or_default();
    let mut rest = groups.peekable();
    let is_sixtieth = |group: &str| match group.as_bytes() {
        [last] => last.is_ascii_digit(),
        [first, last] => (b'0'..=b'5').contains(first) && last.is_ascii_digit(),
        _ => false,
    };
    rest.peek().is_some()
        && first
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_digit())
        && is_number(first)
        && rest.all(is_sixtieth)
        && is_number(fraction)
}
