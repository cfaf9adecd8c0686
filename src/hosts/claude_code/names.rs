//! Names and small predicates that tie the files of this host together.

use crate::model::environment::Environment;
use crate::model::skill::{Frontmatter, Scope, Skill};
use crate::tree::path;

/// Where skills lie, seen from a directory that may have some.
pub(super) const SKILLS: &str = ".claude/skills";

/// Where commands lie, seen from the same.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The folder that the host keeps for skills from an account, in any capitals
/// (docs/hosts/claude-code.md#where-it-looks).
pub(super) const SYNCED: &str = "synced";

/// The ending of a command's file.
pub(super) const COMMAND_ENDING: &str = ".md";

/// The tool that the model calls (docs/hosts/claude-code-use.md#invoking).
pub(super) const SKILL_TOOL: &str = "Skill";

/// The tool that runs commands.
pub(super) const BASH: &str = "Bash";

/// Tools that rules may be on, of this edition and of earlier ones. The documentation does not say that these are all, so
/// that another name is no fault by itself.
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

/// The beginning of the roots and paths of servers' prompts.
pub(super) const SERVER_SCHEME: &str = "mcp://";

/// The word of `shell` for the other shell.
pub(super) const POWERSHELL: &str = "powershell";

/// The shell of commands, unless the skill names another.
pub(super) const DEFAULT_SHELL: &str = "bash";

/// The word of `context` for a sub-agent.
pub(super) const FORK: &str = "fork";

/// Commands of the program that are no prompts, so that the tool refuses them (docs/hosts/claude-code-use.md#invoking).
/// `/compact` is known to be one; the others are common ones of the same kind.
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

/// The program's own commands, whose names are no labels of skills. Those that are known; there are more.
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

/// Whether a root's skills belong to a directory below the working directory, and to which, seen from there.
pub(super) fn nested_in<'r>(root: &'r str, cwd: &str) -> Option<&'r str> {
    let directory = root.strip_suffix(SKILLS)?.strip_suffix('/')?;
    let relative = directory.strip_prefix(cwd)?.trim_start_matches('/');
    (!relative.is_empty() && path::is_within(directory, cwd)).then_some(relative)
}

/// Whether a skill came with the account.
pub(super) fn is_synced(skill: &Skill) -> bool {
    skill.scope == Scope::User && skill.root.ends_with("/.claude/skills/synced")
}

/// The directory in the name of a skill that stands beside another one of its name: seen from the working directory,
/// and of one outside of it the last part.
pub(super) fn own_directory<'r>(root: &'r str, cwd: &str) -> Option<&'r str> {
    let directory = root.strip_suffix(SKILLS)?.strip_suffix('/')?;
    let outside = (!path::is_within(cwd, directory)).then(|| path::file_name(directory));
    nested_in(root, cwd).or(outside)
}

/// A nested skill's name without its directory, if it has one.
pub(super) fn unqualified<'s>(skill: &'s Skill, environment: &Environment) -> Option<&'s str> {
    if skill.scope != Scope::Repo {
        return None;
    }
    let directory = own_directory(&skill.root, &environment.cwd)?;
    skill.name.strip_prefix(directory)?.strip_prefix(':')
}

/// Control characters go and angle brackets are escaped (docs/hosts/claude-code.md#the-list).
pub(super) fn sanitized(description: &str) -> String {
    description
        .chars()
        .filter(|character| !character.is_control())
        .collect::<String>()
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

/// The tag around the host's words in a message of the user's.
pub(super) const REMINDER: &str = "system-reminder";

/// The host's words to the model in a message of the user's.
pub(super) fn reminder(text: &str) -> String {
    format!("<{REMINDER}>\n{text}\n</{REMINDER}>")
}

/// Whether a sub-agent gets the skill.
pub(super) fn forks(fields: &Frontmatter) -> bool {
    fields.context.as_deref() == Some(FORK)
}
