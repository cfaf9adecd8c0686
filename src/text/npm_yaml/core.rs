//! Determines the type of plain (unquoted) scalars by the core schema of YAML 1.2.

use crate::text::js_value::Value;

/// Returns the value of a plain scalar by the core schema of YAML 1.2.
pub(super) fn core(text: &str) -> Value {
    match text {
        "" | "~" | "null" | "Null" | "NULL" => return Value::Null,
        "true" | "True" | "TRUE" => return Value::Bool(true),
        "false" | "False" | "FALSE" => return Value::Bool(false),
        ".nan" | ".NaN" | ".NAN" => return Value::Number(f64::NAN),
        _ => {}
    }
    let bytes = text.as_bytes();
    if !matches!(bytes[0], b'0'..=b'9' | b'+' | b'-' | b'.') {
        return Value::Text(text.to_owned());
    }
    number(text).map_or_else(|| Value::Text(text.to_owned()), Value::Number)
}

fn number(text: &str) -> Option<f64> {
    let radix = |digits: &str, radix: u32| {
        let mut value = 0.0;
        for digit in digits.chars() {
            value = value * f64::from(radix) + f64::from(digit.to_digit(radix)?);
        }
        (!digits.is_empty()).then_some(value)
    };
    if let Some(digits) = text.strip_prefix("0o") {
        return radix(digits, 8);
    }
    if let Some(digits) = text.strip_prefix("0x") {
        return radix(digits, 16);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    if matches!(unsigned, ".inf" | ".Inf" | ".INF") {
        return Some(sign * f64::INFINITY);
    }
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (unsigned, None),
    };
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if let Some(exponent) = exponent {
        let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        if digits.is_empty() || !is_digits(digits) {
            return None;
        }
    }
    let fits = match mantissa.split_once('.') {
        Some(("", fraction)) => !fraction.is_empty() && is_digits(fraction),
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => !mantissa.is_empty() && is_digits(mantissa),
    };
    if !fits {
        return None;
    }
    unsigned.parse::<f64>().ok().map(|value| sign * value)
}
