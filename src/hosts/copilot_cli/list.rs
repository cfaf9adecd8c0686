//! Stage List: builds the list of skills in the system prompt
//! (`docs/hosts/copilot-cli.md#the-list`).

use serde_json::json;

use super::editions::CopilotCli;
use super::names::TOOL;
use crate::host::stages::View;
use crate::host::{List, whole_entries};
use crate::model::listing::{Listing, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::{Scope, Skill, SkillKind, Visibility};
use crate::sort;
use crate::text::markup;

/// The description of the skill tool, which loads a skill (`docs/hosts/copilot-cli.md#the-tool`).
const DESCRIPTION: &str = "Load a skill into the main conversation

<skills_instructions>
Before acting on a task, check current or previously listed <available_skills>. If a skill matches, invoking it is mandatory and must be your first action, before any response; never merely announce it.

Call this tool with only the skill name (for example `skill: \"pdf\"` or `skill: \"xlsx\"`). Use only listed skills unless the user explicitly requests an unlisted skill by name, in which case invoke it. Do not reinvoke a running skill or use this tool for built-in CLI commands such as /help or /clear.
</skills_instructions>";

/// Returns the skills that the model may use, in the order of the list. Consecutive skills from the
/// same source form a group, and each group is sorted by name.
pub(super) fn shown<'s>(view: &View<'s>) -> Vec<&'s Skill> {
    let mut skills: Vec<_> = view.catalog.skills.iter().collect();
    let cwd = view.environment.cwd.as_str();
    let runs = skills.chunk_by_mut(|one, other| source(one, cwd) == source(other, cwd));
    for run in runs {
        sort::by(run, |one, other| {
            one.name.encode_utf16().cmp(other.name.encode_utf16())
        });
    }
    // Hidden skills are removed only now, because they separate the groups.
    skills.retain(|skill| skill.visibility == Visibility::On);
    skills
}

/// The source of a skill, as Copilot CLI distinguishes sources.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Source<'s> {
    Project,
    Inherited,
    Personal(&'s str),
    Commands,
    Other(Scope),
}

fn source<'s>(skill: &'s Skill, cwd: &str) -> Source<'s> {
    match (skill.kind, skill.scope) {
        (SkillKind::Command, _) => Source::Commands,
        (_, Scope::Repo) => {
            // A root of the project is two folders below the directory that it belongs to.
            let directory = skill.root.rsplitn(3, '/').nth(2).unwrap_or_default();
            if directory == cwd || directory.is_empty() && cwd == "/" {
                Source::Project
            } else {
                Source::Inherited
            }
        }
        (_, Scope::User) => Source::Personal(&skill.root),
        (_, scope) => Source::Other(scope),
    }
}

impl List for CopilotCli {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let skills = shown(view);
        let texts = skills.iter().map(|skill| entry(skill)).collect();
        let (entries, report) = whole_entries::fit(&skills, texts, Some(self.edition.list_budget));
        let more = whole_entries::more(&entries, self.edition.names_budget, true);
        let shown = entries.iter().filter_map(|entry| entry.line.as_deref());
        let lines: Vec<_> = ["<available_skills>"]
            .into_iter()
            .chain(shown)
            .chain(more.as_deref())
            .chain(["</available_skills>"])
            .collect();
        let text = lines.join("\n");
        Listing {
            message: (!entries.is_empty()).then(|| Message::new(Role::System, text)),
            report,
            entries,
            tool: Some(SkillTool {
                name: TOOL.to_owned(),
                description: DESCRIPTION.to_owned(),
                inputs: vec![TOOL.to_owned()],
                schema: Some(json!({
                    "type": "object",
                    "properties": {
                        TOOL: {
                            "type": "string",
                            "description": "The skill name to invoke. E.g., \"pdf\" or \"code-reviewer\"",
                        },
                    },
                    "required": [TOOL],
                })),
            }),
            ..Listing::default()
        }
    }
}

fn entry(skill: &Skill) -> String {
    let location = match skill.scope {
        Scope::Repo => "project",
        Scope::System => "builtin",
        Scope::Plugin => "plugin",
        _ => "user",
    };
    format!(
        "<skill>\n  <name>{}</name>\n  <description>{}</description>\n  <location>{location}</location>\n</skill>",
        escape(&skill.name),
        escape(&skill.description)
    )
}

fn escape(text: &str) -> String {
    markup::escape(text, markup::XML)
}
