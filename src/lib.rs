//! Reports what each agent host finds, parses, lists, selects and injects from a tree of skills, and the reasons for
//! what it leaves out.
//!
//! Write files into a [`Workspace`], then ask it for results:
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
//! [`Workspace::compare`] shows the same tree through several hosts. A [`Session`] is a conversation. The session
//! remembers which skills were listed and invoked.
//!
//! # Layout
//!
//! The modules form floors, and the table begins with the lowest floor. Each module uses only lower floors:
//!
//! | floor | holds |
//! | --- | --- |
//! | [`input`] | the values that callers hand over: options, requests, and results that they give back |
//! | [`text`] | texts, independent of hosts: frontmatter and places, YAML, Markdown, mentions, budgets |
//! | [`tree`] | the virtual files |
//! | `safety` | harm in the texts of a skill: the effects of commands, and instructions to a model |
//! | [`search`] | ranking, near duplicates, names in plain words |
//! | [`passages`] | the best sections of the texts beside skills |
//! | [`model`] | the types that all hosts share: skills, catalogs, turns, invocations |
//! | [`host`] | the trait of a host, the values between its stages, and the bounded walk |
//! | [`hosts`] | the list of hosts, and one folder for each: Codex, Claude Code, opencode, the open standard |
//! | `pipeline` | one host over one tree, each stage cached until its inputs change |
//! | [`install`] | the skills that the `skills` CLI and `gh skill` find in a repository, and where they install them |
//! | [`sources`] | the skills of a site's index and of an MCP server, as trees |
//! | `locks` | lock files of skills, compared with the installed copies |
//! | [`compare`] | several hosts side by side |
//! | [`dependencies`] | the programs, variables, servers, plugins and other skills that skills need |
//! | [`lint`] | diagnostics and fixes, one file for each rule |
//! | [`health`] | symptoms of an outdated skill, each with its place and weight |
//! | [`workspace`] | the types that callers use: [`Workspace`] and [`Session`] |
//! | [`support`](mod@support) | what each host supports: "can I use" |
//! | [`change`] | what changes between two editions of a host, and between two trees |
//! | [`build`](mod@build) | the layout of every host, built from one folder of skills |
//! | [`budget_plan`] | the smallest set of changes after which a host's list shows every listed skill whole |
//! | [`triggers`] | the rank of the right skill for prompts, and what competes with it |
//!
//! A tree passes through five stages: *discover*, *parse*, *list*, *select* and *inject*. Each stage is a function of
//! values. If the model calls the host's tool, or the user invokes a skill, the result is an
//! [`invocation`](model::invocation). An invocation has the [permission](model::permission) that it requests and the
//! [hooks](model::hook) that it registers.
//!
//! # Units
//!
//! In Rust, offsets are in bytes. A [`text::document::Place`] also has UTF-16 units, line and column. Limits are in
//! characters (Unicode scalar values), unless the name of the limit states another unit. Tokens are estimated in the
//! same way as in the hosts.
//!
//! # Sources
//!
//! Each host is emulated in dated editions, and each rule of a host names its source. If a released program and its
//! documentation disagree, the program's behavior is used.

#![forbid(unsafe_code)]
// If only some features are enabled, some code of the lower modules is unused.
#![cfg_attr(
    not(feature = "default"),
    allow(dead_code, unused_imports, unused_macros)
)]
// Only code of the wasm module must follow `clippy.toml`, not tests and examples.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

#[cfg(feature = "budget-plan")]
pub mod budget_plan;
#[cfg(feature = "build")]
pub mod build;
#[cfg(feature = "change")]
pub mod change;
#[cfg(feature = "compare")]
pub mod compare;
#[cfg(feature = "dependencies")]
pub mod dependencies;
#[cfg(any(feature = "fuzzing", all(test, feature = "default")))]
#[doc(hidden)]
pub mod fuzzing;
mod hashing;
#[cfg(feature = "health")]
pub mod health;
pub mod host;
pub mod hosts;
pub mod input;
#[cfg(feature = "install")]
pub mod install;
#[cfg(feature = "lint")]
pub mod lint;
#[cfg(feature = "locks")]
pub mod locks;
mod memo;
pub mod model;
#[cfg(feature = "parts")]
pub mod parts;
#[cfg(feature = "passages")]
pub mod passages;
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
#[cfg(feature = "triggers")]
pub mod triggers;
#[cfg(feature = "usage")]
pub mod usage;
pub mod workspace;

pub use model::argument::ArgumentError;
pub use workspace::{Session, Workspace, WorkspaceOptions};

/// Runs the code blocks of the pages in `docs/` as doctests.
#[cfg(all(doctest, feature = "default"))]
mod pages {
    #[doc = include_str!("../docs/guides/rust.md")]
    struct Guide;
    #[doc = include_str!("../docs/skills-cli.md")]
    struct SkillsCli;
    #[doc = include_str!("../docs/gh-skill.md")]
    struct GhSkill;
}
