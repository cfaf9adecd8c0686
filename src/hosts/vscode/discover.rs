//! Discover: the roots, and the folders right below each (`docs/hosts/vscode.md#where-it-looks`).

use std::collections::HashSet;

use super::left_out::explain;
use super::names::{ID, MAX_DIRECTORIES};
use super::options::VscodeOptions;
use crate::host::scan::{self, Limits, PassedOver, Reasons, Walk, Wanted};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file};
use crate::tree::{Entry, EntryKind, Tree};

/// The workspace's folders, in their order.
const WORKSPACE: [&str; 3] = [".agents/skills", ".github/skills", ".claude/skills"];

/// The user's folders, in their order, as the setting names them.
const PERSONAL: [&str; 3] = ["~/.agents/skills", "~/.copilot/skills", "~/.claude/skills"];

/// What the user's folders begin with.
const HOME: &str = "~/";

/// The mark of a repository.
const GIT: &str = ".git";

pub(super) fn discover(
    tree: &Tree,
    environment: &Environment,
    options: &VscodeOptions,
) -> Discovery {
    let mut discovery = Discovery::default();
    let mut reasons = Reasons::default();
    let mut seen = HashSet::new();
    for (index, mut root) in roots(tree, environment, options).into_iter().enumerate() {
        if root.status == RootStatus::Scanned && !seen.insert(root.path.clone()) {
            root.status = RootStatus::Duplicate;
        }
        match tree.resolve(&root.path) {
            _ if root.status != RootStatus::Scanned => {}
            Err(_) => root.status = RootStatus::Missing,
            Ok(directory) if directory.kind() != EntryKind::Directory => {
                root.status = RootStatus::NotADirectory;
            }
            Ok(directory) => {
                let walk = walk(tree, directory, &root.path);
                root.directories = walk.directories;
                root.candidates = walk.found.len();
                reasons.note(&walk, index);
                let candidates = walk.found.into_iter().map(|found| Candidate {
                    found,
                    scope: root.scope,
                    root: root.path.clone(),
                    plugin_id: root.plugin_id.clone(),
                    kind: SkillKind::Skill,
                    side: None,
                });
                discovery.candidates.extend(candidates);
            }
        }
        discovery.roots.push(root);
    }
    discovery.left_out = left_out(tree, &reasons, &discovery);
    discovery
}

/// Every skill file that is no candidate, and every flat file in a root, with the reason.
fn left_out(tree: &Tree, reasons: &Reasons, discovery: &Discovery) -> Vec<LeftOut> {
    let roots = &discovery.roots;
    let found: HashSet<_> = (discovery.candidates.iter())
        .map(|candidate| candidate.found.entry)
        .collect();
    let mut left_out = Vec::new();
    for (entry, reason, root) in reasons.left_out(tree, is_skill_file) {
        let leads_to_skill = || (entry.follow()).is_ok_and(|target| found.contains(&target.id()));
        if found.contains(&entry.id()) || root.is_none() && leads_to_skill() {
            continue;
        }
        let path = entry.path();
        let off = (roots.iter())
            .find(|root| root.status == RootStatus::Off && path::is_within(&path, &root.path));
        let (reason, root) = match (root, off) {
            (None, Some(off)) => (LeftOutReason::SourceOff, Some(off.path.as_str())),
            (root, _) => (reason, root.map(|root| roots[root].path.as_str())),
        };
        left_out.push(explain(&path, reason, root, roots));
    }
    for (entry, root) in scan::flat_files(tree, roots) {
        let reason = LeftOutReason::FlatFile;
        left_out.push(explain(&entry.path(), reason, Some(&root.path), roots));
    }
    left_out
}

/// The skills in the folders right below a root.
fn walk(tree: &Tree, directory: Entry<'_>, root: &str) -> Walk {
    let limits = Limits {
        depth: 1,
        directories: MAX_DIRECTORIES,
        link_files: true,
        hidden: true,
        each_way: true,
        ..Limits::default()
    };
    let mut walk = scan::walk(directory, root, Wanted::Named(SKILL_FILE), &limits);
    let passed_over = &mut walk.passed_over;
    walk.found.retain(|found| {
        let in_folder = path::parent(&found.discovered_path) != Some(root);
        if !in_folder {
            let link = tree.entry(&found.discovered_path).map(Entry::id);
            passed_over.push(PassedOver {
                entry: link.unwrap_or(found.entry),
                reason: LeftOutReason::FlatFile,
            });
        }
        in_folder
    });
    walk
}

/// Every root in the order of the search, whether or not it exists.
fn roots(tree: &Tree, environment: &Environment, options: &VscodeOptions) -> Vec<Root> {
    let mut roots = Vec::new();
    let mut directories = vec![environment.cwd.as_str()];
    directories.extend(parents(tree, &environment.cwd, options));
    for (index, directory) in directories.into_iter().enumerate() {
        let origin = match index {
            0 => "workspace",
            _ => "parent repository",
        };
        roots.extend(WORKSPACE.map(|folder| {
            let root = Root::new(path::join(directory, folder), Scope::Repo, origin);
            switched(root, folder, options)
        }));
    }
    let added = |is_personal: bool| {
        let on = options.skills_locations.iter().filter(|(_, on)| **on);
        on.map(|(location, _)| location.as_str())
            .filter(move |location| location.starts_with(HOME) == is_personal)
            .filter(|location| !WORKSPACE.contains(location) && !PERSONAL.contains(location))
    };
    let of_workspace = added(false).map(|location| {
        let path = path::resolve(&environment.cwd, location);
        Root::new(path, Scope::Repo, "setting")
    });
    roots.extend(of_workspace);
    if let Some(home) = &environment.home {
        let personal = |location: &str, origin: &str| {
            let folder = location.strip_prefix(HOME).unwrap_or(location);
            let root = Root::new(path::join(home, folder), Scope::User, origin);
            switched(root, location, options)
        };
        roots.extend(PERSONAL.map(|location| personal(location, "user")));
        roots.extend(added(true).map(|location| personal(location, "setting")));
    }
    roots.extend(environment.plugins_of(ID).map(|plugin| Root {
        plugin_id: Some(plugin.id.clone()),
        ..Root::new(plugin.skills_directory(), Scope::Plugin, "plugin")
    }));
    roots
}

fn switched(root: Root, location: &str, options: &VscodeOptions) -> Root {
    match options.is_off(location) {
        true => Root {
            status: RootStatus::Off,
            ..root
        },
        false => root,
    }
}

/// The directories above the workspace up to the top of its repository, where the setting says that they count. How far
/// they reach is an inference (`docs/hosts/vscode.md#what-is-ours`).
fn parents<'p>(tree: &Tree, cwd: &'p str, options: &VscodeOptions) -> Vec<&'p str> {
    let is_top = |directory: &str| tree.resolve(&path::join(directory, GIT)).is_ok();
    if !options.parent_repositories || is_top(cwd) {
        return Vec::new();
    }
    let above: Vec<_> = path::ancestors(cwd).skip(1).collect();
    let top = above.iter().position(|directory| is_top(directory));
    top.map_or(Vec::new(), |top| above[..=top].to_vec())
}
