//! Makes the Python values of YAML scalars, according to their tags.

use super::fault::{Fault, Outcome};
use super::integer::{self, Integer};
use super::python;
use super::resolve::{Timestamp, Zone};
use super::value::Text;

/// The Python value of a scalar.
#[derive(Debug, Clone)]
pub(super) enum Scalar {
    None,
    Bool(bool),
    Int(String),
    Float(f64),
    Text(Text),
    Bytes(Vec<u8>),
    Date(String),
    /// A date with a time, in ISO format. If the time has a zone, also the microseconds in UTC
    /// since the year 1.
    DateTime(String, Option<i64>),
}

/// Makes a `bool` from the text of a scalar, or returns Python's exception.
pub(super) fn bool(text: &Text) -> Outcome<Scalar> {
    match text.text.to_lowercase().as_str() {
        "yes" | "true" | "on" => Ok(Scalar::Bool(true)),
        "no" | "false" | "off" => Ok(Scalar::Bool(false)),
        _ => {
            let mut lower = Text::default();
            let mut surrogates = text.surrogates.iter().peekable();
            for (at, c) in text.text.char_indices() {
                match surrogates.next_if(|(surrogate, _)| *surrogate == at) {
                    Some((_, code)) => {
                        lower.push_code(*code);
                    }
                    None => lower.text.extend(c.to_lowercase()),
                }
            }
            Err(Fault::of_python("KeyError", python::repr_text(&lower)))
        }
    }
}

/// Removes `-` or `+` from the start of a number. The flag is true if the number is negative.
///
/// # Errors
///
/// Returns an `IndexError` if the text is empty.
fn unsigned(text: &str) -> Outcome<(&str, bool)> {
    check_not_empty(text)?;
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    Ok((unsigned, text.starts_with('-')))
}

fn check_not_empty(text: &str) -> Outcome<()> {
    if text.is_empty() {
        return Err(Fault::of_python("IndexError", "string index out of range"));
    }
    Ok(())
}

/// Makes an `int` from the text of a scalar, or returns Python's exception.
pub(super) fn int(text: &str) -> Outcome<Scalar> {
    let text = text.replace('_', "");
    let (digits, is_negative) = unsigned(&text)?;
    check_not_empty(digits)?;
    let number = if digits == "0" {
        Integer::default()
    } else if let Some(digits) = digits.strip_prefix("0b") {
        Integer::parse(digits, 2)?
    } else if let Some(digits) = digits.strip_prefix("0x") {
        Integer::parse(digits, 16)?
    } else if digits.starts_with('0') {
        Integer::parse(digits, 8)?
    } else if digits.contains(':') {
        let parts = digits.split(':').map(|part| Integer::parse(part, 10));
        Integer::from_sixtieths(&parts.collect::<Outcome<Vec<_>>>()?)?
    } else {
        Integer::parse(digits, 10)?
    };
    let number = if is_negative { number.negate() } else { number };
    Ok(Scalar::Int(number.digits()?))
}

/// Parses a text like Python's `float(text)`, or returns Python's exception.
fn parse_float(text: &str) -> Outcome<f64> {
    let number = integer::trim(text).parse();
    number.map_err(|_| {
        let problem = format!(
            "could not convert string to float: {}",
            python::repr_str(text)
        );
        Fault::of_python("ValueError", problem)
    })
}

/// Makes a `float` from the text of a scalar, or returns Python's exception.
pub(super) fn float(text: &str) -> Outcome<Scalar> {
    let text = text.replace('_', "").to_lowercase();
    let (digits, is_negative) = unsigned(&text)?;
    let size = match digits {
        ".inf" => f64::INFINITY,
        ".nan" => f64::NAN,
        _ if digits.contains(':') => {
            let parts: Vec<f64> = digits.split(':').map(parse_float).collect::<Outcome<_>>()?;
            let mut base = 1.0;
            let mut sum = 0.0;
            for part in parts.iter().rev() {
                sum += part * base;
                base *= 60.0;
            }
            sum
        }
        _ => parse_float(digits)?,
    };
    Ok(Scalar::Float(if is_negative { -size } else { size }))
}

