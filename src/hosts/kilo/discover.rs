//! Stage Discover: finds the folders that contain skills, and searches them
//! (`docs/hosts/kilo.md#where-it-looks`).

use super::config::{Surroundings, is_set};
use super::editions::Kilo;
use super::left_out::{OFF, explain};
use crate::host::Discover;
use crate::host::roots::{OffReason, Search};
use crate::host::scan::{self, Limits, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::Root;
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{EntryKind, Tree, path};

/// The names of folders that other hosts also read, in search order.
const EXTERNAL: [&str; 2] = [".claude", ".agents"];

/// The names of the skill folders in a configuration directory.
const IN_CONFIGURATION: [&str; 2] = ["skill", "skills"];

/// A skill root, and the reason why Kilo does not search this root, if any. The flag is true if the
/// search also enters folders whose name begins with a dot.
type Planned = (Root, Option<OffReason>, bool);

impl Discover for Kilo {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let surroundings = Surroundings::read(tree, environment);
        let planned = self.roots(tree, environment, &surroundings);
        let hidden: Vec<_> = planned.iter().map(|(.., hidden)| *hidden).collect();
        let mut search = Search::new(tree);
        search.depends_on(surroundings.files.iter().copied());
        let planned = planned.into_iter().map(|(root, off, _)| (root, off));
        let roots = search.switch_off(planned.collect());
        search.walk(roots, &mut |index, directory, root, left| {
            let limits = Limits {
                directories: left,
                link_files: true,
                hidden: hidden[index],
                revisits_links: true,
                ..Limits::default()
            };
            scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &limits)
        });
        search.explain_rest(&explain);
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

impl Kilo {
    /// Returns all skill roots in search order, including roots that do not exist. Only roots of
    /// the project have the scope `Scope::Repo`.
    fn roots(
        &self,
        tree: &Tree,
        environment: &Environment,
        surroundings: &Surroundings,
    ) -> Vec<Planned> {
        let mut roots = Vec::new();
        let root = |path: String, scope, origin: &str| Root::new(path, scope, origin);
        if let Some(built_in) = &self.options.built_in {
            let built_in = root(built_in.clone(), Scope::System, "built-in");
            roots.push((built_in, None, false));
        }
        let all_off = is_set(environment, "KILO_DISABLE_EXTERNAL_SKILLS");
        let claude_off = is_set(environment, "KILO_DISABLE_CLAUDE_CODE")
            || is_set(environment, "KILO_DISABLE_CLAUDE_CODE_SKILLS");
        let home = environment.home.as_deref();
        let of_user = home.into_iter().map(|home| (home, Scope::User));
        let of_project = surroundings.chain.iter();
        let of_project = of_project.map(|directory| (directory.as_str(), Scope::Repo));
        for (directory, scope) in of_user.chain(of_project) {
            for folder in EXTERNAL {
                let path = path::join(&path::join(directory, folder), "skills");
                let off = all_off || (claude_off && folder == ".claude");
                let root = root(path, scope, "folder of another host");
                roots.push((root, off.then_some(OFF), true));
            }
        }
        for directory in &surroundings.directories {
            // Without Git, the program trusts the folders above the working directory.
            let is_of_project = directory.is_project && surroundings.is_of_project(&directory.path);
            let scope = if is_of_project {
                Scope::Repo
            } else {
                Scope::User
            };
            for folder in IN_CONFIGURATION {
                let path = path::join(&directory.path, folder);
                roots.push((root(path, scope, directory.origin), None, false));
            }
        }
        let is_folder = |path: &str| {
            let target = tree.resolve(path);
            target.is_ok_and(|target| target.kind() == EntryKind::Directory)
        };
        for written in surroundings.paths() {
            let path = match (written.strip_prefix("~/"), home) {
                (Some(rest), Some(home)) => path::resolve(home, rest),
                _ => path::resolve(&environment.cwd, written),
            };
            let is_absolute = written.starts_with(['/', '~']);
            // An absolute path that leads to no folder is searched below the working directory.
            let path = if written.starts_with('/') && !is_folder(&path) {
                path::resolve(&environment.cwd, written.trim_start_matches('/'))
            } else {
                path
            };
            let is_of_user = surroundings.paths_are_of_user && is_absolute;
            let scope = if is_of_user { Scope::User } else { Scope::Repo };
            roots.push((root(path, scope, "named by the configuration"), None, false));
        }
        roots
    }
}
