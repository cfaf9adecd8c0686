//! Ranks the sections of the texts beside skills for a request in plain words. No host does this: in all hosts the
//! model opens a reference and reads the whole file.
//!
//! ```
//! use skillglass::passages::PassagesOptions;
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! workspace.write("/repo/skills/pdf/SKILL.md", "---\nname: pdf\n---\nSee forms.md.\n")?;
//! workspace.write("/repo/skills/pdf/forms.md", "# Forms\n\n## Fonts\nEmbed them.\n\n## Locks\nA password opens it.\n")?;
//!
//! let found = workspace.passages("the form has a password", &PassagesOptions::default())?;
//! assert_eq!(found.passages[0].headings, ["Forms", "Locks"]);
//! assert_eq!(found.passages[0].range.start.line, 6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `split` divides a text into passages, and `index` ranks the passages. The words and the formula are those of
//! [`search`](crate::search): BM25F, here over three fields: the headings, the file's path and the text.
//! `docs/passages.md` has measurements.

mod files;
mod index;
mod report;
mod split;

pub(crate) use index::PassageIndex;
pub use report::{
    MatchedWord, Passage, PassageField, Passages, PassagesOptions, SkippedText, SkippedTextReason,
};
