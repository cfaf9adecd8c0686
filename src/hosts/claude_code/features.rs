//! The features of a skill that Claude Code acts on: fields, and placeholders in the text.

use super::editions::ClaudeCodeEdition;
use super::names::{BASH, forks};
use super::permissions::Rule;
use super::{arguments, expand, frontmatter, shell};
use crate::host::format::{Replaced, Replacement};
use crate::host::stages::View;
use crate::model::feature::Feature;
use crate::model::skill::{Frontmatter, Skill};

/// Returns the byte ranges of a skill's file that Claude Code replaces when the skill is invoked,
/// each with its kind.
pub(super) fn replaces(
    text: &str,
    fields: &Frontmatter,
    edition: &ClaudeCodeEdition,
) -> Vec<Replaced> {
    let parts = frontmatter::split(text, edition);
    let body = parts.body;
    let arguments = arguments::placeholders(body, &fields.arguments, edition.arguments);
    let arguments = arguments
        .into_iter()
        .map(|bytes| (bytes, Replacement::Argument));
    let variables = edition.all_variables().flat_map(|variable| {
        let variable = format!("${{{}}}", variable.name());
        let found = body.match_indices(&variable);
        let found = found.map(|(start, found)| (start..start + found.len(), Replacement::Variable));
        found.collect::<Vec<_>>()
    });
    let commands = shell::find(body).into_iter();
    let commands = commands.map(|command| (command.bytes, Replacement::Command));
    Replaced::in_order(arguments.chain(variables).chain(commands), parts.body_start)
}

/// Programs that can run any code, or transfer any data, depending on their arguments. A permission
/// rule that allows such a program with any arguments allows everything. The list is Skillglass's
/// own.
const RUN_ANYTHING: [&str; 40] = [
    "sh",
    "bash",
    "zsh",
    "dash",
    "ksh",
    "fish",
    "csh",
    "python",
    "python2",
    "python3",
    "node",
    "deno",
    "bun",
    "perl",
    "ruby",
    "php",
    "lua",
    "osascript",
    "powershell",
    "pwsh",
    "cmd",
    "sudo",
    "doas",
    "su",
    "env",
    "xargs",
    "eval",
    "exec",
    "nohup",
    "timeout",
    "npx",
    "bunx",
    "uvx",
    "pipx",
    "curl",
    "wget",
    "nc",
    "ncat",
    "ssh",
    "awk",
];

/// Returns the entries of `allowed-tools` that allow practically every shell command.
pub(super) fn unlimited_tools(fields: &Frontmatter) -> Vec<String> {
    let allowed = fields.allowed_tools.iter();
    let unlimited = allowed.filter(|tool| {
        let rule = Rule::parse(tool);
        rule.is_ok_and(|rule| {
            let content = rule.content.as_deref().map(str::trim);
            rule.tool == BASH && content.is_none_or(is_unlimited)
        })
    });
    unlimited.cloned().collect()
}

/// Returns true if the pattern of a permission rule matches every command, or every call of a
/// program in [`RUN_ANYTHING`].
fn is_unlimited(content: &str) -> bool {
    let Some(before) = content.strip_suffix('*') else {
        return false;
    };
    let before = before.strip_suffix(':').unwrap_or(before);
    if before.chars().all(|c| matches!(c, '*' | ':' | ' ')) {
        return true;
    }
    let mut words = before.split_whitespace();
    let program = words.next().unwrap_or_default();
    let program = program.rsplit('/').next().unwrap_or(program);
    // These options do not limit what the program runs. An option that names a module limits it.
    RUN_ANYTHING.contains(&program)
        && words.all(|word| {
            matches!(
                word,
                "-c" | "-lc"
                    | "-e"
                    | "-y"
                    | "--yes"
                    | "-E"
                    | "-S"
                    | "-s"
                    | "-u"
                    | "-L"
                    | "-fsSL"
                    | "run"
            )
        })
}

pub(super) fn features(
    view: &View<'_>,
    skill: &Skill,
    edition: &ClaudeCodeEdition,
) -> Vec<Feature> {
    let none = Frontmatter::default();
    let fields = skill.frontmatter.as_deref().unwrap_or(&none);
    let text = expand::text(view, skill).unwrap_or_default();
    let body = frontmatter::split(&text, edition).body;
    // The probe is an argument that occurs in no text, so wherever the text changes there is a
    // placeholder.
    let probe = |arguments: &str| {
        arguments::substitute(body, arguments, &fields.arguments, edition.arguments).text
    };
    let whole = probe("");
    let has_arguments = {
        const PROBE: &str = "\u{e000}";
        let many = [PROBE; 100].join(" ");
        let appended = format!("\n\nARGUMENTS: {many}");
        let probed = probe(&many);
        probed.strip_suffix(&appended).unwrap_or(&probed) != whole
    };
    let has_variable = edition
        .all_variables()
        .any(|variable| body.contains(&format!("${{{}}}", variable.name())));
    let all = [
        (
            has_arguments,
            "arguments in the text",
            "puts arguments in the place of `$ARGUMENTS`, `$0` and the like, in code too",
            true,
        ),
        (
            has_variable,
            "${CLAUDE_…}",
            "puts directories and ids in their place",
            true,
        ),
        (
            !shell::find(body).is_empty(),
            "commands in the text",
            "runs them and puts their output in their place",
            true,
        ),
        Feature::hidden_from_model(fields.disable_model_invocation == Some(true)),
        Feature::hidden_from_users(fields.user_invocable == Some(false), true),
        (
            !fields.paths.is_empty(),
            "paths",
            "keeps it away until such a file is touched",
            true,
        ),
        (
            forks(fields),
            "context: fork",
            "gives it to a sub-agent",
            true,
        ),
        (
            !fields.hooks.is_empty(),
            "hooks",
            "registers them for the session",
            true,
        ),
        (
            !fields.allowed_tools.is_empty(),
            "allowed-tools",
            "lets these tools run without a question; does not restrict other tools",
            false,
        ),
        (
            !fields.disallowed_tools.is_empty(),
            "disallowed-tools",
            "takes these tools away for a turn",
            true,
        ),
        (
            fields.model.is_some(),
            "model",
            "changes the model for a turn",
            false,
        ),
        (
            fields.effort.is_some(),
            "effort",
            "changes the effort for a turn",
            false,
        ),
        (
            fields.when_to_use.is_some(),
            "when_to_use",
            "follows the description in the list",
            true,
        ),
        (
            fields.argument_hint.is_some(),
            "argument-hint",
            "is shown while the user types",
            false,
        ),
    ];
    Feature::present(&all)
}
