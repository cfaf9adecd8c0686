//! Decides whether tool calls may run (docs/hosts/claude-code-use.md#calls-of-tools).

mod remember;

use crate::host::stages::View;
use crate::host::tool_permissions::ToolPermissions;
use crate::hosts::claude_code::editions::{ClaudeCode, ID, RECORDED};
use crate::hosts::claude_code::names::{BASH, SKILL_TOOL};
use crate::hosts::claude_code::permissions::{
    Decider, Granted, Mode, Rule, Rules, SkillNames, allowed, asked, denied, is_sensitive, named,
    suggestions, unavailable,
};
use crate::hosts::claude_code::settings::{self, Settings};
use crate::hosts::claude_code::{expand, invoke};
use crate::model::invocation::ContextChanges;
use crate::model::message::{Message, Role};
use crate::model::permission::{
    PermissionBasis, PermissionSuggestion, ToolCall, ToolPermission, Verdict,
};
use crate::tree::path;

/// The names of tools that need no permission.
const FREE: [&str; 17] = [
    "Agent",
    "AskUserQuestion",
    "BashOutput",
    "EnterPlanMode",
    "KillShell",
    "ListAgents",
    "ReportFindings",
    "Task",
    "TaskCreate",
    "TaskGet",
    "TaskList",
    "TaskOutput",
    "TaskStop",
    "TaskUpdate",
    "TodoWrite",
    "ToolSearch",
    "ScheduleWakeup",
];

impl ToolPermissions for ClaudeCode {
    fn permission(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        changes: &[ContextChanges],
    ) -> ToolPermission {
        // Only the released program was asked. Of older editions, only the commands of a skill's
        // text are documented.
        let is_documented = call.skill.is_some() && call.tool == BASH;
        if self.edition.id != RECORDED && !is_documented {
            return ToolPermission::without_rules(PermissionBasis::Unknown, ID);
        }
        let settings = settings::read(view.tree, view.environment, self);
        let granted: Vec<_> = match &call.skill {
            // Of the skills, only the one whose text has the command counts.
            Some(origin) => {
                let mut skills = view.catalog.skills.iter();
                let skill = skills.find(|skill| skill.path == origin.path);
                skill.map_or_else(Vec::new, |skill| {
                    expand::granted(view, skill, &settings, self)
                })
            }
            None => changes.iter().flat_map(of_changes).collect(),
        };
        let changes = if call.skill.is_some() { &[] } else { changes };
        let directories = settings.working_directories(view.environment, &self.options);
        let decider = settings.decider(view.environment, &directories, granted);
        let tool = call.tool.as_str();
        let is_removed =
            |changes: &&ContextChanges| changes.disallowed_tools.iter().any(|name| name == tool);
        let mut permission = if let Some(removal) = decider.removal(tool) {
            removal
        } else if let Some(changes) = changes.iter().find(is_removed) {
            ToolPermission {
                skill: Some(changes.skill.clone()),
                ..unavailable(tool, "a skill removes the tool")
            }
        } else if tool == SKILL_TOOL {
            self.on_skill(view, call, &settings, &decider)
        } else {
            decider.decide(call)
        };
        permission = decider.in_mode(tool, permission);
        if permission.decision == Some(Verdict::Ask) {
            let cwd = &view.environment.cwd;
            permission.remember = remember::edit(view.tree, cwd, &permission.suggestions);
        }
        permission
    }
}

/// Returns the permission rules that a skill in use adds.
fn of_changes(changes: &ContextChanges) -> impl Iterator<Item = Granted> {
    let rules = changes.allowed_tools.iter();
    rules.filter_map(|rule| {
        Some(Granted {
            rule: Rule::parse(rule).ok()?,
            skill: Some(changes.skill.clone()),
        })
    })
}

