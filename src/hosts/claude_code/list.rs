//! The list stage: builds the lines that the model sees within the list's budget. Later lists show
//! only skills that are new or have changed.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::editions::{ClaudeCode, ClaudeCodeEdition, ListText, RECORDED};
use super::list_text;
use super::names::{SKILL_TOOL, is_synced, reminder, sanitized};
use super::permissions::SkillNames;
use super::settings::{self, Settings};
use crate::host::List;
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::listing::{Listing, ListingAttachment, ListingEntry, ListingReport, SkillTool};
use crate::model::memory;
use crate::model::message::{Message, Role, SkillEvent};
use crate::model::permission::Verdict;
use crate::model::skill::{DescriptionSource, Scope, Skill, Visibility};
use crate::model::touch::{Touch, TouchAttachment};
use crate::sort;
use crate::text::budget::{self, Budget, BudgetUnit, Line, MARK, Overflow, Plan, Size};
use crate::text::yaml::fold;

/// The number of characters that count as one token (docs/hosts/claude-code.md#the-list).
const CHARACTERS_PER_TOKEN: u64 = 4;

/// The environment variable that sets the list's budget in characters. If it is set, the size of
/// the context window makes no difference (docs/hosts/claude-code.md#the-list).
const BUDGET_VARIABLE: &str = "SLASH_COMMAND_TOOL_CHAR_BUDGET";

/// The unit in which Claude Code counts the length of a description: UTF-16 units, as in
/// JavaScript.
const UNIT: BudgetUnit = BudgetUnit::Utf16;

/// The heading of the list of skills (docs/hosts/claude-code.md#the-list).
const HEADING: &str = "The following skills are available for use with the Skill tool:";

/// The separator between a skill's name and its description.
const SEPARATOR: &str = ": ";

/// The separator between a skill's description and `when_to_use`. Skillglass chose this separator,
/// because no source quotes the separator of Claude Code.
const WHEN_TO_USE: &str = " - ";

/// The kind of the record that is stored in the conversation for a list of skills
/// (docs/hosts/claude-code-use.md#records-and-events).
const ATTACHMENT: &str = "skill_listing";

/// The kind of the record that is stored in the conversation when Claude Code adds a directory of
/// skills to the session, because a file was read or changed
/// (docs/hosts/claude-code-use.md#records-and-events).
const DIRECTORY_ATTACHMENT: &str = "dynamic_skill";

/// The name of the event that reports truncated descriptions
/// (docs/hosts/claude-code-use.md#records-and-events).
const TRUNCATED: &str = "tengu_skill_descriptions_truncated";

/// The name of the event that reports skills which Claude Code added to the session because a file
/// was read or changed (docs/hosts/claude-code-use.md#records-and-events).
const CHANGED: &str = "tengu_dynamic_skills_changed";

/// The Skill tool's description, as the model reads it
/// (docs/hosts/claude-code-use.md#records-and-events).
const TOOL: &str = "Execute a skill within the main conversation

When users ask you to perform tasks, check if any of the available skills match.

How to invoke:
- Use this tool with the skill name and optional arguments
- Examples:
  - skill: \"pdf\"
  - skill: \"commit\", args: \"-m 'Fix bug'\"

Important:
- Available skills are listed in system-reminder messages
- When a skill matches, invoke BEFORE generating any other response
- NEVER mention a skill without calling this tool
- Do not invoke a skill that is already running
";

