//! The tool `skill`, with which the model loads a skill.

use super::config::Surroundings;
use super::editions::{Identity, Opencode, OpencodeEdition};
use super::frontmatter::{self, content};
use super::list::{Shown, directory};
use super::names::BUILT_IN;
use super::options::OpencodeOptions;
use super::permission;
use crate::host::sample;
use crate::host::stages::View;
use crate::host::tool::SkillTool;
use crate::model::invocation::{
    ContextChanges, Invocation, InvocationOutcome, RefusalReason, SkillCall, Until,
};
use crate::model::message::SkillEvent;
use crate::model::permission::{Permission, Verdict};
use crate::model::skill::Skill;
use crate::sort;
use crate::tree::{Entry, EntryKind, Tree};

/// The maximum number of files in a skill's folder that the tool's answer lists
/// (`docs/hosts/opencode.md#the-tool`).
pub(super) const MAX_FILES: usize = 10;

/// The name of the tag around a skill's text (`docs/hosts/opencode.md#the-tool`).
pub(super) const TAG: &str = "skill_content";

/// The line about relative paths after a skill's text. opencode's own wording is not known, so
/// Skillglass has its own wording for this line and for [`ON_FILES`]
/// (`docs/hosts/opencode.md#what-is-ours`).
const ON_RELATIVE_PATHS: &str = "Relative paths in this skill start at its base directory.";
const ON_FILES: &str = "The list of files is a sample.";

impl SkillTool for Opencode {
    fn invoke(&self, view: &View<'_>, call: &SkillCall) -> Option<Invocation> {
        let surroundings = Surroundings::read(view.tree, view.environment, &self.options);
        let rules = permission::rules(&surroundings, &self.options);
        let skills = &view.catalog.skills;
        let skill = skills.iter().find(|skill| is_called(skill, &call.skill));
        let unavailable = Shown::of(view, self.edition).unavailable();
        let is_there = |skill: &&Skill| !unavailable.contains(skill.name.as_str());
        let skill = skill.filter(is_there);
        let mut invocation = Invocation::by_model(call, InvocationOutcome::Waits);
        let Some(skill) = skill else {
            let names: Vec<_> = (skills.iter())
                .filter(is_there)
                .map(|skill| skill.name.as_str())
                .collect();
            let names = if names.is_empty() {
                "none".to_owned()
            } else {
                names.join(", ")
            };
            let message = match self.edition.identity {
                // The words around the names are ours (`docs/hosts/opencode.md#what-is-ours`).
                Identity::Folder => format!("Unable to load skill {:?}", call.skill),
                _ => format!(
                    "Skill {:?} not found. Available skills: {names}",
                    call.skill
                ),
            };
            invocation.outcome = InvocationOutcome::refused(
                RefusalReason::Unknown,
                message,
                "Call it by one of the names of the list.",
            );
            return Some(invocation);
        };
        invocation.name.clone_from(&skill.name);
        invocation.path = Some(skill.path.clone());
        if !rules.has_tool() {
            let message = "The skill tool is disabled for this agent.".to_owned();
            invocation.outcome = InvocationOutcome::refused(
                RefusalReason::NoTool,
                message,
                "Remove the rule that denies `*` from the agent's permissions.",
            );
            return Some(invocation);
        }
        let fields = skill.frontmatter.as_ref();
        let is_for_user =
            fields.is_some_and(|fields| fields.disable_model_invocation == Some(true));
        if self.edition.identity == Identity::StrictName && is_for_user {
            let message = format!("Skill {:?} is not the model's to use.", skill.name);
            invocation.outcome = InvocationOutcome::refused(
                RefusalReason::DisableModelInvocation,
                message,
                "Ask the user to name it, or take `disable-model-invocation` out.",
            );
            return Some(invocation);
        }
        let permission = rules.of(&skill.name);
        let outcome = asked(&permission, call, skill);
        invocation.permission = Some(permission);
        if let Some(outcome) = outcome {
            invocation.outcome = outcome;
            return Some(invocation);
        }
        let text = match text_of(view, skill, &self.options) {
            Ok(text) => text,
            Err(problem) => {
                invocation.outcome = InvocationOutcome::Failed {
                    message: format!("Unable to load skill {:?}: {problem}", skill.name),
                    help: "Write the contents of its file.".to_owned(),
                };
                return Some(invocation);
            }
        };
        let text = skill_content(view.tree, skill, &text, self.edition);
        invocation.messages = vec![call.answer(&*text).about(&skill.path)];
        invocation.content = Some(text);
        invocation.changes = changes(skill, self.edition);
        invocation.events = vec![loaded(skill)];
        invocation.outcome = InvocationOutcome::Injected;
        Some(invocation)
    }
}