impl ClaudeCode {
    /// Returns Claude Code's decision about a call of the Skill tool by the model: allow the call,
    /// refuse the call, or ask the user.
    fn on_skill(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        settings: &Settings,
        decider: &Decider<'_>,
    ) -> ToolPermission {
        let name = call
            .text("skill")
            .unwrap_or_default()
            .trim_start_matches('/');
        let mut skills = view.catalog.skills.iter();
        let Some(skill) = skills.find(|skill| skill.name == name) else {
            return ToolPermission::new(
                Verdict::Allow,
                "an unknown skill is no question, but an error",
            );
        };
        let names = SkillNames {
            name: &skill.name,
            aliases: &skill.aliases,
            unqualified: None,
        };
        let granting = decider.allow.iter().find(|granted| {
            let one = Rules {
                allow: vec![granted.rule.clone()],
                ..Rules::default()
            };
            one.skill(&names, self.edition.skill_rules).is_some()
        });
        let decided = invoke::permission(view, skill, settings, self.edition);
        if decided.verdict == Verdict::Ask
            && decided.rule.is_none()
            && let Some(granted) = granting
        {
            return allowed(granted);
        }
        let deciding = |rule: &&Rule| Some(rule.to_string()) == decided.rule;
        let all = [
            &settings.rules.deny,
            &settings.rules.ask,
            &settings.rules.allow,
        ];
        let rule = all.into_iter().flatten().find(deciding);
        ToolPermission {
            rule: rule.map(named),
            suggestions: match decided.verdict {
                Verdict::Ask => suggestions(&skill.name, self.edition.skill_rules),
                _ => Vec::new(),
            },
            message: (decided.verdict == Verdict::Deny)
                .then(|| Message::new(Role::Tool, "Skill execution blocked by permission rules")),
            ..ToolPermission::new(decided.verdict, decided.reason)
        }
    }
}

