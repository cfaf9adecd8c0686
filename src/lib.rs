//! What each agent host finds, parses, lists, selects and injects from a tree of skills, and why not for the rest.
//!
//! Hand a [`Workspace`] files, ask it questions:
//!
//! ```
//! use skillglass::model::turn::{TurnInput, TurnRequest};
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions {
//!     host: Some("codex".to_owned()),
//!     cwd: "/repo".to_owned(),
//!     ..WorkspaceOptions::default()
//! })?;
//! workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n")?;
//! workspace.write("/repo/.agents/skills/csv/skill.md", "---\nname: csv\ndescription: Clean up.\n---\n")?;
//!
//! let catalog = workspace.catalog();
//! assert_eq!(catalog.skills[0].name, "pdf");
//! assert_eq!(catalog.left_out[0].help, "Rename it to SKILL.md.");
//!
//! let turn = workspace.turn(&TurnRequest {
//!     inputs: vec![TurnInput::Text { text: "Use $pdf".to_owned() }],
//!     ..TurnRequest::default()
//! });
//! assert!(turn.messages[0].text.starts_with("<skill>\n<name>pdf</name>\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The same tree through several hosts is [`Workspace::compare`]; a conversation, which remembers what was listed and
//! used, is a [`Session`].
//!
//! # How it is laid out
//!
//! A [`tree`] goes through five stages, each a function of values: *discover* ([`scan`]), *parse* ([`document`]), the
//! catalog ([`skill`]), *list* ([`listing`], [`budget`]), *select* and *inject* ([`mention`], [`turn`]). A model that
//! calls its host's tool, and a command that has something to run, is an [`invocation`], with what it asks permission
//! for ([`permission`]) and registers ([`hook`]). What differs from host to host is in [`host`], one folder each: Codex,
//! Claude Code, opencode and the open standard. The [`workspace`] keeps the results until the tree changes, the
//! [`session`] what was said ([`memory`]).
//!
//! No host's behaviour are the comparison ([`compare`]), [`search`], names in plain words ([`plain_names`]), and the index
//! of a skill's files ([`resources`]).
//!
//! # Units
//!
//! Inside Rust, offsets are bytes; a [`document::Place`] also has UTF-16 units, line and column. Limits are in
//! characters (Unicode scalar values) unless a name says otherwise; tokens are estimated as hosts do.
//!
//! # Whose behaviour
//!
//! A host is followed in dated editions; each rule's source stands beside it. Where a released program and a
//! description of it disagree, the program is right.

pub mod compare;
pub(crate) mod host;
pub mod hosts;
pub mod lint;
mod memo;
pub mod model;
mod pipeline;
pub mod search;
pub mod text;
pub mod tree;
pub mod workspace;

pub use model::argument::ArgumentError;
pub use workspace::{Session, Workspace, WorkspaceOptions};
