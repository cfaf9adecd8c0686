//! The messages and remedies for left-out files that several hosts share.

use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// The advice if the host stopped its search because of its limit on directories.
pub(crate) const FEWER_FOLDERS: &str = "Move folders that hold no skills out of the root.";

/// A reason for leaving a file out, with the host's own message and the advice to the author.
pub(crate) type ReasonText = (LeftOutReason, &'static str, &'static str);

/// The reason and advice for a folder that is skipped because the search has already visited the
/// maximum number of folders in all roots together.
pub(crate) const TOO_MANY_FOLDERS: ReasonText = (
    LeftOutReason::DirectoryLimit,
    "Skillglass visits at most 50000 folders in all, and this one comes later",
    FEWER_FOLDERS,
);

/// The reason and advice for a skipped link that leads to a folder above the link.
pub(crate) const LINK_TO_ABOVE: ReasonText = (
    LeftOutReason::AlreadyVisited,
    "the link leads back to a folder that contains it",
    "Remove the link; no skill is lost.",
);

/// Explains why `host` leaves a file out, and gives advice to the author. The explanation is in the
/// host's own words if `own` has words for the reason. Otherwise the explanation is the same for
/// all hosts. If the file is outside of every skill root, the advice is to move the file to one of
/// the roots in `places`.
pub(crate) fn explain<'r>(
    host: &str,
    own: &[ReasonText],
    (path, reason, root): (&str, LeftOutReason, Option<&str>),
    places: impl IntoIterator<Item = &'r Root>,
) -> LeftOut {
    let known = own.iter().find(|(known, ..)| *known == reason);
    let words = match (known, reason) {
        (Some((_, message, help)), _) => ((*message).to_owned(), (*help).to_owned()),
        (None, LeftOutReason::Hidden) => (
            format!("{host} skips entries whose name begins with a dot"),
            "Give the folder a name that does not begin with a dot.".to_owned(),
        ),
        (None, LeftOutReason::WrongSpelling) => (
            format!(
                "the file is named {}, and {host} looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        (None, LeftOutReason::NotAFile) => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        (None, LeftOutReason::OutsideRoots) => {
            let places = places.into_iter().map(|root| root.path.as_str());
            let places: Vec<_> = places.collect();
            (
                format!("the file is in none of the folders that {host} searches"),
                format!("Move the skill's folder into one of {}.", places.join(", ")),
            )
        }
        (None, _) => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}

/// Returns true if the host searches this skill root: the root is not off, and no earlier root has
/// the same path.
pub(crate) fn is_searched(root: &Root) -> bool {
    !matches!(root.status, RootStatus::Off | RootStatus::Duplicate)
}
