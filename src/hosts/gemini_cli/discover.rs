//! Discover: the roots, and the walk below each (`docs/hosts/gemini-cli.md#where-it-looks`).

use std::collections::HashSet;

use super::editions::Edition;
use super::extensions::Extensions;
use super::left_out::{Off, explain};
use super::names::{BUILT_IN, FOLDER, MAX_DIRECTORIES, SKILLS};
use super::options::GeminiCliOptions;
use super::settings::Surroundings;
use crate::host::scan::{self, Limits, Reasons, Wanted};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::sort;
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file};
use crate::tree::{Entry, EntryId, EntryKind, Tree};

/// The folder that several hosts share, whose `skills` go before the program's own.
const SHARED: &str = ".agents";

/// A root before it is walked.
struct Planned {
    root: Root,
    /// Why the host does not look there, if it does not.
    off: Option<Off>,
}

pub(super) fn discover(
    tree: &Tree,
    environment: &Environment,
    edition: &Edition,
    options: &GeminiCliOptions,
) -> Discovery {
    let mut discovery = Discovery::default();
    let surroundings = Surroundings::read(tree, environment, edition, options);
    let extensions = Extensions::read(tree, environment, &surroundings, options);
    let settings = surroundings.files.iter().map(|file| file.id());
    let mut depends_on: Vec<_> = settings.chain(extensions.files.iter().copied()).collect();
    sort::by(&mut depends_on, Ord::cmp);
    depends_on.dedup();
    discovery.side_files.clone_from(&depends_on);
    discovery.depends_on = depends_on;

    let mut reasons = Reasons::default();
    let mut found = HashSet::new();
    let mut off = Vec::new();
    let mut left = MAX_DIRECTORIES;
    for (index, planned) in roots(environment, &surroundings, &extensions, options)
        .into_iter()
        .enumerate()
    {
        let mut root = planned.root;
        let is_known = |known: &Root| known.path == root.path;
        if let Some(why) = planned.off {
            root.status = RootStatus::Off;
            off.push((root.path.clone(), why));
        } else if discovery.roots.iter().any(is_known) {
            root.status = RootStatus::Duplicate;
        }
        match tree.resolve(&root.path) {
            _ if root.status != RootStatus::Scanned => {}
            Err(_) => root.status = RootStatus::Missing,
            Ok(directory) if directory.kind() != EntryKind::Directory => {
                root.status = RootStatus::NotADirectory;
            }
            Ok(directory) => {
                let limits = Limits {
                    depth: 1,
                    directories: left,
                    link_files: true,
                    each_way: true,
                    skip: edition.skipped_folders,
                    ..Limits::default()
                };
                let walk = scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &limits);
                left = left.saturating_sub(walk.directories);
                root.directories = walk.directories;
                root.candidates = walk.found.len();
                reasons.note(&walk, index);
                for file in walk.found {
                    found.insert(file.entry);
                    discovery.candidates.push(Candidate {
                        found: file,
                        scope: root.scope,
                        root: root.path.clone(),
                        plugin_id: root.plugin_id.clone(),
                        kind: SkillKind::Skill,
                        side: None,
                    });
                }
            }
        }
        discovery.roots.push(root);
    }
    discovery.left_out = left_out(tree, &discovery.roots, &reasons, &found, &off);
    discovery
}

/// Every root, the lowest first, whether or not it exists.
fn roots(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    extensions: &Extensions,
    options: &GeminiCliOptions,
) -> Vec<Planned> {
    let disabled = (!surroundings.enabled).then_some(Off::Skills);
    let mut roots = Vec::new();
    let mut add = |path: String, scope, origin: String, plugin_id, off: Option<Off>| {
        roots.push(Planned {
            root: Root {
                plugin_id,
                ..Root::new(path, scope, origin)
            },
            off: disabled.or(off),
        });
    };
    if let Some(built_in) = &options.built_in {
        let origin = BUILT_IN.to_owned();
        add(built_in.clone(), Scope::System, origin, None, None);
    }
    for extension in &extensions.all {
        let skills = path::join(&extension.path, SKILLS);
        let off = (!extension.active).then_some(Off::Extension);
        let name = extension.name.clone();
        add(
            skills,
            Scope::Plugin,
            "extension".to_owned(),
            Some(name),
            off,
        );
    }
    let untrusted = (!surroundings.trusted).then_some(Off::Trust);
    let home = surroundings.home.as_deref();
    let places = [
        (home, Scope::User, "user's", None),
        (
            Some(environment.cwd.as_str()),
            Scope::Repo,
            "project's",
            untrusted,
        ),
    ];
    for (directory, scope, whose, off) in places {
        for folder in [FOLDER, SHARED] {
            if let Some(directory) = directory {
                let skills = path::join(&path::join(directory, folder), SKILLS);
                add(skills, scope, format!("{whose} {folder}"), None, off);
            }
        }
    }
    roots
}

/// Every skill file that is no candidate, with the reason, and Markdown files that lie in a root.
fn left_out(
    tree: &Tree,
    roots: &[Root],
    reasons: &Reasons,
    found: &HashSet<EntryId>,
    off: &[(String, Off)],
) -> Vec<LeftOut> {
    let mut left_out = Vec::new();
    for (entry, reason, root) in reasons.left_out(tree, is_skill_file) {
        let is_hidden_link = reason == LeftOutReason::Hidden && !is_skill_file(entry);
        let leads_to_skill = || (entry.follow()).is_ok_and(|target| found.contains(&target.id()));
        if found.contains(&entry.id()) || is_hidden_link {
            continue;
        }
        let path = entry.path();
        let (root, off) = match root {
            Some(root) => (Some(roots[root].path.as_str()), None),
            None if leads_to_skill() => continue,
            None => match off.iter().find(|(root, _)| path::is_within(&path, root)) {
                Some((root, why)) => (Some(root.as_str()), Some(*why)),
                None => (None, None),
            },
        };
        left_out.push(explain(&path, reason, root, off, roots));
    }
    // Two roots may be one directory by different paths.
    let mut told = HashSet::new();
    for root in roots
        .iter()
        .filter(|root| root.status == RootStatus::Scanned)
    {
        let directory = tree.resolve(&root.path);
        for child in directory.into_iter().flat_map(Entry::children) {
            let is_flat = !matches!(child.kind(), EntryKind::Directory)
                && child.name().ends_with(".md")
                && !is_skill_file(child);
            if is_flat && told.insert(child.id()) {
                let path = child.path();
                let reason = LeftOutReason::FlatFile;
                left_out.push(explain(&path, reason, path::parent(&path), None, roots));
            }
        }
    }
    left_out
}
