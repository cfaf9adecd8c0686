//! Stage Discover: finds the folders that contain skills, and searches the folders directly in them
//! (`docs/hosts/vscode.md#where-it-looks`).

use super::editions::{ID, Vscode};
use super::left_out::explain;
use super::options::VscodeOptions;
use crate::host::Discover;
use crate::host::roots::{MAX_DIRECTORIES, Search, pass_over_root_files};
use crate::host::scan::{self, Found, Limits, Walk, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::sort;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree, path};

/// The skill folders of a workspace, in search order.
const WORKSPACE: [&str; 3] = [".agents/skills", ".github/skills", ".claude/skills"];

/// The user's skill folders, in search order, written as in VS Code's settings.
const PERSONAL: [&str; 3] = ["~/.agents/skills", "~/.copilot/skills", "~/.claude/skills"];

/// The start of a path in the user's home directory.
const HOME: &str = "~/";

/// The file or folder that marks the top folder of a Git repository.
const GIT: &str = ".git";

impl Discover for Vscode {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let mut search = Search::new(tree);
        let roots = roots(tree, environment, &self.options);
        search.walk(roots, &mut |_, directory, root, _| {
            walk(tree, directory, &root.path)
        });
        search.explain_rest(&explain);
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

/// Finds the skills in the folders directly in a skill root. Skills in linked folders come last,
/// because VS Code lists the other folders while it resolves the links.
fn walk(tree: &Tree, directory: Entry<'_>, root: &str) -> Walk {
    let limits = Limits {
        depth: 1,
        directories: MAX_DIRECTORIES,
        link_files: true,
        hidden: true,
        revisits_links: true,
        ..Limits::default()
    };
    let mut walk = scan::walk(directory, root, Wanted::Named(SKILL_FILE), &limits);
    let is_linked = |found: &Found| {
        let folder = path::parent(&found.discovered_path).map(path::file_name);
        let folder = folder.and_then(|folder| directory.child(folder));
        folder.is_some_and(|folder| matches!(folder.kind(), EntryKind::Link(_)))
    };
    sort::by_key(&mut walk.found, is_linked);
    pass_over_root_files(tree, root, &mut walk);
    walk
}

/// Returns all skill roots in search order, including roots that do not exist.
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
    if options.is_off(location) {
        Root {
            status: RootStatus::Off,
            ..root
        }
    } else {
        root
    }
}

/// Returns the directories above the workspace, up to the top directory of the Git repository.
/// Returns no directories if the setting `chat.useCustomizationsInParentRepositories` is off. No
/// source confirms that VS Code stops at the top directory of the repository
/// (`docs/hosts/vscode.md#what-is-ours`).
fn parents<'p>(tree: &Tree, cwd: &'p str, options: &VscodeOptions) -> Vec<&'p str> {
    let is_top = |directory: &str| tree.resolve(&path::join(directory, GIT)).is_ok();
    if !options.parent_repositories || is_top(cwd) {
        return Vec::new();
    }
    let above: Vec<_> = path::ancestors(cwd).skip(1).collect();
    let top = above.iter().position(|directory| is_top(directory));
    top.map_or(Vec::new(), |top| above[..=top].to_vec())
}
