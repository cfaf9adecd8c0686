//! Decides on calls of tools (`docs/hosts/opencode.md#permissions`).

use serde_json::json;

use super::arity;
use super::config::Surroundings;
use super::editions::Opencode;
use super::permission::{self, EXTERNAL};
use crate::host::pattern_rules::{ANY, Rule, Rules, word};
use crate::host::stages::View;
use crate::host::tool_permissions::ToolPermissions;
use crate::model::invocation::ContextChanges;
use crate::model::message::{Message, Role};
use crate::model::permission::{
    PermissionRule, PermissionSuggestion, ToolCall, ToolPermission, Verdict,
};
use crate::text::shell::{self, Command, CommandKind};
use crate::tree::{EntryKind, path};

/// The tools of the program that models get by default, in the order in which the program lists them.
const TOOLS: [&str; 12] = [
    "bash",
    "edit",
    "glob",
    "grep",
    "invalid",
    "question",
    "read",
    "skill",
    "task",
    "todowrite",
    "webfetch",
    "write",
];

/// The commands that change the working directory. These commands need no permission of their own.
const CHANGE_DIRECTORY: [&str; 4] = ["cd", "chdir", "popd", "pushd"];

/// The commands whose arguments are paths.
const FILE_COMMANDS: [&str; 12] = [
    "cd", "chdir", "popd", "pushd", "rm", "cp", "mv", "mkdir", "touch", "chmod", "chown", "cat",
];

/// A permission that a call needs. The rules decide on each of the patterns.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    permission: String,
    patterns: Vec<String>,
    /// The patterns that the user's answer "always" allows.
    always: Vec<String>,
}

impl Request {
    fn new(permission: &str, pattern: &str, always: &str) -> Self {
        Self {
            permission: permission.to_owned(),
            patterns: vec![pattern.to_owned()],
            always: vec![always.to_owned()],
        }
    }
}

impl ToolPermissions for Opencode {
    fn permission(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        _changes: &[ContextChanges],
    ) -> ToolPermission {
        let surroundings = Surroundings::read(view.tree, view.environment, &self.options);
        let rules = permission::all_rules(&surroundings, &self.options, view);
        let name = permission_of(&call.tool);
        if let Some(rule) = rules.removal(name) {
            return removed(call, &rules, rule);
        }
        let scope = Scope {
            view,
            worktree: &surroundings.worktree,
            home: surroundings.home.as_deref(),
        };
        decide(&rules, &scope.requests(call))
    }
}

/// Returns the name of the permission that a tool needs.
fn permission_of(tool: &str) -> &str {
    match tool {
        "write" | "edit" | "apply_patch" | "multiedit" => "edit",
        other => other,
    }
}

/// Returns the decision on a tool that the model does not have.
fn removed(call: &ToolCall, rules: &Rules, rule: &Rule) -> ToolPermission {
    let offered = TOOLS.into_iter();
    let offered: Vec<_> = offered
        .filter(|tool| rules.removal(permission_of(tool)).is_none())
        .collect();
    // The program answers with the tool `invalid`, which a rule may also remove.
    let (start, tool) = if offered.contains(&"invalid") {
        (
            "The arguments provided to the tool are invalid: ",
            call.tool.as_str(),
        )
    } else {
        ("", "invalid")
    };
    let text = format!(
        "{start}Model tried to call unavailable tool '{tool}'. Available tools: {}.",
        offered.join(", ")
    );
    ToolPermission {
        rule: Some(named(rule)),
        message: Some(Message::new(Role::Tool, text)),
        ..ToolPermission::new(Verdict::Deny, "a rule takes the tool away from the model")
    }
}

fn named(rule: &Rule) -> PermissionRule {
    PermissionRule {
        text: format!("{}: {}", rule.permission, rule.text()),
        source: rule.source.clone(),
        place: None,
    }
}

