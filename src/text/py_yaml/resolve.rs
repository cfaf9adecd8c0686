//! Finds the tags of nodes without a tag. The tag of a plain scalar follows from its text, by the
//! rules of YAML 1.1.

use crate::text::yaml_scalar::is_sixtieth;

pub(super) const NULL: &str = "tag:yaml.org,2002:null";
pub(super) const BOOL: &str = "tag:yaml.org,2002:bool";
pub(super) const INT: &str = "tag:yaml.org,2002:int";
pub(super) const FLOAT: &str = "tag:yaml.org,2002:float";
pub(super) const BINARY: &str = "tag:yaml.org,2002:binary";
pub(super) const TIMESTAMP: &str = "tag:yaml.org,2002:timestamp";
pub(super) const OMAP: &str = "tag:yaml.org,2002:omap";
pub(super) const PAIRS: &str = "tag:yaml.org,2002:pairs";
pub(super) const SET: &str = "tag:yaml.org,2002:set";
pub(super) const STR: &str = "tag:yaml.org,2002:str";
pub(super) const SEQ: &str = "tag:yaml.org,2002:seq";
pub(super) const MAP: &str = "tag:yaml.org,2002:map";
pub(super) const MERGE: &str = "tag:yaml.org,2002:merge";
pub(super) const VALUE: &str = "tag:yaml.org,2002:value";
/// The tag of the plain scalars `!`, `&` and `*`. YAML 1.1 defines this tag, but PyYAML cannot make
/// a value from it.
const YAML: &str = "tag:yaml.org,2002:yaml";

/// Returns the tag of a plain scalar, such as [`INT`] for an integer or [`STR`] for a text.
pub(super) fn plain(text: &str) -> &'static str {
    // The end of a regular expression also matches before a line break that ends the text.
    let text = text
        .strip_suffix('\n')
        .filter(|it| !it.is_empty())
        .unwrap_or(text);
    match text {
        "" | "~" | "null" | "Null" | "NULL" => NULL,
        "<<" => MERGE,
        "=" => VALUE,
        "!" | "&" | "*" => YAML,
        "yes" | "Yes" | "YES" | "no" | "No" | "NO" | "true" | "True" | "TRUE" | "false"
        | "False" | "FALSE" | "on" | "On" | "ON" | "off" | "Off" | "OFF" => BOOL,
        _ if !text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.')) => STR,
        _ if is_float(text) => FLOAT,
        _ if is_int(text) => INT,
        _ if Timestamp::parse(text).is_some() => TIMESTAMP,
        _ => STR,
    }
}

fn without_sign(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|c| matches!(c, b'0'..=b'9' | b'_'))
}

fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_digit())
}

fn is_int(text: &str) -> bool {
    let text = without_sign(text);
    if let Some(digits) = text.strip_prefix("0b") {
        return !digits.is_empty() && digits.bytes().all(|c| matches!(c, b'0' | b'1' | b'_'));
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return !digits.is_empty() && digits.bytes().all(|c| c == b'_' || c.is_ascii_hexdigit());
    }
    if let Some(digits) = text.strip_prefix('0') {
        return digits.bytes().all(|c| matches!(c, b'0'..=b'7' | b'_'));
    }
    let mut parts = text.split(':');
    let first = parts.next().unwrap_or_default();
    starts_with_digit(first) && is_digits(first) && parts.all(is_sixtieth)
}

fn is_float(text: &str) -> bool {
    if matches!(text, ".nan" | ".NaN" | ".NAN") {
        return true;
    }
    let unsigned = without_sign(text);
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return true;
    }
    let Some((whole, rest)) = unsigned.split_once('.') else {
        return false;
    };
    if whole.contains(':') {
        let mut parts = whole.split(':');
        let first = parts.next().unwrap_or_default();
        return starts_with_digit(first)
            && is_digits(first)
            && parts.all(is_sixtieth)
            && is_digits(rest);
    }
    let (fraction, exponent) = match rest.split_once(['e', 'E']) {
        Some((fraction, exponent)) => (fraction, Some(exponent)),
        None => (rest, None),
    };
    let has_exponent = exponent.is_none_or(|it| {
        let digits = without_sign(it);
        digits.len() < it.len() && !digits.is_empty() && digits.bytes().all(|c| c.is_ascii_digit())
    });
    if !has_exponent || !is_digits(fraction) {
        return false;
    }
    if whole.is_empty() {
        // A number without a whole part begins with its point, not with `-` or `+`.
        return unsigned.len() == text.len() && starts_with_digit(fraction);
    }
    starts_with_digit(whole) && is_digits(whole)
}

