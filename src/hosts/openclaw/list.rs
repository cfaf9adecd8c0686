//! Stage List: builds the list of skills in the system prompt (`docs/hosts/openclaw.md#the-list`).

use super::editions::Openclaw;
use super::names::compact;
use super::setup::Setup;
use crate::host::List;
use crate::host::stages::View;
use crate::model::listing::{Listing, ListingEntry, ListingReport};
use crate::model::message::{Message, Role};
use crate::model::skill::{Skill, Visibility};
use crate::text::budget::{Budget, BudgetUnit};
use crate::text::document::utf16_len;
use crate::text::js::is_blank;
use crate::text::markup;

/// The names of the tags around a skill's description in the list.
pub(super) const TAGS: &[&str] = &["available_skills", "skill", "description"];

/// The system prompt before the list of skills.
const SECTION: &str = "## Skills\nScan <available_skills>. Clear match: read exact <location> with `read`; obey.\nSeveral: most specific. None: read none.\nUp-front max one. Never invent paths.\nExternal writes: batch safely; no tight loops; honor 429/Retry-After.\n";

const AUDIT: &str = "Run `openclaw skills check` to audit.";

/// The minimum length, in UTF-16 units, to which OpenClaw cuts descriptions to fit the list into
/// its size limit.
const MIN_COMPACT: usize = 4;
const MAX_COMPACT: usize = 220;

/// The minimum length, in UTF-16 units, to which OpenClaw cuts descriptions to fit the list into
/// the context window.
const MIN_CONTEXT: usize = 64;

/// The number of tokens of the context window for each UTF-16 unit of the list. For example, the
/// list may have at most 200 UTF-16 units if the context window has 1,000 tokens.
const TOKENS_A_CHARACTER: i64 = 5;

/// The form of a skill's entry in the list.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Whole,
    /// An entry with a description of at most this many UTF-16 units.
    Short(usize),
    /// An entry with only a name and a location.
    Names,
}

/// A skill that the list may show, with its name and location in the list.
struct Shown<'s> {
    skill: &'s Skill,
    name: String,
    location: String,
}

/// The list of skills with the text around it, and how the list was shortened.
struct Block {
    note: String,
    form: Form,
    /// The number of skills in the list.
    included: usize,
    text: String,
}

impl List for Openclaw {
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let setup = Setup::read(view.tree, view.environment, self);
        let all: Vec<_> = (view.catalog.skills.iter())
            .filter(|skill| skill.visibility == Visibility::On && skill.enabled)
            .map(|skill| Shown {
                skill,
                name: escape(&skill.name),
                location: escape(&compact(&skill.discovered_path, &setup.homes)),
            })
            .collect();
        let mut block = block(&all, &setup);
        let window = view.environment.context_window;
        if let Some(window) = window {
            fit_window(&mut block, &all, window);
        }
        let text = block
            .as_ref()
            .map(|block| format!("{SECTION}{}", block.text.trim_start_matches('\n')));
        let (form, included) =
            (block.as_ref()).map_or((Form::Whole, 0), |block| (block.form, block.included));
        let mut shortened = 0;
        let mut cut_units = 0;
        let entries = all.iter().enumerate().map(|(index, shown)| {
            let whole = utf16_len(&shown.skill.description);
            let kept = description(&shown.skill.description, form);
            let cut = whole.saturating_sub(kept.as_deref().map_or(0, utf16_len));
            let is_shown = index < included;
            if is_shown && cut > 0 {
                shortened += 1;
                cut_units += cut as u64;
            }
            let line = is_shown.then(|| entry(shown, form));
            ListingEntry {
                path: shown.skill.path.clone(),
                name: shown.skill.name.clone(),
                cost: line.as_deref().map_or(0, |line| utf16_len(line) as u64 + 1),
                line,
                cut: if is_shown { cut } else { whole },
            }
        });
        let entries: Vec<_> = entries.collect();
        Listing {
            message: text.map(|text| Message::new(Role::System, text)),
            report: ListingReport {
                budget: Some(Budget {
                    unit: BudgetUnit::Utf16,
                    limit: setup.limits.prompt_units as u64,
                }),
                cost: block
                    .as_ref()
                    .map_or(0, |block| utf16_len(&block.text) as u64),
                total: entries.len(),
                included,
                omitted: entries.len() - included,
                shortened,
                cut: cut_units,
            },
            entries,
            warning: block
                .map(|block| block.note)
                .filter(|note| !note.is_empty()),
            ..Listing::default()
        }
    }
}

