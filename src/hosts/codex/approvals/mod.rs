//! Decides on calls of the tool that runs commands (`docs/hosts/codex.md#approvals`). The rules
//! follow recorded answers of Codex 0.169.0.

mod commands;
mod policy;
mod reader;
mod rules;

use serde_json::json;

use self::commands::{dangerous, is_script, plain};
use self::policy::{Policy, Settings};
use self::rules::{Decision, Matched, Rules};
use super::discover;
use super::editions::Codex;
use crate::host::stages::View;
use crate::host::tool_permissions::ToolPermissions;
use crate::model::configuration::ConfigEdit;
use crate::model::invocation::ContextChanges;
use crate::model::message::{Message, Role};
use crate::model::permission::{
    PermissionBasis, PermissionSuggestion, ToolCall, ToolPermission, Verdict,
};
use crate::tree::path;

/// The name of the tool that runs commands.
const TOOL: &str = "exec_command";

/// The shell that runs a command if neither the tool call nor the variable `SHELL` names a shell.
const SHELL: &str = "/bin/bash";

/// The value of the input `sandbox_permissions` with which the model asks to run a command outside
/// of the sandbox.
const ESCALATED: &str = "require_escalated";

/// The file to which Codex adds the rules that the user approves, relative to the Codex home.
const OWN_RULES: &str = "rules/default.rules";

/// Beginnings of commands. If the model proposes a rule that allows all commands with one of these
/// beginnings, Codex ignores the proposal.
const BANNED: [&str; 46] = [
    "/bin/bash",
    "/bin/bash -lc",
    "/bin/zsh",
    "/bin/zsh -lc",
    "bash",
    "bash -lc",
    "env",
    "git",
    "lua",
    "lua -e",
    "node",
    "node -e",
    "osascript",
    "perl",
    "perl -e",
    "php",
    "php -r",
    "powershell",
    "powershell -Command",
    "powershell -c",
    "powershell.exe",
    "powershell.exe -Command",
    "powershell.exe -c",
    "pwsh",
    "pwsh -Command",
    "pwsh -c",
    "py",
    "py -3",
    "pypy",
    "pypy3",
    "python",
    "python -",
    "python -c",
    "python3",
    "python3 -",
    "python3 -c",
    "pythonw",
    "pyw",
    "rm",
    "ruby",
    "ruby -e",
    "sh",
    "sh -c",
    "sh -lc",
    "sudo",
    "zsh",
];

impl ToolPermissions for Codex {
    fn permission(
        &self,
        view: &View<'_>,
        call: &ToolCall,
        _changes: &[ContextChanges],
    ) -> ToolPermission {
        let Some(script) = (call.tool == TOOL).then(|| call.text("cmd")).flatten() else {
            return unknown(format!(
                "it is not known how Codex decides about {}; only {TOOL} with a `cmd` is",
                call.tool
            ));
        };
        if script.trim_start().starts_with("apply_patch") {
            return unknown("it is not known how Codex decides about patches".to_owned());
        }
        let config = discover::config(view.tree, view.environment, self);
        let settings = match Settings::read(&config, view.environment) {
            Ok(settings) => settings,
            Err(reason) => return unknown(reason),
        };
        let rules = match Rules::read(view.tree, &config, &settings) {
            Ok(rules) => rules,
            Err(reason) => return unknown(reason),
        };
        let decider = Decider {
            settings: &settings,
            rules: &rules,
            escalated: call.text("sandbox_permissions") == Some(ESCALATED),
        };
        let mut permission = decider.decide(&argv(view, call, script), call);
        if permission.decision == Some(Verdict::Ask)
            && let (Some(home), Some(suggestion)) =
                (&self.options.home, permission.suggestions.first())
        {
            permission.remember = remember(view, home, &suggestion.rule);
        }
        permission
    }
}

/// Returns the command line of the process that a tool call starts: the shell, its option, and the
/// script.
fn argv(view: &View<'_>, call: &ToolCall, script: &str) -> [String; 3] {
    let of_user = view.environment.variables.get("SHELL").map(String::as_str);
    let shell = call.text("shell").or(of_user).unwrap_or(SHELL);
    let is_login = call.input.get("login") != Some(&json!(false));
    let flag = if is_login { "-lc" } else { "-c" };
    [shell, flag, script].map(str::to_owned)
}

fn unknown(reason: String) -> ToolPermission {
    ToolPermission {
        decision: None,
        basis: PermissionBasis::Unknown,
        ..ToolPermission::new(Verdict::Ask, reason)
    }
}

struct Decider<'a> {
    settings: &'a Settings,
    rules: &'a Rules,
    /// True if the model asks to run the command outside of the sandbox.
    escalated: bool,
}

