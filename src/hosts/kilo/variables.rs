//! The variables `{env:NAME}` and `{file:PATH}` in a skill's text (`docs/hosts/kilo.md#variables`).

use std::ops::Range;

use super::config::Surroundings;
use crate::model::environment::Environment;
use crate::tree::{Entry, Tree, path};

const ENV: &str = "{env:";
const FILE: &str = "{file:";

/// The maximum length, in bytes, of a text in which variables are replaced. No host has this limit.
const MAX_TEXT: usize = 1 << 24;

/// The skill whose variables are replaced, with the data from which their values come.
pub(super) struct Origin<'a> {
    pub tree: &'a Tree,
    pub environment: &'a Environment,
    pub surroundings: &'a Surroundings,
    /// The path of the skill's folder.
    pub directory: &'a str,
    /// True if Kilo trusts the skill.
    pub is_trusted: bool,
}

/// A variable that Kilo refuses to replace, because the skill is not trusted. Kilo then drops the
/// skill.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Refused(pub String);

impl Origin<'_> {
    /// Returns a text in which variables are replaced with their values. Returns an error for a
    /// variable that Kilo refuses.
    pub fn fill(&self, text: &str) -> Result<String, Refused> {
        let text = replaced(text, ENV, |before, name| {
            if is_in_comment(before) {
                return Ok(None);
            }
            if !self.is_trusted {
                let stays = before.ends_with('$');
                return if stays {
                    Ok(None)
                } else {
                    Err(format!("{ENV}{name}}}"))
                };
            }
            let value = self.environment.variables.get(name);
            let home = || self.environment.home.clone().filter(|_| name == "HOME");
            Ok(Some(value.cloned().or_else(home).unwrap_or_default()))
        })?;
        replaced(&text, FILE, |before, file| {
            if is_in_comment(before) {
                return Ok(None);
            }
            let path = match (file.strip_prefix("~/"), &self.environment.home) {
                (Some(rest), Some(home)) => path::resolve(home, rest),
                _ => path::resolve(self.directory, file),
            };
            let found = self.tree.resolve(&path).ok();
            let is_outside = |file: &Entry<'_>| !self.surroundings.is_of_project(&file.path());
            if !self.is_trusted && found.as_ref().is_some_and(is_outside) {
                return Err(format!("{FILE}{file}}}"));
            }
            let contents = found.and_then(Entry::contents);
            let text = contents.map(|contents| contents.text_lossy().trim().to_owned());
            Ok(Some(text.unwrap_or_default()))
        })
    }
}

/// Returns true if the last line of `before` is a comment. Variables in a comment are not replaced.
fn is_in_comment(before: &str) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    line.trim_start().starts_with("//")
}

/// Replaces each variable that begins with `opening` and ends with `}`. `value` returns the
/// variable's value; its arguments are the text before the variable and the text inside it. If
/// `value` returns `None`, the variable is unchanged.
fn replaced(
    text: &str,
    opening: &str,
    value: impl Fn(&str, &str) -> Result<Option<String>, String>,
) -> Result<String, Refused> {
    let mut filled = String::with_capacity(text.len());
    let mut done = 0;
    for bytes in marks(text, opening) {
        let content = &text[bytes.start + opening.len()..bytes.end - 1];
        let value = value(&text[..bytes.start], content).map_err(Refused)?;
        if let Some(value) = value.filter(|value| filled.len() + value.len() <= MAX_TEXT) {
            filled.push_str(&text[done..bytes.start]);
            filled.push_str(&value);
            done = bytes.end;
        }
    }
    filled.push_str(&text[done..]);
    Ok(filled)
}

/// Returns the byte ranges of all variables in a text.
pub(super) fn places(text: &str) -> Vec<Range<usize>> {
    let files = marks(text, FILE).into_iter();
    files.chain(marks(text, ENV)).collect()
}

/// Returns the byte ranges of the variables that begin with `opening` and end with `}`. A variable
/// without text inside it is skipped.
fn marks(text: &str, opening: &str) -> Vec<Range<usize>> {
    let mut marks = Vec::new();
    let mut at = 0;
    while let Some(offset) = text[at..].find(opening) {
        let start = at + offset;
        let inside = start + opening.len();
        let Some(length) = text[inside..].find('}') else {
            break;
        };
        at = inside + length + 1;
        if length > 0 {
            marks.push(start..at);
        }
    }
    marks
}
