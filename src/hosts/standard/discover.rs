//! Discover: the roots, and the walk below each (GUIDE; `docs/hosts/standard.md#where-the-client-looks`).

use super::editions::Edition;
use super::left_out::explain;
use super::options::StandardOptions;
use crate::host::roots;
use crate::host::scan::{self, Limits, PassedOver, Walk, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, Tree};

pub(super) fn discover(
    tree: &Tree,
    environment: &Environment,
    edition: &Edition,
    options: &StandardOptions,
) -> Discovery {
    roots::discover(
        tree,
        roots(environment, options),
        |directory, path| walk(tree, directory, path, edition),
        |path, reason, root, roots| {
            let off = (roots.iter())
                .find(|root| root.status == RootStatus::Off && path::is_within(path, &root.path));
            let (reason, root) = match off {
                Some(off) if reason == LeftOutReason::OutsideRoots => {
                    (LeftOutReason::SourceOff, Some(off.path.as_str()))
                }
                _ => (reason, root),
            };
            explain(path, reason, root, roots, edition)
        },
    )
}

/// A skill is a folder below the root, never the root itself.
fn walk(tree: &Tree, root: Entry<'_>, path: &str, edition: &Edition) -> Walk {
    let limits = Limits {
        depth: edition.max_depth,
        directories: edition.max_directories,
        entries: None,
        follow_links: true,
        link_files: true,
        hidden: true,
        each_way: false,
        skip: edition.skipped_folders,
    };
    let mut walk = scan::walk(root, path, Wanted::Named(SKILL_FILE), &limits);
    let passed_over = &mut walk.passed_over;
    walk.found.retain(|found| {
        let in_folder = path::parent(&found.discovered_path) != Some(path);
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

/// Every root in the order of the scan, whether or not it exists: the project's before the user's, and in each scope
/// the client's own before those that it shares.
fn roots(environment: &Environment, options: &StandardOptions) -> Vec<Root> {
    let folders = || {
        let own = options
            .client_folder
            .as_deref()
            .map(|own| (own, "client's own"));
        let claude = options.claude_skills.unwrap_or_default();
        own.into_iter()
            .chain([(".agents", "agents'")])
            .chain(claude.then_some((".claude", "Claude Code's")))
    };
    let trusted = options.trusts_project.unwrap_or(true);
    let project = folders().map(|(folder, whose)| Root {
        status: if trusted {
            RootStatus::Scanned
        } else {
            RootStatus::Off
        },
        ..root(&environment.cwd, folder, Scope::Repo, whose)
    });
    let home = environment.home.iter();
    let user = home
        .flat_map(|home| folders().map(|(folder, whose)| root(home, folder, Scope::User, whose)));
    project.chain(user).collect()
}

fn root(directory: &str, folder: &str, scope: Scope, whose: &str) -> Root {
    let of = match scope {
        Scope::Repo => "project",
        _ => "user",
    };
    let path = path::join(&path::join(directory, folder), "skills");
    Root::new(path, scope, format!("{of}, {whose}"))
}
