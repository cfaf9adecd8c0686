//! The reasons for which Gemini CLI passes something over without a word, each with its remedy.

use super::names::MAX_DIRECTORIES;
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus, outside_roots};
use crate::model::skill::Scope;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// Why the program does not look into a root.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Off {
    /// Skills are switched off.
    Skills,
    /// The folder is not trusted.
    Trust,
    /// The extension is switched off.
    Extension,
}

/// The entry for `path`, passed over by the walk of `root` for that reason, or below a root that is off.
pub(super) fn explain(
    path: &str,
    reason: LeftOutReason,
    root: Option<&str>,
    off: Option<Off>,
    roots: &[Root],
) -> LeftOut {
    if let Some(off) = off {
        return LeftOut::new(path, root, LeftOutReason::SourceOff, off.words());
    }
    let words = match reason {
        LeftOutReason::Hidden => (
            "Gemini CLI skips entries whose name begins with a dot".to_owned(),
            "Give the folder a name that does not begin with a dot.".to_owned(),
        ),
        LeftOutReason::SkippedFolder => (
            "Gemini CLI never enters a folder of this name".to_owned(),
            "Give the folder another name.".to_owned(),
        ),
        LeftOutReason::TooDeep => (
            "Gemini CLI looks into the root and the folders in it, and no deeper".to_owned(),
            "Move the skill's folder up into the root.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit => (
            format!("Skillglass visits {MAX_DIRECTORIES} folders in all and had visited them"),
            "Move folders that hold no skills out of the root.".to_owned(),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and Gemini CLI looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::FlatFile => (
            format!("Gemini CLI looks for a folder with a {SKILL_FILE} in it, not for a file"),
            format!("Make a folder of that name and move the file there as {SKILL_FILE}."),
        ),
        LeftOutReason::AlreadyVisited => (
            "the link leads back to a folder that it lies in".to_owned(),
            "Nothing is lost; the link can go.".to_owned(),
        ),
        LeftOutReason::OutsideRoots => {
            let own = roots.iter().filter(|root| {
                matches!(root.scope, Scope::User | Scope::Repo)
                    && !matches!(root.status, RootStatus::Duplicate | RootStatus::Off)
            });
            outside_roots("Gemini CLI", own)
        }
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}

impl Off {
    fn words(self) -> (String, String) {
        let (message, help) = match self {
            Self::Skills => (
                "the settings switch skills off",
                "Take `skills.enabled: false` out of the settings, or ask the administrator.",
            ),
            Self::Trust => (
                "the working directory is not trusted, so nothing of the project counts",
                "Trust the folder in the program's dialog, or move the skill to ~/.gemini/skills.",
            ),
            Self::Extension => (
                "the extension is switched off here",
                "Switch it on with `gemini extensions enable`.",
            ),
        };
        (message.to_owned(), help.to_owned())
    }
}
