//! The result of parsing YAML like the npm package `yaml`.

use crate::text::js_value::Value;
use crate::text::yaml;

/// The error code of the npm package `yaml` for faults of aliases. The package finds these faults
/// only after parsing, when it replaces aliases by their values.
const FOLLOWED: &str = "YAML_EXCEPTION";

/// The result of parsing a YAML text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Yaml {
    /// The parsed value. If there is a problem, the value is incomplete.
    pub(crate) value: Value,
    /// The first fault, in the order in which the npm package finds faults. None if there is no
    /// fault.
    pub(crate) problem: Option<Problem>,
    /// The byte offset of the first alias that has no anchor. None if each alias has an anchor.
    pub(crate) unresolved: Option<usize>,
    /// The byte offset at which each line starts. The lines are the same as in the npm package
    /// `yaml`.
    pub(super) lines: Vec<usize>,
}

impl Yaml {
    /// Returns the line that contains a byte, counted from 0, and the byte offset of the line's
    /// start.
    pub(crate) fn line(&self, byte: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= byte).max(1) - 1;
        (line, self.lines.get(line).copied().unwrap_or_default())
    }
}

/// A fault in a YAML text, with the message of the npm package.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The npm package's code for the fault, such as `BAD_INDENT`.
    pub(crate) code: &'static str,
    pub(crate) message: String,
    /// The byte offset at which the fault begins.
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Yaml {
    /// Returns the message that the npm package's `parse` throws for the first fault, and the
    /// fault's line and column. Both are counted from 1. Returns none if there is no fault.
    pub(crate) fn thrown(&self, text: &str) -> Option<(String, (usize, usize))> {
        let problem = self.problem.as_ref()?;
        let (line, start) = self.line(problem.start);
        let before = text.get(start..problem.start);
        let column = before.map_or(0, |before| before.chars().count());
        // Aliases are resolved after the text is parsed, so a fault in an alias is reported without its line.
        let message = if problem.code == FOLLOWED {
            problem.message.clone()
        } else {
            self.pretty(problem, text)
        };
        Some((message, (line + 1, column + 1)))
    }

    /// Returns the npm package's long message for a fault. The message has the line and column, the
    /// line itself, and marks below the faulty range.
    pub(crate) fn pretty(&self, problem: &Problem, text: &str) -> String {
        const WIDTH: usize = 80;
        const ELLIPSIS: u16 = 0x2026;
        let slice = |start: usize, end: usize| {
            let floor = |byte| crate::text::document::floor_char_boundary(text, byte);
            &text[floor(start)..floor(end.max(start))]
        };
        let units = |start, end| slice(start, end).encode_utf16().collect::<Vec<u16>>();
        let line_units = |line: usize| {
            let next = self.lines.get(line + 1).copied().unwrap_or(text.len());
            units(self.lines[line], next)
        };
        let (line, line_start) = self.line(problem.start);
        let column = units(line_start, problem.start).len();
        let mut message = format!(
            "{} at line {}, column {}",
            problem.message,
            line + 1,
            column + 1
        );
        let mut at = column;
        let mut shown = line_units(line);
        while matches!(shown.last(), Some(10 | 13)) {
            shown.pop();
        }
        if at >= 60 && shown.len() > WIDTH {
            let from = (at - 39).min(shown.len() - (WIDTH - 1));
            shown.splice(..from, [ELLIPSIS]);
            at -= from - 1;
        }
        let cut = |line: &mut Vec<u16>| {
            let is_long = line.len() > WIDTH;
            if is_long {
                line.truncate(WIDTH - 1);
                line.push(ELLIPSIS);
            }
            is_long
        };
        cut(&mut shown);
        let is_blank = |units: &[u16]| units.iter().all(|unit| *unit == 0x20);
        if line > 0 && is_blank(&shown[..at.min(shown.len())]) {
            let mut before = line_units(line - 1);
            if cut(&mut before) {
                before.push(10);
            }
            before.append(&mut shown);
            shown = before;
        }
        if is_blank(&shown) {
            return message;
        }
        let (end_line, end_start) = self.line(problem.end);
        // The package treats every character as one UTF-16 unit.
        let last = if problem.end == problem.start + 1 {
            column + 1
        } else {
            units(end_start, problem.end).len()
        };
        let count = if end_line == line && last > column {
            (last - column).min(WIDTH.saturating_sub(at)).max(1)
        } else {
            1
        };
        let shown = String::from_utf16_lossy(&shown);
        let marks = "^".repeat(count);
        message.push_str(&format!(":\n\n{shown}\n{}{marks}\n", " ".repeat(at)));
        message
    }
}

/// Returns advice to the author for a fault with this message.
pub(crate) fn advice(message: &str) -> String {
    let known = [
        (
            "Nested mappings",
            "A value that contains `: ` must be in quotes.",
        ),
        (
            "Unresolved alias",
            "A value that begins with `*` must be in quotes.",
        ),
        ("Missing closing", "A quote is opened and not closed."),
        (
            "Map keys must be unique",
            "Keep one of the two lines with that key.",
        ),
        (
            "Unexpected scalar",
            "Remove the text after the closing quote or name, or put the whole value in quotes.",
        ),
    ];
    let known = known.iter().find(|(begins, _)| message.starts_with(begins));
    known
        .map_or_else(|| yaml::advice(&yaml::fold(message)), |(_, help)| help)
        .to_owned()
}
