//! List: the skills in the system prompt (`docs/hosts/copilot-cli.md#the-list`).

use super::editions::Edition;
use super::names::TOOL;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, ListingReport, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::{Scope, Skill, SkillKind, Visibility};
use crate::sort;
use crate::text::budget::{self, Budget, BudgetUnit, Line, Overflow, Size};
use crate::text::document::utf16_len;

/// The words before the names of those that do not fit.
const MORE: &str = "Additional skills available (invoke by name): ";

/// Between two of these names.
const BETWEEN: &str = ", ";

/// The tool's description; the words are ours (`docs/hosts/copilot-cli.md#what-is-ours`).
const DESCRIPTION: &str = "Loads the instructions of a skill into the conversation.";

/// The skills that the model may use, in the order of the list: within each run of one source by name.
pub(super) fn shown<'s>(view: &View<'s>) -> Vec<&'s Skill> {
    let mut skills: Vec<_> = view.catalog.skills.iter().collect();
    let cwd = view.environment.cwd.as_str();
    let runs = skills.chunk_by_mut(|one, other| source(one, cwd) == source(other, cwd));
    for run in runs {
        sort::by(run, |one, other| {
            one.name.encode_utf16().cmp(other.name.encode_utf16())
        });
    }
    // What is hidden ends a run all the same.
    skills.retain(|skill| skill.visibility == Visibility::On);
    skills
}

/// The source that the program tells apart.
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
            // A root of the project's lies two folders below its directory.
            let directory = skill.root.rsplitn(3, '/').nth(2).unwrap_or_default();
            match directory == cwd || directory.is_empty() && cwd == "/" {
                true => Source::Project,
                false => Source::Inherited,
            }
        }
        (_, Scope::User) => Source::Personal(&skill.root),
        (_, scope) => Source::Other(scope),
    }
}

pub(super) fn list(view: &View<'_>, edition: &Edition) -> Listing {
    let skills = shown(view);
    let texts: Vec<_> = skills.iter().map(|skill| entry(skill)).collect();
    let end = Size::of_ascii(1);
    let lines: Vec<_> = (texts.iter())
        .map(|text| Line {
            minimum: Size::of(text).add(end),
            separator: Size::default(),
            description: "",
            worth: 0,
            exempt: false,
        })
        .collect();
    let budget = Budget {
        unit: BudgetUnit::Utf16,
        limit: edition.list_budget,
    };
    let plan = budget::fit(&lines, budget, Overflow::LeaveOut);
    let entries: Vec<_> = (skills.iter().zip(texts).zip(&plan.kept))
        .map(|((skill, text), kept)| ListingEntry {
            path: skill.path.clone(),
            name: skill.name.clone(),
            cost: utf16_len(&text) as u64 + 1,
            line: kept.is_some().then_some(text),
            cut: match kept {
                Some(_) => 0,
                None => skill.description.chars().count(),
            },
        })
        .collect();
    let rest: Vec<_> = (entries.iter())
        .filter(|entry| entry.line.is_none())
        .map(|entry| entry.name.as_str())
        .collect();
    let more = more(&rest, edition);
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
        root_lines: Vec::new(),
        report: ListingReport {
            budget: Some(budget),
            cost: plan.cost,
            total: entries.len(),
            included: entries.len() - plan.omitted,
            omitted: plan.omitted,
            shortened: 0,
            cut: 0,
        },
        entries,
        warning: None,
        attachment: None,
        tool: Some(SkillTool {
            name: TOOL.to_owned(),
            description: DESCRIPTION.to_owned(),
            inputs: vec![TOOL.to_owned()],
        }),
        events: Vec::new(),
    }
}

/// The line with the names of those that do not fit, as many as fit.
fn more(names: &[&str], edition: &Edition) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let mut line = MORE.to_owned();
    let mut length = line.len();
    let mut shown = 0;
    for name in names {
        let between = if shown == 0 { "" } else { BETWEEN };
        length += between.len() + utf16_len(name);
        if length > edition.names_budget {
            break;
        }
        line.push_str(between);
        line.push_str(name);
        shown += 1;
    }
    let left = names.len() - shown;
    if left > 0 {
        line.push_str(&format!("... and {left} more"));
    }
    Some(line)
}

fn entry(skill: &Skill) -> String {
    let location = match skill.scope {
        Scope::Repo => "project",
        Scope::System => "builtin",
        _ => "user",
    };
    format!(
        "<skill>\n  <name>{}</name>\n  <description>{}</description>\n  <location>{location}</location>\n</skill>",
        escape(&skill.name),
        escape(&skill.description)
    )
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&apos;"),
            _ => escaped.push(character),
        }
    }
    escaped
}
