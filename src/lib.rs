//! What each agent host finds, parses, lists, selects and injects from a tree of skills, and why not for the rest.
//!
//! The [`Workspace`] is the way in.

pub mod budget;
pub mod document;
pub mod environment;
pub mod host;
pub mod listing;
pub mod mention;
pub mod path;
pub mod scan;
pub mod skill;
pub mod tree;
pub mod turn;
pub mod workspace;

pub use environment::{ArgumentError, WorkspaceOptions};
pub use workspace::Workspace;
