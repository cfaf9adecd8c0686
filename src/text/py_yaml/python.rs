//! Writes values like Python: the results of `str` and `repr`, and the texts of a few exceptions.

use std::fmt::Write;

use super::printable::is_printable;
use super::resolve::{Timestamp, Zone};
use super::value::{Text, Value};

/// Returns Python's `repr` of a character.
pub(super) fn repr_char(c: char) -> String {
    repr_str(c.encode_utf8(&mut [0; 4]))
}

/// Returns Python's `repr` of a text.
pub(super) fn repr_str(text: &str) -> String {
    let mut out = String::new();
    write_text(text, &[], &mut out);
    out
}

/// Returns Python's `repr` of a text that may contain surrogates.
pub(super) fn repr_text(text: &Text) -> String {
    let mut out = String::new();
    write_text(&text.text, &text.surrogates, &mut out);
    out
}

/// Appends a formatted text to a string. Errors are ignored, because writing to a string never
/// fails.
macro_rules! put {
    ($out:expr, $($format:tt)*) => {{
        let _ = write!($out, $($format)*);
    }};
}

fn write_text(text: &str, surrogates: &[(usize, u32)], out: &mut String) {
    let quote = if text.contains('\'') && !text.contains('"') {
        '"'
    } else {
        '\''
    };
    let mut surrogates = surrogates.iter().peekable();
    out.push(quote);
    for (at, c) in text.char_indices() {
        if let Some((_, code)) = surrogates.next_if(|(surrogate, _)| *surrogate == at) {
            put!(out, "\\u{code:04x}");
            continue;
        }
        match c {
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c == quote => {
                out.push('\\');
                out.push(c);
            }
            c if is_printable(c) => out.push(c),
            c => write_escape(c, out),
        }
    }
    out.push(quote);
}

/// Appends a character as an escape with its code, such as `\x07` or `\u200b`.
fn write_escape(c: char, out: &mut String) {
    match u32::from(c) {
        code @ 0..=0xff => put!(out, "\\x{code:02x}"),
        code @ 0x100..=0xffff => put!(out, "\\u{code:04x}"),
        code => put!(out, "\\U{code:08x}"),
    }
}

fn write_bytes(bytes: &[u8], out: &mut String) {
    let quote = if bytes.contains(&b'\'') && !bytes.contains(&b'"') {
        b'"'
    } else {
        b'\''
    };
    out.push('b');
    out.push(char::from(quote));
    for byte in bytes {
        match *byte {
            b'\\' => out.push_str("\\\\"),
            b'\n' => out.push_str("\\n"),
            b'\r' => out.push_str("\\r"),
            b'\t' => out.push_str("\\t"),
            byte if byte == quote => {
                out.push('\\');
                out.push(char::from(byte));
            }
            byte @ b' '..=b'~' => out.push(char::from(byte)),
            byte => put!(out, "\\x{byte:02x}"),
        }
    }
    out.push(char::from(quote));
}

/// Returns Python's `repr` of a float: the shortest digits that are read as the same float.
pub(super) fn repr_float(number: f64) -> String {
    if number.is_nan() {
        return "nan".to_owned();
    }
    if number.is_infinite() {
        return if number > 0.0 { "inf" } else { "-inf" }.to_owned();
    }
    let scientific = format!("{number:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or_default();
    if (-4..16).contains(&exponent) {
        let mut fixed = number.to_string();
        if !fixed.contains('.') {
            fixed.push_str(".0");
        }
        return fixed;
    }
    let (sign, exponent) = (
        if exponent < 0 { '-' } else { '+' },
        exponent.unsigned_abs(),
    );
    format!("{digits}e{sign}{exponent:02}")
}

/// Returns the text of Python's exception about a text that is not ASCII. Returns none if the text
/// is ASCII.
pub(super) fn encode_error(text: &Text) -> Option<String> {
    let chars: Vec<(usize, char)> = text.text.char_indices().collect();
    let start = chars.iter().position(|(_, c)| !c.is_ascii())?;
    let rest = chars.iter().skip(start);
    let count = rest.take_while(|(_, c)| !c.is_ascii()).count();
    if count > 1 {
        let last = start + count - 1;
        return Some(format!(
            "'ascii' codec can't encode characters in position {start}-{last}: ordinal not in range(128)"
        ));
    }
    let (at, c) = chars.get(start).copied()?;
    let mut escape = String::new();
    match text
        .surrogates
        .iter()
        .find(|(surrogate, _)| *surrogate == at)
    {
        Some((_, code)) => put!(escape, "\\u{code:04x}"),
        None => write_escape(c, &mut escape),
    }
    Some(format!(
        "'ascii' codec can't encode character '{escape}' in position {start}: ordinal not in range(128)"
    ))
}

/// Returns Python's `repr` of a `timedelta` with this number of seconds.
pub(super) fn repr_seconds(seconds: i64) -> String {
    let (days, seconds) = (seconds.div_euclid(86400), seconds.rem_euclid(86400));
    let arguments = match (days, seconds) {
        (0, 0) => "0".to_owned(),
        (days, 0) => format!("days={days}"),
        (0, seconds) => format!("seconds={seconds}"),
        (days, seconds) => format!("days={days}, seconds={seconds}"),
    };
    format!("datetime.timedelta({arguments})")
}

/// Appends Python's `repr` of a date, or of a date with a time. `iso` is the date in ISO format.
fn write_date(iso: &str, out: &mut String) {
    let Some(timestamp) = Timestamp::parse(iso) else {
        return;
    };
    let number = |digits: &str| digits.parse::<u32>().unwrap_or_default();
    let [year, month, day] = timestamp.date.map(number);
    let Some(time) = timestamp.time else {
        put!(out, "datetime.date({year}, {month}, {day})");
        return;
    };
    let [hour, minute, second] = time.clock.map(number);
    let fraction = number(time.fraction);
    put!(
        out,
        "datetime.datetime({year}, {month}, {day}, {hour}, {minute}"
    );
    if second > 0 || fraction > 0 {
        put!(out, ", {second}");
    }
    if fraction > 0 {
        put!(out, ", {fraction}");
    }
    match time.zone.map(|zone| zone.seconds()) {
        None => {}
        Some(0) => out.push_str(", tzinfo=datetime.timezone.utc"),
        Some(seconds) => {
            put!(out, ", tzinfo=datetime.timezone({})", repr_seconds(seconds));
        }
    }
    out.push(')');
}

impl Zone<'_> {
    /// Returns the zone's offset from UTC in seconds.
    pub fn seconds(&self) -> i64 {
        match self {
            Self::Utc => 0,
            Self::Offset {
                is_negative,
                hours,
                minutes,
            } => {
                let number = |digits: &str| digits.parse::<i64>().unwrap_or_default();
                let seconds = number(hours) * 3600 + number(minutes) * 60;
                if *is_negative { -seconds } else { seconds }
            }
        }
    }
}

