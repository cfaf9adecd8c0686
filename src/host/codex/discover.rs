//! Stage 1: the roots, and the walk below each.

use std::collections::HashSet;

use super::left_out::explain;
use super::{Edition, SKILL_FILE};
use crate::environment::Environment;
use crate::host::{Candidate, Discovery};
use crate::path;
use crate::scan::{self, Limits, PassedOver, Reasons};
use crate::skill::{LeftOutReason, Root, RootStatus, Scope};
use crate::tree::{Entry, EntryKind, Tree, Unresolved};

/// Levels below a root (seeds 000, 001 and 002: `MAX_SCAN_DEPTH`).
pub(super) const MAX_DEPTH: usize = 6;

/// Directories visited for each root, itself included (seeds 000, 001 and 002: `MAX_SKILLS_DIRS_PER_ROOT`).
pub(super) const MAX_DIRECTORIES: usize = 2000;

/// What marks the root of a project, as long as no configuration says otherwise.
const PROJECT_ROOT_MARKER: &str = ".git";

/// The administrator's skills.
const ADMIN_ROOT: &str = "/etc/codex/skills";

pub(super) fn discover(tree: &Tree, environment: &Environment, edition: &Edition) -> Discovery {
    let mut discovery = Discovery::default();
    let mut reasons = Reasons::default();
    let mut passed_over: Vec<(PassedOver, usize)> = Vec::new();
    let mut seen = HashSet::new();
    let mut found = HashSet::new();
    for (index, mut root) in roots(tree, environment, edition).into_iter().enumerate() {
        let target = if seen.insert(root.path.clone()) {
            tree.resolve(&root.path).map_err(|problem| match problem {
                Unresolved::Missing | Unresolved::Loop => RootStatus::Missing,
            })
        } else {
            Err(RootStatus::Duplicate)
        };
        match target {
            Err(status) => root.status = status,
            Ok(directory) if directory.kind() != EntryKind::Directory => {
                root.status = RootStatus::NotADirectory;
            }
            Ok(directory) => {
                let limits = Limits {
                    depth: MAX_DEPTH,
                    directories: MAX_DIRECTORIES,
                    entries: edition.max_entries,
                    // What Codex installed itself has no links; following one would let others in.
                    follow_links: root.scope != Scope::System,
                };
                let walk = scan::walk(directory, &root.path, SKILL_FILE, &limits);
                root.directories = walk.directories;
                root.candidates = walk.found.len();
                reasons.note(&walk, index);
                passed_over.extend(walk.passed_over.into_iter().map(|passed| (passed, index)));
                for file in walk.found {
                    found.insert(file.entry);
                    discovery.candidates.push(Candidate {
                        found: file,
                        scope: root.scope,
                        root: root.path.clone(),
                    });
                }
            }
        }
        discovery.roots.push(root);
    }

    // Of what was passed over, links and misspelt files are told as such. A folder is not: what counts is each
    // skill file below it, which gets the folder's reason.
    let mut told = HashSet::new();
    for (passed, root) in &passed_over {
        let Some(entry) = tree.by_id(passed.entry) else {
            continue;
        };
        let worth_telling = match entry.kind() {
            EntryKind::Directory => false,
            EntryKind::Link(_) => true,
            EntryKind::File(_) => is_skill_file(entry),
        };
        if worth_telling && told.insert(passed.entry) {
            let root = Some(discovery.roots[*root].path.as_str());
            discovery.left_out.push(explain(
                &entry.path(),
                passed.reason,
                root,
                &discovery.roots,
            ));
        }
    }
    for entry in tree.entries() {
        if !is_skill_file(entry)
            || matches!(entry.kind(), EntryKind::Directory)
            || found.contains(&entry.id())
            || told.contains(&entry.id())
        {
            continue;
        }
        let (reason, root) = match reasons.of(entry) {
            Some((reason, root)) => (reason, Some(discovery.roots[root].path.as_str())),
            None => (LeftOutReason::OutsideRoots, None),
        };
        discovery
            .left_out
            .push(explain(&entry.path(), reason, root, &discovery.roots));
    }
    discovery
}

/// Whether the name is `SKILL.md`, in whatever capitals.
fn is_skill_file(entry: Entry<'_>) -> bool {
    entry.name().eq_ignore_ascii_case(SKILL_FILE)
}

/// Every root in the order of the scan, whether or not it exists.
fn roots(tree: &Tree, environment: &Environment, edition: &Edition) -> Vec<Root> {
    let mut roots = Vec::new();
    let mut add = |path: String, scope, origin: &str| {
        roots.push(Root {
            path,
            scope,
            origin: origin.to_owned(),
            status: RootStatus::Scanned,
            directories: 0,
            candidates: 0,
        });
    };
    let config_root = project_root(tree, &environment.cwd, |marker| {
        is_git(marker, edition.config_root_needs_head)
    });
    for directory in up_to(&environment.cwd, config_root) {
        add(
            path::join(directory, ".codex/skills"),
            Scope::Repo,
            "project configuration",
        );
    }
    if let Some(codex_home) = &environment.codex_home {
        add(path::join(codex_home, "skills"), Scope::User, "Codex home");
        if let Some(home) = &environment.home {
            add(
                path::join(home, ".agents/skills"),
                Scope::User,
                "user's agents",
            );
        }
        add(
            path::join(codex_home, "skills/.system"),
            Scope::System,
            "bundled with Codex",
        );
    }
    add(ADMIN_ROOT.to_owned(), Scope::Admin, "administrator");
    let repository_root = project_root(tree, &environment.cwd, |marker| is_git(marker, false));
    let mut chain: Vec<_> = up_to(&environment.cwd, repository_root).collect();
    chain.reverse();
    for directory in chain {
        add(
            path::join(directory, ".agents/skills"),
            Scope::Repo,
            "repository's agents",
        );
    }
    roots
}

/// The nearest directory, from the working directory upwards, that holds a marker; the working directory without one.
fn project_root<'p>(tree: &Tree, cwd: &'p str, is_marker: impl Fn(Entry<'_>) -> bool) -> &'p str {
    path::ancestors(cwd)
        .find(|directory| {
            tree.resolve(&path::join(directory, PROJECT_ROOT_MARKER))
                .is_ok_and(&is_marker)
        })
        .unwrap_or(cwd)
}

fn is_git(marker: Entry<'_>, needs_head: bool) -> bool {
    match marker.kind() {
        EntryKind::Directory => {
            !needs_head || marker.children().any(|child| child.name() == "HEAD")
        }
        _ => true,
    }
}

/// The directories from `cwd` up to `root`, deepest first. They are lexical: links are not looked at.
fn up_to<'p>(cwd: &'p str, root: &'p str) -> impl Iterator<Item = &'p str> {
    path::ancestors(cwd).take_while(move |directory| path::is_within(directory, root))
}
