//! Constants that several stages use.

/// The path of the skills that are built into the program (`docs/hosts/copilot-cli.md#the-list`).
pub(super) const BUILT_IN: &str = "<built-in>";

/// The tool and its input (`docs/hosts/copilot-cli.md#the-tool`).
pub(super) const TOOL: &str = "skill";

/// The folder of commands.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The extension of a command's file.
pub(super) const COMMAND_ENDING: &str = ".md";
