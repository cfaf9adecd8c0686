//! Computes the changes for skills between two editions of a host, or between two trees.
//!
//! A comparison has two sides. Each side is a host in one edition with one tree. The comparison covers the skills that
//! the host loads, lists and cuts, the text of the list, the commands that users type, and the text and the effects of
//! each use. A skill is identified by its path.
//!
//! ```
//! use skillglass::change::{DiffRequest, SkillChange};
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\ndescription: Fill in forms.\n---\n")?;
//!
//! let request = DiffRequest { from: "codex@2026-02".into(), ..DiffRequest::default() };
//! let diff = workspace.diff(&request)?;
//! let SkillChange::Appears { because: Some(because), .. } = &diff.skills[0].changes[0] else { unreachable!() };
//! assert_eq!(because.message, "missing field `name`");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod between;
mod changelog;
mod editions;
mod lines;
mod moves;
mod report;
mod side;
mod trees;
mod uses;

pub use changelog::changelog;
pub use report::{
    ChangeExample, ChangedRow, ChangedSkill, Changelog, DiffLine, DiffRequest, EditionChanges,
    EditionState, HostDiff, RowState, Since, SinceRequest, SkillChange, SkillMove, TogetherChange,
    TokenChange, TreeDiff, TreeDiffRequest,
};
pub use trees::trees;
