//! Exceptions of PyYAML and Python, and the text of an exception with its places and snippets.

use super::characters::{Mark, is_line_end};
use super::value::Exception;

/// The result of a step of parsing, or the exception that the step raises.
pub(super) type Outcome<T> = Result<T, Box<Fault>>;

/// An exception whose text is not written yet.
#[derive(Debug)]
pub(super) struct Fault {
    name: &'static str,
    is_yaml_error: bool,
    context: Option<String>,
    context_mark: Option<Mark>,
    problem: String,
    mark: Option<Mark>,
    /// For a `ReaderError`, the position of the error in the YAML document, in characters from 0.
    /// None for other exceptions.
    position: Option<usize>,
}

/// The number of spaces before a snippet of the document.
const INDENT: usize = 4;
/// The maximum number of characters in a snippet on each side of the position that the snippet
/// shows.
const REACH: usize = 36;
/// The text at an end of a snippet where characters are left out.
const ELLIPSIS: &str = " ... ";

impl Fault {
    fn yaml(name: &'static str, problem: String, mark: Mark) -> Box<Self> {
        Box::new(Self {
            name,
            is_yaml_error: true,
            context: None,
            context_mark: None,
            problem,
            mark: Some(mark),
            position: None,
        })
    }

    /// Creates a `ScannerError` at a position. [`Self::within`] adds the construct in which the
    /// error occurred.
    pub fn of_scanner(problem: impl Into<String>, mark: Mark) -> Box<Self> {
        Self::yaml("ScannerError", problem.into(), mark)
    }

    /// Creates a `ParserError` at a position. [`Self::within`] adds the construct in which the
    /// error occurred.
    pub fn of_parser(problem: impl Into<String>, mark: Mark) -> Box<Self> {
        Self::yaml("ParserError", problem.into(), mark)
    }

    /// Creates a `ComposerError` at a position. [`Self::within`] adds the construct in which the
    /// error occurred.
    pub fn of_composer(problem: impl Into<String>, mark: Mark) -> Box<Self> {
        Self::yaml("ComposerError", problem.into(), mark)
    }

    /// Creates a `ConstructorError` at a position. [`Self::within`] adds the construct in which the
    /// error occurred.
    pub fn of_constructor(problem: impl Into<String>, mark: Mark) -> Box<Self> {
        Self::yaml("ConstructorError", problem.into(), mark)
    }

    /// Creates a `ReaderError` about a character that YAML does not allow.
    pub fn of_reader(code: u32, position: usize) -> Box<Self> {
        let problem = format!(
            "unacceptable character #x{code:04x}: special characters are not allowed\n  in \"<unicode string>\", \
             position {position}"
        );
        Box::new(Self {
            mark: None,
            position: Some(position),
            ..*Self::yaml("ReaderError", problem, Mark::default())
        })
    }

    /// Creates an exception of Python itself, such as `ValueError`.
    pub fn of_python(name: &'static str, problem: impl Into<String>) -> Box<Self> {
        Box::new(Self {
            is_yaml_error: false,
            mark: None,
            ..*Self::yaml(name, problem.into(), Mark::default())
        })
    }

    /// Creates the `RecursionError` for values that are nested too deeply.
    pub fn of_recursion() -> Box<Self> {
        Self::of_python("RecursionError", "")
    }

    /// Adds the construct in which the error occurred, and the position where the construct begins.
    pub fn within(mut self: Box<Self>, context: impl Into<String>, start: Mark) -> Box<Self> {
        self.context_mark = Some(start);
        self.during(context)
    }

    /// Adds the construct in which the error occurred, without the position of the construct.
    pub fn during(mut self: Box<Self>, context: impl Into<String>) -> Box<Self> {
        self.context = Some(context.into());
        self
    }

    /// Writes the text of the exception, with a snippet of the document for each position.
    pub fn render(self, document: &str) -> Exception {
        let chars: Vec<char> = document.chars().collect();
        let mut lines = Vec::new();
        lines.extend(self.context);
        if let Some(mark) = self.context_mark
            && (self.mark).is_none_or(|it| (it.line, it.column) != (mark.line, mark.column))
        {
            lines.push(place(mark, &chars));
        }
        lines.push(self.problem);
        if let Some(mark) = self.mark {
            lines.push(place(mark, &chars));
        }
        let index = self.mark.map(|mark| mark.index).or(self.position);
        Exception {
            name: self.name,
            is_yaml_error: self.is_yaml_error,
            text: lines.join("\n"),
            place: index.map(|index| chars.iter().take(index).map(|c| c.len_utf8()).sum()),
        }
    }
}

/// Returns the lines that name a position and show a snippet of the document there.
fn place(mark: Mark, chars: &[char]) -> String {
    let ends = |c: &char| is_line_end(*c);
    let (before, after) = chars.split_at(mark.index.min(chars.len()));
    let mut left = before.iter().rev().take_while(|c| !ends(c)).count();
    let mut head = "";
    if left > REACH {
        // The snippet is shortened so that the ellipsis fits into the reach.
        left = REACH + 1 - ELLIPSIS.len();
        head = ELLIPSIS;
    }
    let mut right = after.iter().take_while(|c| !ends(c)).count();
    let mut tail = "";
    if right > REACH {
        right = REACH + 1 - ELLIPSIS.len();
        tail = ELLIPSIS;
    }
    let start = before.len().saturating_sub(left);
    let snippet: String = before
        .iter()
        .skip(start)
        .chain(after.iter().take(right))
        .collect();
    let indent = " ".repeat(INDENT);
    let pointer = " ".repeat(INDENT + left + head.len());
    let (line, column) = (mark.line + 1, mark.column + 1);
    format!(
        "  in \"<unicode string>\", line {line}, column {column}:\n{indent}{head}{snippet}{tail}\n{pointer}^"
    )
}