/// Builds the list of skills so that it is within the limits. If the whole list is too long,
/// includes as many skills as possible, and then as much of their descriptions as possible. Returns
/// `None` if there are no skills, or if not even a list without descriptions is within the limits.
fn block(all: &[Shown<'_>], setup: &Setup) -> Option<Block> {
    if all.is_empty() {
        return None;
    }
    let limit = setup.limits.prompt_units;
    let by_count = &all[..all.len().min(setup.limits.in_prompt)];
    let fits = |text: &str| utf16_len(text) <= limit;
    let note = if by_count.len() < all.len() {
        format!(
            "⚠️ Skills truncated: included {} of {}. {AUDIT}\n",
            by_count.len(),
            all.len()
        )
    } else {
        String::new()
    };
    let made = |form, skills: &[Shown<'_>], note: String| Block {
        text: format!("{note}{}", rendered(skills, form)),
        form,
        included: skills.len(),
        note,
    };
    let whole = made(Form::Whole, by_count, note);
    if fits(&whole.text) {
        return Some(whole);
    }
    let noted = |form, count: usize| {
        let kind = match form {
            Form::Names => "descriptions omitted",
            _ => "descriptions shortened",
        };
        if count < all.len() {
            format!(
                "⚠️ Skills truncated: included {count} of {} (compact format, {kind}). {AUDIT}\n",
                all.len()
            )
        } else {
            format!("⚠️ Skills catalog using compact format ({kind}). {AUDIT}\n")
        }
    };
    let compact = |form, count: usize| made(form, &by_count[..count], noted(form, count));
    // First the largest number of entries without descriptions is found, then the longest descriptions for these
    // entries.
    let count = largest(0, by_count.len(), |count| {
        fits(&compact(Form::Names, count).text)
    });
    if count == 0 {
        return without_note(by_count, limit, &compact(Form::Names, 0).note);
    }
    let longest = longest(|form| fits(&compact(form, count).text));
    Some(compact(longest, count))
}

/// Builds the list of skills if the note about the shortened list leaves no room for even one
/// entry. The result is a list without the note, or only the note. Returns `None` if neither is
/// within the limit.
fn without_note(skills: &[Shown<'_>], limit: usize, note: &str) -> Option<Block> {
    let fits = |text: &str| utf16_len(text) <= limit;
    let made = |form, count: usize| Block {
        note: String::new(),
        form,
        included: count,
        text: rendered(&skills[..count], form),
    };
    let whole = made(Form::Whole, skills.len());
    if fits(&whole.text) {
        return Some(whole);
    }
    let count = largest(0, skills.len(), |count| {
        fits(&made(Form::Names, count).text)
    });
    if count == 0 {
        let note = note.trim_end_matches('\n');
        return fits(note).then(|| Block {
            text: note.to_owned(),
            form: Form::Names,
            included: 0,
            note: note.to_owned(),
        });
    }
    let longest = longest(|form| fits(&made(form, count).text));
    Some(made(longest, count))
}

/// Returns the form of entries that shows the longest descriptions in a list that is still short
/// enough. `fits` returns true if a list with entries in the given form is short enough. Returns
/// [`Form::Names`] if even the shortest descriptions make the list too long.
fn longest(fits: impl Fn(Form) -> bool) -> Form {
    match largest(MIN_COMPACT - 1, MAX_COMPACT, |limit| {
        fits(Form::Short(limit))
    }) {
        limit @ MIN_COMPACT.. => Form::Short(limit),
        _ => Form::Names,
    }
}

/// Returns the largest number from `least` to `most` for which `fits` returns true, by binary
/// search. The search assumes that `least` fits. It also assumes that if a number fits, all smaller
/// numbers fit too.
fn largest(least: usize, most: usize, fits: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (least, most);
    while low < high {
        let middle = (low + high).div_ceil(2);
        if fits(middle) {
            low = middle;
        } else {
            high = middle - 1;
        }
    }
    low
}

/// Shortens the descriptions in the list if it is too long for a context window of `window` tokens.
fn fit_window(block: &mut Option<Block>, all: &[Shown<'_>], window: i64) {
    let Some(block) = block else { return };
    let limit = usize::try_from(window / TOKENS_A_CHARACTER).unwrap_or(usize::MAX);
    if utf16_len(&block.text) <= limit || block.form == Form::Names {
        return;
    }
    let form = block.form;
    let skills = &all[..block.included];
    let cut = |limit: usize| {
        let shorter = match form {
            Form::Short(known) => known.min(limit),
            _ => limit,
        };
        let entries: Vec<_> = skills
            .iter()
            .map(|shown| entry(shown, Form::Short(shorter)))
            .collect();
        format!("{}{}", block.note, framed(&entries, form))
    };
    let longest = largest(MIN_CONTEXT, MAX_COMPACT, |units| {
        utf16_len(&cut(units)) <= limit
    });
    block.text = cut(longest);
    block.form = match form {
        Form::Short(known) => Form::Short(known.min(longest)),
        _ => Form::Short(longest),
    };
}

fn rendered(skills: &[Shown<'_>], form: Form) -> String {
    if skills.is_empty() {
        return String::new();
    }
    let entries: Vec<_> = skills.iter().map(|shown| entry(shown, form)).collect();
    framed(&entries, form)
}

fn framed(entries: &[String], form: Form) -> String {
    let matches = match form {
        Form::Whole => "description",
        Form::Short(_) => "name or description",
        Form::Names => "name",
    };
    format!(
        "\n\nThe following skills provide specialized instructions for specific tasks.\nRead a skill's file at its listed location when the task matches its {matches}.\nWhen a skill file references a relative path, resolve it against the skill directory (parent of SKILL.md / dirname of the path) and use that absolute path in tool commands.\n\n<available_skills>\n{}\n</available_skills>",
        entries.join("\n")
    )
}

fn entry(shown: &Shown<'_>, form: Form) -> String {
    let description = description(&shown.skill.description, form);
    let description =
        description.map(|text| format!("    <description>{}</description>\n", escape(&text)));
    format!(
        "  <skill>\n    <name>{}</name>\n{}    <location>{}</location>\n  </skill>",
        shown.name,
        description.unwrap_or_default(),
        shown.location
    )
}

/// Returns a description in the given form; `None` if the form has no descriptions.
fn description(text: &str, form: Form) -> Option<String> {
    let limit = match form {
        Form::Whole => return Some(text.to_owned()),
        Form::Names => return None,
        Form::Short(limit) => limit,
    };
    let words: Vec<_> = text
        .split(is_blank)
        .filter(|word| !word.is_empty())
        .collect();
    let text = words.join(" ");
    if utf16_len(&text) <= limit {
        return Some(text);
    }
    let mut units = 0;
    let kept = text.chars().take_while(|character| {
        units += character.len_utf16();
        units <= limit.saturating_sub(3)
    });
    let kept: String = kept.collect();
    Some(format!("{}...", kept.trim_end_matches(is_blank)))
}

fn escape(text: &str) -> String {
    markup::escape(text, markup::XML)
}
