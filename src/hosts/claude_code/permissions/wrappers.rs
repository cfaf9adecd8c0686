//! Assignments and wrappers before a command, such as `FOO=bar` and `timeout 30`. Rules ignore them.

/// The assignments before a command that a rule ignores.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::hosts::claude_code) enum Assignments {
    /// All assignments: a rule against `rm *` also denies `FOO=bar rm x`.
    All,
    /// Only assignments to variables that are known to be harmless. The documentation names one variable and mentions
    /// others.
    Harmless,
}

/// `NODE_ENV` is documented, and the others are recorded.
const HARMLESS_VARIABLES: [&str; 3] = ["NODE_ENV", "RUST_LOG", "LANG"];

/// The largest number of assignments and wrappers that are removed from a command. The limit is ours, because each
/// removal requires another scan of the command.
pub(super) const MAX_LAYERS: usize = 32;

/// Returns a part of a command as written, and then the rest after each assignment and each wrapper such as
/// `timeout 30`.
pub(in crate::hosts::claude_code) fn forms(
    part: &str,
    assignments: Assignments,
) -> impl Iterator<Item = &str> {
    let layers = std::iter::successors(Some(part), move |part| unwrapped(part, assignments));
    layers.take(MAX_LAYERS)
}

/// Returns a part of a command without the assignments to harmless variables at its start.
pub(in crate::hosts::claude_code) fn harmless_rest(mut part: &str) -> &str {
    while let Some((word, rest)) = part.split_once(' ')
        && let Some((variable, _)) = word.split_once('=')
        && HARMLESS_VARIABLES.contains(&variable)
    {
        part = rest;
    }
    part
}

fn unwrapped(part: &str, assignments: Assignments) -> Option<&str> {
    let (word, rest) = part.split_once(char::is_whitespace)?;
    let rest = rest.trim_start();
    if let Some((variable, _)) = word.split_once('=')
        && is_variable(variable)
    {
        let looked_past = assignments == Assignments::All || HARMLESS_VARIABLES.contains(&variable);
        return looked_past.then_some(rest);
    }
    let begins_with_flag = rest.starts_with('-');
    match word {
        "nohup" | "noglob" => Some(rest),
        "command" | "builtin" | "xargs" => (!begins_with_flag).then_some(rest),
        "time" => Some(without_flags(rest, &[])),
        "nice" => Some(without_flags(rest, &["-n"])),
        "stdbuf" => Some(without_flags(rest, &["-i", "-o", "-e"])),
        "timeout" => {
            let rest = without_flags(rest, &["-k", "-s"]);
            let (_duration, rest) = rest.split_once(char::is_whitespace)?;
            Some(rest.trim_start())
        }
        _ => None,
    }
}

/// Returns the text after the leading flags. Each flag in `with_value` is followed by its value.
fn without_flags<'t>(mut rest: &'t str, with_value: &[&str]) -> &'t str {
    while rest.starts_with('-')
        && let Some((flag, after)) = rest.split_once(char::is_whitespace)
    {
        rest = after.trim_start();
        if with_value.contains(&flag) {
            rest = rest
                .split_once(char::is_whitespace)
                .map_or("", |(_value, after)| after.trim_start());
        }
    }
    rest
}

fn is_variable(name: &str) -> bool {
    !name.is_empty()
        && !name.starts_with(|first: char| first.is_ascii_digit())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}