/// Decides on the permissions that a call needs, in their order. A rule that denies ends the call, even if the user was
/// asked about an earlier permission.
fn decide(rules: &Rules, requests: &[Request]) -> ToolPermission {
    let mut asks = Vec::new();
    let mut allows = None;
    for request in requests {
        let mut is_asked = false;
        for pattern in &request.patterns {
            let rule = rules.decide(&request.permission, pattern);
            match rule.map_or(Verdict::Ask, |rule| rule.action) {
                Verdict::Allow => allows = rule,
                Verdict::Ask if is_asked => {}
                Verdict::Ask => {
                    is_asked = true;
                    asks.push((request, rule));
                }
                Verdict::Deny => return denied(rules, request, rule),
            }
        }
    }
    let Some((_, rule)) = asks.first() else {
        let reason = if requests.is_empty() {
            "the call needs no permission"
        } else {
            "a rule allows it"
        };
        return ToolPermission {
            rule: allows.map(named),
            ..ToolPermission::new(Verdict::Allow, reason)
        };
    };
    let suggestions = asks.iter().flat_map(|(request, _)| {
        request.always.iter().map(|pattern| PermissionSuggestion {
            rule: format!(
                "{}: {pattern}: {}",
                request.permission,
                word(Verdict::Allow)
            ),
            label: format!("Always allow {} for {pattern}", request.permission),
        })
    });
    let reason = match rule {
        Some(_) => "a rule asks for it",
        None => "no rule matches, so the user is asked",
    };
    ToolPermission {
        rule: rule.map(named),
        suggestions: suggestions.collect(),
        ..ToolPermission::new(Verdict::Ask, reason)
    }
}

fn denied(rules: &Rules, request: &Request, rule: Option<&Rule>) -> ToolPermission {
    let relevant = rules.on(&request.permission).map(|rule| {
        let [permission, pattern, action] = [&*rule.permission, &*rule.pattern, word(rule.action)]
            .map(|text| json!(text).to_string());
        if rule.is_plain {
            format!("{{\"permission\":{permission},\"action\":{action},\"pattern\":{pattern}}}")
        } else {
            format!("{{\"permission\":{permission},\"pattern\":{pattern},\"action\":{action}}}")
        }
    });
    let relevant: Vec<_> = relevant.collect();
    let text = format!(
        "The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules [{}]",
        relevant.join(",")
    );
    ToolPermission {
        rule: rule.map(named),
        message: Some(Message::new(Role::Tool, text)),
        ..ToolPermission::new(Verdict::Deny, "a rule denies it")
    }
}

/// The folders that decide which permissions a call needs.
struct Scope<'v> {
    view: &'v View<'v>,
    worktree: &'v str,
    home: Option<&'v str>,
}

