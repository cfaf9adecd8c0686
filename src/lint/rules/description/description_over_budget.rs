//! `description-over-budget`: the descriptions of all skills are longer than a host's list has room for.
//!
//! Fix: none, since only the user knows which skills are not needed.

use super::cuts::{Cut, Limit};
use super::place::{at_description, description};
use crate::compare::{Comparison, HostSummary, ListedAs, SkillInHost};
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{HostEdition, HostNames};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "description-over-budget",
    Severity::Warning,
    "the descriptions of all skills are longer than a host's list has room for",
);

/// Skills that one finding points at, besides the one that it stands at. The limit is ours.
const MAX_RELATED: usize = 100;

const HELP: &str = "Shorten the descriptions of all skills, or disable skills that are not needed.";

/// Finds a description that hosts cut or leave out for want of room beside the other skills.
pub(super) fn check(context: &SkillContext<'_>, cuts: &[Cut<'_>], found: &mut Vec<Diagnostic>) {
    for cut in cuts.iter().filter(|cut| cut.limit == Limit::Budget) {
        let hosts = || cut.hosts.iter().copied();
        let length = description(context).unwrap_or_default().chars().count();
        let missing = match cut.by {
            Some(by) if by >= length => "the description beside the other skills".to_owned(),
            Some(by) => {
                format!("{by} of the description's {length} characters beside the other skills")
            }
            None => "the skill beside the others".to_owned(),
        };
        let message = no_room(hosts(), &missing);
        found.push(at_description(context, &RULE, message, HELP).concerning(hosts()));
    }
}

fn no_room<'h>(hosts: impl IntoIterator<Item = HostEdition<'h>>, missing: &str) -> String {
    let names = HostNames::of(hosts);
    let lists = names.verb("list", "lists");
    let have = names.verb("has", "have");
    format!("the {lists} of {names} {have} no room for {missing}")
}

/// What a host's list has no room for of one skill.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Missing {
    /// Which of the findings says so.
    part: usize,
    /// Characters that are missing; none where all of the skill is.
    by: Option<usize>,
    /// Characters of the description.
    length: usize,
}

/// The findings with those of one host's budget made one: a budget is one cause, however many skills it cuts.
pub(in crate::lint) fn together(
    found: Vec<Diagnostic>,
    comparison: &Comparison,
) -> Vec<Diagnostic> {
    if found.iter().all(|one| one.code != RULE.code) {
        return found;
    }
    let (parts, mut rest): (Vec<_>, Vec<_>) =
        (found.into_iter()).partition(|one| one.code == RULE.code);
    // Hosts that cut the same skills alike are told together.
    let mut budgets: Vec<(Vec<Missing>, Vec<HostEdition<'_>>)> = Vec::new();
    for (index, host) in comparison.hosts.iter().enumerate() {
        let missing: Vec<_> = (parts.iter().enumerate())
            .filter(|(_, one)| concerns(one, host))
            .filter_map(|(part, one)| missing(part, cell(comparison, &one.path, index)?))
            .collect();
        let who = (&*host.host, &*host.edition);
        match budgets.iter_mut().find(|(known, _)| *known == missing) {
            Some((_, hosts)) => hosts.push(who),
            None if missing.is_empty() => {}
            None => budgets.push((missing, vec![who])),
        }
    }
    for (missing, hosts) in budgets {
        let first = &parts[missing[0].part];
        let mut one = Diagnostic {
            hosts: Vec::new(),
            ..first.clone()
        }
        .concerning(hosts.iter().copied());
        if let [_, others @ ..] = &*missing
            && !others.is_empty()
        {
            one.message = no_room(hosts, &sum(&missing));
            for other in others.iter().take(MAX_RELATED) {
                let part = &parts[other.part];
                one = one.related(of_one(*other), &part.path, part.range);
            }
        }
        rest.push(one);
    }
    rest
}

fn concerns(one: &Diagnostic, host: &HostSummary) -> bool {
    let mut hosts = one.hosts.iter();
    hosts.any(|known| known.host == host.host && known.editions.contains(&host.edition))
}

/// What a host makes of a skill.
fn cell<'c>(comparison: &'c Comparison, path: &str, host: usize) -> Option<&'c SkillInHost> {
    let skills = &comparison.skills;
    let at = skills
        .binary_search_by(|skill| skill.path.as_str().cmp(path))
        .ok()?;
    skills[at].cells.get(host)
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

/// All that is missing, in figures.
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
    let descriptions = match by >= length {
        true => format!("the {length} characters of {of}"),
        false => format!("{by} of the {length} characters of {of}"),
    };
    match missing.len() - skills {
        0 => descriptions,
        whole if skills == 0 => format!("{whole} skills beside the others"),
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
