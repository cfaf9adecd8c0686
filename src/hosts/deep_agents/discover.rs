//! Stage Discover: searches the folders that the program gives to the middleware
//! (`docs/hosts/deep-agents.md#where-it-looks`).

use super::editions::DeepAgents;
use super::options::DeepAgentsOptions;
use crate::host::Discover;
use crate::host::sdk::{self, Listed, Order, Rules};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, RootStatus};
use crate::model::environment::Environment;
use crate::sort;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree, Unresolved, path};

/// Returns the rules by which a file backend of Deep Agents searches for skills. `file_links` is
/// true for a backend with virtual paths, which also reads a `SKILL.md` that is a link.
const fn rules(file_links: bool) -> Rules {
    Rules {
        label: "Deep Agents",
        files: &[SKILL_FILE],
        depth: 1,
        hidden: true,
        folder_links: true,
        file_links,
        takes_root: false,
        order: Order::Slashed,
        reasons: &[],
    }
}

const VIRTUAL: Rules = rules(true);
const REAL: Rules = rules(false);

impl Discover for DeepAgents {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let given = &self.options.sources;
        if self.options.real_paths {
            return sdk::discover(tree, environment, &REAL, given, &Listed::new());
        }
        let mut discovery = sdk::discover(tree, environment, &VIRTUAL, given, &Listed::new());
        let top = top(tree, environment);
        for root in &mut discovery.roots {
            let is_inside = path::is_within(&root.path, &environment.cwd);
            if !is_inside && root.status == RootStatus::Scanned {
                root.status = RootStatus::Off;
            }
        }
        let mut by_root: Vec<(String, Vec<Candidate>)> = Vec::new();
        for mut candidate in std::mem::take(&mut discovery.candidates) {
            let found = &mut candidate.found;
            let folder = path::parent(&found.discovered_path).unwrap_or("/");
            let folder = tree.resolve(folder).map(Entry::path).unwrap_or_default();
            let inside = [&folder, &found.path].map(|it| path::is_within(it, &top));
            if inside != [true; 2] || !path::is_within(&candidate.root, &environment.cwd) {
                let words = (
                    format!("it is outside of {top}, where the backend's paths begin"),
                    "Move the skill below the working directory, or give real paths to the backend."
                        .to_owned(),
                );
                let root = Some(candidate.root.as_str());
                let reason = LeftOutReason::LinkNotFollowed;
                let left_out = LeftOut::new(&found.discovered_path, root, reason, words);
                discovery.left_out.push(left_out);
                continue;
            }
            found.discovered_path = path::join(&folder, SKILL_FILE);
            match by_root.last_mut() {
                Some((root, candidates)) if *root == candidate.root => candidates.push(candidate),
                _ => by_root.push((candidate.root.clone(), vec![candidate])),
            }
        }
        for (_, mut candidates) in by_root {
            sort::by(&mut candidates, |one, other| {
                let [one, other] = [one, other].map(|it| &it.found.discovered_path);
                one.cmp(other)
            });
            discovery.candidates.extend(candidates);
        }
        discovery
    }
}

/// Returns the folder that is the root of virtual paths: the working directory with links resolved.
fn top(tree: &Tree, environment: &Environment) -> String {
    let top = tree.resolve(&environment.cwd).map(Entry::path);
    top.unwrap_or_else(|_| environment.cwd.clone())
}

/// Converts a path to the form in which Deep Agents shows it to the model: an absolute path, or a
/// virtual path below the working directory.
pub(super) fn shown(
    tree: &Tree,
    environment: &Environment,
    options: &DeepAgentsOptions,
    at: &str,
) -> String {
    if options.real_paths {
        return at.to_owned();
    }
    let tops = [top(tree, environment), environment.cwd.clone()];
    let mut below = tops.iter().filter(|top| path::is_within(at, top));
    match below.next() {
        Some(top) if top != "/" => match at.strip_prefix(top.as_str()) {
            Some("") | None => "/".to_owned(),
            Some(below) => below.to_owned(),
        },
        _ => at.to_owned(),
    }
}

/// Returns the middleware's warnings about skill folders that it cannot read.
pub(super) fn warnings(
    tree: &Tree,
    environment: &Environment,
    options: &DeepAgentsOptions,
) -> Vec<String> {
    let mut warnings = Vec::new();
    for source in sdk::sources(environment, &options.sources) {
        let shown = shown(tree, environment, options, &source);
        let problem = match tree.resolve(&source) {
            Err(_) => format!("Path '{shown}': path_not_found"),
            Ok(folder) if folder.kind() != EntryKind::Directory => {
                format!("Path '{shown}': not_a_directory")
            }
            Ok(folder) => {
                let is_loop = |child: &Entry<'_>| child.follow().err() == Some(Unresolved::Loop);
                let Some(child) = folder.children().find(is_loop) else {
                    continue;
                };
                let child = path::join(&folder.path(), child.name());
                format!("child error: cannot resolve '{child}': Symlink loop from '{child}'")
            }
        };
        warnings.push(format!("Cannot load skills from '{shown}': {problem}"));
    }
    warnings
}
