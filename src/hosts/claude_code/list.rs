//! List: what the model is shown of the skills, within a budget, and what of it is new.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::editions::{Edition, ListStyle};
use super::names::{SKILL_TOOL, is_synced, reminder, sanitized};
use super::permissions::SkillNames;
use super::settings::{self, Settings};
use super::setup::Setup;
use crate::host::stages::View;
use crate::model::environment::Environment;
use crate::model::listing::{Listing, ListingAttachment, ListingEntry, ListingReport, SkillTool};
use crate::model::memory;
use crate::model::message::{Message, Role, SkillEvent};
use crate::model::permission::Verdict;
use crate::model::skill::{DescriptionSource, Scope, Skill, Visibility};
use crate::model::touch::{Touch, TouchAttachment};
use crate::text::budget::{self, Budget, BudgetUnit, Line, MARK, Overflow, Plan, Size};
use crate::text::yaml::fold;

/// Characters that a token is worth (seed 004 section 4, `CHARS_PER_TOKEN`).
const CHARACTERS_PER_TOKEN: u64 = 4;

/// Sets the budget in characters, whatever the window (host facts A3).
const BUDGET_VARIABLE: &str = "SLASH_COMMAND_TOOL_CHAR_BUDGET";

/// What the lists are measured in: the host is a JavaScript program.
const UNIT: BudgetUnit = BudgetUnit::Utf16;

/// Seed 004 section 4.
const HEADING: &str = "The following skills are available for use with the Skill tool:";

/// What stands between a name and its description.
const SEPARATOR: &str = ": ";

/// What joins `when_to_use` to the description. No source quotes it; this is ours.
const WHEN_TO_USE: &str = " - ";

/// The kind of record that the host keeps of a list (host facts A3).
const ATTACHMENT: &str = "skill_listing";

/// The kind of record that the host keeps of a directory that touched files brought (host facts A3).
const DIRECTORY_ATTACHMENT: &str = "dynamic_skill";

/// Seed 004 section 10: the descriptions were cut.
const TRUNCATED: &str = "tengu_skill_descriptions_truncated";

/// Seed 004 section 10: touched files brought skills.
const CHANGED: &str = "tengu_dynamic_skills_changed";

/// What the model is told of the tool (seed 004 section 4).
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

/// A skill with what its line shows.
struct Shown<'s> {
    skill: &'s Skill,
    description: String,
}

pub(super) fn list(view: &View<'_>, agent: &str, setup: &Setup) -> Listing {
    let edition = setup.edition;
    let style = &edition.list;
    let settings = settings::read(view.tree, view.environment, &setup.options);
    // Without the tool there is nothing to list (host facts A3).
    let has_tool = !tool_is_denied(&settings, edition);
    let known = view.memory.listed.get(agent);
    let is_new = |skill: &&Skill| {
        let seen = known.and_then(|known| known.get(&skill.name));
        seen.is_none_or(|seen| edition.announces_changes && *seen != memory::fingerprint(skill))
    };
    let shown: Vec<_> = (view.catalog.skills.iter())
        .filter(|skill| has_tool && is_listed(skill, style))
        .filter(is_new)
        .map(|skill| Shown {
            description: description(skill, style, &settings),
            skill,
        })
        .collect();
    let budget = Budget {
        unit: UNIT,
        limit: limit(view.environment, style, &settings),
    };
    let plan = plan(&shown, view, setup, budget);
    let mut listing = listing(&shown, &plan, budget);
    listing.tool = has_tool.then(|| SkillTool {
        name: SKILL_TOOL.to_owned(),
        description: TOOL.to_owned(),
        inputs: vec!["skill".to_owned(), "args".to_owned()],
    });
    if let Some(attachment) = &mut listing.attachment {
        // A list of nothing was never sent.
        attachment.is_initial = known.is_none_or(BTreeMap::is_empty);
    }
    listing
}

/// What the model may choose by itself, once its condition is met.
fn is_listed(skill: &Skill, style: &ListStyle) -> bool {
    let described = match skill.description_source {
        DescriptionSource::Frontmatter => true,
        _ => skill.scope != Scope::Repo || style.undescribed_project_skills,
    };
    skill.enabled && skill.active && skill.model_invocable && described
}

/// Whether a rule takes the tool as such away.
fn tool_is_denied(settings: &Settings, edition: &Edition) -> bool {
    // A name that no rule can be on, so that only a rule on the bare tool counts.
    let names = SkillNames {
        name: "",
        aliases: &[],
        unqualified: None,
    };
    let verdict = settings.rules.skill(&names, edition.skill_rules);
    verdict.is_some_and(|(verdict, rule)| verdict == Verdict::Deny && rule.content.is_none())
}

