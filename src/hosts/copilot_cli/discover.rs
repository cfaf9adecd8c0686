//! Discover: the roots, and the walk below each (`docs/hosts/copilot-cli.md#where-it-looks`).

use std::collections::HashSet;

use super::left_out::explain;
use super::names::{COMMAND_ENDING, COMMANDS, ID, MAX_DIRECTORIES};
use super::options::CopilotCliOptions;
use crate::host::scan::{self, Found, Limits, PassedOver, Reasons, Walk, Wanted};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::sort;
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file};
use crate::tree::{Entry, EntryId, EntryKind, Tree};

/// The project's folders, in their order.
const PROJECT: [&str; 3] = [".github/skills", ".agents/skills", ".claude/skills"];

/// The user's folders, in their order.
const PERSONAL: [&str; 2] = [".copilot/skills", ".agents/skills"];

/// The mark of a repository.
const GIT: &str = ".git";

/// What a repository's folder holds.
const GIT_ENTRIES: [&str; 3] = ["HEAD", "objects", "refs"];

/// What a file in its place begins with, before the folder's path.
const GIT_FILE: &str = "gitdir:";

pub(super) fn discover(
    tree: &Tree,
    environment: &Environment,
    options: &CopilotCliOptions,
) -> Discovery {
    let mut discovery = Discovery::default();
    let mut reasons = Reasons::default();
    let mut left = MAX_DIRECTORIES;
    let (top, decided) = repository(tree, &environment.cwd, options);
    discovery.side_files.extend(&decided);
    discovery.depends_on = decided;
    let mut seen = HashSet::new();
    for (index, (mut root, kind)) in roots(environment, options, top).into_iter().enumerate() {
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
                let walk = match kind {
                    SkillKind::Command => commands(directory, &root.path),
                    _ => skills(tree, directory, &root.path, left),
                };
                left = left.saturating_sub(walk.directories);
                root.directories = walk.directories;
                root.candidates = walk.found.len();
                reasons.note(&walk, index);
                let candidates = walk.found.into_iter().map(|found| Candidate {
                    found,
                    scope: root.scope,
                    root: root.path.clone(),
                    plugin_id: root.plugin_id.clone(),
                    kind,
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
        if found.contains(&entry.id())
            || reason == LeftOutReason::Hidden && !is_skill_file(entry)
            || root.is_none() && leads_to_skill()
        {
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
    let of_skills = roots.iter().filter(|root| !root.path.ends_with(COMMANDS));
    for (entry, root) in scan::flat_files(tree, of_skills) {
        let reason = LeftOutReason::FlatFile;
        left_out.push(explain(&entry.path(), reason, Some(&root.path), roots));
    }
    left_out
}

/// The skills of a root, depth first: a folder that holds one is not entered, nor is the root.
fn skills(tree: &Tree, directory: Entry<'_>, root: &str, left: usize) -> Walk {
    let limits = Limits {
        directories: left,
        link_files: true,
        each_way: true,
        ..Limits::default()
    };
    let mut walk = scan::walk(directory, root, Wanted::Named(SKILL_FILE), &limits);
    // A folder comes before what lies in it, folders by their names.
    sort::by(&mut walk.found, |one, other| {
        folder(one).split('/').cmp(folder(other).split('/'))
    });
    let mut outer: Option<String> = None;
    let passed_over = &mut walk.passed_over;
    walk.found.retain(|found| {
        let folder = folder(found);
        if let Some(outer) = &outer
            && path::is_within(folder, outer)
        {
            let link = tree.entry(&found.discovered_path).map(Entry::id);
            passed_over.push(PassedOver {
                entry: link.unwrap_or(found.entry),
                reason: LeftOutReason::TooDeep,
            });
            return false;
        }
        outer = Some(folder.to_owned());
        true
    });
    walk
}

fn folder(found: &Found) -> &str {
    path::parent(&found.discovered_path).unwrap_or_default()
}

/// The Markdown files of a folder of commands.
fn commands(directory: Entry<'_>, root: &str) -> Walk {
    let limits = Limits {
        depth: 0,
        link_files: true,
        ..Limits::default()
    };
    let mut walk = scan::walk(directory, root, Wanted::Ending(COMMAND_ENDING), &limits);
    // What lies deeper was never meant as a command.
    walk.passed_over.clear();
    walk
}

/// Every root in the order of the scan, whether or not it exists, with the kind of what lies there.
fn roots(
    environment: &Environment,
    options: &CopilotCliOptions,
    top: Option<&str>,
) -> Vec<(Root, SkillKind)> {
    let status = match options.skill_list || options.trusted.unwrap_or(true) {
        true => RootStatus::Scanned,
        false => RootStatus::Off,
    };
    let within = |directory: &&str| top.is_none_or(|top| path::is_within(directory, top));
    let chain: Vec<_> = (path::ancestors(&environment.cwd))
        .take_while(within)
        .collect();
    let of_project = |folder: &str| -> Vec<Root> {
        let roots = chain.iter().map(|directory| {
            let origin = match *directory == environment.cwd {
                true => "project",
                false => "directory above the project",
            };
            let root = Root::new(path::join(directory, folder), Scope::Repo, origin);
            Root { status, ..root }
        });
        roots.collect()
    };
    let mut roots: Vec<_> = PROJECT.into_iter().flat_map(of_project).collect();
    if let Some(home) = &environment.home {
        let personal = PERSONAL.map(|folder| path::join(home, folder));
        roots.extend(personal.map(|path| Root::new(path, Scope::User, "user")));
    }
    // Documented; their places among the others are inference (`docs/hosts/copilot-cli.md#what-is-ours`).
    let added = options.added.iter();
    roots.extend(added.map(|path| Root::new(path.clone(), Scope::User, "added by the user")));
    roots.extend(environment.plugins_of(ID).map(|plugin| Root {
        plugin_id: Some(plugin.id.clone()),
        ..Root::new(plugin.skills_directory(), Scope::Plugin, "plugin")
    }));
    let commands = of_project(COMMANDS);
    let skills = roots.into_iter().map(|root| (root, SkillKind::Skill));
    let commands = commands.into_iter().map(|root| (root, SkillKind::Command));
    skills.chain(commands).collect()
}

/// The top of the repository that the working directory lies in, and the files whose contents were asked for it
/// (`docs/hosts/copilot-cli.md#where-it-looks`).
fn repository<'p>(
    tree: &Tree,
    cwd: &'p str,
    options: &CopilotCliOptions,
) -> (Option<&'p str>, Vec<EntryId>) {
    let mut asked = Vec::new();
    let top = path::ancestors(cwd).find(|directory| {
        let Ok(git) = tree.resolve(&path::join(directory, GIT)) else {
            return false;
        };
        match git.kind() {
            EntryKind::Directory => GIT_ENTRIES.iter().all(|name| git.child(name).is_some()),
            EntryKind::File(contents) if options.skill_list => {
                asked.push(git.id());
                let text = contents.and_then(|contents| contents.text().ok());
                let target = text.and_then(|text| text.trim().strip_prefix(GIT_FILE));
                target.is_some_and(|target| {
                    let target = path::resolve(directory, target.trim());
                    tree.resolve(&path::join(&target, GIT_ENTRIES[0])).is_ok()
                })
            }
            _ => true,
        }
    });
    (top, asked)
}