/// The Skill tool's description in edition `2026-11`, as recorded from Claude Code, in two parts.
/// Between the parts, Claude Code names the kind of message that lists the skills, such as
/// `system-reminder listing`.
const RECORDED_TOOL: [&str; 2] = [
    "Invoke a skill.

A skill is a packaged set of instructions the user or project has set up for a particular kind of task (deploy steps, a review checklist, a repo-specific workflow). Available skills appear in a ",
    " with one-line descriptions. When the task at hand is one a listed skill covers, call this tool first — the skill's instructions load into the turn for you to follow in place of your default approach; some skills instead run in a subagent and return the finished result. A skill that runs in the background returns only the agent's name — its result arrives later as a task notification, so don't wait on it or invoke it again in the meantime. Users may also ask for one by name (`/<name>`, or \"slash command\"); that's a request to invoke it.

- `skill`: exact name from the listing, no leading slash. Plugin skills use `plugin:skill`. Directory-scoped skills are listed with a path prefix (`apps/web:deploy`); when both scoped and unscoped variants of a name exist, pick the one whose directory contains the files you're working on (most specific wins; unscoped otherwise).
- `args`: optional arguments to pass through.

Only names from the listing (or that the user typed explicitly) are valid. Built-in CLI commands (`/help`, `/clear`, …) aren't skills. If a `<command-name>` block is already present this turn, the skill is loaded — follow it directly rather than calling again.
",
];

/// A skill that the list shows, with the description and label for its line.
struct Shown<'s> {
    skill: &'s Skill,
    description: String,
    /// The label after the skill's name. None if the skill's line has no label.
    label: Option<&'s str>,
}

impl List for ClaudeCode {
    fn list(&self, view: &View<'_>, agent: &str) -> Listing {
        let edition = self.edition;
        let settings = settings::read(view.tree, view.environment, self);
        // If a rule denies the tool, there is no list (docs/hosts/claude-code.md#the-list).
        let has_tool = !tool_is_denied(&settings, edition);
        let known = view.memory.listed.get(agent);
        let is_new = |skill: &&Skill| {
            let seen = known.and_then(|known| known.get(&skill.name));
            seen.is_none_or(|seen| edition.announces_changes && *seen != memory::fingerprint(skill))
        };
        let shown: Vec<_> = (view.catalog.skills.iter())
            .filter(|skill| has_tool && is_listed(skill, edition))
            .filter(is_new)
            .map(|skill| Shown {
                description: description(skill, edition, &settings),
                label: label(skill, edition),
                skill,
            })
            .collect();
        let budget = Budget {
            unit: edition.list.unit,
            limit: limit(view.environment, self, &settings),
        };
        let plan = plan(&shown, view, self, budget);
        let mut listing = listing(&shown, &plan, budget, edition.list.text);
        let is_system =
            edition.list.by_model && list_text::lists_as_system(self.options.model.as_deref());
        if is_system
            && let (Some(message), Some(attachment)) = (&mut listing.message, &listing.attachment)
        {
            // Newer models receive the list in a system message.
            message.role = Role::System;
            message.text = format!("{HEADING}\n\n{}", attachment.content);
        }
        listing.tool = has_tool.then(|| SkillTool {
            name: SKILL_TOOL.to_owned(),
            description: tool_description(edition, is_system),
            inputs: vec!["skill".to_owned(), "args".to_owned()],
            schema: (edition.id == RECORDED).then(schema),
        });
        if let Some(attachment) = &mut listing.attachment {
            // A list without entries was never sent, so the list after it is still the first.
            attachment.is_initial = known.is_none_or(BTreeMap::is_empty);
        }
        listing
    }
}

/// Returns the Skill tool's description. In edition `2026-11`, it depends on whether a system
/// message contains the list.
fn tool_description(edition: &ClaudeCodeEdition, is_system: bool) -> String {
    if edition.id != RECORDED {
        return TOOL.to_owned();
    }
    let listing = if is_system {
        "listing from the system"
    } else {
        "system-reminder listing"
    };
    RECORDED_TOOL.join(listing)
}

/// Returns true if the list shows the skill: it is enabled and active, the model may choose it, and
/// it has a description if the edition requires this.
fn is_listed(skill: &Skill, edition: &ClaudeCodeEdition) -> bool {
    let style = &edition.list;
    let described = match skill.description_source {
        DescriptionSource::Frontmatter => true,
        _ if !style.undescribed_plugin_skills => {
            let fields = skill.frontmatter.as_ref();
            skill.plugin_id.is_none() || fields.is_some_and(|fields| fields.when_to_use.is_some())
        }
        _ => skill.scope != Scope::Repo || style.undescribed_project_skills,
    };
    skill.enabled && skill.active && skill.model_invocable && described
}

