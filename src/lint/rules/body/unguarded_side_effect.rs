//! `unguarded-side-effect`: the model may start a skill that deletes, deploys or publishes.
//!
//! Fix: none, because only the author knows whether the model should start the skill.

use std::ops;

use crate::lint::prelude::*;
use crate::lint::texts::TriggerList;
use crate::model::field::FieldFile;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "unguarded-side-effect",
    Severity::Hint,
    "the model may start a skill that deletes, deploys or publishes",
    &[Run::Skill(check)],
);

/// Beginnings of commands whose effects are hard to undo.
pub static COMMANDS: Phrases =
    Phrases::new(|| phrases::parse(include_str!("phrases/side_effects.txt")));

/// Words which show that a line only warns of its command, or gives the command as an example.
/// Commands in such lines are not reported.
const WARNINGS: [&str; 18] = [
    "never",
    "not ",
    "n't",
    "avoid",
    "without",
    "danger",
    "block",
    "example:",
    "e.g.",
    "such as",
    "❌",
    "禁止",
    "risk",
    "pattern",
    "dry-run",
    "with-lease",
    "instead of",
    "/var/lib/",
];

/// Folders of generated files. A command that deletes only such folders is not reported.
const MADE_ANEW: [&str; 14] = [
    "node_modules",
    "dist",
    "build",
    "target",
    "tmp",
    "temp",
    "cache",
    "coverage",
    "out",
    ".next",
    "venv",
    "pycache",
    "test",
    "mktemp",
];

/// The fields that prevent the model from starting a skill, in the order in which they are checked.
const SWITCHES: [(FieldFile, &str, &str); 2] = [
    (
        FieldFile::Frontmatter,
        "disable-model-invocation",
        "`disable-model-invocation: true`",
    ),
    (
        FieldFile::OpenaiYaml,
        "policy.allow_implicit_invocation",
        "`policy.allow_implicit_invocation: false` in agents/openai.yaml",
    ),
];

/// Reports the first command in the skill's own text that deletes, deploys or publishes. The
/// finding names the hosts in which the model may start the skill on its own. These hosts read a
/// field such as `disable-model-invocation`, with which the author could prevent this.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(text) = skill.texts.first() else {
        return;
    };
    let Some(bytes) = command(text) else {
        return;
    };
    let mut switches: Vec<(&str, Vec<HostEdition<'_>>)> = Vec::new();
    for verdict in skill.verdicts.iter().filter(|verdict| verdict.cell.model) {
        let fields = verdict.pipeline.host().format().fields();
        let switch = SWITCHES.iter().find(|(file, key, _)| {
            let mut fields = fields.iter();
            fields.any(|field| field.file == *file && field.key == *key && field.is_read())
        });
        let Some((_, _, written)) = switch else {
            continue;
        };
        match switches.iter_mut().find(|(known, _)| known == written) {
            Some((_, hosts)) => hosts.push(verdict.host_edition()),
            None => switches.push((written, vec![verdict.host_edition()])),
        }
    }
    if switches.is_empty() {
        return;
    }
    let all = || switches.iter().flat_map(|(_, hosts)| hosts.iter().copied());
    let message = format!(
        "the skill has the command `{}`, and {} the model start the skill on its own",
        &text.text[bytes.clone()],
        hosts_and_verb(all(), "lets", "let")
    );
    let each = switches.iter();
    let each =
        each.map(|(written, hosts)| format!("{written} ({})", labels(hosts.iter().copied())));
    let help = format!(
        "If only a user should start it, write {}.",
        each.collect::<Vec<_>>().join(" and ")
    );
    found.push(
        skill
            .report(&RULE, bytes, message)
            .help(help)
            .concerning(all()),
    );
}

/// Returns the byte range of the first command in code that deletes, deploys or publishes; `None`
/// if there is no such command.
fn command(text: &SkillText<'_>) -> Option<ops::Range<usize>> {
    text.lines_with(TriggerList::SideEffects)
        .find_map(|(start, line)| {
            let lower = line.to_ascii_lowercase();
            if WARNINGS.iter().any(|word| lower.contains(word)) {
                return None;
            }
            COMMANDS.iter().find_map(|command| {
                let at = lower.find(command)?;
                let rest = &lower[at + command.len()..];
                let is_whole = !lower[..at].ends_with(|c: char| c.is_alphanumeric() || c == '-')
                    && !rest.starts_with(|c: char| c.is_alphanumeric());
                let is_harmless = command.starts_with("rm ")
                    && MADE_ANEW.iter().any(|folder| rest.contains(folder));
                let bytes = start + at..start + at + command.len();
                (is_whole && !is_harmless && text.is_code(bytes.start)).then_some(bytes)
            })
        })
}
