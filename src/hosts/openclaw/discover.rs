//! Discover: where OpenClaw looks, and what it passes over there (`docs/hosts/openclaw.md#discovery`).

use std::collections::{HashMap, HashSet};

use super::editions::Edition;
use super::left_out::explain;
use super::options::OpenclawOptions;
use super::roots::roots;
use super::setup::Setup;
use super::walk::Walker;
use crate::host::scan::{self, Reasons};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::SkillKind;
use crate::sort;
use crate::tree::path;
use crate::tree::skill_file::is_skill_file;
use crate::tree::{EntryKind, Tree};

/// The file that says under which name a skill was installed.
pub(super) const ORIGIN_FILE: &str = ".openclaw/source-origin.json";

pub(super) fn discover(
    tree: &Tree,
    environment: &Environment,
    edition: &Edition,
    options: &OpenclawOptions,
) -> Discovery {
    let setup = Setup::read(tree, environment, options, edition);
    let mut discovery = Discovery::default();
    discovery.side_files.extend(setup.file);
    discovery.depends_on.extend(setup.file);
    let mut reasons = Reasons::default();
    let mut found = HashSet::new();
    let mut escaped = HashMap::new();
    let mut truncated = Vec::new();
    for (index, mut planned) in roots(environment, options, &setup, edition)
        .into_iter()
        .enumerate()
    {
        let target = tree.resolve(&planned.root.path).ok();
        match target.map(|target| (target, target.kind())) {
            _ if planned.root.status != RootStatus::Scanned => {}
            None => planned.root.status = RootStatus::Missing,
            Some((folder, EntryKind::Directory)) => {
                let walker = Walker {
                    tree,
                    setup: &setup,
                    planned: &planned,
                    real: folder.path(),
                };
                let walked = walker.walk(folder);
                let mut root = planned.root;
                root.directories = walked.walk.directories;
                root.candidates = walked.walk.found.len();
                reasons.note(&walked.walk, index);
                escaped.extend(walked.escaped);
                truncated.extend(
                    walked
                        .truncated
                        .into_iter()
                        .map(|words| (root.path.clone(), words)),
                );
                for file in walked.walk.found {
                    found.insert(file.entry);
                    let beside =
                        path::parent(&file.path).map(|folder| path::join(folder, ORIGIN_FILE));
                    let beside = beside.and_then(|beside| tree.resolve(&beside).ok());
                    discovery
                        .side_files
                        .extend(beside.map(|beside| beside.id()));
                    discovery.candidates.push(Candidate {
                        found: file,
                        scope: root.scope,
                        root: root.path.clone(),
                        plugin_id: root.plugin_id.clone(),
                        kind: SkillKind::Skill,
                        side: None,
                    });
                }
                discovery.roots.push(root);
                continue;
            }
            Some(_) => planned.root.status = RootStatus::NotADirectory,
        }
        discovery.roots.push(planned.root);
    }
    sort::by(&mut discovery.side_files, Ord::cmp);
    discovery.side_files.dedup();
    discovery.left_out = left_out(tree, &reasons, &found, &mut escaped, &discovery.roots);
    for (root, words) in truncated {
        let reason = LeftOutReason::EntryLimit;
        let mut entry = explain(&root, reason, Some(&root), &discovery.roots);
        entry.message = words;
        discovery.left_out.push(entry);
    }
    discovery
}

/// Every skill file that is no candidate, with the reason, and every link that leads out of its root.
fn left_out(
    tree: &Tree,
    reasons: &Reasons,
    found: &HashSet<crate::tree::EntryId>,
    escaped: &mut HashMap<String, String>,
    roots: &[Root],
) -> Vec<LeftOut> {
    let off: Vec<_> = (roots.iter())
        .filter(|root| root.status == RootStatus::Off)
        .map(|root| root.path.as_str())
        .collect();
    let mut left_out = Vec::new();
    for (entry, reason, root) in reasons.left_out(tree, is_skill_file) {
        let is_hidden_link = reason == LeftOutReason::Hidden && !is_skill_file(entry);
        let leads_to_skill = || (entry.follow()).is_ok_and(|target| found.contains(&target.id()));
        if found.contains(&entry.id()) || is_hidden_link {
            continue;
        }
        let path = entry.path();
        let (reason, root) = match root {
            Some(root) => (reason, Some(roots[root].path.as_str())),
            None if leads_to_skill() => continue,
            None => match off.iter().find(|off| path::is_within(&path, off)) {
                Some(off) => (LeftOutReason::SourceOff, Some(*off)),
                None => (reason, None),
            },
        };
        let mut entry = explain(&path, reason, root, roots);
        if let Some(words) = escaped.remove(&path) {
            entry.message = words;
        }
        left_out.push(entry);
    }
    for (file, root) in scan::flat_files(tree, roots) {
        let reason = LeftOutReason::FlatFile;
        left_out.push(explain(&file.path(), reason, Some(&root.path), roots));
    }
    left_out
}