/// Returns true if a permission rule denies every call of the Skill tool.
fn tool_is_denied(settings: &Settings, edition: &ClaudeCodeEdition) -> bool {
    // The name is empty, so rules on names do not match, and only a rule on the whole tool matches.
    let names = SkillNames {
        name: "",
        aliases: &[],
        unqualified: None,
    };
    let verdict = settings.rules.skill(&names, edition.skill_rules);
    verdict.is_some_and(|(verdict, rule)| verdict == Verdict::Deny && rule.content.is_none())
}

fn description(skill: &Skill, edition: &ClaudeCodeEdition, settings: &Settings) -> String {
    let style = &edition.list;
    if skill.visibility == Visibility::NameOnly {
        return String::new();
    }
    let when_to_use =
        (skill.frontmatter.as_ref()).and_then(|frontmatter| frontmatter.when_to_use.as_deref());
    // The list shows `when_to_use` as part of the description, so the `when_to_use` of a skill from
    // the account is cleaned in the same way as its description
    // (docs/hosts/claude-code.md#the-list).
    let when_to_use = when_to_use.map(|when| {
        if is_synced(skill) {
            Cow::Owned(sanitized(when))
        } else {
            Cow::Borrowed(when)
        }
    });
    let whole = match when_to_use {
        // If there is no description, `when_to_use` replaces the description.
        Some(when) if !skill.description.is_empty() => {
            format!("{}{WHEN_TO_USE}{when}", skill.description)
        }
        Some(when) => when.into_owned(),
        None => skill.description.clone(),
    };
    // Line ends are removed, because an entry is a single line.
    let whole = match style.text {
        ListText::Escaped => list_text::cleaned(&whole, from_body(skill)),
        ListText::Folded => fold(&whole),
    };
    let set = settings.max_description.filter(|_| style.settings);
    match set.or(style.max_description) {
        Some(limit) => match budget::cut(&whole, UNIT, limit) {
            // Recorded: the mark of a truncated description is shown even if no other character of
            // the description is shown.
            0 if style.text == ListText::Escaped && !whole.is_empty() => MARK.to_string(),
            kept => with_mark(&whole, kept),
        },
        None => whole,
    }
}

pub(super) fn with_mark(text: &str, kept: usize) -> String {
    match kept {
        0 => String::new(),
        kept if kept < text.len() => format!("{}{MARK}", &text[..kept]),
        _ => text.to_owned(),
    }
}

/// Returns the budget of the list: the maximum total size of its lines, in the edition's unit.
fn limit(environment: &Environment, setup: &ClaudeCode, settings: &Settings) -> u64 {
    let style = &setup.edition.list;
    let variable = environment.variables.get(BUDGET_VARIABLE);
    let characters_per_token = if style.by_model {
        if let Some(fixed) = variable.and_then(|value| list_text::number(value)) {
            return fixed as u64;
        }
        list_text::characters_per_token(setup.options.model.as_deref())
    } else {
        CHARACTERS_PER_TOKEN
    };
    let variable = variable.filter(|_| !style.by_model);
    if let Some(fixed) = variable.and_then(|value| value.trim().parse().ok()) {
        return fixed;
    }
    let window = environment
        .context_window
        .and_then(|window| u64::try_from(window).ok());
    let fraction = settings.budget_fraction.filter(|_| style.settings);
    let characters = window
        .filter(|window| *window > 0)
        .map(|window| window.saturating_mul(characters_per_token));
    match (characters, fraction) {
        (Some(characters), Some(fraction)) => (characters as f64 * fraction) as u64,
        (Some(characters), None) => characters.saturating_mul(style.percent) / 100,
        (None, Some(fraction)) => {
            // The fallback is a percentage of the usual window. It is scaled to the fraction in the
            // settings.
            (style.fallback as f64 * fraction * 100.0 / style.percent as f64) as u64
        }
        (None, None) => style.fallback,
    }
}

