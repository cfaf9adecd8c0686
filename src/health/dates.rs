//! Finds expired dates, such as `valid to 2025-01-01`, and old dates of a last check, such as `last
//! reviewed: May 2024`.

use super::day::Day;
use super::report::{HealthKind, HealthSymptom};
use super::symptom::symptom;
use super::texts::Text;
use crate::text::document::floor_char_boundary;

/// The age in days above which a text counts as outdated, if it gives the date on which it was last
/// checked.
const OLD: i64 = 365;

const PAST: u32 = 35;
const REVIEWED: u32 = 12;

/// Words that introduce the last day on which a statement is valid, as in `valid to 2026-03-01`.
const UNTIL: &[&str] = &[
    "until",
    "till",
    "valid through",
    "valid to",
    "available through",
    "supported through",
    "expires",
    "expires on",
    "expire on",
    "expiring",
    "deadline",
    "ends",
    "ends on",
    "ending",
    "end of life",
    "eol",
    "sunset",
    "sunsets",
    "sunset on",
    "retires on",
    "retiring",
    "intro through",
    "截止",
    "截至日期",
    "有效期至",
    "到期",
];

/// Words that introduce the date on which a text was last checked, such as `last verified`. The
/// list has `current as of`, but not `as of`, because `as of` also introduces the first day on
/// which a statement is valid.
const REVIEW: &[&str] = &[
    "last updated",
    "last-updated",
    "last_updated",
    "last reviewed",
    "last verified",
    "last checked",
    "updated",
    "verified",
    "current as of",
    "accurate as of",
    "correct as of",
    "prices as of",
    "最后更新",
    "最后更新时间",
    "更新时间",
];

/// Words that may be between a date and the words that introduce the date, as in `until the end of
/// 2026`.
const BETWEEN: &[&str] = &[
    "the", "end of", "early", "late", "mid", "on", "in", "at least", "about", "around", "date",
];

/// Finds dates that show that a Markdown text is outdated:
///
/// - the date until which the text is valid, if this date has passed,
/// - the date of the text's last review, if this date is more than a year ago.
///
/// Links, comments and code are not searched, because dates in code are examples.
pub(super) fn find(text: &Text<'_>, today: Day, symptoms: &mut Vec<HealthSymptom>) {
    if !text.is_markdown {
        return;
    }
    for date in dates(text.text) {
        if text.span_at(date.start).is_some() {
            continue;
        }
        let before = floor_char_boundary(text.text, date.start.saturating_sub(60));
        let words = words_before(&text.text[before..date.start]);
        let written = &text.text[date.start..date.end];
        if ends_with(&words, UNTIL) && date.last < today {
            let message = format!("the text holds until {written}, which has passed");
            symptoms.push(symptom(
                HealthKind::PastDate,
                PAST,
                text,
                date.start..date.end,
                message,
            ));
        } else if ends_with(&words, REVIEW) && today.0 - date.last.0 > OLD {
            let message = format!("the last check was in {written}, more than a year ago");
            symptoms.push(symptom(
                HealthKind::OldReview,
                REVIEWED,
                text,
                date.start..date.end,
                message,
            ));
        }
    }
}

/// A day, a month or a year in a text.
struct Date {
    start: usize,
    end: usize,
    /// The last day that the date can mean, such as March 31 for `March 2026`.
    last: Day,
}

/// Returns the words directly before a date on the same line, in lowercase. Markup and filler words
/// such as `the` are removed if they are directly before the date.
fn words_before(before: &str) -> String {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let marks = |c: char| {
        matches!(
            c,
            '*' | '_' | ':' | '：' | '(' | '（' | ' ' | '~' | '-' | '"' | '\''
        )
    };
    let mut words = line.trim_end_matches(marks).to_lowercase();
    while let Some(shorter) = BETWEEN.iter().find_map(|word| {
        let rest = words.strip_suffix(word)?;
        let is_word = rest.is_empty() || rest.ends_with(marks);
        (is_word && !rest.trim().is_empty()).then(|| rest.trim_end_matches(marks).to_owned())
    }) {
        words = shorter;
    }
    words
}

fn ends_with(words: &str, phrases: &[&str]) -> bool {
    phrases.iter().any(|phrase| {
        words.strip_suffix(phrase).is_some_and(|rest| {
            !phrase.is_ascii() || !rest.ends_with(|c: char| c.is_alphanumeric() || c == '_')
        })
    })
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];

/// Returns the dates of a text in these forms: `2026-03-01`, `2026-03`, `March 1, 2026`, `1 March 2026`, `Mar
/// 2026`, `Q1 2026`, `2026`, `2026年3月1日`.
fn dates(text: &str) -> Vec<Date> {
    let bytes = text.as_bytes();
    let mut found: Vec<Date> = Vec::new();
    for (at, _) in text.match_indices("20") {
        let year = text
            .get(at..at + 4)
            .filter(|year| year.bytes().all(|byte| byte.is_ascii_digit()));
        let Some(year) = year.and_then(|year| year.parse::<u32>().ok()) else {
            continue;
        };
        let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
        let is_inside = at > 0
            && (is_digit(at - 1)
                || matches!(
                    bytes[at - 1],
                    b'-' | b'.' | b'/' | b'_' | b'@' | b'$' | b'#'
                ));
        if is_inside || is_digit(at + 4) || found.last().is_some_and(|last| at < last.end) {
            continue;
        }
        found.extend(
            numeric(text, at, year)
                .or_else(|| named(text, at, year))
                .or_else(|| {
                    let last = Day::new(year, 12, 31)?;
                    Some(Date {
                        start: at,
                        end: at + 4,
                        last,
                    })
                }),
        );
    }
    found
}

