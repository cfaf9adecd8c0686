//! Removes assignments and wrappers at the start of a command, such as `FOO=bar` and `timeout 30`,
//! because permission rules ignore them.

/// The assignments at the start of a command that are ignored when a permission rule is compared
/// with the command.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(in crate::hosts::claude_code) enum Assignments {
    /// A permission rule ignores all assignments at the start of a command. For example, a rule
    /// that denies `rm *` also denies `FOO=bar rm x`.
    All,
    /// A permission rule ignores only assignments to harmless variables. The documentation names
    /// one of these variables, and mentions that there are others.
    Harmless,
}

/// Environment variables such as `LANG`. A permission rule ignores an assignment to one of these
/// variables, as in `LANG=C make`. `NODE_ENV` is documented. The other variables are from recorded
/// answers of Claude Code.
const HARMLESS_VARIABLES: [&str; 3] = ["NODE_ENV", "RUST_LOG", "LANG"];

/// The maximum number of prefixes that are removed from the start of a command. A prefix is an
/// assignment such as `LANG=C`, or a wrapper such as `timeout 5`. Without a limit, the time would
/// be quadratic, because each removal scans the command again. No host has this limit.
pub(super) const MAX_LAYERS: usize = 32;

/// Returns the texts that are compared with permission rules for a simple command. For
/// `LANG=C timeout 5 make`, these are the whole command, `timeout 5 make` and `make`: each time,
/// the next assignment or wrapper is removed.
pub(in crate::hosts::claude_code) fn forms(
    part: &str,
    assignments: Assignments,
) -> impl Iterator<Item = &str> {
    let layers = std::iter::successors(Some(part), move |part| unwrapped(part, assignments));
    layers.take(MAX_LAYERS)
}

/// Returns a simple command without the assignments to harmless variables at its start.
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

/// Removes the flags at the start of a text. If a flag is in `with_value`, the next word is the
/// flag's value and is removed, too.
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
