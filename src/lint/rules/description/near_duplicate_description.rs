//! `near-duplicate-description`: another skill has nearly the same description.
//!
//! Fix: none, because only the author knows how the skills differ.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use crate::compare::Verdicts;
use crate::lint::cache::{LastResult, Neighbours};
use crate::lint::prelude::*;
use crate::lint::skill_context::{kind_of, place_of};
use crate::lint::verdict::FileKind;
use crate::pipeline::{HostPipeline, Inputs};
use crate::search::Duplicates;
use crate::text::document::Range;
use crate::tree::path;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Description,
    "near-duplicate-description",
    Severity::Info,
    "another skill has nearly the same description",
    &[Run::Search(Search::NearDuplicates)],
);

/// The minimum similarity, from 0 to 1, of two descriptions that are reported. `docs/search.md`
/// shows how similarity is measured. Skillglass uses this threshold because of a test with twelve
/// pairs of real skills above the threshold: the two skills of each pair had the same purpose.
const SIMILAR: f64 = 0.8;

/// Reports descriptions that are nearly the same as the description of another skill. Copies of a
/// skill have the same name, and are not reported.
pub fn check(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    verdicts: &Rc<Verdicts>,
    (known, duplicates): (&LastResult<Neighbours>, &LastResult<Duplicates>),
    found: &mut Vec<Rc<Diagnostic>>,
) {
    let kind = |path: &str| kind_of(path, || text_of(inputs, path));
    let kinds = verdicts.skills.iter().map(|skill| kind(&skill.path));
    let kinds: Vec<_> = kinds.collect();
    let before = known.get_if(&(), |_, _| true);
    let same =
        |before: &Rc<Neighbours>| Rc::ptr_eq(&before.verdicts, verdicts) && before.kinds == kinds;
    let neighbours = match before {
        Some(before) if same(&before) => before,
        _ => {
            let made = neighbours(pipelines, inputs, verdicts, kinds, duplicates);
            let made = Rc::new(made);
            known.insert((), (), Rc::clone(&made));
            made
        }
    };
    for (index, other, name, similarity) in &neighbours.nearest {
        let (skill, kind) = (&verdicts.skills[*index], neighbours.kinds[*index]);
        let range = place_in(inputs, &skill.path);
        let message = format!(
            "the description is nearly the same as that of {name} ({:.0} % alike)",
            (similarity * 100.0).floor()
        );
        let hosts = verdicts.hosts.iter().zip(&*skill.cells);
        let hosts = hosts.filter(|(_, cell)| kind.is_skill_for(cell));
        let hosts = hosts.map(|(host, _)| *host);
        found.push(Rc::new(
            Diagnostic::new(&RULE, &skill.path, range, message)
                .help("Say in each what sets it apart, or make one skill of them.")
                .concerning(hosts)
                .related(
                    format!("the description of {name}"),
                    other,
                    place_in(inputs, other),
                ),
        ));
    }
}

/// Finds, for each skill, the other skill with the most similar description.
fn neighbours(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    verdicts: &Rc<Verdicts>,
    kinds: Vec<FileKind>,
    known: &LastResult<Duplicates>,
) -> Neighbours {
    let catalogs = pipelines.iter().map(|pipeline| pipeline.catalog(inputs));
    let catalogs: Vec<_> = catalogs.collect();
    // The names under which hosts load each skill, by the skill's path.
    let mut names: HashMap<&str, Vec<&str>> = HashMap::new();
    let mut descriptions: Vec<(&str, &str)> = Vec::new();
    let mut add = |path, name, description| match names.get_mut(path) {
        Some(known) if known.contains(&name) => {}
        Some(known) => known.push(name),
        None => {
            names.insert(path, vec![name]);
            descriptions.push((path, description));
        }
    };
    for catalog in &catalogs {
        for skill in &catalog.skills {
            add(&*skill.path, &*skill.name, &*skill.description);
        }
    }
    // A skill that no host finds gets the name that it would have in a host's location.
    for (skill, kind) in verdicts.skills.iter().zip(&kinds) {
        let cells = skill.cells.iter();
        for cell in cells.filter(|cell| kind.is_skill_for(cell)) {
            if let (Some(name), Some(description)) = (&cell.name, &cell.description) {
                add(&*skill.path, name, description);
            }
        }
    }
    let are_copies = |left: &str, right: &str| {
        let names = names.get(left).zip(names.get(right));
        names.is_some_and(|(left, right)| left.iter().any(|name| right.contains(name)))
    };
    let folder = |file: &str| path::parent(file).map(|folder| path::file_name(folder).to_owned());
    // The comparison needs at least two descriptions.
    if descriptions.len() < 2 {
        descriptions.clear();
    }
    let before = known.get(&(), &());
    let duplicates = Rc::new(Duplicates::of(&descriptions, SIMILAR, before.as_deref()));
    if before.is_none_or(|before| before.is_less_useful_than(&duplicates)) {
        known.insert((), (), Rc::clone(&duplicates));
    }
    // For the path of each skill: the path of the skill with the most similar description, and the similarity.
    let mut nearest: HashMap<&str, (&str, f64)> = HashMap::new();
    for pair in duplicates.pairs() {
        let (left, right) = (pair.left.as_str(), pair.right.as_str());
        if are_copies(left, right) || folder(left) == folder(right) {
            continue;
        }
        for (one, other) in [(left, right), (right, left)] {
            nearest.entry(one).or_insert((other, pair.similarity));
        }
    }
    let of_skills = verdicts
        .skills
        .iter()
        .enumerate()
        .filter_map(|(index, skill)| {
            let (other, similarity) = nearest.get(&*skill.path)?;
            let name = names.get(*other).map_or("", |names| names[0]);
            Some((index, (*other).to_owned(), name.to_owned(), *similarity))
        });
    Neighbours {
        nearest: of_skills.collect(),
        verdicts: Rc::clone(verdicts),
        kinds,
    }
}

/// Keeps only one of two findings that report the same pair of skills.
pub fn once(mut found: Vec<Rc<Diagnostic>>) -> Vec<Rc<Diagnostic>> {
    let pair = |one: &Rc<Diagnostic>| {
        let other = one.related.first().filter(|_| one.code == RULE.code)?;
        Some((one.path.clone(), other.path.clone()))
    };
    let pairs: HashSet<_> = found.iter().filter_map(pair).collect();
    if !pairs.is_empty() {
        found.retain(|one| {
            pair(one).is_none_or(|(path, other)| path < other || !pairs.contains(&(other, path)))
        });
    }
    found
}

/// Returns the range of the description in a file.
fn place_in(inputs: Inputs<'_>, file: &str) -> Range {
    place_of("description", text_of(inputs, file))
}

/// Returns the text of a file; empty if the file has no text.
fn text_of<'t>(inputs: Inputs<'t>, file: &str) -> &'t str {
    let entry = inputs.tree.resolve(file).ok();
    let contents = entry.and_then(|entry| entry.contents());
    let text = contents.and_then(|contents| contents.text().ok());
    text.unwrap_or_default()
}
