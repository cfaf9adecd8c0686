//! Collects the dependencies of programs from their code: the variables that the code reads, and
//! the programs that it starts.

use std::ops::Range;

use super::collector::{Collector, line_at};
use super::commands;
use super::names::{is_everywhere, is_program, is_users};
use super::optional::says_required;
use super::report::{DependencyKind, NeedSource};
use crate::text::needles::Needles;

/// The way in which code writes the name of an environment variable: in quotes or as an identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    /// The variable's name is in quotes, as in `os.getenv("X")`.
    Quoted,
    /// The variable's name is an identifier without quotes, as in `process.env.X`.
    Bare,
}

/// The texts that precede the name of an environment variable in code, such as `os.getenv(`. The
/// second value of each entry is the form of the variable's name, such as a name in quotes. The
/// third value is true if the program can continue when the variable is not set.
const VARIABLES: [(&str, Form, bool); 18] = [
    ("os.environ[", Form::Quoted, false),
    ("os.environ.get(", Form::Quoted, true),
    ("os.getenv(", Form::Quoted, true),
    ("environ.get(", Form::Quoted, true),
    ("process.env.", Form::Bare, false),
    ("process.env[", Form::Quoted, false),
    ("Deno.env.get(", Form::Quoted, false),
    ("Bun.env.", Form::Bare, false),
    ("ENV[", Form::Quoted, false),
    ("ENV.fetch(", Form::Quoted, false),
    ("os.Getenv(", Form::Quoted, false),
    ("os.LookupEnv(", Form::Quoted, true),
    ("env::var(", Form::Quoted, false),
    ("$env:", Form::Bare, false),
    ("getenv(", Form::Quoted, false),
    ("$ENV{", Form::Bare, false),
    ("GetEnvironmentVariable(", Form::Quoted, false),
    ("Sys.getenv(", Form::Quoted, false),
];

/// The beginnings of calls in code that start a program, such as `subprocess.run([`. The name of
/// the program follows in quotes.
const PROGRAMS: [&str; 14] = [
    "subprocess.run([",
    "subprocess.call([",
    "subprocess.Popen([",
    "subprocess.check_call([",
    "subprocess.check_output([",
    "create_subprocess_exec(",
    "execFileSync(",
    "execFile(",
    "spawnSync(",
    "spawn(",
    "exec.Command(",
    "Command::new(",
    "Deno.Command(",
    "shutil.which(",
];

/// Collects the variables that a program reads, and the other programs that it starts.
pub(super) fn read_program(collector: &mut Collector<'_>) {
    commands::read_shebang(collector);
    let whole = 0..collector.text.len();
    read_variables(collector, whole.clone(), NeedSource::Code);
    read_programs(collector, whole);
}

/// Collects the variables that code reads.
pub(super) fn read_variables(
    collector: &mut Collector<'_>,
    bytes: Range<usize>,
    source: NeedSource,
) {
    let text = collector.text;
    let code = &text[bytes.clone()];
    let patterns: Vec<&str> = VARIABLES.iter().map(|(pattern, ..)| *pattern).collect();
    let mut end = 0;
    for (at, number) in Needles::new(&patterns).places(code) {
        let (pattern, form, optional) = VARIABLES[number];
        // `getenv(` is a part of `os.getenv(`.
        if at < end || is_in_comment(code, at) {
            continue;
        }
        let after = at + pattern.len();
        let Some(name) = name_at(code, after, form) else {
            continue;
        };
        end = name.end;
        if !is_users(&code[name.clone()]) || is_assigned(code, name.end) {
            continue;
        }
        let place = bytes.start + name.start..bytes.start + name.end;
        // The code in a Markdown text is often a sample, such as the code of the user's own program.
        let is_sample = source == NeedSource::Text && !says_required(text, place.start);
        let optional = optional || is_sample || has_default(code, name.end);
        collector.need(
            DependencyKind::Variable,
            &code[name],
            place,
            source,
            optional,
        );
    }
}

/// Collects the programs that code starts.
fn read_programs(collector: &mut Collector<'_>, bytes: Range<usize>) {
    let code = &collector.text[bytes];
    for (at, number) in Needles::new(&PROGRAMS).places(code) {
        let pattern = PROGRAMS[number];
        let is_whole = !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
        if !is_whole || is_in_comment(code, at) {
            continue;
        }
        let Some(name) = name_at(code, at + pattern.len(), Form::Quoted) else {
            continue;
        };
        let program = &code[name.clone()];
        if is_program(program) && !is_everywhere(program) && !program.contains('.') {
            let optional = pattern == "shutil.which(";
            collector.need(
                DependencyKind::Program,
                program,
                name,
                NeedSource::Code,
                optional,
            );
        }
    }
}

/// Returns the range of the name that begins at a byte of code. Returns none if no name in this
/// form begins there.
fn name_at(code: &str, at: usize, form: Form) -> Option<Range<usize>> {
    let rest = code.get(at..)?;
    let start = match form {
        Form::Bare => at,
        Form::Quoted => {
            let spaces = rest.len() - rest.trim_start().len();
            if !rest[spaces..].starts_with(['"', '\'']) {
                return None;
            }
            at + spaces + 1
        }
    };
    let name = &code[start..];
    let is_part = |c: char| {
        c.is_ascii_alphanumeric()
            || c == '_'
            || form == Form::Quoted && matches!(c, '-' | '.' | '+')
    };
    let end = name.find(|c| !is_part(c)).unwrap_or(name.len());
    let is_closed = form == Form::Bare || name[end..].starts_with(['"', '\'']);
    (end > 0 && is_closed).then_some(start..start + end)
}

/// Returns true if a byte of code is on a line that begins with the mark of a comment.
fn is_in_comment(code: &str, at: usize) -> bool {
    let before = code[line_at(code, at).start..at].trim_start();
    before.starts_with("//") || before.starts_with('#') || before.starts_with("* ")
}

/// Returns true if code assigns a value to the name that ends at this byte.
fn is_assigned(code: &str, end: usize) -> bool {
    let rest = code[end..]
        .trim_start_matches(['"', '\'', ']', '}'])
        .trim_start();
    rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=>")
}

/// Returns true if code gives a default to the variable whose name ends at this byte.
fn has_default(code: &str, end: usize) -> bool {
    let rest = &code[end..line_at(code, end).end];
    let rest = rest.trim_start_matches(['"', '\'', ']', ')', ' ', '!']);
    ["||", "??", ",", "or ", "?"]
        .iter()
        .any(|mark| rest.starts_with(mark))
}