fn plan(shown: &[Shown<'_>], view: &View<'_>, setup: &ClaudeCode, budget: Budget) -> Plan {
    let overflow = setup.edition.list.overflow;
    let lines: Vec<_> = shown
        .iter()
        .map(|shown| Line {
            minimum: Size::of(&shown.line("")).add(Size::of_ascii(1)),
            separator: Size::of(SEPARATOR),
            description: &shown.description,
            worth: usage(view, setup, &shown.skill.name),
            exempt: shown.skill.scope == Scope::System
                && matches!(overflow, Overflow::Share { .. }),
        })
        .collect();
    // The line end after the last line is not counted.
    let limit = budget.limit.saturating_add(1);
    let mut plan = budget::fit(&lines, Budget { limit, ..budget }, overflow);
    plan.cost = plan.cost.saturating_sub(1);
    plan
}

/// Returns how often a skill was invoked, in earlier conversations and in this conversation.
fn usage(view: &View<'_>, setup: &ClaudeCode, name: &str) -> u64 {
    let before = setup.options.usage.get(name);
    let here = view.memory.usage.get(name);
    before.copied().unwrap_or_default() + here.copied().unwrap_or_default()
}

impl Shown<'_> {
    fn line(&self, description: &str) -> String {
        let name = &self.skill.name;
        let label = self.label.map(|label| format!(" ({label})"));
        let label = label.unwrap_or_default();
        match description {
            "" => format!("- {name}{label}"),
            description => format!("- {name}{label}{SEPARATOR}{description}"),
        }
    }
}

/// Returns true if the skill's description does not come from its frontmatter.
fn from_body(skill: &Skill) -> bool {
    skill.description_source != DescriptionSource::Frontmatter
}

/// Returns the label that the list shows after the skill's name. None if the edition, or this kind
/// of skill, has no labels.
fn label<'s>(skill: &'s Skill, edition: &ClaudeCodeEdition) -> Option<&'s str> {
    let is_authored = edition.list.labels
        && skill.scope != Scope::System
        && skill.visibility != Visibility::NameOnly;
    skill
        .aliases
        .first()
        .map(String::as_str)
        .filter(|_| is_authored)
}

