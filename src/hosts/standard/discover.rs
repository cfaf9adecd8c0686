//! The discovery stage: finds the directories of skills and searches each of them, as the guide for
//! implementers suggests (`docs/hosts/standard.md#where-the-client-looks`).

use super::editions::{Standard, StandardEdition};
use super::left_out::explain;
use super::options::StandardOptions;
use crate::host::Discover;
use crate::host::roots::{Search, pass_over_root_files};
use crate::host::scan::{self, Limits, Walk, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, Tree, path};

impl Discover for Standard {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let mut search = Search::new(tree);
        let roots = roots(environment, &self.options);
        search.walk(roots, &mut |_, directory, root, _| {
            walk(tree, directory, &root.path, self.edition)
        });
        let explain = |path: &str, reason, root: Option<&str>, roots: &[Root]| {
            explain(path, reason, root, roots, self.edition)
        };
        search.explain_all(&explain);
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

/// Searches a root directory for skills. Each skill is a folder below the root. The root itself is
/// never a skill.
fn walk(tree: &Tree, root: Entry<'_>, path: &str, edition: &StandardEdition) -> Walk {
    let limits = Limits {
        depth: edition.max_depth,
        directories: edition.max_directories,
        entries: None,
        follow_links: true,
        link_files: true,
        hidden: true,
        revisits_links: false,
        skip: edition.skipped_folders,
    };
    let mut walk = scan::walk(root, path, Wanted::Named(SKILL_FILE), &limits);
    pass_over_root_files(tree, path, &mut walk);
    walk
}

/// Returns all directories that are searched for skills, in the order of the search. Directories
/// that do not exist are included. The project's directories come before the user's. In each of the
/// two groups, the client's own folder comes before the folders that several clients share.
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
