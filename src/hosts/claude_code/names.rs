//! Names and short functions that several files of the Claude Code emulation use.

use crate::model::environment::Environment;
use crate::model::skill::{Frontmatter, Scope, Skill};
use crate::tree::path;

/// The path of the folder of skills, relative to the home directory, a project or an added
/// directory.
pub(super) const SKILLS: &str = ".claude/skills";

/// The path of the folder of commands, relative to the home directory, a project or an added
/// directory.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The name of the folder that Claude Code reserves for skills from the user's account, in
/// uppercase or lowercase (docs/hosts/claude-code.md#where-it-looks).
pub(super) const SYNCED: &str = "synced";

/// The extension of a command file.
pub(super) const COMMAND_ENDING: &str = ".md";

/// The name of the tool with which the model invokes skills
/// (docs/hosts/claude-code-use.md#invoking).
pub(super) const SKILL_TOOL: &str = "Skill";

/// The name of the tool that runs shell commands.
pub(super) const BASH: &str = "Bash";

/// The names of tools that permission rules may be about, in all editions. The list is based on the
/// documentation, which may be incomplete, so an unknown name is not a fault.
pub(super) const TOOLS: [&str; 36] = [
    "Agent",
    "AskUserQuestion",
    BASH,
    "BashOutput",
    "CronCreate",
    "CronDelete",
    "CronList",
    "Edit",
    "EnterPlanMode",
    "EnterWorktree",
    "ExitPlanMode",
    "ExitWorktree",
    "Glob",
    "Grep",
    "KillShell",
    "LS",
    "LSP",
    "ListMcpResourcesTool",
    "Monitor",
    "MultiEdit",
    "NotebookEdit",
    "NotebookRead",
    "PowerShell",
    "Read",
    "ReadMcpResourceTool",
    SKILL_TOOL,
    "SlashCommand",
    "Task",
    "TaskOutput",
    "TaskStop",
    "TodoRead",
    "TodoWrite",
    "ToolSearch",
    "WebFetch",
    "WebSearch",
    "Write",
];

/// The prefix of the paths that Skillglass gives to prompts of MCP servers.
pub(super) const SERVER_SCHEME: &str = "mcp://";

/// The value of the field `shell` for PowerShell.
pub(super) const POWERSHELL: &str = "powershell";

/// The shell that runs commands in a skill's text if the frontmatter names no shell.
pub(super) const DEFAULT_SHELL: &str = "bash";

/// The value of the field `context` with which a sub-agent gets the skill's text.
pub(super) const FORK: &str = "fork";

/// The names of built-in commands that the Skill tool refuses to run
/// (docs/hosts/claude-code-use.md#invoking). Only the refusal of `/compact` is known. The others
/// are common commands of the same kind.
pub(super) const NO_PROMPTS: [&str; 12] = [
    "agents",
    "clear",
    "compact",
    "config",
    "context",
    "exit",
    "help",
    "login",
    "logout",
    "model",
    "permissions",
    "resume",
];

/// The names of the known built-in commands. A skill's label cannot be one of these names. The list
/// is incomplete.
pub(super) const BUILT_IN: [&str; 57] = [
    "add-dir",
    "agents",
    "bashes",
    "bug",
    "clear",
    "compact",
    "config",
    "context",
    "copy",
    "cost",
    "doctor",
    "effort",
    "exit",
    "export",
    "extra-usage",
    "fast",
    "feedback",
    "fork",
    "heapdump",
    "help",
    "hooks",
    "ide",
    "init",
    "insights",
    "install-github-app",
    "login",
    "logout",
    "loop",
    "mcp",
    "memory",
    "mobile",
    "model",
    "output-style",
    "permissions",
    "plan",
    "plugin",
    "pr-comments",
    "privacy-settings",
    "rate-limit-options",
    "release-notes",
    "reload-skills",
    "remote-env",
    "rename",
    "resume",
    "rewind",
    "sandbox",
    "schedule",
    "security-review",
    "skills",
    "stats",
    "status",
    "statusline",
    "tasks",
    "terminal-setup",
    "todos",
    "usage",
    "vim",
];

/// Returns the directory that contains a skill root, relative to the working directory. Returns
/// `None` if the directory is not below the working directory.
pub(super) fn nested_in<'r>(root: &'r str, cwd: &str) -> Option<&'r str> {
    let directory = root.strip_suffix(SKILLS)?.strip_suffix('/')?;
    let relative = directory.strip_prefix(cwd)?.trim_start_matches('/');
    (!relative.is_empty() && path::is_within(directory, cwd)).then_some(relative)
}

/// Returns true if the skill came from the user's account.
pub(super) fn is_synced(skill: &Skill) -> bool {
    skill.scope == Scope::User && skill.root.ends_with("/.claude/skills/synced")
}

/// Returns the name of the directory that distinguishes a skill from another skill with the same
/// name. This is the path relative to the working directory, or the last segment if the directory
/// is elsewhere. Returns `None` if the directory contains the working directory.
pub(super) fn own_directory<'r>(root: &'r str, cwd: &str) -> Option<&'r str> {
    let directory = root.strip_suffix(SKILLS)?.strip_suffix('/')?;
    let outside = (!path::is_within(cwd, directory)).then(|| path::file_name(directory));
    nested_in(root, cwd).or(outside)
}

/// Returns the name of a nested skill without its directory. None if the name does not contain the
/// directory.
pub(super) fn unqualified<'s>(skill: &'s Skill, environment: &Environment) -> Option<&'s str> {
    if skill.scope != Scope::Repo {
        return None;
    }
    let directory = own_directory(&skill.root, &environment.cwd)?;
    skill.name.strip_prefix(directory)?.strip_prefix(':')
}

/// Removes control characters from a description, and escapes angle brackets
/// (docs/hosts/claude-code.md#the-list).
pub(super) fn sanitized(description: &str) -> String {
    description
        .chars()
        .filter(|character| !character.is_control())
        .collect::<String>()
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The name of the tag that encloses Claude Code's own texts in user messages.
pub(super) const REMINDER: &str = "system-reminder";

/// Encloses a text in the tag `system-reminder`. The tag marks texts of Claude Code in user
/// messages.
pub(super) fn reminder(text: &str) -> String {
    format!("<{REMINDER}>\n{text}\n</{REMINDER}>")
}

/// Returns true if a sub-agent gets the skill's text (`context: fork`).
pub(super) fn forks(fields: &Frontmatter) -> bool {
    fields.context.as_deref() == Some(FORK)
}
