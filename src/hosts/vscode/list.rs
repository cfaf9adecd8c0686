//! List: the skills in the system prompt (`docs/hosts/vscode.md#the-list`).

use super::editions::Edition;
use super::frontmatter::without_tags;
use super::options::VscodeOptions;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, ListingReport, SkillTool};
use crate::model::message::{Message, Role};
use crate::model::skill::{Skill, Visibility};
use crate::text::budget::{self, Budget, BudgetUnit, Line, Overflow, Size};
use crate::text::document::utf16_len;

/// What the list begins with, an interface of the program's as all of its texts here.
const INTRODUCTION: &str =
    "Here is a list of skills that contain domain specific knowledge on a variety of topics.";

/// The tool that reads files.
const READ_TOOL: &str = "read_file";

/// Between two names of those that do not fit.
const BETWEEN: &str = ", ";

/// The description of the tool for skills; the words are ours (`docs/hosts/vscode.md#what-is-ours`).
const TOOL: &str = "Loads the instructions of a skill into the conversation.";

pub(super) fn list(view: &View<'_>, edition: &Edition, options: &VscodeOptions) -> Listing {
    let has_list = options.reads_files.unwrap_or(true);
    let skills: Vec<_> = (view.catalog.skills.iter())
        .filter(|skill| skill.visibility == Visibility::On && !skill.description.is_empty())
        .filter(|_| has_list)
        .collect();
    let texts: Vec<_> = skills.iter().map(|skill| entry(skill)).collect();
    // Without a tool for skills there is no limit.
    let budget = options.skill_tool.as_ref().map(|_| Budget {
        unit: BudgetUnit::Utf16,
        limit: edition.list_budget,
    });
    let all = Budget {
        unit: BudgetUnit::Utf16,
        limit: u64::MAX,
    };
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
    let plan = budget::fit(&lines, budget.unwrap_or(all), Overflow::LeaveOut);
    let entries: Vec<_> = (skills.iter().zip(texts).zip(&plan.kept))
        .map(|((skill, text), kept)| ListingEntry {
            path: skill.path.clone(),
            name: skill.name.clone(),
            cost: utf16_len(&text) as u64 + 1,
            line: kept.is_some().then_some(text),
            cut: cut_of(skill, kept.is_some()),
        })
        .collect();
    let rest: Vec<_> = (entries.iter())
        .filter(|entry| entry.line.is_none())
        .map(|entry| entry.name.as_str())
        .collect();
    let introduction = introduction(options);
    let more = more(&rest, edition);
    let shown = entries.iter().filter_map(|entry| entry.line.as_deref());
    let text: Vec<_> = ["<skills>", &introduction]
        .into_iter()
        .chain(shown)
        .chain(more.as_deref())
        .chain(["</skills>"])
        .collect();
    let text = text.join("\n");
    Listing {
        message: (!entries.is_empty()).then(|| Message::new(Role::System, text)),
        root_lines: Vec::new(),
        report: ListingReport {
            budget,
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
        tool: options.skill_tool.as_ref().map(|name| SkillTool {
            name: name.clone(),
            description: TOOL.to_owned(),
            inputs: vec!["skill".to_owned()],
        }),
        events: Vec::new(),
    }
}

/// Characters of a description that are not shown.
fn cut_of(skill: &Skill, is_shown: bool) -> usize {
    let length = skill.description.chars().count();
    if !is_shown {
        return length;
    }
    let written = (skill.frontmatter.as_ref()).and_then(|fields| fields.description.as_deref());
    let whole = written.map_or(length, |written| without_tags(written).chars().count());
    whole - length
}

fn introduction(options: &VscodeOptions) -> String {
    match &options.skill_tool {
        Some(tool) => format!(
            "{INTRODUCTION}\nWhen a user asks you to perform a task that falls within the domain of a skill, use the '{tool}' tool with the skill name to load it."
        ),
        None => format!(
            "{INTRODUCTION}\nEach skill comes with a description of the topic and a file path that contains the detailed instructions.\nWhen a user asks you to perform a task that falls within the domain of a skill, use the '{READ_TOOL}' tool to acquire the full instructions from the file URI."
        ),
    }
}

fn entry(skill: &Skill) -> String {
    format!(
        "<skill>\n<name>{}</name>\n<description>{}</description>\n<file>{}</file>\n</skill>",
        escape(&skill.name),
        escape(&skill.description),
        skill.discovered_path
    )
}

fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// The line with the names of those that do not fit, as many as fit.
fn more(names: &[&str], edition: &Edition) -> Option<String> {
    if names.is_empty() {
        return None;
    }
    let mut shown: Vec<&str> = Vec::new();
    let mut length = 0;
    for name in names {
        let between = if shown.is_empty() { 0 } else { BETWEEN.len() };
        length += between + utf16_len(name);
        if length > edition.names_budget {
            break;
        }
        shown.push(name);
    }
    let left = names.len() - shown.len();
    let mut line = format!(
        "Additional skills available (invoke by name): {}",
        shown.join(BETWEEN)
    );
    if left > 0 {
        line.push_str(&format!("... and {left} more"));
    }
    Some(line)
}
