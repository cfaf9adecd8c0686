//! Finds the files in a tree whose contents have not been given.

use crate::tree::resources::Beside;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind};

/// Extensions of pictures, sounds, videos and fonts, which rules do not read.
const MEDIA: [&str; 16] = [
    "avif", "bmp", "eot", "gif", "ico", "jpeg", "jpg", "mov", "mp3", "mp4", "otf", "png", "ttf",
    "wav", "webp", "woff2",
];

/// Returns the files beside a skill's `SKILL.md` that lint rules read, but whose contents the
/// caller has not given. The files are sorted by path.
pub(super) fn beside<'t>(skill: Entry<'t>) -> impl Iterator<Item = Entry<'t>> {
    let beside = Beside::of(skill);
    let files: Vec<_> = beside.iter().map(|(_, entry)| entry).collect();
    (files.into_iter()).filter(|entry| is_unread(*entry) && !is_media(entry.name()))
}

/// Returns true if the contents of a file have not been given.
pub(super) fn is_unread(entry: Entry<'_>) -> bool {
    entry.kind() == EntryKind::File(None)
}

/// Returns true if another file in the same folder, or in a folder above, is a `SKILL.md`. In this
/// case, the findings about the skill already mention the file.
pub(super) fn is_of_skill(file: Entry<'_>) -> bool {
    let mut folder = file.parent();
    while let Some(above) = folder {
        if above
            .child(SKILL_FILE)
            .is_some_and(|skill| skill.id() != file.id())
        {
            return true;
        }
        folder = above.parent();
    }
    false
}

fn is_media(name: &str) -> bool {
    MEDIA.iter().any(|ending| has_ending(name, ending))
}

/// Returns true if a file name has this extension, in uppercase or lowercase.
pub(super) fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.')
        .is_some_and(|(_, written)| written.eq_ignore_ascii_case(ending))
}