fn listing(shown: &[Shown<'_>], plan: &Plan, budget: Budget, text: ListText) -> Listing {
    let entries: Vec<_> = shown
        .iter()
        .zip(&plan.kept)
        .map(|(shown, kept)| {
            let line = kept.map(|kept| shown.line(&with_mark(&shown.description, kept)));
            let whole = match text {
                ListText::Escaped => {
                    list_text::cleaned(&shown.skill.description, from_body(shown.skill))
                }
                ListText::Folded => fold(&shown.skill.description),
            };
            let own = whole.chars().count();
            let kept = shown.description[..kept.unwrap_or_default()].chars();
            let kept = kept.zip(whole.chars());
            ListingEntry {
                path: shown.skill.path.clone(),
                name: shown.skill.name.clone(),
                cost: line
                    .as_deref()
                    .map_or(0, |line| budget.unit.cost(Size::of(line)) + 1),
                line,
                cut: own - kept.take_while(|(kept, own)| kept == own).count(),
            }
        })
        .collect();
    let lines: Vec<_> = entries
        .iter()
        .filter_map(|entry| entry.line.as_deref())
        .collect();
    let content = lines.join("\n");
    let names = entries.iter().filter(|entry| entry.line.is_some());
    let shortened = (shown.iter().zip(&plan.kept))
        .filter(|(shown, kept)| kept.unwrap_or_default() < shown.description.len())
        .count();
    let mut events = Vec::new();
    if plan.cut > 0 {
        events.push(SkillEvent::Telemetry {
            name: TRUNCATED.to_owned(),
            properties: sort::collect_map([
                ("skill_count".to_owned(), entries.len().to_string()),
                ("truncated".to_owned(), shortened.to_string()),
            ]),
        });
    }
    Listing {
        message: (!lines.is_empty()).then(|| Message {
            hidden: true,
            ..Message::new(Role::User, reminder(&format!("{HEADING}\n\n{content}")))
        }),
        attachment: (!lines.is_empty()).then(|| ListingAttachment {
            kind: ATTACHMENT.to_owned(),
            skill_count: lines.len(),
            is_initial: true,
            names: names.map(|entry| entry.name.clone()).collect(),
            content: content.clone(),
        }),
        report: ListingReport {
            budget: Some(budget),
            cost: plan.cost,
            total: entries.len(),
            included: lines.len(),
            omitted: plan.omitted,
            shortened,
            cut: plan.cut,
        },
        entries,
        // The host writes its warning only to the debug log.
        events,
        ..Listing::default()
    }
}

/// Reports the directories of skills that Claude Code adds to the session because files were
/// touched (read or changed). Claude Code stores a record about each directory, and an event about
/// all new skills (docs/hosts/claude-code-use.md#records-and-events). Some editions also send the
/// model a message about each directory. The next list contains the new skills.
pub(super) fn added(
    catalog: &Catalog,
    environment: &Environment,
    touch: &mut Touch,
    setup: &ClaudeCode,
) {
    if touch.added.is_empty() {
        return;
    }
    let announces = setup.edition.announces_directories;
    // Recorded: the record omits skills that the model may not choose.
    let is_active = |path: &str| {
        let mut skills = catalog.skills.iter();
        !announces || skills.any(|skill| skill.path == path && skill.model_invocable)
    };
    for directory in &touch.directories {
        let names =
            (touch.added.iter()).filter(|skill| skill.root == *directory && is_active(&skill.path));
        let names: Vec<_> = names.map(|skill| skill.name.clone()).collect();
        if names.is_empty() {
            continue;
        }
        let display = directory.strip_prefix(&environment.cwd);
        let display = display.map_or(directory.as_str(), |inside| inside.trim_start_matches('/'));
        if announces {
            let model = setup.options.model.as_deref();
            touch.messages.push(announcement(display, &names, model));
        }
        touch.attachments.push(TouchAttachment {
            kind: DIRECTORY_ATTACHMENT.to_owned(),
            names,
            display_path: display.to_owned(),
            directory: directory.clone(),
        });
    }
    let names: Vec<_> = touch
        .added
        .iter()
        .map(|skill| skill.name.as_str())
        .collect();
    touch.events.push(SkillEvent::Telemetry {
        name: CHANGED.to_owned(),
        properties: sort::collect_map([
            ("added".to_owned(), names.join(",")),
            ("directories".to_owned(), touch.directories.join(",")),
        ]),
    });
}

/// Returns the message to the model about the skills in `directory`, which Claude Code adds to the
/// session because a file was touched (read or changed). The text was recorded with newer models.
/// The role of the message for older models is assumed.
fn announcement(directory: &str, names: &[String], model: Option<&str>) -> Message {
    let lines: Vec<_> = names.iter().map(|name| format!("- {name}")).collect();
    let text = format!(
        "New skills discovered in {directory}, now available via the Skill tool:\n{}",
        lines.join("\n")
    );
    let (role, text) = if list_text::lists_as_system(model) {
        (Role::System, text)
    } else {
        (Role::User, reminder(&text))
    };
    Message {
        hidden: true,
        ..Message::new(role, text)
    }
}

/// Returns the JSON Schema of the Skill tool's inputs, as recorded from Claude Code.
fn schema() -> serde_json::Value {
    serde_json::json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            "skill": {
                "description": "The name of a skill from the available-skills list. Do not guess names.",
                "type": "string"
            },
            "args": { "description": "Optional arguments for the skill", "type": "string" }
        },
        "required": ["skill"],
        "additionalProperties": false
    })
}