/// Returns true if `name` is the skill's name or one of its other names.
fn is_called(skill: &Skill, name: &str) -> bool {
    skill.name == name || skill.aliases.iter().any(|alias| alias == name)
}

/// Returns the result of a tool call that the permission rules stop: a refusal, or a question to
/// the user. Returns `None` if the call may run.
fn asked(permission: &Permission, call: &SkillCall, skill: &Skill) -> Option<InvocationOutcome> {
    match permission.verdict {
        Verdict::Allow => None,
        Verdict::Ask if call.approved => None,
        Verdict::Ask => Some(InvocationOutcome::Asks),
        Verdict::Deny => {
            let rule = permission.rule.as_deref().unwrap_or_default();
            let message = format!(
                "The rule {rule:?} keeps skill {:?} from being used.",
                skill.name
            );
            Some(InvocationOutcome::refused(
                RefusalReason::Denied,
                message,
                "Change permission.skill of the configuration.",
            ))
        }
    }
}

/// Returns the text of a skill after its frontmatter, including whitespace at its ends. If there is
/// no text, returns the reason as an error.
pub(super) fn text_of(
    view: &View<'_>,
    skill: &Skill,
    options: &OpencodeOptions,
) -> Result<String, &'static str> {
    if skill.path == BUILT_IN {
        let mut built_in = options.built_in.iter();
        let built_in = built_in.find(|built_in| built_in.name == skill.name);
        return Ok(built_in
            .map(|built_in| built_in.content.clone())
            .unwrap_or_default());
    }
    match view.tree.entry(&skill.path).map(Entry::kind) {
        Some(EntryKind::File(Some(contents))) => {
            Ok(content(&frontmatter::text_of(contents)).to_owned())
        }
        Some(EntryKind::File(None)) => Err("its contents have not been given yet"),
        _ => Err("there is no such file"),
    }
}

/// Returns the tool's answer: the text of a skill, and some of the files in its folder
/// (`docs/hosts/opencode.md#the-tool`).
pub(super) fn skill_content(
    tree: &Tree,
    skill: &Skill,
    text: &str,
    edition: &OpencodeEdition,
) -> String {
    let name = &skill.name;
    let mut parts = vec![
        format!("<{TAG} name=\"{name}\">"),
        format!("# Skill: {name}"),
        String::new(),
        text.trim().to_owned(),
        String::new(),
    ];
    if skill.path != BUILT_IN {
        let base = directory(skill.directory(), edition);
        parts.push(format!("Base directory for this skill: {base}"));
        parts.push(ON_RELATIVE_PATHS.to_owned());
        parts.push(ON_FILES.to_owned());
        parts.push(String::new());
        parts.push("<skill_files>".to_owned());
        let files = sample::files(tree, skill.directory(), MAX_FILES, &|_| true);
        parts.extend(files.into_iter().map(|file| format!("<file>{file}</file>")));
        parts.push("</skill_files>".to_owned());
    }
    parts.push(format!("</{TAG}>"));
    parts.join("\n")
}

/// Returns how the skill changes the tools that the model may use. In edition `2026-03`, the model
/// may use only the tools that the skill lists. In other editions, returns `None`
/// (`docs/hosts/opencode.md#editions`).
pub(super) fn changes(skill: &Skill, edition: &OpencodeEdition) -> Option<ContextChanges> {
    let tools = &skill.frontmatter.as_ref()?.allowed_tools;
    let restricts = edition.identity == Identity::StrictName && !tools.is_empty();
    restricts.then(|| ContextChanges {
        skill: skill.name.clone(),
        allowed_tools: tools.clone(),
        only_allowed_tools: true,
        until: Until::SkillEnds,
        ..ContextChanges::default()
    })
}

/// Returns the event that opencode records for a loaded skill, with the title and metadata of the
/// tool's result (`docs/hosts/opencode.md#the-tool`).
fn loaded(skill: &Skill) -> SkillEvent {
    SkillEvent::Telemetry {
        name: "skill".to_owned(),
        properties: sort::collect_map([
            ("title".to_owned(), format!("Loaded skill: {}", skill.name)),
            ("name".to_owned(), skill.name.clone()),
            ("dir".to_owned(), skill.directory().to_owned()),
        ]),
    }
}
