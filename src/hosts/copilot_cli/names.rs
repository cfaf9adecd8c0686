//! Constants that several stages use.

/// The path that the list shows for skills that are built into the program (`docs/hosts/copilot-cli.md#the-list`).
pub(super) const BUILT_IN: &str = "<built-in>";

/// The name of the tool that loads a skill, and of its input (`docs/hosts/copilot-cli.md#the-tool`).
pub(super) const TOOL: &str = "skill";

/// The path of the folder of commands in a directory.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The extension of a command's file.
pub(super) const COMMAND_ENDING: &str = ".md";
