//! Names that several stages of Copilot CLI use.

/// The path that the list of skills shows for skills built into Copilot CLI
/// (`docs/hosts/copilot-cli.md#the-list`).
pub(super) const BUILT_IN: &str = "<built-in>";

/// The name of the skill tool and of its parameter for the skill's name
/// (`docs/hosts/copilot-cli.md#the-tool`).
pub(super) const TOOL: &str = "skill";

/// The relative path of a folder of commands.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The extension of a command file.
pub(super) const COMMAND_ENDING: &str = ".md";
