//! Assignments and wrappers before a command, such as `timeout 30`, that rules look past.

/// Which assignments before a command are looked past.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Assignments {
    /// All: a rule against `rm *` is also against `FOO=bar rm x`.
    All,
    /// Only those of variables known to be harmless. The documentation names this one and says that there are others.
    Harmless,
}

const HARMLESS_VARIABLES: [&str; 1] = ["NODE_ENV"];

/// Most assignments and wrappers before a command that are looked past. This limit is ours: each costs another look at
/// the whole of it.
pub(super) const MAX_LAYERS: usize = 32;

/// A part of a command, and what is left of it without assignments and wrappers such as `timeout 30`, layer by layer.
pub(super) fn forms(part: &str, assignments: Assignments) -> impl Iterator<Item = &str> {
    let layers = std::iter::successors(Some(part), move |part| unwrapped(part, assignments));
    layers.take(MAX_LAYERS)
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

/// The rest behind leading flags; those of `with_value` take the next word along.
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
