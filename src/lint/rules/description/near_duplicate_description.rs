//! `near-duplicate-description`: another skill's description says nearly the same.
//!
//! Fix: none, since only the author knows what sets the skills apart.

use crate::compare::Comparison;
use crate::lint::cache::LintCache;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::skill_context::{kind_of, place_of};
use crate::pipeline::{HostPipeline, Inputs};
use crate::search::Document;
use crate::text::document::Range;
use crate::tree::path;
use std::collections::{HashMap, HashSet};

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Description,
    "near-duplicate-description",
    Severity::Info,
    "another skill's description says nearly the same",
);

/// Similarity from which on two descriptions compete for the same requests (`docs/search.md` says how it is measured).
/// The threshold is ours: of twelve pairs of real skills above it that were read, all said the same.
const SIMILAR: f64 = 0.8;

/// Finds descriptions that say nearly the same as another skill's. Copies of one skill, which have its name, are meant.
pub(in crate::lint) fn check(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    comparison: &Comparison,
    cache: &LintCache,
    found: &mut Vec<Diagnostic>,
) {
    // The names that hosts have for each skill.
    let mut names: HashMap<String, Vec<String>> = HashMap::new();
    let mut documents: Vec<Document> = Vec::new();
    let mut add = |path: &str, name: &str, description: &str| match names.get_mut(path) {
        Some(known) if known.iter().any(|known| known == name) => {}
        Some(known) => known.push(name.to_owned()),
        None => {
            names.insert(path.to_owned(), vec![name.to_owned()]);
            documents.push(Document {
                path: path.to_owned(),
                name: name.to_owned(),
                description: description.to_owned(),
                ..Document::default()
            });
        }
    };
    for pipeline in pipelines {
        for skill in &pipeline.catalog(inputs).skills {
            add(&skill.path, &skill.name, &skill.description);
        }
    }
    // And those that a host would have if they lay where it looks.
    let kinds: Vec<_> = (comparison.skills.iter())
        .map(|skill| kind_of(&skill.path, text_of(inputs, &skill.path)))
        .collect();
    for (skill, kind) in comparison.skills.iter().zip(&kinds) {
        let cells = skill.cells.iter();
        for cell in cells.filter(|cell| kind.is_skill_for(cell)) {
            if let (Some(name), Some(description)) = (&cell.name, &cell.description) {
                add(&skill.path, name, description);
            }
        }
    }
    let are_copies = |left: &str, right: &str| {
        let names = names.get(left).zip(names.get(right));
        names.is_some_and(|(left, right)| left.iter().any(|name| right.contains(name)))
    };
    let folder = |file: &str| path::parent(file).map(|folder| path::file_name(folder).to_owned());
    // The most similar other of each, with how similar.
    let mut nearest: HashMap<&str, (&str, f64)> = HashMap::new();
    let pairs = cache.near_duplicates(&documents, SIMILAR);
    for pair in pairs.iter() {
        let (left, right) = (pair.left.as_str(), pair.right.as_str());
        if are_copies(left, right) || folder(left) == folder(right) {
            continue;
        }
        for (one, other) in [(left, right), (right, left)] {
            nearest.entry(one).or_insert((other, pair.similarity));
        }
    }
    for (skill, kind) in comparison.skills.iter().zip(kinds) {
        let Some((other, similarity)) = nearest.get(skill.path.as_str()) else {
            continue;
        };
        let range = place_in(inputs, &skill.path);
        let name = names.get(*other).map_or("", |names| &names[0]);
        let message = format!(
            "the description says nearly the same as that of {name} ({:.0} % alike)",
            (similarity * 100.0).floor()
        );
        let hosts = comparison.hosts.iter().zip(&skill.cells);
        let hosts = hosts.filter(|(_, cell)| kind.is_skill_for(cell));
        let hosts = hosts.map(|(host, _)| (host.host.as_str(), host.edition.as_str()));
        found.push(
            Diagnostic::new(&RULE, &skill.path, range, message)
                .help("Say in each what sets it apart, or make one skill of them.")
                .concerning(hosts)
                .related(
                    format!("the description of {name}"),
                    other,
                    place_in(inputs, other),
                ),
        );
    }
}

/// The findings with one for each two skills that are nearest to each other: what sets them apart is said once.
pub(in crate::lint) fn once(mut found: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let pair = |one: &Diagnostic| {
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

/// The range of the description of a file.
fn place_in(inputs: Inputs<'_>, file: &str) -> Range {
    place_of("description", text_of(inputs, file))
}

/// The text of a file; empty where it has none.
fn text_of<'t>(inputs: Inputs<'t>, file: &str) -> &'t str {
    let entry = inputs.tree.resolve(file).ok();
    let contents = entry.and_then(|entry| entry.contents());
    let text = contents.and_then(|contents| contents.text().ok());
    text.unwrap_or_default()
}
