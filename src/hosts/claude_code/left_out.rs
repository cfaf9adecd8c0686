//! Explains why Claude Code skips files without a message, and how to make Claude Code load each
//! file.

use super::names::SKILLS;
use super::switch::Switch;
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::skill::Scope;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

/// The details that the explanation of a skipped file mentions.
#[derive(Debug, Clone)]
pub(super) struct LeftOutContext {
    root: Option<String>,
    /// A text that explains why Claude Code skips the file, or a part of such a text: the name of a
    /// switch, a path, a list of directories, or an error message.
    names: String,
}

impl LeftOutContext {
    /// Returns the details that explain why Claude Code skips a file in `root`, a directory of
    /// skills. The only detail is `root`.
    pub fn below(root: &str) -> Self {
        Self {
            root: Some(root.to_owned()),
            names: String::new(),
        }
    }

    /// Returns the details that explain why Claude Code skips a file: `switch` turns off all skills
    /// in `root`, a directory of skills.
    pub fn off(root: &Root, switch: Switch) -> Self {
        Self {
            root: Some(root.path.clone()),
            names: switch.to_string(),
        }
    }

    /// Returns the details that explain why Claude Code skips a file: the file's plugin is
    /// inactive. `folder` is the plugin's folder, which is inside of a folder of skills
    /// (docs/hosts/claude-code.md#plugins).
    pub fn idle_plugin(folder: &str) -> Self {
        let rule = "a plugin among a project's skills is loaded only in the start directory, and only if that is trusted";
        Self {
            root: None,
            names: format!("{folder} is a plugin, and {rule}"),
        }
    }

    /// Returns the details that explain why Claude Code skips a file: Claude Code does not search
    /// `directory`. Git ignores this directory, or the session has not yet read or changed a file
    /// in it.
    pub fn in_directory(directory: &str) -> Self {
        Self {
            root: None,
            names: directory.to_owned(),
        }
    }

    /// Returns the details that explain why Claude Code skips a file in `root`, a directory of
    /// skills. The explanation quotes `path`, which is the path of another skill, the name of a
    /// switch, or an error message.
    pub fn after(root: &str, path: &str) -> Self {
        Self {
            root: Some(root.to_owned()),
            names: path.to_owned(),
        }
    }

    /// Returns the details that explain why Claude Code skips a file: the file is outside of all
    /// `roots` (directories of skills). The explanation lists the roots to which the author could
    /// move the file.
    pub fn elsewhere(roots: &[Root]) -> Self {
        let places: Vec<_> = (roots.iter())
            .filter(|root| !matches!(root.status, RootStatus::Duplicate | RootStatus::Off))
            // The administrator's root is not named, because authors of skills cannot write there.
            .filter(|root| root.scope != Scope::Admin)
            .filter(|root| root.plugin_id.is_some() || root.path.ends_with(SKILLS))
            .map(|root| root.path.as_str())
            .collect();
        Self {
            root: None,
            names: places.join(", "),
        }
    }
}

/// Describes a skipped file for the catalog: the reason why it is skipped, and the remedy.
pub(super) fn explain(path: &str, reason: LeftOutReason, place: LeftOutContext) -> LeftOut {
    let LeftOutContext { root, names } = place;
    let words = match reason {
        LeftOutReason::TooDeep => (
            format!("Claude Code looks exactly one folder deep, at <skills>/<folder>/{SKILL_FILE}"),
            "Move the skill's folder up, out of its category's folder.".to_owned(),
        ),
        LeftOutReason::FlatFile => (
            format!("a skill is a folder with a {SKILL_FILE}, not a single file"),
            format!("Make it <name>/{SKILL_FILE}, or move it to .claude/commands."),
        ),
        LeftOutReason::HiddenBySkill => (
            format!("a {SKILL_FILE} beside the file makes its folder one command"),
            format!("Move the file out of the folder, or remove the {SKILL_FILE}."),
        ),
        LeftOutReason::WrongSpelling => (
            format!(
                "the file is named {}, and Claude Code looks for exactly {SKILL_FILE}",
                path::file_name(path)
            ),
            format!("Rename it to {SKILL_FILE}."),
        ),
        LeftOutReason::NotAFile => (
            format!("{SKILL_FILE} is a directory here"),
            format!("Make {SKILL_FILE} a file."),
        ),
        LeftOutReason::SkippedFolder => (
            "a name contains no <, >, control or invisible character, and no space at its ends"
                .to_owned(),
            "Give the folder or the command's file a plain name.".to_owned(),
        ),
        LeftOutReason::ReservedName => (
            "the folder name synced is reserved for skills from the account".to_owned(),
            "Give the folder another name.".to_owned(),
        ),
        LeftOutReason::NotTouched => (
            format!("Claude Code searches {names} only after it has read or changed a file there"),
            "Touch a file in that directory, start there, or add the directory.".to_owned(),
        ),
        LeftOutReason::GitIgnored => (
            format!("Git ignores {names}, and Claude Code searches no such directory"),
            "Remove the directory from .gitignore, or add it with --add-dir.".to_owned(),
        ),
        LeftOutReason::SourceOff => (
            format!("Claude Code does not search here: {names}"),
            "Change that switch, or move the skill's folder.".to_owned(),
        ),
        LeftOutReason::Shadowed => (
            format!("the skill with the same name at {names} takes precedence"),
            "Rename one of the two folders.".to_owned(),
        ),
        LeftOutReason::Duplicate => (
            "the same file was loaded from an earlier place".to_owned(),
            "Remove one of the two paths to the file; no skill is lost.".to_owned(),
        ),
        LeftOutReason::AlreadyVisited => (
            "the link leads to a folder that is found without it, and a folder is read once"
                .to_owned(),
            "Remove the link; no skill is lost.".to_owned(),
        ),
        LeftOutReason::Unreadable => (
            format!("Claude Code cannot read the frontmatter and does not report it: {names}"),
            "Fix the frontmatter.".to_owned(),
        ),
        LeftOutReason::DirectoryLimit | LeftOutReason::EntryLimit => (
            "Skillglass stops at 20,000 folders and 200,000 entries below one root".to_owned(),
            "Move files that belong to no skill out of the folder.".to_owned(),
        ),
        LeftOutReason::OutsideRoots => (
            "the file is in none of the folders that Claude Code searches".to_owned(),
            format!("Move the skill's folder into one of {names}."),
        ),
        _ => reason.in_general(),
    };
    LeftOut::new(path, root.as_deref(), reason, words)
}
