//! A name that chooses nothing although a skill's file is there: which file, and what keeps it out.

use crate::model::catalog::Catalog;
use crate::model::turn::{Outcome, SkipReason, Turn};
use crate::tree::path;

/// Adds to what is said of an unknown name the file in a folder of that name that the host does not have, with why and
/// the remedy.
pub(super) fn explain(turn: &mut Turn, catalog: &Catalog) {
    for mention in &mut turn.mentions {
        if let Outcome::Skipped {
            reason: SkipReason::Unknown,
            message,
        } = &mut mention.outcome
            && let Some(why) = kept_out(catalog, &mention.name)
        {
            message.push_str(&why);
        }
    }
}

fn kept_out(catalog: &Catalog, name: &str) -> Option<String> {
    // A skill of a plugin or a directory is named with a prefix.
    let name = name.rsplit(':').next().unwrap_or(name);
    let is_of_name = |file: &str| {
        let folder = path::parent(file).map(path::file_name);
        !name.is_empty() && folder.is_some_and(|folder| folder.eq_ignore_ascii_case(name))
    };
    let error = catalog.errors.iter().find(|error| is_of_name(&error.path));
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
    let left = catalog
        .left_out
        .iter()
        .find(|left| is_of_name(&left.path))?;
    Some(format!(
        "; {} is left out: {} {}",
        left.path,
        sentence(&left.message),
        left.help
    ))
}

/// With a full stop at its end.
fn sentence(text: &str) -> String {
    let text = text.trim_end();
    match text.ends_with(['.', '!', '?']) {
        true => text.to_owned(),
        false => format!("{text}."),
    }
}
