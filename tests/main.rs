//! The native tests, in one binary: each costs a link of the whole crate.

mod adding_a_host;
mod claude_code;
mod codex;
mod compare;
mod copilot_cli;
mod corpus;
mod docs_links;
mod fields;
mod gemini_cli;
mod hosts_doc;
mod layers;
mod lint;
mod openclaw;
mod opencode;
mod outcomes;
mod pi;
mod properties;
mod properties_fixes;
mod properties_lint;
mod properties_use;
mod public_surface;
mod resources;
mod search;
mod standard;
mod tree;
mod workspace;
