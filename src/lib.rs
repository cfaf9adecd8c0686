//! What each agent host finds, parses, lists, selects and injects from a tree of skills, and why not for the rest.
//!
//! Hand a [`Workspace`] files, ask it questions:
//!
//! ```
//! use skillglass::model::turn::{TurnInput, TurnRequest};
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo").host("codex"))?;
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
//! The modules stand on floors, and each uses those below it and nothing above:
//!
//! | floor | holds |
//! | --- | --- |
//! | [`text`] | texts, whoever reads them: frontmatter and places, YAML, Markdown, mentions, budgets |
//! | [`tree`] | the virtual files |
//! | `safety` | harm in the texts of a skill: what commands do, and what sentences tell a model |
//! | [`search`] | ranking, near duplicates, names in plain words |
//! | [`model`] | the nouns that every host speaks: skills, catalogs, turns, invocations |
//! | [`host`] | the trait of a host, the values between its stages, and the bounded walk |
//! | [`hosts`] | the list of hosts, and one folder for each: Codex, Claude Code, opencode, the open standard |
//! | `pipeline` | one host over one tree, each stage cached until its inputs change |
//! | [`install`] | what the `skills` CLI finds in a repository and where it installs it |
//! | [`sources`] | the skills of a site's index and of an MCP server, as trees |
//! | [`compare`] | several hosts side by side |
//! | [`lint`] | diagnostics and fixes, one file for each rule |
//! | [`workspace`] | what a caller holds: a [`Workspace`], a [`Session`] |
//! | [`support`](mod@support) | what authors look up of every host: "can I use" |
//!
//! A tree goes through five stages, each a function of values: *discover*, *parse*, *list*, *select* and *inject*. A model
//! that calls its host's tool, and a command that has something to run, is an [`invocation`](model::invocation), with the
//! [permission](model::permission) that it asks for and the [hooks](model::hook) that it registers.
//!
//! # Units
//!
//! Inside Rust, offsets are bytes; a [`text::document::Place`] also has UTF-16 units, line and column. Limits are in
//! characters (Unicode scalar values) unless a name says otherwise; tokens are estimated as hosts do.
//!
//! # Whose behaviour
//!
//! A host is followed in dated editions; each rule's source stands beside it. Where a released program and a
//! description of it disagree, the program is right.

// With only some features enabled, parts of the lower modules are unused.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports))]
// Code in the wasm module follows `clippy.toml`; tests and examples need not.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "compare")]
pub mod compare;
#[cfg(any(feature = "fuzzing", all(test, feature = "default")))]
#[doc(hidden)]
pub mod fuzzing;
pub mod host;
pub mod hosts;
#[cfg(feature = "install")]
pub mod install;
#[cfg(feature = "lint")]
pub mod lint;
mod memo;
pub mod model;
mod pipeline;
#[cfg(feature = "safety")]
mod safety;
#[cfg(feature = "search")]
pub mod search;
mod sort;
#[cfg(feature = "sources")]
pub mod sources;
#[cfg(feature = "support")]
pub mod support;
pub mod text;
pub mod tree;
pub mod workspace;

pub use model::argument::ArgumentError;
pub use workspace::{Session, Workspace, WorkspaceOptions};

/// The code blocks of the pages, each run as a test.
#[cfg(all(doctest, feature = "default"))]
mod pages {
    #[doc = include_str!("../docs/guides/rust.md")]
    struct Guide;
    #[doc = include_str!("../docs/skills-cli.md")]
    struct SkillsCli;
}
