//! Discover: the roots, and the walk below each.

use std::collections::HashSet;

use super::config::{Surroundings, global, is_set, up_to};
use super::editions::{Edition, Sources};
use super::frontmatter::text_of;
use super::left_out::explain;
use super::names::{ID, MAX_DIRECTORIES};
use super::options::OpencodeOptions;
use crate::host::scan::{self, Found, Limits, Reasons, Wanted};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::sort;
use crate::text::js_yaml::{self, Value};
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file};
use crate::tree::{Entry, EntryId, EntryKind, Tree};

/// The folders that other hosts read, too; the order is that of the scan (`docs/hosts/opencode.md#where-it-looks`).
const EXTERNAL: [&str; 2] = [".claude", ".agents"];

/// The names that a configuration directory's skills may lie under.
const IN_CONFIGURATION: [&str; 2] = ["skill", "skills"];

/// The index of the skills in a URL's directory (`docs/hosts/opencode.md#where-it-looks`).
const INDEX: &str = "index.json";

/// The folder of deleted files, which V2 passes over (`docs/hosts/opencode.md#editions`).
const TRASH: &str = ".trash";

/// A root before it is walked.
struct Planned {
    root: Root,
    /// Whether names that begin with a dot count below it.
    hidden: bool,
}

pub(super) fn discover(
    tree: &Tree,
    environment: &Environment,
    edition: &Edition,
    options: &OpencodeOptions,
) -> Discovery {
    let mut discovery = Discovery::default();
    let surroundings = Surroundings::read(tree, environment, options);
    let mut depends_on: Vec<_> = surroundings.files.iter().map(|file| file.id()).collect();
    let roots = roots(
        tree,
        environment,
        &surroundings,
        options,
        edition,
        &mut depends_on,
    );
    sort::by(&mut depends_on, Ord::cmp);
    depends_on.dedup();
    discovery.side_files.clone_from(&depends_on);
    discovery.depends_on = depends_on;

    let mut reasons = Reasons::default();
    let mut found = HashSet::new();
    let mut seen = HashSet::new();
    let mut left = MAX_DIRECTORIES;
    for (index, Planned { mut root, hidden }) in roots.into_iter().enumerate() {
        let target = tree.resolve(&root.path).ok();
        if root.status != RootStatus::Off && !seen.insert(root.path.clone()) {
            root.status = RootStatus::Duplicate;
        }
        match target.map(|target| (target, target.kind())) {
            _ if root.status != RootStatus::Scanned => {}
            None => root.status = RootStatus::Missing,
            Some((directory, EntryKind::Directory)) => {
                let limits = Limits {
                    depth: usize::MAX,
                    directories: left,
                    entries: None,
                    follow_links: true,
                    link_files: true,
                    hidden,
                    each_way: true,
                    skip: &[],
                };
                let mut walk =
                    scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &limits);
                left = left.saturating_sub(walk.directories);
                if edition.sources == Sources::Ordered {
                    walk.found.extend(flat_files(directory, &root.path));
                    // V2 sorts its files (`docs/hosts/opencode.md#where-it-looks`).
                    sort::by(&mut walk.found, |left, right| {
                        left.discovered_path.cmp(&right.discovered_path)
                    });
                    walk.found
                        .retain(|found| !is_trash(&found.discovered_path, &root.path));
                }
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
            Some(_) => root.status = RootStatus::NotADirectory,
        }
        discovery.roots.push(root);
    }
    add_left_out(tree, edition, &reasons, &found, &mut discovery);
    discovery
}

/// Adds every skill file that is no candidate, with the reason.
fn add_left_out(
    tree: &Tree,
    edition: &Edition,
    reasons: &Reasons,
    found: &HashSet<EntryId>,
    discovery: &mut Discovery,
) {
    let off: Vec<_> = (discovery.roots.iter())
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
            Some(root) => (reason, Some(discovery.roots[root].path.as_str())),
            None if leads_to_skill() => continue,
            None => match off.iter().find(|off| path::is_within(&path, off)) {
                Some(off) => (LeftOutReason::SourceOff, Some(*off)),
                None => (reason, None),
            },
        };
        left_out.push(explain(&path, reason, root, &discovery.roots));
    }
    if edition.sources != Sources::Ordered {
        add_flat_files(tree, &discovery.roots, &mut left_out);
    }
    discovery.left_out = left_out;
}

