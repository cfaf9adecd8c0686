//! Computes the verdicts of hosts on skills. A verdict is a cell of a comparison without the facts
//! that require using the skill.

use std::cell::Cell;
use std::rc::Rc;

use super::cache::{CompareCache, Facts, HostEditions, SkillVerdicts, Verdicts};
use super::column::Column;
use super::comparison::SkillInHost;
use crate::hashing::HashSet;
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use crate::tree::Tree;

impl SkillVerdicts {
    fn of(columns: &[Column<'_>], inputs: Inputs<'_>, path: Rc<str>, facts: Facts) -> Self {
        let mut moved = Vec::new();
        let cells = columns.iter().map(|column| {
            let (cell, entries) = column.verdict(inputs, &path, facts);
            moved.extend(entries);
            cell
        });
        let cells = cells.collect();
        sort::by(&mut moved, Ord::cmp);
        moved.dedup();
        Self { path, cells, moved }
    }

    /// Returns true if the verdicts are still valid, because none of the files and folders in
    /// `moved` has changed since `revision` of the tree.
    fn hold_since(&self, tree: &Tree, revision: u64) -> bool {
        let entries = self.moved.iter().map(|entry| tree.by_id(*entry));
        entries.flatten().all(|entry| entry.revision() <= revision)
    }

    /// Returns true if all verdicts are equal to those in `other`.
    pub fn are_same(&self, other: &[Rc<SkillInHost>]) -> bool {
        let is_same = |(left, right): (&Rc<_>, &Rc<_>)| Rc::ptr_eq(left, right) || left == right;
        self.cells.len() == other.len() && self.cells.iter().zip(other).all(is_same)
    }
}

/// Returns the verdicts of each host on the requested skills, or on all skills if `asked` is empty.
pub(crate) fn verdicts(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    asked: &[String],
    facts: Facts,
    cache: &CompareCache,
) -> Rc<Verdicts> {
    let hosts = pipelines.iter().map(|pipeline| pipeline.host());
    let hosts: HostEditions = hosts.map(|host| (host.id(), host.edition())).collect();
    let generations = pipelines.iter().map(|pipeline| pipeline.generation(inputs));
    let generations: Vec<u64> = generations.collect();
    let id = (hosts, asked.to_vec(), facts);
    let revision = inputs.tree.revision();
    let before = cache.verdicts.get_if(&id, |_, _| true);
    let of_same_catalogs = (before.as_ref()).filter(|before| before.generations == generations);
    if let Some(before) = of_same_catalogs {
        let since = before.held_at.get();
        let mut skills = before.skills.iter();
        if since == revision || skills.all(|skill| skill.hold_since(inputs.tree, since)) {
            before.held_at.set(revision);
            return Rc::clone(before);
        }
    }
    let columns: Vec<_> = pipelines
        .iter()
        .map(|pipeline| Column::new(pipeline, inputs, cache.of(pipeline.host(), facts)))
        .collect();
    let changed = before
        .as_ref()
        .and_then(|before| changed_since(&columns, inputs, before, facts));
    let (skills, is_same) = match before.as_ref().zip(changed) {
        Some((before, changed)) => {
            let mut skills = before.skills.clone();
            let mut is_same = before.generations == generations;
            for skill in &mut skills {
                if changed.contains(&*skill.path)
                    || !skill.hold_since(inputs.tree, before.held_at.get())
                {
                    let path = Rc::clone(&skill.path);
                    let now = SkillVerdicts::of(&columns, inputs, path, facts);
                    is_same &= skill.are_same(&now.cells) && skill.moved == now.moved;
                    *skill = now;
                }
            }
            (skills, is_same)
        }
        None => {
            let mut files: Vec<&str> = match asked {
                [] => columns.iter().flat_map(Column::files).collect(),
                asked => asked.iter().map(String::as_str).collect(),
            };
            sort::by(&mut files, Ord::cmp);
            files.dedup();
            let of_file = |file: &str| SkillVerdicts::of(&columns, inputs, file.into(), facts);
            (files.into_iter().map(of_file).collect(), false)
        }
    };
    if let Some(before) = before.filter(|_| is_same) {
        before.held_at.set(revision);
        return before;
    }
    let verdicts = Rc::new(Verdicts {
        hosts: id.0.clone(),
        skills,
        generations: generations.clone(),
        held_at: Cell::new(revision),
    });
    (cache.verdicts).insert(id, generations, Rc::clone(&verdicts));
    verdicts
}

/// Returns the paths of the skills whose verdicts may differ from the earlier verdicts in `before`,
/// because a catalog or a list has changed. Returns `None` if all verdicts may differ.
fn changed_since(
    columns: &[Column<'_>],
    inputs: Inputs<'_>,
    before: &Verdicts,
    facts: Facts,
) -> Option<HashSet<String>> {
    let mut changed = HashSet::default();
    for (column, generation) in columns.iter().zip(&before.generations) {
        changed.extend(column.changed_since(inputs, *generation, facts)?);
    }
    Some(changed)
}
