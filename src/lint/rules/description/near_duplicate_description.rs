//! `near-duplicate-description`: another skill has nearly the same description.
//!
//! Fix: none, because only the author knows how the skills differ.

use std::rc::Rc;

use crate::compare::Verdicts;
use crate::hashing::HashSet;
use crate::lint::cache::{LastResult, Neighbours, Numbering};
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
    let neighbours = match &before {
        Some(before) if same(before) => Rc::clone(before),
        _ => {
            let numbering = before.as_ref().map(|before| &before.numbering);
            let caches = (numbering, duplicates);
            let made = neighbours(pipelines, inputs, verdicts, kinds, caches);
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
    (numbering, known): (Option<&Rc<Numbering>>, &LastResult<Duplicates>),
) -> Neighbours {
    let catalogs = pipelines.iter().map(|pipeline| pipeline.catalog(inputs));
    let catalogs: Vec<_> = catalogs.collect();
    let paths = catalogs.iter().map(|catalog| {
        let skills = catalog.skills.iter();
        skills.map(|skill| &*skill.path).collect()
    });
    let mut paths: Vec<Vec<&str>> = paths.collect();
    paths.push(verdicts.skills.iter().map(|skill| &*skill.path).collect());
    let numbering = Numbering::of(&paths, numbering);
    let mut skills: Vec<Option<Described<'_>>> = Vec::new();
    skills.resize_with(numbering.paths.len(), || None);
    for (catalog, numbers) in catalogs.iter().zip(&numbering.numbers) {
        for (skill, number) in catalog.skills.iter().zip(numbers) {
            Described::add(&mut skills[*number], &skill.name, &skill.description);
        }
    }
    // A skill that no host finds gets the name that it would have in a host's location.
    let of_verdicts = numbering.numbers.last().map_or(&[][..], Vec::as_slice);
    for ((skill, kind), number) in verdicts.skills.iter().zip(&kinds).zip(of_verdicts) {
        let cells = skill.cells.iter();
        for cell in cells.filter(|cell| kind.is_skill_for(cell)) {
            if let (Some(name), Some(description)) = (&cell.name, &cell.description) {
                Described::add(&mut skills[*number], name, description);
            }
        }
    }
    let folder = |file: &str| path::parent(file).map(|folder| path::file_name(folder).to_owned());
    let described = skills.iter().zip(&numbering.paths).enumerate();
    let (numbers, mut documents): (Vec<usize>, Vec<(&str, &str)>) = described
        .filter_map(|(number, (skill, path))| {
            Some((number, (&**path, skill.as_ref()?.description)))
        })
        .unzip();
    // The comparison needs at least two descriptions.
    if documents.len() < 2 {
        documents.clear();
    }
    let before = known.get(&(), &());
    let duplicates = Rc::new(Duplicates::of(&documents, SIMILAR, before.as_deref()));
    if before.is_none_or(|before| before.is_less_useful_than(&duplicates)) {
        known.insert((), (), Rc::clone(&duplicates));
    }
    // For the number of each skill: the number of the skill with the most similar description, and the similarity.
    let mut nearest: Vec<Option<(usize, f64)>> = vec![None; skills.len()];
    for (similarity, left, right) in duplicates.pairs() {
        let [left, right] = [numbers[*left], numbers[*right]];
        let are_copies = match (&skills[left], &skills[right]) {
            (Some(one), Some(other)) => one.is_copy_of(other),
            _ => false,
        };
        if are_copies || folder(&numbering.paths[left]) == folder(&numbering.paths[right]) {
            continue;
        }
        nearest[left].get_or_insert((right, *similarity));
        nearest[right].get_or_insert((left, *similarity));
    }
    let of_skills = of_verdicts.iter().enumerate();
    let of_skills = of_skills.filter_map(|(index, number)| {
        let (other, similarity) = nearest[*number]?;
        let name = skills[other].as_ref().map_or("", |other| other.name);
        let path = numbering.paths[other].to_string();
        Some((index, path, name.to_owned(), similarity))
    });
    Neighbours {
        nearest: of_skills.collect(),
        verdicts: Rc::clone(verdicts),
        kinds,
        numbering,
    }
}

/// The description of a skill, and the names under which hosts load the skill.
struct Described<'a> {
    description: &'a str,
    name: &'a str,
    other_names: Vec<&'a str>,
}

impl<'a> Described<'a> {
    /// Adds the name under which a host loads a skill. The first description is kept.
    fn add(known: &mut Option<Self>, name: &'a str, description: &'a str) {
        let known = known.get_or_insert_with(|| Self {
            description,
            name,
            other_names: Vec::new(),
        });
        if known.name != name && !known.other_names.contains(&name) {
            known.other_names.push(name);
        }
    }

    /// Returns true if the two skills have a name in common.
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