/// Adds the Markdown files that lie in a root where the edition wants folders.
fn add_flat_files(tree: &Tree, roots: &[Root], left_out: &mut Vec<LeftOut>) {
    for (file, _) in scan::flat_files(tree, roots) {
        let path = file.path();
        let left = explain(&path, LeftOutReason::FlatFile, path::parent(&path), roots);
        left_out.push(left);
    }
}

/// Markdown files that lie in a root itself; each is a skill in V2 (`docs/hosts/opencode.md#where-it-looks`).
fn flat_files(directory: Entry<'_>, root: &str) -> Vec<Found> {
    let files = directory.children().filter_map(|child| {
        let name = child.name();
        let target = child.follow().ok()?;
        let counts = name.ends_with(".md")
            && name != SKILL_FILE
            && matches!(target.kind(), EntryKind::File(_));
        counts.then(|| Found {
            entry: target.id(),
            path: target.path(),
            discovered_path: path::join(root, name),
        })
    });
    files.collect()
}

fn is_trash(file: &str, root: &str) -> bool {
    let below = file.strip_prefix(root).unwrap_or(file);
    below.split('/').any(|segment| segment == TRASH)
}

/// Every root in the order of the scan, whether or not it exists.
fn roots(
    tree: &Tree,
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    options: &OpencodeOptions,
    edition: &Edition,
    depends_on: &mut Vec<EntryId>,
) -> Vec<Planned> {
    let mut roots = Vec::new();
    match edition.sources {
        Sources::Levels => levels(environment, surroundings, options, &mut roots),
        Sources::Scan => {
            external(environment, surroundings, edition, &mut roots);
            in_configuration(surroundings, edition, &mut roots);
            chosen_paths(
                environment,
                surroundings,
                &["skills", "paths"],
                edition,
                &mut roots,
            );
            for url in surroundings.list(&["skills", "urls"]) {
                fetched(tree, options, url, edition, &mut roots, depends_on);
            }
        }
        Sources::Ordered => {
            external(environment, surroundings, edition, &mut roots);
            in_configuration(surroundings, edition, &mut roots);
            // One list of paths and URLs (`docs/hosts/opencode.md#where-it-looks`).
            for source in surroundings.list(&["skills"]) {
                if source.contains("://") {
                    fetched(tree, options, source, edition, &mut roots, depends_on);
                } else {
                    chosen_path(environment, surroundings, source, edition, &mut roots);
                }
            }
        }
    }
    roots
}

/// The roots of four levels, the highest first (`docs/hosts/opencode.md#where-it-looks`).
fn levels(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    options: &OpencodeOptions,
    roots: &mut Vec<Planned>,
) {
    let managed = options.managed.as_deref();
    // The textbook says "managed settings" and no place; this one is ours.
    let managed = path::join(managed.unwrap_or("/etc/opencode"), "skills");
    roots.push(planned(managed, Scope::Admin, "managed settings", false));
    if let Some(global) = global(environment) {
        let skills = path::join(&global, "skills");
        roots.push(planned(skills, Scope::User, "user's configuration", false));
    }
    for directory in up_to(&environment.cwd, &surroundings.worktree) {
        for folder in [".opencode", ".claude"] {
            let skills = path::join(&path::join(directory, folder), "skills");
            roots.push(planned(skills, Scope::Repo, "project", false));
        }
    }
    for plugin in environment.plugins_of(ID) {
        let mut root = planned(plugin.skills_directory(), Scope::Plugin, "plugin", false);
        root.root.plugin_id = Some(plugin.id.clone());
        roots.push(root);
    }
}

/// The folders of other hosts: the user's, then those from the working directory up, nearest first.
fn external(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    edition: &Edition,
    roots: &mut Vec<Planned>,
) {
    let all_off = is_set(environment, "OPENCODE_DISABLE_EXTERNAL_SKILLS");
    let claude_off = is_set(environment, "OPENCODE_DISABLE_CLAUDE_CODE")
        || is_set(environment, "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS");
    let mut add = |directory: &str, folder: &str, scope, origin| {
        let skills = path::join(&path::join(directory, folder), "skills");
        let mut root = planned(skills, scope, origin, true);
        if all_off || (claude_off && folder == ".claude") {
            root.root.status = RootStatus::Off;
        }
        roots.push(root);
    };
    let chain = || up_to(&environment.cwd, &surroundings.worktree);
    let home = environment.home.as_deref();
    if edition.sources == Sources::Ordered {
        // All of .claude before all of .agents; within one the order is that of V1, an inference
        // (`docs/hosts/opencode.md#where-it-looks`).
        for folder in EXTERNAL {
            if let Some(home) = home {
                add(home, folder, Scope::User, "user's folder of another host");
            }
            for directory in chain() {
                add(
                    directory,
                    folder,
                    Scope::Repo,
                    "project's folder of another host",
                );
            }
        }
        return;
    }
    for folder in EXTERNAL {
        if let Some(home) = home {
            add(home, folder, Scope::User, "user's folder of another host");
        }
    }
    for directory in chain() {
        for folder in EXTERNAL {
            add(
                directory,
                folder,
                Scope::Repo,
                "project's folder of another host",
            );
        }
    }
}

