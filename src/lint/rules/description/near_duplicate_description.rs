//! `near-duplicate-description`: another skill has nearly the same description.
//!
//! Fix: none, because only the author knows how the skills differ.

use crate::hashing::{HashMap, HashSet};
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

/// The minimum similarity of two descriptions that are reported, from 0 to 1. `docs/search.md`
/// shows how similarity is measured. The value comes from a test with real skills: all twelve pairs
/// with a higher similarity had the same purpose.
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
    let mut skills = Described::default();
    skills.skills.reserve(verdicts.skills.len());
    skills.places.reserve(verdicts.skills.len());
    for catalog in &catalogs {
        for (index, skill) in catalog.skills.iter().enumerate() {
            skills.add(index, &skill.path, &skill.name, &skill.description);
        }
    }
    // A skill that no host finds gets the name that it would have in a host's location.
    for (index, (skill, kind)) in verdicts.skills.iter().zip(&kinds).enumerate() {
        let cells = skill.cells.iter();
        for cell in cells.filter(|cell| kind.is_skill_for(cell)) {
            if let (Some(name), Some(description)) = (&cell.name, &cell.description) {
                skills.add(index, &skill.path, name, description);
            }
        }
    }
    let folder = |file: &str| path::parent(file).map(|folder| path::file_name(folder).to_owned());
    let documents = skills.skills.iter().map(|one| (one.path, one.description));
    let mut documents: Vec<_> = documents.collect();
    // The comparison needs at least two descriptions.
    if documents.len() < 2 {
        documents.clear();
    }
    let before = known.get(&(), &());
    let duplicates = Rc::new(Duplicates::of(&documents, SIMILAR, before.as_deref()));
    if before.is_none_or(|before| before.is_less_useful_than(&duplicates)) {
        known.insert((), (), Rc::clone(&duplicates));
    }
    // For each skill of `skills`: the skill with the most similar description, and the similarity.
    let mut nearest: Vec<Option<(usize, f64)>> = vec![None; skills.skills.len()];
    for (similarity, left, right) in duplicates.pairs() {
        let [one, other] = [*left, *right].map(|index| &skills.skills[index]);
        if one.is_copy_of(other) || folder(one.path) == folder(other.path) {
            continue;
        }
        nearest[*left].get_or_insert((*right, *similarity));
        nearest[*right].get_or_insert((*left, *similarity));
    }
    let of_skills = verdicts.skills.iter().enumerate();
    let of_skills = of_skills.filter_map(|(index, skill)| {
        let (other, similarity) = nearest[skills.place(index, &skill.path)?]?;
        let other = &skills.skills[other];
        let (path, name) = (other.path.to_owned(), other.name.to_owned());
        Some((index, path, name, similarity))
    });
    Neighbours {
        nearest: of_skills.collect(),
        verdicts: Rc::clone(verdicts),
        kinds,
    }
}

/// The skills of several lists. A skill that is in several lists occurs once.
#[derive(Default)]
struct Described<'a> {
    skills: Vec<DescribedSkill<'a>>,
    /// The index of each skill in `skills`, by the path of the skill's file.
    places: HashMap<&'a str, usize>,
}

/// A skill with its description, and with the names under which hosts load it.
struct DescribedSkill<'a> {
    path: &'a str,
    description: &'a str,
    name: &'a str,
    other_names: Vec<&'a str>,
}

impl<'a> Described<'a> {
    /// Adds a skill of one list, such as the skills of one host. If the skill was already added
    /// from another list, only its name is added. `index` is the index of the skill in this list.
    fn add(&mut self, index: usize, path: &'a str, name: &'a str, description: &'a str) {
        let Some(place) = self.place(index, path) else {
            self.places.insert(path, self.skills.len());
            self.skills.push(DescribedSkill {
                path,
                description,
                name,
                other_names: Vec::new(),
            });
            return;
        };
        let known = &mut self.skills[place];
        if known.name != name && !known.other_names.contains(&name) {
            known.other_names.push(name);
        }
    }

    /// Returns the index in `skills` of the skill whose file has the path `path`; `None` if the
    /// skill was not added. `expected` is tried first: it is the skill's index in a host's list,
    /// and most hosts have the skills in the same order.
    fn place(&self, expected: usize, path: &str) -> Option<usize> {
        let is_here = (self.skills.get(expected)).is_some_and(|known| known.path == path);
        let place = is_here.then_some(expected);
        place.or_else(|| self.places.get(path).copied())
    }
}

impl DescribedSkill<'_> {
    /// Returns true if the two skills have the same name, so that one is most likely a copy of the
    /// other. Hosts can load a skill under different names. One common name is enough.
    fn is_copy_of(&self, other: &Self) -> bool {
        self.names()
            .any(|name| other.names().any(|one| one == name))
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.name).chain(self.other_names.iter().copied())
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
