//! The constants that more than one stage reads.

/// The path of the skills that the program brings along (`docs/hosts/copilot-cli.md#the-list`).
pub(super) const BUILT_IN: &str = "<built-in>";

/// The tool and its input (`docs/hosts/copilot-cli.md#the-tool`).
pub(super) const TOOL: &str = "skill";

/// The folder of commands.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The ending of a command's file.
pub(super) const COMMAND_ENDING: &str = ".md";