impl Scope<'_> {
    fn requests(&self, call: &ToolCall) -> Vec<Request> {
        let text = |member: &str| call.text(member).unwrap_or_default();
        match call.tool.as_str() {
            "bash" => self.of_shell(text("command"), call.text("workdir")),
            "read" => self.of_file("read", text("filePath")),
            "edit" | "write" | "multiedit" => self.of_file("edit", text("filePath")),
            "glob" | "grep" => {
                let folder = call.text("path").map(|folder| self.absolute(folder));
                let outside = folder.and_then(|folder| self.external(&folder, true));
                let own = Request::new(&call.tool, text("pattern"), ANY);
                // The permission of the tool comes first, then the permission of the folder.
                [Some(own), outside].into_iter().flatten().collect()
            }
            "webfetch" => vec![Request::new(&call.tool, text("url"), ANY)],
            "skill" => vec![Request::new(&call.tool, text("name"), text("name"))],
            "task" => vec![Request::new(&call.tool, text("subagent_type"), ANY)],
            // Questions to the user need no permission.
            "question" | "invalid" => Vec::new(),
            other => vec![Request::new(other, ANY, ANY)],
        }
    }

    fn absolute(&self, file: &str) -> String {
        path::resolve(&self.view.environment.cwd, file)
    }

    fn of_file(&self, permission: &str, file: &str) -> Vec<Request> {
        let file = self.absolute(file);
        let is_folder = permission == "read" && self.is_folder(&file);
        let outside = self.external(&file, is_folder);
        let own = Request::new(permission, &relative(self.worktree, &file), ANY);
        outside.into_iter().chain([own]).collect()
    }

    fn is_folder(&self, file: &str) -> bool {
        let entry = self.view.tree.resolve(file);
        entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::Directory))
    }

    fn is_inside(&self, file: &str) -> bool {
        let in_worktree = self.worktree != "/" && path::is_within(file, self.worktree);
        path::is_within(file, &self.view.environment.cwd) || in_worktree
    }

    /// Returns the permission for a file or folder outside of the project; none if the file or folder is inside the
    /// project.
    fn external(&self, file: &str, is_folder: bool) -> Option<Request> {
        if self.is_inside(file) {
            return None;
        }
        let glob = self.glob(file, is_folder);
        Some(Request::new(EXTERNAL, &glob, &glob))
    }

    /// Returns the pattern for all files of a folder. For a file, this is the folder that contains the file.
    fn glob(&self, file: &str, is_folder: bool) -> String {
        let folder = if is_folder {
            file
        } else {
            path::parent(file).unwrap_or("/")
        };
        path::join(folder, ANY)
    }

    /// Returns the permissions for a shell command: one permission for the folders outside of the project that the
    /// command names, and one for its simple commands.
    fn of_shell(&self, text: &str, workdir: Option<&str>) -> Vec<Request> {
        let cwd = self.absolute(workdir.unwrap_or_default());
        let mut folders: Vec<String> = Vec::new();
        let (mut patterns, mut always) = (Vec::new(), Vec::new());
        if !self.is_inside(&cwd) {
            folders.push(path::join(&cwd, ANY));
        }
        let script = shell::read(text);
        let programs = script.commands.iter();
        for command in programs.filter(|command| command.kind == CommandKind::Program) {
            let words = command.words.iter().map(|word| &text[word.clone()]);
            let words: Vec<_> = words.filter(|word| is_token(word)).collect();
            let program = words.first().copied().unwrap_or_default();
            if FILE_COMMANDS.contains(&program) {
                let named = words.iter().skip(1).filter(|word| {
                    !(word.starts_with('-') || program == "chmod" && word.starts_with('+'))
                });
                for file in named.filter_map(|word| self.argument(word, &cwd)) {
                    if !self.is_inside(&file) {
                        let is_folder = self.is_folder(&file);
                        add(&mut folders, self.glob(&file, is_folder));
                    }
                }
            }
            if !CHANGE_DIRECTORY.contains(&program) {
                add(&mut patterns, source(text, command).to_owned());
                add(
                    &mut always,
                    format!("{} *", arity::prefix(&words).join(" ")),
                );
            }
        }
        let request = |permission: &str, patterns: Vec<String>, always| Request {
            permission: permission.to_owned(),
            patterns,
            always,
        };
        let outside = (!folders.is_empty()).then(|| request(EXTERNAL, folders.clone(), folders));
        let own = (!patterns.is_empty()).then(|| request("bash", patterns, always));
        outside.into_iter().chain(own).collect()
    }

    /// Returns the absolute path that an argument of a command names; none if the path depends on a variable, a
    /// substitution or a wildcard at its start.
    fn argument(&self, word: &str, cwd: &str) -> Option<String> {
        let quotes = ['"', '\''].into_iter();
        let mut unquoted = quotes.filter_map(|quote| word.strip_prefix(quote)?.strip_suffix(quote));
        let word = unquoted.next().unwrap_or(word);
        let file = match (word.strip_prefix('~'), self.home) {
            (Some(rest), Some(home)) if rest.is_empty() || rest.starts_with('/') => {
                format!("{home}{rest}")
            }
            _ => word.to_owned(),
        };
        let plain = file.split(['?', '*', '[']).next().unwrap_or_default();
        let is_dynamic = plain.starts_with('(') || plain.contains(['$', '`']);
        (!plain.is_empty() && !is_dynamic).then(|| path::resolve(cwd, plain))
    }
}

/// Returns true if the program treats a word as a token. The program ignores words that are only a number or a
/// substitution.
fn is_token(word: &str) -> bool {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let is_substitution = word.starts_with("<(") || word.starts_with(">(");
    !(is_number || is_substitution || word.starts_with('$') && !word.contains(['"', '\'']))
}

/// Returns the text that rules are compared with: the command with its redirections. If the command ends a list, the
/// redirections that belong to the whole list are left out.
fn source<'t>(text: &'t str, command: &Command) -> &'t str {
    let bytes = if command.ends_list {
        command.bytes.clone()
    } else {
        command.whole.clone()
    };
    text[bytes].trim()
}

fn add(list: &mut Vec<String>, text: String) {
    if !list.contains(&text) {
        list.push(text);
    }
}

/// Returns the path of a file relative to a folder.
fn relative(folder: &str, file: &str) -> String {
    let parts = |path: &str| -> Vec<String> {
        let parts = path.split('/').filter(|part| !part.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (from, to) = (parts(folder), parts(file));
    let common = from.iter().zip(&to).take_while(|(a, b)| a == b).count();
    let up = std::iter::repeat_n("..".to_owned(), from.len() - common);
    let all: Vec<_> = up.chain(to[common..].iter().cloned()).collect();
    all.join("/")
}
