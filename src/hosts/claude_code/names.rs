//! Names and small predicates that several files of this host use.

use crate::model::environment::Environment;
use crate::model::skill::{Frontmatter, Scope, Skill};
use crate::tree::path;

/// The path of the folder of skills inside a directory.
pub(super) const SKILLS: &str = ".claude/skills";

/// The path of the folder of commands inside a directory.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The name of the folder that the host reserves for skills from the account, regardless of case
/// (docs/hosts/claude-code.md#where-it-looks).
pub(super) const SYNCED: &str = "synced";

/// The extension of a command's file.
pub(super) const COMMAND_ENDING: &str = ".md";

/// The name of the tool with which the model invokes skills (docs/hosts/claude-code-use.md#invoking).
pub(super) const SKILL_TOOL: &str = "Skill";

/// The name of the tool that runs shell commands.
pub(super) const BASH: &str = "Bash";

/// The tools of this edition and earlier editions, which rules may name. The documentation does not claim that its list
/// is complete, so an unknown name is not a fault.
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

/// The beginning of the roots and paths of prompts from MCP servers.
pub(super) const SERVER_SCHEME: &str = "mcp://";

/// The value of `shell` for PowerShell.
pub(super) const POWERSHELL: &str = "powershell";

/// The shell that runs the commands of a text that names no shell.
pub(super) const DEFAULT_SHELL: &str = "bash";

/// The value of `context` for a sub-agent.
pub(super) const FORK: &str = "fork";

/// The program's own commands that are not prompts, so the tool refuses to run them
/// (docs/hosts/claude-code-use.md#invoking). The refusal of `/compact` is known; the other names are common commands of
/// the same kind.
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

/// The program's own commands. A label of a skill cannot have the name of such a command. The list contains the known
/// commands and is incomplete.
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

/// Returns the directory that a root of skills belongs to, relative to the working directory. Returns none if this
/// directory is not below the working directory.
pub(super) fn nested_in<'r>(root: &'r str, cwd: &str) -> Option<&'r str> {
    let directory = root.strip_suffix(SKILLS)?.strip_suffix('/')?;
    let relative = directory.strip_prefix(cwd)?.trim_start_matches('/');
    (!relative.is_empty() && path::is_within(directory, cwd)).then_some(relative)
}

/// Returns true if a skill came from the user's account.
pub(super) fn is_synced(skill: &Skill) -> bool {
    skill.scope == Scope::User && skill.root.ends_with("/.claude/skills/synced")
}

/// Returns the directory that becomes part of a skill's name if another skill has the same name. The directory is
/// relative to the working directory. If the directory is outside of the working directory, its last segment is
/// returned.
pub(super) fn own_directory<'r>(root: &'r str, cwd: &str) -> Option<&'r str> {
    let directory = root.strip_suffix(SKILLS)?.strip_suffix('/')?;
    let outside = (!path::is_within(cwd, directory)).then(|| path::file_name(directory));
    nested_in(root, cwd).or(outside)
}

/// Returns the name of a nested skill without its directory; none if the name does not contain the directory.
pub(super) fn unqualified<'s>(skill: &'s Skill, environment: &Environment) -> Option<&'s str> {
    if skill.scope != Scope::Repo {
        return None;
    }
    let directory = own_directory(&skill.root, &environment.cwd)?;
    skill.name.strip_prefix(directory)?.strip_prefix(':')
}

/// Removes control characters and escapes angle brackets (docs/hosts/claude-code.md#the-list).
pub(super) fn sanitized(description: &str) -> String {
    description
        .chars()
        .filter(|character| !character.is_control())
        .collect::<String>()
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The tag around the host's text in a user message.
pub(super) const REMINDER: &str = "system-reminder";

/// Wraps a text of the host in the tag that surrounds such texts in a user message.
pub(super) fn reminder(text: &str) -> String {
    format!("<{REMINDER}>\n{text}\n</{REMINDER}>")
}

/// Returns true if a sub-agent carries out the skill.
pub(super) fn forks(fields: &Frontmatter) -> bool {
    fields.context.as_deref() == Some(FORK)
}
