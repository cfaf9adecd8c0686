//! Reads a log line by line: finds its format, and returns its events in order.

use serde_json::Value;

use super::events::{Event, text};
use super::report::{LogFormat, LogProblem, LogProblemCode, UsageOutcome};
use super::{claude_code, codex, opencode, pi, qwen_code};
use crate::input::{self, Input};

/// The maximum length of a log's line, in bytes. Longer lines are not read. No host has this limit.
const MAX_LINE: usize = 8 << 20;

/// The maximum number of unreadable lines that are listed for one log. No host has this limit.
const MAX_PROBLEMS: usize = 20;

/// The format and the events of a log, and the lines that could not be read.
#[derive(Default)]
pub(super) struct Read {
    pub format: Option<LogFormat>,
    pub lines: Vec<Line>,
    pub problems: Vec<LogProblem>,
    pub problem_count: usize,
}

/// The events in one line of a log.
pub(super) struct Line {
    /// The number of the line in the log, counted from 1.
    pub number: usize,
    pub at: Option<String>,
    pub events: Vec<Event>,
}

impl Read {
    fn problem(&mut self, line: usize, code: LogProblemCode) {
        self.problem_count += 1;
        if self.problems.len() < MAX_PROBLEMS {
            self.problems.push(LogProblem {
                line,
                code,
                message: code.message().to_owned(),
            });
        }
    }
}

/// Reads a log of any known format.
pub(super) fn read(log: &str) -> Read {
    let mut read = Read::default();
    let mut claude_code = claude_code::Reader::default();
    let log = log.strip_prefix('\u{feff}').unwrap_or(log);
    // Only an export is an object over several lines, or an object that is not a line of another format.
    if log.trim_start().starts_with('{')
        && let Some(messages) = opencode::messages(log)
    {
        read.format = Some(LogFormat::Opencode);
        for (index, message) in messages.iter().enumerate() {
            let created = message
                .get("info")
                .and_then(|info| info.get("time"))
                .and_then(|time| time.get("created"));
            read.lines.push(Line {
                number: index + 1,
                at: time(created),
                events: opencode::read(message),
            });
        }
        return read;
    }
    let mut lines = log.split('\n').enumerate().peekable();
    while let Some((index, line)) = lines.next() {
        let number = index + 1;
        let is_last = lines.peek().is_none();
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if line.len() > MAX_LINE {
            read.problem(number, LogProblemCode::TooLong);
            continue;
        }
        let value = match serde_json::from_str::<Value>(line) {
            Ok(value) if value.is_object() => value,
            Err(error) if error.is_eof() && is_last && line.starts_with('{') => {
                read.problem(number, LogProblemCode::Truncated);
                continue;
            }
            _ => {
                read.problem(number, LogProblemCode::NotJson);
                continue;
            }
        };
        let Some(format) = read.format.or_else(|| format_of(&value)) else {
            continue;
        };
        read.format = Some(format);
        let (at, events) = match format {
            LogFormat::Plain => match plain(&value) {
                Some(event) => (time(value.get("at")), vec![event]),
                None => {
                    read.problem(number, LogProblemCode::WrongMember);
                    continue;
                }
            },
            LogFormat::ClaudeCode => (time(value.get("timestamp")), claude_code.read(&value)),
            LogFormat::Codex => (time(value.get("timestamp")), codex::read(&value)),
            LogFormat::Pi => (time(value.get("timestamp")), pi::read(&value)),
            LogFormat::QwenCode => (time(value.get("timestamp")), qwen_code::read(&value)),
            // An export is read as a whole above, so no line has this format.
            LogFormat::Opencode => continue,
        };
        if !events.is_empty() {
            read.lines.push(Line { number, at, events });
        }
    }
    if read.format.is_none() && !log.trim().is_empty() {
        read.problem(1, LogProblemCode::UnknownFormat);
    }
    read
}

/// Returns the format of a log that contains the line. Returns `None` if the line has no known
/// format.
fn format_of(line: &Value) -> Option<LogFormat> {
    if line.get("skill").is_some() && line.get("outcome").is_some() {
        Some(LogFormat::Plain)
    } else if codex::is_line(line) {
        Some(LogFormat::Codex)
    } else if qwen_code::is_line(line) {
        Some(LogFormat::QwenCode)
    } else if pi::is_line(line) {
        Some(LogFormat::Pi)
    } else if text(line, "sessionId").is_some() && text(line, "type").is_some() {
        Some(LogFormat::ClaudeCode)
    } else {
        None
    }
}

fn plain(line: &Value) -> Option<Event> {
    let name = text(line, "skill")?.to_owned();
    let mut outcome = UsageOutcome::blank();
    let word = text(line, "outcome")?.to_owned();
    input::Read::read(&mut outcome, input::Value::Text(word)).ok()?;
    Some(Event::Outcome { name, outcome })
}

/// Returns a time exactly as written in the log. Returns `None` if the text does not look like a
/// time, because such a text may be a secret.
fn time(value: Option<&Value>) -> Option<String> {
    match value? {
        Value::Number(number) => Some(number.to_string()),
        Value::String(text) => {
            let is_time = |byte: u8| byte.is_ascii_digit() || b"-:.,+TZ ".contains(&byte);
            let looks_right = (8..=40).contains(&text.len()) && text.bytes().all(is_time);
            looks_right.then(|| text.clone())
        }
        _ => None,
    }
}
