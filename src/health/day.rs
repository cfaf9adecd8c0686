//! Days of the calendar.

use crate::model::argument::ArgumentError;

/// A day, as the number of days since 1970-01-01.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Day(pub i64);

impl Day {
    /// Returns a day of the Gregorian calendar; `None` if the calendar has no such day.
    pub fn new(year: u32, month: u32, day: u32) -> Option<Self> {
        let is_valid = (1..=12).contains(&month) && day >= 1 && day <= last_of(year, month);
        is_valid.then(|| {
            // The computation begins a year in March, so the leap day is the last day of the year.
            let (year, month) = (i64::from(year), i64::from(month));
            let (year, month) = if month < 3 {
                (year - 1, month + 9)
            } else {
                (year, month - 3)
            };
            let of_year = (153 * month + 2) / 5 + i64::from(day) - 1;
            let days = 365 * year + year / 4 - year / 100 + year / 400 + of_year;
            Self(days - 719_468)
        })
    }

    /// Returns the last day of a month; `None` if the number of the month is not from 1 to 12.
    pub fn end_of(year: u32, month: u32) -> Option<Self> {
        Self::new(year, month, last_of(year, month))
    }

    /// Parses a day that a caller passes as an argument. Returns an error that names the argument
    /// if the text is not a day such as `2026-11-26`.
    pub fn read(argument: &str, text: &str) -> Result<Self, ArgumentError> {
        Self::parse(text).ok_or_else(|| {
            let message = format!("is {text:?}; it must be a day such as \"2026-11-26\"");
            ArgumentError::new(argument, message)
        })
    }

    /// Parses a day such as `2026-11-26`. Returns `None` if the text has another form, or if the
    /// calendar has no such day.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes = text.as_bytes();
        let is_dashed = bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-';
        if !is_dashed || !text.is_ascii() {
            return None;
        }
        let number = |range: std::ops::Range<usize>| {
            let digits = &text[range];
            let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| is_number)
        };
        Self::new(number(0..4)?, number(5..7)?, number(8..10)?)
    }
}

fn last_of(year: u32, month: u32) -> u32 {
    match month {
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400) => 29,
        2 => 28,
        _ => 31,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_numbered_from_1970() {
        for (text, expected) in [
            ("1970-01-01", Some(0)),
            ("2000-02-29", Some(11_016)),
            ("2026-11-26", Some(20_783)),
            ("2025-02-29", None),
            ("2026-13-01", None),
            ("2026-1-01", None),
            ("today", None),
        ] {
            assert_eq!(Day::parse(text).map(|day| day.0), expected, "{text}");
        }
    }
}