/// Returns the numeric date that begins with the year at the byte `at`, such as `2026-03-01`.
/// Returns `None` if no month follows the year.
fn numeric(text: &str, at: usize, year: u32) -> Option<Date> {
    let rest = &text[at + 4..];
    let separator = rest
        .chars()
        .next()
        .filter(|c| matches!(c, '-' | '/' | '年'))?;
    let after = &rest[separator.len_utf8()..];
    let (month, digits) = number(after.trim_start())?;
    let spaces = after.len() - after.trim_start().len();
    let month_end = at + 4 + separator.len_utf8() + spaces + digits;
    let rest = &text[month_end..];
    let second = if separator == '年' { '月' } else { separator };
    let day = rest.strip_prefix(second).and_then(|rest| {
        let (day, digits) = number(rest)?;
        let end = month_end + second.len_utf8() + digits;
        let mark = if text[end..].starts_with('日') {
            '日'.len_utf8()
        } else {
            0
        };
        Some((Day::new(year, month, day)?, end + mark))
    });
    let (last, end) = match day {
        Some(day) => day,
        None => {
            let mark = if rest.starts_with('月') {
                '月'.len_utf8()
            } else {
                0
            };
            (
                Day::end_of(year, month).filter(|_| (1..=12).contains(&month))?,
                month_end + mark,
            )
        }
    };
    Some(Date {
        start: at,
        end,
        last,
    })
}

/// Returns the number at the start of a text, and how many digits the number has. Returns `None` if
/// the text does not begin with a number of one or two digits.
fn number(text: &str) -> Option<(u32, usize)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let is_short = (1..=2).contains(&digits);
    Some((text[..digits].parse().ok().filter(|_| is_short)?, digits))
}

/// Returns the date that ends with the year at the byte `at`, such as `March 1, 2026` or `Q1 2026`.
/// Returns `None` if no month and no quarter is before the year.
fn named(text: &str, at: usize, year: u32) -> Option<Date> {
    let before = text[..at].trim_end_matches([' ', ',']);
    let mut words = before.rsplit(|c: char| c.is_whitespace() || c == '(' || c == '*' || c == ':');
    let last = words.next()?;
    let start = before.len() - last.len();
    if let Some(quarter) = last
        .strip_prefix(['Q', 'q'])
        .and_then(|number| number.parse::<u32>().ok())
        && (1..=4).contains(&quarter)
    {
        let last = Day::end_of(year, quarter * 3)?;
        return Some(Date {
            start,
            end: at + 4,
            last,
        });
    }
    if let Some(month) = month(last) {
        let earlier = before[..start].trim_end();
        let day_word = earlier
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let day = number(day_word).and_then(|(day, digits)| {
            let ordinal = &day_word[digits..];
            let is_day = matches!(ordinal, "" | "st" | "nd" | "rd" | "th");
            Day::new(year, month, day).filter(|_| is_day)
        });
        return Some(match day {
            Some(last) => Date {
                start: earlier.len() - day_word.len(),
                end: at + 4,
                last,
            },
            None => Date {
                start,
                end: at + 4,
                last: Day::end_of(year, month)?,
            },
        });
    }
    let (day, digits) = number(last)?;
    let is_day = matches!(&last[digits..], "" | "st" | "nd" | "rd" | "th");
    let earlier = before[..start].trim_end();
    let month_word = earlier
        .rsplit(|c: char| c.is_whitespace() || c == '(' || c == '*')
        .next()?;
    let day = Day::new(year, month(month_word)?, day).filter(|_| is_day)?;
    Some(Date {
        start: earlier.len() - month_word.len(),
        end: at + 4,
        last: day,
    })
}

fn month(word: &str) -> Option<u32> {
    let word = word.trim_end_matches(['.', ',']).to_lowercase();
    if word.len() < 3 {
        return None;
    }
    let at = MONTHS.iter().position(|name| name.starts_with(&word))?;
    u32::try_from(at + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_read_in_their_usual_forms() {
        for (text, written, last) in [
            ("until 2025-03-01.", "2025-03-01", "2025-03-01"),
            ("until 2025-03", "2025-03", "2025-03-31"),
            ("until March 1, 2025", "March 1, 2025", "2025-03-01"),
            ("until 1st March 2025", "1st March 2025", "2025-03-01"),
            ("until Feb 2024 only", "Feb 2024", "2024-02-29"),
            ("until Q2 2025", "Q2 2025", "2025-06-30"),
            ("until 2025", "2025", "2025-12-31"),
            ("有效期至2025年3月1日。", "2025年3月1日", "2025-03-01"),
            ("有效期至2025年3月。", "2025年3月", "2025-03-31"),
        ] {
            let found = dates(text);
            assert_eq!(found.len(), 1, "{text}");
            assert_eq!(&text[found[0].start..found[0].end], written, "{text}");
            assert_eq!(Some(found[0].last), Day::parse(last), "{text}");
            let words = words_before(&text[..found[0].start]);
            assert!(ends_with(&words, UNTIL), "{words:?}");
        }
        for text in ["port 20250", "v1.2024", "id-2024", "12024"] {
            assert!(dates(text).is_empty(), "{text}");
        }
    }
}