fn in_configuration(surroundings: &Surroundings<'_>, edition: &Edition, roots: &mut Vec<Planned>) {
    for directory in &surroundings.directories {
        for folder in IN_CONFIGURATION {
            let scope = match directory.is_project {
                true => Scope::Repo,
                false => Scope::User,
            };
            let skills = path::join(&directory.path, folder);
            let hidden = edition.sources == Sources::Ordered;
            roots.push(planned(skills, scope, directory.origin, hidden));
        }
    }
}

fn chosen_paths(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    keys: &[&str],
    edition: &Edition,
    roots: &mut Vec<Planned>,
) {
    for path in surroundings.list(keys) {
        chosen_path(environment, surroundings, path, edition, roots);
    }
}

/// A directory that the configuration names: `~/` is the home, and all else starts at the working directory. In V1 that
/// goes for absolute paths, too: in no recorded answer did one lead anywhere.
fn chosen_path(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    path: &str,
    edition: &Edition,
    roots: &mut Vec<Planned>,
) {
    let path = match (path.strip_prefix("~/"), &environment.home) {
        (Some(rest), Some(home)) => path::resolve(home, rest),
        _ if edition.sources == Sources::Ordered => path::resolve(&environment.cwd, path),
        _ => path::resolve(&environment.cwd, path.trim_start_matches('/')),
    };
    let is_project = surroundings.worktree != "/" && path::is_within(&path, &surroundings.worktree);
    let scope = match is_project {
        true => Scope::Repo,
        false => Scope::User,
    };
    let hidden = edition.sources == Sources::Ordered;
    roots.push(planned(path, scope, "named by the configuration", hidden));
}

/// The skills that a URL's index names, each in a folder of its own (`docs/hosts/opencode.md#where-it-looks`).
fn fetched(
    tree: &Tree,
    options: &OpencodeOptions,
    url: &str,
    edition: &Edition,
    roots: &mut Vec<Planned>,
    depends_on: &mut Vec<EntryId>,
) {
    const ORIGIN: &str = "fetched from a URL of the configuration";
    let directory = options.fetched.get(url);
    let index = directory.and_then(|directory| tree.resolve(&path::join(directory, INDEX)).ok());
    let (Some(directory), Some(index)) = (directory, index) else {
        let mut root = planned(url.to_owned(), Scope::User, ORIGIN, false);
        root.root.status = RootStatus::Missing;
        roots.push(root);
        return;
    };
    depends_on.push(index.id());
    let Some(contents) = index.contents() else {
        return;
    };
    let index = js_yaml::json(&text_of(contents));
    let index = index.unwrap_or(Value::Null);
    let skills = index.get("skills").map(Value::items).unwrap_or_default();
    for skill in skills {
        let files = skill.get("files").map(Value::items).unwrap_or_default();
        let files: Vec<_> = files.iter().filter_map(Value::text).collect();
        let name = skill.get("name").and_then(Value::text).unwrap_or_default();
        let is_safe = is_safe_path(name)
            && !name.contains('/')
            && files.iter().all(|file| is_safe_path(file));
        if is_safe && files.contains(&SKILL_FILE) {
            let folder = path::join(directory, name);
            let hidden = edition.sources == Sources::Ordered;
            roots.push(planned(folder, Scope::User, ORIGIN, hidden));
        }
    }
}

/// Whether a relative path stays where it is.
fn is_safe_path(path: &str) -> bool {
    path::check(&path::join("/", path)).is_ok() && !path.is_empty() && !path.contains('\\')
}

fn planned(path: String, scope: Scope, origin: &str, hidden: bool) -> Planned {
    Planned {
        root: Root::new(path, scope, origin),
        hidden,
    }
}