/// The parts of a YAML timestamp.
pub(super) struct Timestamp<'t> {
    /// The digits of the year, the month and the day.
    pub date: [&'t str; 3],
    pub time: Option<Time<'t>>,
}

/// The time of day in a YAML timestamp.
pub(super) struct Time<'t> {
    /// The digits of the hour, the minute and the second.
    pub clock: [&'t str; 3],
    pub fraction: &'t str,
    pub zone: Option<Zone<'t>>,
}

/// The time zone in a YAML timestamp.
pub(super) enum Zone<'t> {
    /// The zone `Z`, which is UTC.
    Utc,
    Offset {
        is_negative: bool,
        hours: &'t str,
        minutes: &'t str,
    },
}

/// Consumes between `least` and `most` digits at the start of a text, and returns them. Returns
/// none if there are fewer.
fn digits<'t>(rest: &mut &'t str, least: usize, most: usize) -> Option<&'t str> {
    let count = rest
        .bytes()
        .take(most)
        .take_while(u8::is_ascii_digit)
        .count();
    if count < least {
        return None;
    }
    let (taken, left) = rest.split_at_checked(count)?;
    *rest = left;
    Some(taken)
}

fn take(rest: &mut &str, c: char) -> Option<()> {
    *rest = rest.strip_prefix(c)?;
    Some(())
}

impl<'t> Timestamp<'t> {
    /// Parses a date, or a date with a time. Returns none if the text is not a timestamp.
    pub fn parse(text: &'t str) -> Option<Self> {
        let mut rest = text.strip_suffix('\n').unwrap_or(text);
        let rest = &mut rest;
        let year = digits(rest, 4, 4)?;
        take(rest, '-')?;
        let month = digits(rest, 1, 2)?;
        take(rest, '-')?;
        let day = digits(rest, 1, 2)?;
        let date = [year, month, day];
        if rest.is_empty() {
            // If there is no time, month and day must have two digits.
            return (month.len() == 2 && day.len() == 2).then_some(Self { date, time: None });
        }
        *rest = match rest.strip_prefix(['T', 't']) {
            Some(rest) => rest,
            None if rest.starts_with([' ', '\t']) => rest.trim_start_matches([' ', '\t']),
            None => return None,
        };
        let hour = digits(rest, 1, 2)?;
        take(rest, ':')?;
        let minute = digits(rest, 2, 2)?;
        take(rest, ':')?;
        let second = digits(rest, 2, 2)?;
        let mut fraction = "";
        if take(rest, '.').is_some() {
            fraction = digits(rest, 0, usize::MAX)?;
        }
        let mut zone = None;
        if !rest.is_empty() {
            *rest = rest.trim_start_matches([' ', '\t']);
            zone = Some(Zone::parse(rest)?);
        }
        let clock = [hour, minute, second];
        let time = Some(Time {
            clock,
            fraction,
            zone,
        });
        rest.is_empty().then_some(Self { date, time })
    }
}

impl<'t> Zone<'t> {
    fn parse(rest: &mut &'t str) -> Option<Self> {
        if take(rest, 'Z').is_some() {
            return Some(Self::Utc);
        }
        let is_negative = rest.starts_with('-');
        *rest = rest.strip_prefix(['-', '+'])?;
        let hours = digits(rest, 1, 2)?;
        let mut minutes = "";
        if take(rest, ':').is_some() {
            minutes = digits(rest, 2, 2)?;
        }
        Some(Self::Offset {
            is_negative,
            hours,
            minutes,
        })
    }
}
