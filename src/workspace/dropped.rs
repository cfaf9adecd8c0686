//! Explanations for mentions that select no skill although a file of such a skill exists: the file,
//! and the reason why the host does not load it.

use crate::model::catalog::Catalog;
use crate::model::turn::{Mention, Outcome, SkipReason, Turn};
use crate::tree::path;

/// Adds a reason and a remedy to each mention of an unknown skill whose file is in the tree but
/// does not load. The file is at the mentioned path, or in a folder with the skill's name.
pub(super) fn explain(turn: &mut Turn, catalog: &Catalog) {
    for mention in &mut turn.mentions {
        let Outcome::Skipped {
            reason: SkipReason::Unknown,
            ..
        } = mention.outcome
        else {
            continue;
        };
        let why = reason_of_mention(catalog, mention).unwrap_or_default();
        if let Outcome::Skipped { message, .. } = &mut mention.outcome {
            message.push_str(&why);
        }
    }
}

/// Returns the reason why the host does not load the file of a mentioned skill, with the remedy.
/// Returns `None` if there is no such file.
fn reason_of_mention(catalog: &Catalog, mention: &Mention) -> Option<String> {
    let at_path = mention.path.as_deref();
    let at_path = at_path.map(|path| path.strip_prefix("skill://").unwrap_or(path));
    // The name of a skill of a plugin or a directory has a prefix.
    let name = mention.name.rsplit(':').next().unwrap_or_default();
    let is_of_name = |file: &str| {
        let folder = path::parent(file).map(path::file_name);
        !name.is_empty() && folder.is_some_and(|folder| folder.eq_ignore_ascii_case(name))
    };
    reason(catalog, |file| Some(file) == at_path).or_else(|| reason(catalog, is_of_name))
}

/// Returns the reason why the host does not load the file that `is_wanted` accepts, with the
/// remedy. Returns `None` if there is no such file.
fn reason(catalog: &Catalog, is_wanted: impl Fn(&str) -> bool) -> Option<String> {
    let error = catalog.errors.iter().find(|error| is_wanted(&error.path));
    if let Some(error) = error {
        let place = error.place.as_ref();
        let line = place.map_or_else(String::new, |place| format!(", line {}", place.line));
        return Some(format!(
            "; {}{line} is refused: {} {}",
            error.path,
            sentence(&error.message),
            error.help
        ));
    }
    let left = catalog.left_out.iter().find(|left| is_wanted(&left.path))?;
    Some(format!(
        "; {} is left out: {} {}",
        left.path,
        sentence(&left.message),
        left.help
    ))
}

/// Adds a full stop to a text that does not end with a punctuation mark.
fn sentence(text: &str) -> String {
    let text = text.trim_end();
    if text.ends_with(['.', '!', '?']) {
        text.to_owned()
    } else {
        format!("{text}.")
    }
}