impl Decider<'_> {
    fn decide(&self, call: &ToolCall) -> ToolPermission {
        match call.tool.as_str() {
            BASH => {
                let command = call.text("command").unwrap_or_default();
                self.by_rules_on_commands(command).permission
            }
            "Read" | "NotebookRead" => {
                self.on_reading(&call.tool, call.text("file_path").unwrap_or_default())
            }
            "Edit" | "MultiEdit" | "Write" => {
                self.on_change(&call.tool, call.text("file_path").unwrap_or_default())
            }
            "NotebookEdit" => {
                self.on_change(&call.tool, call.text("notebook_path").unwrap_or_default())
            }
            "WebFetch" => self.on_address(call.text("url").unwrap_or_default()),
            tool => self.on_any(tool),
        }
    }

    fn on_reading(&self, tool: &str, file: &str) -> ToolPermission {
        let file = self.places.absolute(file);
        if let Some(rule) = self.on_file(&self.rules.deny, "Read", &file) {
            return denied(
                rule,
                "<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>",
            );
        }
        if let Some(rule) = first(&self.rules.ask, |rule| {
            rule.tool == tool && rule.content.is_none()
        })
        .or_else(|| self.on_file(&self.rules.ask, "Read", &file))
        {
            return asked(rule);
        }
        if self.places.contains(&file) {
            return ToolPermission::new(Verdict::Allow, "the file is in a working directory");
        }
        if let Some(granted) = self.allows_file(&["Read"], &file) {
            return allowed(granted);
        }
        ToolPermission::new(
            Verdict::Ask,
            "the file is outside of the working directories",
        )
    }

    fn on_change(&self, tool: &str, file: &str) -> ToolPermission {
        let file = self.places.absolute(file);
        if let Some(rule) = self.on_file(&self.rules.deny, "Edit", &file) {
            return denied(
                rule,
                "<tool_use_error>File is in a directory that is denied by your permission settings.</tool_use_error>",
            );
        }
        let denies_reading = first(&self.rules.deny, |rule| {
            rule.tool == "Read" && rule.content.is_none()
        });
        if let Some(rule) = denies_reading.or_else(|| self.on_file(&self.rules.deny, "Read", &file))
        {
            let done = if tool == "Write" { "written" } else { "edited" };
            let text = format!(
                "<tool_use_error>File is covered by a Read deny rule in your permission settings and cannot be {done}.</tool_use_error>"
            );
            return denied(rule, &text);
        }
        if let Some(rule) = first(&self.rules.ask, |rule| {
            rule.tool == tool && rule.content.is_none()
        })
        .or_else(|| self.on_file(&self.rules.ask, "Edit", &file))
        {
            return asked(rule);
        }
        if is_sensitive(&file) {
            return ToolPermission::new(
                Verdict::Ask,
                "a change of this file may run commands later",
            );
        }
        let is_inside = self.places.contains(&file);
        if is_inside && self.mode == Mode::AcceptEdits {
            return ToolPermission::new(
                Verdict::Allow,
                "the mode acceptEdits allows changes in working directories",
            );
        }
        let by_tool = self
            .allow
            .iter()
            .find(|granted| granted.rule.tool == tool && granted.rule.content.is_none());
        let by_path = || {
            let granted = self.allows_file(&["Edit"], &file);
            granted.filter(|granted| granted.rule.content.is_some())
        };
        if let Some(granted) = by_tool.or_else(by_path) {
            return allowed(granted);
        }
        let reason = if is_inside {
            "no rule allows the change"
        } else {
            "the file is outside of the working directories"
        };
        ToolPermission::new(Verdict::Ask, reason)
    }

    fn on_address(&self, url: &str) -> ToolPermission {
        let host = host(url);
        let is_on = |rule: &Rule| {
            rule.tool == "WebFetch"
                && rule.content.as_deref().is_none_or(|content| {
                    content
                        .strip_prefix("domain:")
                        .is_some_and(|domain| is_domain(domain, &host))
                })
        };
        if let Some(rule) = first(&self.rules.deny, is_on) {
            let text = format!("WebFetch denied access to domain:{host}.");
            return denied(rule, &text);
        }
        if let Some(rule) = first(&self.rules.ask, is_on) {
            return asked(rule);
        }
        if let Some(granted) = self.allow.iter().find(|granted| is_on(&granted.rule)) {
            return allowed(granted);
        }
        let rule = format!("WebFetch(domain:{host})");
        ToolPermission {
            suggestions: vec![PermissionSuggestion {
                label: format!("Always allow addresses of {host}"),
                rule,
            }],
            ..ToolPermission::new(Verdict::Ask, "no rule is on the address")
        }
    }

    /// Decides on a call of a tool by the rules that name the whole tool or its server. This method
    /// is for tools whose rules have no known patterns.
    fn on_any(&self, tool: &str) -> ToolPermission {
        let is_on = |rule: &Rule| rule.content.is_none() && rule.is_against(tool);
        if let Some(rule) = first(&self.rules.ask, is_on) {
            return asked(rule);
        }
        // A rule on a server is a rule on each of its tools.
        let server = tool.rsplit_once("__").map_or(tool, |(server, _)| server);
        let names_it = |granted: &&Granted| {
            let rule = &granted.rule;
            let is_server =
                server.starts_with("mcp__") && (rule.tool == server || rule.is_against(tool));
            rule.content.is_none() && (rule.tool == tool || is_server)
        };
        if let Some(granted) = self.allow.iter().find(names_it) {
            return allowed(granted);
        }
        if FREE.contains(&tool) {
            return ToolPermission::new(Verdict::Allow, "the tool needs no permission");
        }
        if tool.starts_with("mcp__") || tool == "WebSearch" {
            return ToolPermission {
                suggestions: vec![PermissionSuggestion {
                    rule: tool.to_owned(),
                    label: format!("Always allow {tool}"),
                }],
                ..ToolPermission::new(Verdict::Ask, "no rule is on the tool")
            };
        }
        ToolPermission {
            decision: None,
            basis: PermissionBasis::Unknown,
            ..ToolPermission::new(
                Verdict::Ask,
                format!("it is not known how {tool} is decided about without a rule"),
            )
        }
    }
}

fn first(rules: &[Rule], decides: impl Fn(&Rule) -> bool) -> Option<&Rule> {
    rules.iter().find(|rule| decides(rule))
}

/// Returns the host name in a URL, in lowercase and without a port.
fn host(url: &str) -> String {
    let rest = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit('@').next().unwrap_or_default();
    let host = host.split(':').next().unwrap_or_default();
    host.to_lowercase()
}

/// Returns true if a permission rule's domain matches a host name. `*.example.com` matches every
/// domain below `example.com`.
fn is_domain(domain: &str, host: &str) -> bool {
    let domain = domain.to_lowercase();
    match domain.strip_prefix("*.") {
        Some(parent) => path::file_name(host)
            .strip_suffix(parent)
            .is_some_and(|rest| rest.ends_with('.')),
        None => domain == host,
    }
}