impl Decider<'_> {
    fn decide(&self, argv: &[String; 3], call: &ToolCall) -> ToolPermission {
        let policy = self.settings.policy;
        if self.escalated && !policy.allows_escalation() {
            let text = format!(
                "approval policy is {policy}; reject command — you cannot ask for escalated permissions if the approval policy is {policy}"
            );
            let reason = "the approval policy permits no question about the sandbox";
            return refused(reason, text);
        }
        let commands = plain(argv).unwrap_or_else(|| vec![argv.to_vec()]);
        let matched: Vec<Vec<Matched<'_>>> = commands
            .iter()
            .map(|command| {
                let mut found = self.rules.matches(command);
                // A rule that allows a shell had an effect for some scripts and no effect for other
                // scripts (recorded). Here such a rule has no effect, so that nothing runs without
                // a question by mistake.
                found.retain(|it| it.rule.decision != Decision::Allow || !is_script(command));
                found
            })
            .collect();
        let by_rules = matched.iter().flatten().map(|found| found.rule.decision);
        let unmatched = || {
            commands
                .iter()
                .zip(&matched)
                .filter(|(_, found)| found.is_empty())
        };
        let fallback = unmatched().map(|(command, _)| self.fallback(command));
        let decision = by_rules.chain(fallback).max().unwrap_or(Decision::Allow);
        // If several rules have the same decision, the last of the longest rules is reported, as in
        // the program's reasons.
        let deciding = matched
            .iter()
            .flatten()
            .filter(|found| found.rule.decision == decision)
            .max_by_key(|found| found.length);
        match (decision, deciding) {
            (Decision::Forbidden, Some(found)) => forbidden(argv, found),
            (Decision::Forbidden, None) => rejected(
                "the command may be dangerous, and the approval policy asks nothing",
                &format!(
                    "`{}` rejected: rm -f style commands are not permitted. Use a safer approach",
                    joined(argv)
                ),
            ),
            (Decision::Prompt, Some(found)) => {
                let permission = match policy {
                    Policy::Never => rejected(
                        "a rule asks for it, and the approval policy asks nothing",
                        "approval required by policy, but AskForApproval is set to Never",
                    ),
                    Policy::Granular { rules: false, .. } => rejected(
                        "a rule asks for it, and the approval policy permits no questions about rules",
                        "approval required by policy rule, but AskForApproval::Granular.rules is false",
                    ),
                    _ => ToolPermission::new(Verdict::Ask, "a rule asks for it"),
                };
                with_rule(permission, found)
            }
            (Decision::Prompt, None) => {
                let proposed = self.proposed(&commands, &matched, call);
                self.asked(unmatched().map(|(command, _)| command), proposed)
            }
            (Decision::Allow, deciding) => {
                self.allowed(matched.iter().all(|it| !it.is_empty()), deciding)
            }
        }
    }

    /// Returns the decision on a command that no rule matches.
    fn fallback(&self, command: &[String]) -> Decision {
        let policy = self.settings.policy;
        if dangerous(command) {
            return match policy {
                Policy::Never => Decision::Forbidden,
                _ => Decision::Prompt,
            };
        }
        let asks = match policy {
            Policy::Untrusted => true,
            Policy::OnRequest | Policy::Granular { .. } => {
                self.escalated && self.settings.is_restricted
            }
            Policy::Never => false,
        };
        if asks {
            Decision::Prompt
        } else {
            Decision::Allow
        }
    }

    /// Returns the words of the command rule that the model asks the user to approve. `None` if the
    /// model proposes no rule, or if the rule would not allow all commands of the call.
    fn proposed(
        &self,
        commands: &[Vec<String>],
        matched: &[Vec<Matched<'_>>],
        call: &ToolCall,
    ) -> Option<Vec<String>> {
        let words = call.input.get("prefix_rule")?.as_array()?.iter();
        let words: Vec<String> = words
            .map(|word| word.as_str().map(str::to_owned))
            .collect::<Option<_>>()?;
        let is_usable = !words.is_empty()
            && !BANNED.contains(&words.join(" ").as_str())
            && matched.iter().all(Vec::is_empty);
        let approves = |command: &Vec<String>| {
            command.starts_with(&words) || self.fallback(command) == Decision::Allow
        };
        (is_usable && commands.iter().all(approves)).then_some(words)
    }

    /// Returns the question to the user about commands that no rule matches. `proposed` is the rule
    /// that the model proposes.
    fn asked<'c>(
        &self,
        mut unmatched: impl Iterator<Item = &'c Vec<String>>,
        proposed: Option<Vec<String>>,
    ) -> ToolPermission {
        let asked = unmatched.find(|command| self.fallback(command) == Decision::Prompt);
        let reason = match asked {
            Some(command) if dangerous(command) => "the command may be dangerous",
            _ if self.escalated => "the command is to run outside of the sandbox",
            _ => "the project is not trusted, and no rule allows the command",
        };
        let mut permission = ToolPermission::new(Verdict::Ask, reason);
        // If questions about the sandbox are off, the program asks, but does not offer a rule
        // (recorded).
        let offers = !matches!(
            self.settings.policy,
            Policy::Granular {
                sandbox_approval: false,
                ..
            }
        );
        if let (true, Some(prefix)) = (offers, proposed.as_ref().or(asked)) {
            permission.suggestions.push(PermissionSuggestion {
                rule: format!(
                    "prefix_rule(pattern={}, decision=\"allow\")",
                    listed(prefix)
                ),
                label: format!("Always allow commands that begin with {}", joined(prefix)),
            });
        }
        permission
    }

    fn allowed(&self, by_rules: bool, rule: Option<&Matched<'_>>) -> ToolPermission {
        if by_rules && let Some(rule) = rule {
            let reason = "a rule allows it, outside of the sandbox";
            return with_rule(ToolPermission::new(Verdict::Allow, reason), rule);
        }
        if self.settings.is_restricted && !self.escalated {
            let reason = "the command runs in the sandbox, which ends what it does not permit; no question follows";
            return ToolPermission {
                basis: PermissionBasis::Sandbox,
                ..ToolPermission::new(Verdict::Allow, reason)
            };
        }
        let reason =
            "the command runs without a sandbox, because `sandbox_mode` is danger-full-access";
        ToolPermission::new(Verdict::Allow, reason)
    }
}

