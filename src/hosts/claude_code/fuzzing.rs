//! The functions of the Claude Code emulation that fuzzing calls.

use std::collections::BTreeMap;

use super::editions::EDITIONS;
use super::hooks::fires;
pub(crate) use super::lenient_yaml::plain_reader_agrees;
use super::options::PathMatching;
use super::path_rules::PathRules;
use super::permissions::{Granted, Rule, Rules, commands_match, split_tools};
use super::settings::Settings;
use super::{shell, shell_words};
use crate::model::environment::Environment;
use crate::model::hook::{Hook, HookHandler};

/// Passes a shell command, a permission rule and a list of tools to their parsers. Fuzzing calls
/// this function.
pub(crate) fn shell(command: &str, rule: &str, tools: &str) {
    for found in shell::find(command) {
        let _ = shell::succeeds(&found.command, 1);
    }
    let _ = (shell_words::split(command), shell_words::disarmed(command));
    let granted = split_tools(tools).into_iter().filter_map(|tool| {
        Some(Granted {
            rule: Rule::parse(&tool).ok()?,
            skill: None,
        })
    });
    let granted = granted.collect();
    let rules = Rules {
        deny: Rule::parse(rule).into_iter().collect(),
        ..Rules::default()
    };
    let _ = commands_match(rule, command);
    let settings = Settings::with_rules(rules);
    let environment = Environment {
        cwd: "/r".to_owned(),
        home: Some("/h".to_owned()),
        context_window: None,
        variables: BTreeMap::new(),
        plugins: Vec::new(),
        touched: Vec::new(),
    };
    let _ = settings
        .decider(&environment, &[], granted)
        .on_command(command);
}

/// Matches `path` with the patterns in `lines`, as if they were in the field `paths`. Also uses
/// `lines` as the matcher of a hook. Fuzzing calls this function.
pub(crate) fn globs(lines: &str, path: &str) {
    let patterns: Vec<_> = lines.lines().map(str::to_owned).collect();
    for engine in [PathMatching::Gitignore, PathMatching::Anchored] {
        let _ = PathRules::new(&patterns, engine).matches(path);
    }
    let hook = Hook {
        event: "PreToolUse".to_owned(),
        matcher: Some(lines.to_owned()),
        condition: None,
        handler: HookHandler::Prompt {
            prompt: String::new(),
            model: None,
        },
        timeout_ms: None,
        status_message: None,
        once: false,
    };
    for edition in &EDITIONS {
        let _ = fires(&hook, path, edition.matchers);
    }
}
