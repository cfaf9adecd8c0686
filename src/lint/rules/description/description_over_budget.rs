//! `description-over-budget`: the descriptions of all skills together exceed the budget of a host's list.
//!
//! Fix: none, because only the user knows which skills are not needed.

use std::rc::Rc;

use crate::compare::{ListedAs, SkillInHost, Verdicts};
use crate::lint::cache::{Budgets, LastResult};
use crate::lint::helpers::cuts::Limit;
use crate::lint::helpers::description::{at_description, description};
use crate::lint::prelude::*;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "description-over-budget",
    Severity::Warning,
    "the descriptions of all skills are longer than a host's list has room for",
    &[Run::Skill(check)],
);

/// The host that assumes a window of 200,000 tokens if the window is not known.
const ASSUMES_WINDOW: &str = "claude-code";

/// The maximum number of other skills that a finding lists. No host has this limit.
const MAX_RELATED: usize = 100;

const HELP: &str = "Shorten the descriptions of all skills, or disable skills that are not needed; `skillglass budget` finds the smallest change. The list of a larger context window has more room: `skillglass budget --window TOKENS` shows whether yours suffices.";

/// Reports a description that hosts truncate or leave out because all descriptions together exceed the list's budget.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    for cut in skill.cuts.iter().filter(|cut| cut.limit == Limit::Budget) {
        let hosts = || cut.hosts.iter().copied();
        let length = description(skill).unwrap_or_default().chars().count();
        let missing = match cut.by {
            Some(by) if by >= length => "the description beside the other skills".to_owned(),
            Some(by) => {
                format!("{by} of the description's {length} characters beside the other skills")
            }
            None => "the skill beside the others".to_owned(),
        };
        let message = no_room(hosts(), &missing);
        found.push(at_description(skill, &RULE, message, HELP).concerning(hosts()));
    }
}

fn no_room<'h>(hosts: impl IntoIterator<Item = HostEdition<'h>>, missing: &str) -> String {
    let names = HostNames::of(hosts);
    let lists = names.verb("list", "lists");
    let have = names.verb("has", "have");
    format!("the {lists} of {names} {have} no room for {missing}")
}

/// The part of a skill's description that does not fit into a host's list.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Missing {
    /// The index of the diagnostic about this skill in the list of diagnostics.
    part: usize,
    /// The number of characters that the list does not show; `None` if the list does not show the skill at all.
    by: Option<usize>,
    /// The number of characters of the whole description.
    length: usize,
}

/// Replaces the findings about single skills by one finding for each budget. If the inputs have not
/// changed, the previous result is reused.
///
/// If `is_guess` is true, the context window is not known. Then hosts use a small fixed budget, although
/// the list usually fits into the windows of their models, so a finding is information.
pub fn merge(
    found: Vec<Rc<Diagnostic>>,
    verdicts: &Rc<Verdicts>,
    is_guess: bool,
    budgets: &LastResult<Budgets>,
) -> Vec<Rc<Diagnostic>> {
    if !found.iter().any(is_part) {
        return found;
    }
    let (parts, mut rest): (Vec<_>, Vec<_>) = found.into_iter().partition(is_part);
    let is_same = |(left, right): (&Rc<_>, &Rc<_>)| Rc::ptr_eq(left, right) || left == right;
    let before = budgets.get_if(&(), |_, before| {
        Rc::ptr_eq(&before.verdicts, verdicts)
            && before.parts.len() == parts.len()
            && before.parts.iter().zip(&parts).all(is_same)
    });
    let budgets = before.unwrap_or_else(|| {
        let made = Rc::new(Budgets {
            found: together(&parts, verdicts, is_guess),
            verdicts: Rc::clone(verdicts),
            parts,
        });
        budgets.insert((), (), Rc::clone(&made));
        made
    });
    rest.extend(budgets.found.iter().cloned());
    rest
}

/// Returns true if a finding is about the budget of a host's list.
pub fn is_part(one: &Rc<Diagnostic>) -> bool {
    one.code == RULE.code
}

