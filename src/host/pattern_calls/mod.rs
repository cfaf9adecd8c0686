//! Decisions on tool calls by rules with patterns, as in opencode and in Kilo, which is derived
//! from opencode (`docs/hosts/opencode.md#permissions`, `docs/hosts/kilo.md#permissions`).

mod arity;
mod defaults;
mod program;
mod source;

pub(crate) use self::defaults::default_rules;
use self::program::EXTERNAL;
pub(crate) use self::program::Program;

use crate::host::pattern_rules::{ANY, Rule, Rules, matches, word};
use crate::host::stages::View;
use crate::model::message::{Message, Role};
use crate::model::permission::{
    PermissionBasis, PermissionRule, PermissionSuggestion, ToolCall, ToolPermission, Verdict,
};
use crate::text::shell::{self, CommandKind};
use crate::tree::{EntryKind, path};

/// The commands that change the working directory. The shell tool asks no permission for these
/// commands.
const CHANGE_DIRECTORY: [&str; 4] = ["cd", "chdir", "popd", "pushd"];

/// The commands whose arguments are paths.
const FILE_COMMANDS: [&str; 12] = [
    "cd", "chdir", "popd", "pushd", "rm", "cp", "mv", "mkdir", "touch", "chmod", "chown", "cat",
];

/// A permission that a tool call needs, such as `bash`. The texts in `patterns`, such as the
/// command, are compared with the patterns of the permission rules.
#[derive(Debug, PartialEq, Eq)]
struct Request {
    permission: String,
    patterns: Vec<String>,
    /// The patterns that the user's answer "always" allows.
    always: Vec<String>,
    /// True if the user is asked even if a rule allows the call.
    is_protected: bool,
}

impl Request {
    fn new(permission: &str, pattern: &str, always: &str) -> Self {
        Self {
            permission: permission.to_owned(),
            patterns: vec![pattern.to_owned()],
            always: vec![always.to_owned()],
            is_protected: false,
        }
    }
}

/// The permission rules of a host, and the state on which the decision about a tool call depends.
pub(crate) struct PatternCalls<'v> {
    pub view: &'v View<'v>,
    pub program: &'static Program,
    pub rules: &'v Rules,
    /// The root directory of the Git worktree.
    pub worktree: &'v str,
    /// A function that formats the permission rules for the host's message about a denied call. The
    /// first argument is the permission that the call needs. The second argument is the rule that
    /// denies the call, or `None` if there is no such rule.
    pub shown: &'v dyn Fn(&str, Option<&Rule>) -> String,
}

/// Returns the name of the permission that a tool needs.
fn permission_of(tool: &str) -> &str {
    match tool {
        "write" | "edit" | "apply_patch" | "multiedit" => "edit",
        other => other,
    }
}

fn named(rule: &Rule) -> PermissionRule {
    PermissionRule {
        text: format!("{}: {}", rule.permission, rule.text()),
        source: rule.source.clone(),
        place: None,
    }
}