/// Makes a `date` or a `datetime` from the text of a scalar, or returns Python's exception.
pub(super) fn timestamp(text: &str) -> Outcome<Scalar> {
    let Some(timestamp) = Timestamp::parse(text) else {
        let problem = "'NoneType' object has no attribute 'groupdict'";
        return Err(Fault::of_python("AttributeError", problem));
    };
    let number = |digits: &str| digits.parse::<i64>().unwrap_or_default();
    let invalid = |problem: &str| Err(Fault::of_python("ValueError", problem));
    let [year, month, day] = timestamp.date.map(number);
    let Some(time) = timestamp.time else {
        check_date(year, month, day)?;
        return Ok(Scalar::Date(format!("{year:04}-{month:02}-{day:02}")));
    };
    let zone = time.zone.as_ref().map(Zone::seconds);
    if let Some(seconds) = zone
        && seconds.abs() >= 86400
    {
        return invalid(&format!(
            "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not {}.",
            python::repr_seconds(seconds)
        ));
    }
    check_date(year, month, day)?;
    let [hour, minute, second] = time.clock.map(number);
    for (number, name, last) in [
        (hour, "hour", 23),
        (minute, "minute", 59),
        (second, "second", 59),
    ] {
        if number > last {
            return invalid(&format!("{name} must be in 0..{last}"));
        }
    }
    let digits: String = time
        .fraction
        .chars()
        .chain("000000".chars())
        .take(6)
        .collect();
    let micros = number(&digits);
    let mut iso = format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}");
    if micros > 0 {
        iso.push_str(&format!(".{micros:06}"));
    }
    if let Some(seconds) = zone {
        let sign = if seconds < 0 { '-' } else { '+' };
        let minutes = seconds.abs() / 60;
        iso.push_str(&format!("{sign}{:02}:{:02}", minutes / 60, minutes % 60));
    }
    let instant = zone.map(|offset| {
        let seconds = days_before(year, month, day) * 86400 + hour * 3600 + minute * 60 + second;
        (seconds - offset) * 1_000_000 + micros
    });
    Ok(Scalar::DateTime(iso, instant))
}

fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

fn days_in(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Returns the number of days from the first day of the year 1 to a date.
fn days_before(year: i64, month: i64, day: i64) -> i64 {
    let past = year - 1;
    let months: i64 = (1..month).map(|month| days_in(year, month)).sum();
    past * 365 + past / 4 - past / 100 + past / 400 + months + day
}

fn check_date(year: i64, month: i64, day: i64) -> Outcome<()> {
    let problem = if year == 0 {
        "year 0 is out of range"
    } else if !(1..=12).contains(&month) {
        "month must be in 1..12"
    } else if !(1..=days_in(year, month)).contains(&day) {
        "day is out of range for month"
    } else {
        return Ok(());
    };
    Err(Fault::of_python("ValueError", problem))
}

/// Decodes Base64 like Python's `base64.decodebytes`. Characters that Base64 does not use are
/// skipped. More data may follow after a `=`.
///
/// # Errors
///
/// Returns the text of Python's exception.
pub(super) fn base64(text: &str) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let (mut buffer, mut quad, mut pads) = (0u32, 0, 0);
    for c in text.bytes() {
        if c == b'=' {
            if quad >= 2 {
                pads += 1;
                if quad + pads >= 4 {
                    return Ok(bytes);
                }
            }
            continue;
        }
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            _ => continue,
        };
        pads = 0;
        buffer = (buffer << 6 | u32::from(value)) & 0xff_ffff;
        if quad > 0 {
            let [.., byte] = (buffer >> (6 - 2 * quad)).to_be_bytes();
            bytes.push(byte);
        }
        quad = (quad + 1) % 4;
    }
    match quad {
        0 => Ok(bytes),
        1 => Err(format!(
            "Invalid base64-encoded string: number of data characters ({}) cannot be 1 more than a multiple of 4",
            bytes.len() / 3 * 4 + 1
        )),
        _ => Err("Incorrect padding".to_owned()),
    }
}