/// Appends Python's `repr` of a value. `above` has the collections that contain the value, from the
/// outermost to the innermost.
fn write_value<'v>(value: &'v Value, above: &mut Vec<&'v Value>, out: &mut String) {
    match value {
        Value::None => out.push_str("None"),
        Value::Bool(true) => out.push_str("True"),
        Value::Bool(false) => out.push_str("False"),
        Value::Int(digits) => out.push_str(digits),
        Value::Float(number) => out.push_str(&repr_float(*number)),
        Value::Text(text) => write_text(text, &[], out),
        Value::Surrogates(text) => write_text(&text.text, &text.surrogates, out),
        Value::Bytes(bytes) => write_bytes(bytes, out),
        Value::Date(iso) | Value::DateTime(iso) => write_date(iso, out),
        Value::Cycle(levels) => {
            let target = above
                .len()
                .checked_sub(levels + 1)
                .and_then(|at| above.get(at));
            out.push_str(match target {
                Some(Value::Map(_)) => "{...}",
                Some(Value::Tuple(_)) => "(...)",
                Some(Value::Set(_)) => "set(...)",
                _ => "[...]",
            });
        }
        Value::List(items) => write_items(value, items, ["[", "]"], above, out),
        Value::Tuple(items) if items.len() == 1 => {
            write_items(value, items, ["(", ",)"], above, out)
        }
        Value::Tuple(items) => write_items(value, items, ["(", ")"], above, out),
        Value::Set(items) if items.is_empty() => out.push_str("set()"),
        Value::Set(items) => write_items(value, items, ["{", "}"], above, out),
        Value::Map(entries) => {
            above.push(value);
            out.push('{');
            for (at, (key, value)) in entries.iter().enumerate() {
                if at > 0 {
                    out.push_str(", ");
                }
                write_value(key, above, out);
                out.push_str(": ");
                write_value(value, above, out);
            }
            out.push('}');
            above.pop();
        }
    }
}

fn write_items<'v>(
    value: &'v Value,
    items: &'v [Value],
    [open, close]: [&str; 2],
    above: &mut Vec<&'v Value>,
    out: &mut String,
) {
    above.push(value);
    out.push_str(open);
    for (at, item) in items.iter().enumerate() {
        if at > 0 {
            out.push_str(", ");
        }
        write_value(item, above, out);
    }
    out.push_str(close);
    above.pop();
}

impl Value {
    /// Returns the result of Python's `str(value)`. U+FFFD replaces each surrogate of a text.
    pub(crate) fn python_str(&self) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Surrogates(text) => text.text.clone(),
            Self::Date(iso) => iso.clone(),
            Self::DateTime(iso) => iso.replacen('T', " ", 1),
            _ => self.python_repr(),
        }
    }

    /// Returns the result of Python's `repr(value)`. The items of a set are in the order of the
    /// document.
    pub(crate) fn python_repr(&self) -> String {
        let mut out = String::new();
        write_value(self, &mut Vec::new(), &mut out);
        out
    }

    /// Returns the result of Python's `bool(value)`.
    pub(crate) fn python_bool(&self) -> bool {
        match self {
            Self::None | Self::Bool(false) => false,
            Self::Int(digits) => digits != "0",
            Self::Float(float) => *float != 0.0,
            Self::Text(text) => !text.is_empty(),
            Self::Bytes(bytes) => !bytes.is_empty(),
            Self::List(items) | Self::Tuple(items) | Self::Set(items) => !items.is_empty(),
            Self::Map(entries) => !entries.is_empty(),
            _ => true,
        }
    }

    /// Returns the name of the value's Python type, such as `str` or `NoneType`.
    pub(crate) fn python_type(&self) -> &'static str {
        match self {
            Self::None => "NoneType",
            Self::Bool(_) => "bool",
            Self::Int(_) => "int",
            Self::Float(_) => "float",
            Self::Text(_) | Self::Surrogates(_) => "str",
            Self::Bytes(_) => "bytes",
            Self::Date(_) => "date",
            Self::DateTime(_) => "datetime",
            Self::List(_) | Self::Cycle(_) => "list",
            Self::Tuple(_) => "tuple",
            Self::Map(_) => "dict",
            Self::Set(_) => "set",
        }
    }
}