fn with_rule(permission: ToolPermission, found: &Matched<'_>) -> ToolPermission {
    ToolPermission {
        rule: Some(found.rule.named()),
        ..permission
    }
}

fn forbidden(argv: &[String], found: &Matched<'_>) -> ToolPermission {
    let why = match &found.rule.justification {
        Some(justification) => justification.clone(),
        None => format!(
            "policy forbids commands starting with `{}`",
            joined(&found.words[..found.length])
        ),
    };
    let text = format!("`{}` rejected: {why}", joined(argv));
    with_rule(rejected("a rule forbids it", &text), found)
}

/// Returns a refusal with the message that the tool reports to the model.
fn rejected(reason: &str, text: &str) -> ToolPermission {
    let rejected = format!("Rejected({text:?})");
    let text = format!("{TOOL} failed: CreateProcess {{ message: {rejected:?} }}");
    refused(reason, text)
}

fn refused(reason: &str, text: String) -> ToolPermission {
    ToolPermission {
        message: Some(Message::new(Role::Tool, text)),
        ..ToolPermission::new(Verdict::Deny, reason)
    }
}

/// Joins words into one command line, with quotes where necessary.
fn joined(words: &[String]) -> String {
    let quoted = shlex::try_join(words.iter().map(String::as_str));
    quoted.unwrap_or_else(|_| words.join(" "))
}

/// Returns words as a list in the syntax of the rule files.
fn listed(words: &[String]) -> String {
    let words: Vec<_> = words.iter().map(|word| json!(word).to_string()).collect();
    format!("[{}]", words.join(", "))
}

/// Returns the user's rule file with one more rule. None if the file already contains the rule, or
/// if its text is not available.
fn remember(view: &View<'_>, home: &str, rule: &str) -> Option<ConfigEdit> {
    let file = path::join(home, OWN_RULES);
    let mut text = match view.tree.resolve(&file) {
        Ok(entry) => entry.contents()?.text().ok()?.to_owned(),
        Err(_) => String::new(),
    };
    if text.lines().any(|line| line == rule) {
        return None;
    }
    if !text.is_empty() && !text.ends_with('\n') {
        text.push('\n');
    }
    text.push_str(rule);
    text.push('\n');
    Some(ConfigEdit { path: file, text })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn any_script_and_any_rules_give_a_result(
            script in r#"(a|é|rm|-f|sudo|env|bash|-lc|;|&|\||\(|\)|\{|\$\(|`|'|"|\\|<|>|<<|\n| |#|=|if|then|fi|!|\[|\]){0,20}"#,
            rules in r#"(prefix_rule|host_executable|\(|\)|\[|\]|"a"|'|"""|r"|=|,|pattern|decision|match|#|\\|;|\n| |é|1|None|x){0,20}"#,
        ) {
            let argv = ["/bin/bash", "-lc", &script].map(str::to_owned);
            if let Some(commands) = plain(&argv) {
                prop_assert!(commands.iter().all(|words| !words.is_empty()));
            }
            let _ = dangerous(&argv);
            let _ = reader::read(&rules);
        }
    }
}
