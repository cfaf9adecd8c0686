//! What Claude Code acts on beyond name, description and text.

use super::{Edition, arguments, expand, frontmatter, shell};
use crate::compare::Feature;
use crate::host::View;
use crate::skill::{Frontmatter, Skill};

pub(super) fn features(view: &View<'_>, skill: &Skill, edition: &Edition) -> Vec<Feature> {
    let none = Frontmatter::default();
    let fields = skill.frontmatter.as_deref().unwrap_or(&none);
    let text = expand::text(view, skill).unwrap_or_default();
    let body = frontmatter::split(&text).body;
    // Something that no text holds shows which placeholders there are.
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
    let variable = edition
        .variables
        .iter()
        .chain(&["PLUGIN_ROOT", "PLUGIN_DATA"]);
    let has_variable = variable
        .into_iter()
        .any(|name| body.contains(&format!("${{CLAUDE_{name}}}")));
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
        (
            fields.disable_model_invocation == Some(true),
            "disable-model-invocation",
            "keeps the model from choosing it by itself",
            true,
        ),
        (
            fields.user_invocable == Some(false),
            "user-invocable",
            "keeps users from running it by its name",
            true,
        ),
        (
            !fields.paths.is_empty(),
            "paths",
            "keeps it away until such a file is touched",
            true,
        ),
        (
            expand::forks(fields),
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
            "lets these tools run without a question",
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
            "stands behind the description in the list",
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
