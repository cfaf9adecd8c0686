//! The variables in the texts of skills that belong to extensions
//! (`docs/hosts/gemini-cli.md#extensions`).

use std::borrow::Cow;

use crate::text::js::ends_line;

/// The names of the variables: the path of the extension, the path of the workspace, and two names
/// for the path separator.
pub(super) const NAMES: [&str; 4] = [EXTENSION, WORKSPACE, "/", "pathSeparator"];
const EXTENSION: &str = "extensionPath";
const WORKSPACE: &str = "workspacePath";

/// The values that replace the variables in a text.
#[derive(Debug, Clone, Copy)]
pub(super) struct Variables<'v> {
    pub extension: &'v str,
    pub workspace: &'v str,
}

impl Variables<'_> {
    fn of(&self, name: &str) -> Option<&str> {
        match name {
            EXTENSION => Some(self.extension),
            WORKSPACE => Some(self.workspace),
            _ if NAMES.contains(&name) => Some("/"),
            _ => None,
        }
    }

    /// Returns a text in which the values of known variables replace `${name}`. If the variable is
    /// unknown, `${name}` is unchanged.
    pub fn fill<'t>(&self, text: &'t str) -> Cow<'t, str> {
        let mut filled = String::new();
        let mut done = 0;
        for (start, name) in marks(text) {
            if let Some(value) = self.of(name) {
                filled.push_str(&text[done..start]);
                filled.push_str(value);
                done = start + name.len() + "${}".len();
            }
        }
        if done == 0 {
            return text.into();
        }
        filled.push_str(&text[done..]);
        filled.into()
    }
}

/// Returns true if a text contains a variable that Gemini CLI replaces.
pub(super) fn has_variables(text: &str) -> bool {
    let any = Variables {
        extension: "",
        workspace: "",
    };
    marks(text).any(|(_, name)| any.of(name).is_some())
}

/// Returns each `${name}` in a text, from left to right, with the byte offset of its `$`. A name
/// contains no line end.
fn marks(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        loop {
            let start = at + text[at..].find("${")?;
            let rest = &text[start + 2..];
            let end = rest.find(|character| character == '}' || ends_line(character))?;
            if rest[end..].starts_with('}') {
                at = start + 2 + end + 1;
                return Some((start, &rest[..end]));
            }
            at = start + 2;
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_variables_are_filled_in_and_others_stay() {
        let variables = Variables {
            extension: "/e",
            workspace: "/w",
        };
        let cases = [
            (
                "${extensionPath}/a ${workspacePath}${/}b${pathSeparator}",
                "/e/a /w/b/",
            ),
            (
                "${other} $extensionPath ${extensionPath",
                "${other} $extensionPath ${extensionPath",
            ),
            ("${a\n}${extensionPath}", "${a\n}/e"),
            // The first `${` begins a name, which extends to the first `}`.
            ("${${extensionPath}", "${${extensionPath}"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(variables.fill(text), expected, "{text:?}");
        }
    }
}
