//! The functions of this host that fuzzing calls.

use super::editions::EDITIONS;
use super::hooks::fires;
pub(crate) use super::lenient_yaml::plain_reader_agrees;
use super::options::PathMatching;
use super::path_rules::PathRules;
use super::permissions::{Rule, Rules, parts, split_tools};
use super::{shell, shell_words};
use crate::model::hook::{Hook, HookHandler};

/// Passes a shell command, a permission rule and a list of tools to the functions that parse them.
pub(crate) fn shell(command: &str, rule: &str, tools: &str) {
    for found in shell::find(command) {
        let _ = shell::succeeds(&found.command, 1);
    }
    let whole = parts(command).unwrap_or_default();
    assert!(whole.iter().all(|part| command.contains(part)));
    let _ = (
        shell::why_refused(command, &["/r/p", "/h"]),
        shell::reads_with_open_quote(command),
    );
    let _ = (shell_words::split(command), shell_words::disarmed(command));
    let preapproved: Vec<_> = split_tools(tools)
        .iter()
        .filter_map(|tool| Rule::parse(tool).ok())
        .collect();
    let rules = Rules {
        deny: Rule::parse(rule).into_iter().collect(),
        ..Rules::default()
    };
    let _ = rules.bash_with(command, &preapproved, &["git"]);
}

/// Matches patterns of `paths`, and a hook's matcher, against a path.
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