fn description(skill: &Skill, style: &ListStyle, settings: &Settings) -> String {
    if skill.visibility == Visibility::NameOnly {
        return String::new();
    }
    let when_to_use =
        (skill.frontmatter.as_ref()).and_then(|frontmatter| frontmatter.when_to_use.as_deref());
    // It is listed as a part of the description, so what came from the account is cleaned there too (host facts A3).
    let when_to_use = when_to_use.map(|when| match is_synced(skill) {
        true => Cow::Owned(sanitized(when)),
        false => Cow::Borrowed(when),
    });
    let whole = match when_to_use {
        Some(when) if !skill.description.is_empty() => {
            format!("{}{WHEN_TO_USE}{when}", skill.description)
        }
        Some(when) => when.into_owned(),
        None => skill.description.clone(),
    };
    // A line is one line.
    let whole = fold(&whole);
    let set = settings.max_description.filter(|_| style.settings);
    match set.or(style.max_description) {
        Some(limit) => with_mark(&whole, budget::cut(&whole, UNIT, limit)),
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

/// Characters that the lines may take.
fn limit(environment: &Environment, style: &ListStyle, settings: &Settings) -> u64 {
    let variable = environment.variables.get(BUDGET_VARIABLE);
    if let Some(fixed) = variable.and_then(|value| value.trim().parse().ok()) {
        return fixed;
    }
    let window = environment
        .context_window
        .and_then(|window| u64::try_from(window).ok());
    let fraction = settings.budget_fraction.filter(|_| style.settings);
    let characters = window
        .filter(|window| *window > 0)
        .map(|window| window.saturating_mul(CHARACTERS_PER_TOKEN));
    match (characters, fraction) {
        (Some(characters), Some(fraction)) => (characters as f64 * fraction) as u64,
        (Some(characters), None) => characters.saturating_mul(style.percent) / 100,
        (None, Some(fraction)) => {
            // The fallback is what the edition's share of the usual window comes to.
            (style.fallback as f64 * fraction * 100.0 / style.percent as f64) as u64
        }
        (None, None) => style.fallback,
    }
}

fn plan(shown: &[Shown<'_>], view: &View<'_>, setup: &Setup, budget: Budget) -> Plan {
    let overflow = setup.edition.list.overflow;
    let lines: Vec<_> = shown
        .iter()
        .map(|shown| Line {
            minimum: Size::of(&line(&shown.skill.name, "")).add(Size::of_ascii(1)),
            separator: Size::of(SEPARATOR),
            description: &shown.description,
            worth: usage(view, setup, &shown.skill.name),
            exempt: shown.skill.scope == Scope::System
                && matches!(overflow, Overflow::Share { .. }),
        })
        .collect();
    // The end of the last line is no part of the list.
    let limit = budget.limit.saturating_add(1);
    let mut plan = budget::fit(&lines, Budget { limit, ..budget }, overflow);
    plan.cost = plan.cost.saturating_sub(1);
    plan
}

/// How often a skill was put to use, before this conversation and in it.
fn usage(view: &View<'_>, setup: &Setup, name: &str) -> u64 {
    let before = setup.options.usage.get(name);
    let here = view.memory.usage.get(name);
    before.copied().unwrap_or_default() + here.copied().unwrap_or_default()
}

fn line(name: &str, description: &str) -> String {
    match description {
        "" => format!("- {name}"),
        description => format!("- {name}{SEPARATOR}{description}"),
    }
}

fn listing(shown: &[Shown<'_>], plan: &Plan, budget: Budget) -> Listing {
    let entries: Vec<_> = shown
        .iter()
        .zip(&plan.kept)
        .map(|(shown, kept)| {
            let line =
                kept.map(|kept| line(&shown.skill.name, &with_mark(&shown.description, kept)));
            let whole = fold(&shown.skill.description);
            let own = whole.chars().count();
            let kept = shown.description[..kept.unwrap_or_default()].chars();
            let kept = kept.zip(whole.chars());
            ListingEntry {
                path: shown.skill.path.clone(),
                name: shown.skill.name.clone(),
                cost: line
                    .as_deref()
                    .map_or(0, |line| UNIT.cost(Size::of(line)) + 1),
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
            properties: BTreeMap::from([
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
        root_lines: Vec::new(),
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
        // It goes to the debug log only (host facts A3).
        warning: None,
        tool: None,
        events,
    }
}

/// Records each directory that touched files brought, and counts the change (host facts A3, seed 004 section 10). The
/// skills themselves come with the next list.
pub(super) fn added(environment: &Environment, touch: &mut Touch) {
    if touch.added.is_empty() {
        return;
    }
    for directory in &touch.directories {
        let names = touch.added.iter().filter(|skill| skill.root == *directory);
        let names: Vec<_> = names.map(|skill| skill.name.clone()).collect();
        if !names.is_empty() {
            let display = directory.strip_prefix(&environment.cwd);
            touch.attachments.push(TouchAttachment {
                kind: DIRECTORY_ATTACHMENT.to_owned(),
                names,
                display_path: display
                    .map_or(directory.as_str(), |inside| inside.trim_start_matches('/'))
                    .to_owned(),
                directory: directory.clone(),
            });
        }
    }
    let names: Vec<_> = touch
        .added
        .iter()
        .map(|skill| skill.name.as_str())
        .collect();
    touch.events.push(SkillEvent::Telemetry {
        name: CHANGED.to_owned(),
        properties: BTreeMap::from([
            ("added".to_owned(), names.join(",")),
            ("directories".to_owned(), touch.directories.join(",")),
        ]),
    });
}