/// Merges the findings about single skills into one finding for each group of hosts. The hosts of a
/// group shorten the same descriptions by the same numbers of characters, because their lists
/// exceed the budget.
fn together(parts: &[Rc<Diagnostic>], verdicts: &Verdicts, is_guess: bool) -> Vec<Rc<Diagnostic>> {
    let mut found = Vec::new();
    // Hosts that truncate the same skills by the same numbers of characters share a finding.
    let mut budgets: Vec<(Vec<Missing>, Vec<HostEdition<'_>>)> = Vec::new();
    for (index, host) in verdicts.hosts.iter().enumerate() {
        let missing: Vec<_> = (parts.iter().enumerate())
            .filter(|(_, one)| concerns(one, *host))
            .filter_map(|(part, one)| missing(part, cell(verdicts, &one.path, index)?))
            .collect();
        match budgets.iter_mut().find(|(known, _)| *known == missing) {
            Some((_, hosts)) => hosts.push(*host),
            None if missing.is_empty() => {}
            None => budgets.push((missing, vec![*host])),
        }
    }
    for (missing, hosts) in budgets {
        let first = &*parts[missing[0].part];
        let mut one = Diagnostic {
            hosts: Vec::new(),
            ..first.clone()
        }
        .concerning(hosts.iter().copied());
        if is_guess && !hosts.iter().any(|(host, _)| *host == ASSUMES_WINDOW) {
            one.severity = one.severity.max(Severity::Info);
        }
        if let [_, others @ ..] = &*missing
            && !others.is_empty()
        {
            one.message = no_room(hosts, &sum(&missing));
            for other in others.iter().take(MAX_RELATED) {
                let part = &parts[other.part];
                one = one.related(of_one(*other), &part.path, part.range);
            }
        }
        found.push(Rc::new(one));
    }
    found
}

fn concerns(one: &Diagnostic, (host, edition): HostEdition<'_>) -> bool {
    let mut hosts = one.hosts.iter();
    hosts.any(|known| known.host == host && known.editions.iter().any(|known| known == edition))
}

/// Returns how one host treats a skill; `None` if there is no skill at `path`. `host` is the index
/// of the host in `verdicts`.
fn cell<'c>(verdicts: &'c Verdicts, path: &str, host: usize) -> Option<&'c SkillInHost> {
    let skills = &verdicts.skills;
    let at = skills
        .binary_search_by(|skill| (*skill.path).cmp(path))
        .ok()?;
    skills[at].cells.get(host).map(|cell| &**cell)
}

fn missing(part: usize, cell: &SkillInHost) -> Option<Missing> {
    let by = match cell.listed {
        ListedAs::Cut { by } => Some(by),
        ListedAs::Nothing => None,
        ListedAs::Whole | ListedAs::NameOnly => return None,
    };
    let description = cell.description.as_deref().unwrap_or_default();
    let length = description.trim().chars().count();
    Some(Missing { part, by, length })
}

/// Returns how many characters and skills the list leaves out in total, as text for a message.
fn sum(missing: &[Missing]) -> String {
    let cut = || {
        missing
            .iter()
            .filter_map(|one| Some((one.by?.min(one.length), one.length)))
    };
    let (skills, by) = (cut().count(), cut().map(|(by, _)| by).sum::<usize>());
    let length: usize = cut().map(|(_, length)| length).sum();
    let of = match skills {
        1 => "one description".to_owned(),
        skills => format!("{skills} descriptions"),
    };
    let descriptions = if by >= length {
        format!("the {length} characters of {of}")
    } else {
        format!("{by} of the {length} characters of {of}")
    };
    match missing.len() - skills {
        0 => descriptions,
        whole if skills == 0 => format!("{whole} skills beside the others"),
        1 => format!("{descriptions}, nor for anything of 1 more skill"),
        whole => format!("{descriptions}, nor for anything of {whole} more skills"),
    }
}

fn of_one(Missing { by, length, .. }: Missing) -> String {
    match by {
        Some(by) if by < length => {
            format!("there is no room for {by} of its description's {length} characters")
        }
        Some(_) => format!("there is no room for its description of {length} characters"),
        None => "there is no room for the skill".to_owned(),
    }
}
