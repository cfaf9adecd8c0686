//! Discover: the roots, and the walk below each (`docs/hosts/pi.md#where-it-looks`).

use std::collections::HashSet;

use super::left_out::{Off, explain};
use super::names::MAX_DIRECTORIES;
use super::options::PiOptions;
use super::walk::walk;
use crate::host::scan::{Found, Reasons, Walk};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::sort;
use crate::tree::path;
use crate::tree::skill_file::is_skill_file;
use crate::tree::{EntryKind, Tree};

/// The variable that names the folder of the user's configuration.
const USER_FOLDER: &str = "PI_CODING_AGENT_DIR";

/// The folder that several hosts share.
const SHARED: &str = ".agents/skills";

/// A root before it is walked, and why the host does not look there, if it does not.
type Planned = (Root, Option<Off>);

pub(super) fn discover(tree: &Tree, environment: &Environment, options: &PiOptions) -> Discovery {
    let mut discovery = Discovery::default();
    let mut reasons = Reasons::default();
    let mut found = HashSet::new();
    let mut off = Vec::new();
    let mut left = MAX_DIRECTORIES;
    for (index, (mut root, why)) in roots(tree, environment, options).into_iter().enumerate() {
        if let Some(why) = why {
            root.status = RootStatus::Off;
            off.push((root.path.clone(), why));
        } else if discovery.roots.iter().any(|known| known.path == root.path) {
            root.status = RootStatus::Duplicate;
        }
        let target = tree
            .resolve(&root.path)
            .map(|target| (target, target.kind()));
        let walk = match target {
            _ if root.status != RootStatus::Scanned => None,
            Err(_) => {
                root.status = RootStatus::Missing;
                None
            }
            Ok((directory, EntryKind::Directory)) => {
                let (walk, files) = walk(directory, &root.path, left);
                left = left.saturating_sub(walk.directories);
                discovery.depends_on.extend(files);
                Some(walk)
            }
            // A path that the configuration names may be a file.
            Ok((file, _)) if root.path.ends_with(".md") => Some(Walk {
                found: vec![Found {
                    entry: file.id(),
                    path: file.path(),
                    discovered_path: root.path.clone(),
                }],
                ..Walk::default()
            }),
            Ok(_) => {
                root.status = RootStatus::NotADirectory;
                None
            }
        };
        if let Some(walk) = walk {
            root.directories = walk.directories;
            root.candidates = walk.found.len();
            reasons.note(&walk, index);
            for file in walk.found {
                found.insert(file.entry);
                discovery.candidates.push(Candidate {
                    found: file,
                    scope: root.scope,
                    root: root.path.clone(),
                    plugin_id: None,
                    kind: SkillKind::Skill,
                    side: None,
                });
            }
        }
        discovery.roots.push(root);
    }
    sort::by(&mut discovery.depends_on, Ord::cmp);
    discovery.depends_on.dedup();
    discovery.side_files.clone_from(&discovery.depends_on);
    for (entry, reason, root) in reasons.left_out(tree, is_skill_file) {
        let leads_to_skill = || (entry.follow()).is_ok_and(|target| found.contains(&target.id()));
        if found.contains(&entry.id()) || root.is_none() && leads_to_skill() {
            continue;
        }
        if !is_skill_file(entry) && !is_told_of_links(reason) {
            continue;
        }
        let path = entry.path();
        let (root, off) = match root {
            Some(root) => (Some(discovery.roots[root].path.as_str()), None),
            None => match off.iter().find(|(root, _)| path::is_within(&path, root)) {
                Some((root, why)) => (Some(root.as_str()), Some(*why)),
                None => (None, None),
            },
        };
        let left_out = explain(&path, reason, root, off, &discovery.roots);
        discovery.left_out.push(left_out);
    }
    discovery
}

/// Whether a link that leads to no skill is told of for that reason.
fn is_told_of_links(reason: LeftOutReason) -> bool {
    matches!(
        reason,
        LeftOutReason::DanglingLink | LeftOutReason::LinkLoop | LeftOutReason::AlreadyVisited
    )
}

/// Every root, the highest first, whether or not it exists.
fn roots(tree: &Tree, environment: &Environment, options: &PiOptions) -> Vec<Planned> {
    let all_off = options.no_skills.then_some(Off::Skills);
    let untrusted = (options.trusted == Some(false)).then_some(Off::Trust);
    let mut roots = Vec::new();
    let mut add = |path: String, scope, origin: &str, off: Option<Off>| {
        roots.push((Root::new(path, scope, origin), off));
    };
    let project = all_off.or(untrusted);
    let own = path::join(&environment.cwd, ".pi/skills");
    add(own, Scope::Repo, "project's .pi", project);
    let home = environment.home.as_deref();
    let shared = home.map(|home| path::join(home, SHARED));
    let top = path::ancestors(&environment.cwd)
        .find(|directory| tree.resolve(&path::join(directory, ".git")).is_ok())
        .unwrap_or("/");
    let chain = path::ancestors(&environment.cwd);
    for directory in chain.take_while(|directory| path::is_within(directory, top)) {
        let skills = path::join(directory, SHARED);
        if Some(&skills) != shared.as_ref() {
            add(skills, Scope::Repo, "project's .agents", project);
        }
    }
    let chosen = environment.variables.get(USER_FOLDER);
    let chosen = chosen.filter(|directory| path::check(directory).is_ok());
    let user = chosen
        .cloned()
        .or(home.map(|home| path::join(home, ".pi/agent")));
    if let Some(user) = user {
        let skills = path::join(&user, "skills");
        add(skills, Scope::User, "user's .pi", all_off);
    }
    if let Some(shared) = shared {
        add(shared, Scope::User, "user's .agents", all_off);
    }
    for path in &options.skill_paths {
        add(
            path.clone(),
            Scope::User,
            "named by the configuration",
            None,
        );
    }
    roots
}