impl PatternCalls<'_> {
    pub(crate) fn decide(&self, call: &ToolCall) -> ToolPermission {
        if let Some(rule) = self.rules.removal(permission_of(&call.tool)) {
            return self.removed(call, rule);
        }
        let mut known = self.program.known.iter();
        if known.any(|known| !known.contains(&&*call.tool)) {
            let (name, tool) = (self.program.name, &call.tool);
            return ToolPermission {
                decision: None,
                basis: PermissionBasis::Unknown,
                ..ToolPermission::new(
                    Verdict::Ask,
                    format!("Skillglass does not know how {name} decides about {tool}"),
                )
            };
        }
        self.by_rules(&self.requests(call))
    }

    /// Returns the denial of a call to a tool that the model does not have, because `rule` removes
    /// this tool.
    fn removed(&self, call: &ToolCall, rule: &Rule) -> ToolPermission {
        let offered = self.program.tools.iter().copied();
        let offered: Vec<_> = offered
            .filter(|tool| self.rules.removal(permission_of(tool)).is_none())
            .collect();
        // A rule may take away the tool that answers, too.
        let (start, tool) = match self.program.invalid {
            Some(invalid) if offered.contains(&invalid) => (
                "The arguments provided to the tool are invalid: ",
                call.tool.as_str(),
            ),
            Some(invalid) => ("", invalid),
            None => ("", call.tool.as_str()),
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

    /// Checks all permissions that a call needs. The call is denied if a rule denies any of these
    /// permissions. Otherwise the user is asked if any of these permissions needs the user's
    /// approval. Otherwise the call is allowed.
    fn by_rules(&self, requests: &[Request]) -> ToolPermission {
        let mut asks = Vec::new();
        let mut allows = None;
        for request in requests {
            let mut is_asked = false;
            for pattern in &request.patterns {
                let rule = self.deciding(&request.permission, pattern);
                match rule.map_or(Verdict::Ask, |rule| rule.action) {
                    Verdict::Allow if !request.is_protected => allows = rule,
                    Verdict::Deny => return self.denied(&request.permission, rule),
                    Verdict::Allow | Verdict::Ask if is_asked => {}
                    Verdict::Allow | Verdict::Ask => {
                        is_asked = true;
                        asks.push((request, rule));
                    }
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
            Some(rule) if rule.action == Verdict::Allow => {
                "the file has the program's configuration"
            }
            Some(_) => "a rule asks for it",
            None => "no rule matches, so the user is asked",
        };
        ToolPermission {
            rule: rule.map(named),
            suggestions: suggestions.collect(),
            ..ToolPermission::new(Verdict::Ask, reason)
        }
    }

    /// Returns the last rule for `permission` that matches `text`; `None` if no rule matches.
    fn deciding(&self, permission: &str, text: &str) -> Option<&Rule> {
        let is_exempt = |rule: &&Rule| {
            let denies_all =
                rule.permission == ANY && rule.pattern == ANY && rule.action == Verdict::Deny;
            self.program.exempts_external && permission == EXTERNAL && denies_all
        };
        let mut rules = self.rules.on(permission);
        let rule = rules.rfind(|rule| matches(text, &rule.pattern) && !is_exempt(rule));
        let allows_all = rule.is_some_and(|rule| {
            (rule.permission == ANY || rule.pattern == ANY) && rule.action == Verdict::Allow
        });
        let guards = self.program.guards_variables && permission == "read";
        if guards && allows_all && !matches(text, "*.env.example") {
            // The default rule on files of variables decides.
            let mut asking = self.rules.on(permission);
            let asking = asking.find(|rule| {
                ["*.env", "*.env.*"].contains(&&*rule.pattern)
                    && rule.action == Verdict::Ask
                    && matches(text, &rule.pattern)
            });
            return asking.or(rule);
        }
        rule
    }

    fn denied(&self, permission: &str, rule: Option<&Rule>) -> ToolPermission {
        let text = format!(
            "The user has specified a rule which prevents you from using this specific tool call. Here are some of the relevant rules {}",
            (self.shown)(permission, rule)
        );
        ToolPermission {
            rule: rule.map(named),
            message: Some(Message::new(Role::Tool, text)),
            ..ToolPermission::new(Verdict::Deny, "a rule denies it")
        }
    }

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
                // The permission of the tool comes first, then that of the folder.
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
        let from_top = relative(self.worktree, &file);
        let mut own = Request::new(permission, &from_top, ANY);
        let is_protected = self.program.is_protected.filter(|_| permission == "edit");
        own.is_protected =
            is_protected.is_some_and(|is_protected| is_protected(self.view, &file, &from_top));
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

    /// Returns the permission that a file or folder outside of the project needs. `None` if the
    /// file or folder is in the project.
    fn external(&self, file: &str, is_folder: bool) -> Option<Request> {
        if self.is_inside(file) {
            return None;
        }
        let glob = self.glob(file, is_folder);
        Some(Request::new(EXTERNAL, &glob, &glob))
    }

    /// Returns the pattern for all files in the folder `file`. If `file` is not a folder, the
    /// pattern is for the folder that contains `file`.
    fn glob(&self, file: &str, is_folder: bool) -> String {
        let folder = if is_folder {
            file
        } else {
            path::parent(file).unwrap_or("/")
        };
        path::join(folder, ANY)
    }

    /// Returns the permissions that a shell command needs: one for the folders that the command
    /// uses outside of the project, and one for the programs that the command runs.
    fn of_shell(&self, text: &str, workdir: Option<&str>) -> Vec<Request> {
        let cwd = self.absolute(workdir.unwrap_or_default());
        let mut folders: Vec<String> = Vec::new();
        let (mut patterns, mut always) = (Vec::new(), Vec::new());
        if !self.is_inside(&cwd) {
            folders.push(path::join(&cwd, ANY));
        }
        let script = shell::read(text);
        let programs: Vec<_> = (script.commands.iter())
            .filter(|command| command.kind == CommandKind::Program)
            .collect();
        let is_whole_text =
            self.program.compares_whole_text && (programs.is_empty() || !script.is_whole);
        for command in programs {
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
                let source = if self.program.masks_quoted {
                    source::masked(text, command)
                } else {
                    text[source::bytes(text, command)].to_owned()
                };
                add(&mut patterns, source);
                add(
                    &mut always,
                    format!("{} *", arity::prefix(&words).join(" ")),
                );
            }
        }
        if is_whole_text && !text.trim().is_empty() {
            add(&mut patterns, text.trim().to_owned());
        }
        let request = |permission: &str, patterns: Vec<String>, always| Request {
            permission: permission.to_owned(),
            patterns,
            always,
            is_protected: false,
        };
        let outside = (!folders.is_empty()).then(|| request(EXTERNAL, folders.clone(), folders));
        let own = (!patterns.is_empty()).then(|| request("bash", patterns, always));
        outside.into_iter().chain(own).collect()
    }

    /// Returns the absolute path that an argument of a command names. Returns `None` if the path
    /// starts with a wildcard, or if it depends on a variable or a substitution.
    fn argument(&self, word: &str, cwd: &str) -> Option<String> {
        let quotes = ['"', '\''].into_iter();
        let mut unquoted = quotes.filter_map(|quote| word.strip_prefix(quote)?.strip_suffix(quote));
        let word = unquoted.next().unwrap_or(word);
        let file = match (word.strip_prefix('~'), &self.view.environment.home) {
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

/// Returns false if a word of a command is ignored because it is only a number, a variable or a
/// substitution.
fn is_token(word: &str) -> bool {
    let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
    let is_substitution = word.starts_with("<(") || word.starts_with(">(");
    !(is_number || is_substitution || word.starts_with('$') && !word.contains(['"', '\'']))
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
