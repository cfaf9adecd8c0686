//! The dependencies of skills: programs, environment variables, MCP servers, plugins and other skills, in one
//! inventory for all skills of a tree. Nothing is run or installed. The steps to install, check and drop dependencies
//! are data for the caller.
//!
//! ```
//! use skillglass::dependencies::{DependenciesRequest, DependencyKind, Installed};
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! let text = "---\nname: pdf\ndescription: Fill in forms.\nallowed-tools: Bash(qpdf:*)\n---\n```sh\nqpdf in.pdf out.pdf\n```\n";
//! workspace.write("/repo/.agents/skills/pdf/SKILL.md", text)?;
//!
//! let programs = Some(vec!["git".to_owned()]);
//! let installed = Installed { programs, ..Installed::default() };
//! let inventory = workspace.dependencies(&DependenciesRequest { installed, ..DependenciesRequest::default() })?;
//! let [qpdf] = &inventory.dependencies[..] else { unreachable!() };
//! assert_eq!((qpdf.kind, qpdf.name.as_str()), (DependencyKind::Program, "qpdf"));
//! assert!(qpdf.declared && qpdf.required);
//! assert_eq!(qpdf.installed, Some(false));
//! assert_eq!(inventory.plan.install[0].name, "qpdf");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! `frontmatter`, `side_files`, `commands`, `code` and `prose` read each file once, and the facts of the file are
//! cached. `groups` groups the facts of all skills by dependency, `asks` returns the questions of the hosts, and `plan`
//! derives the steps.

mod asks;
mod code;
mod collector;
mod commands;
mod contradictions;
mod facts;
mod frontmatter;
mod groups;
mod inventory;
mod names;
mod optional;
mod plan;
mod prose;
mod report;
mod side_files;
mod skill_facts;

pub(crate) use inventory::{DependencyCache, inventory};
pub use report::{
    Contradiction, ContradictionReason, DependenciesRequest, Dependency, DependencyKind,
    DependencyPlan, DependencyStep, HostNeeds, HostQuestion, HostWithholds, InstallWay, Installed,
    Inventory, NeedPlace, NeedSource, NeededBy,
};
