//! Stage Discover: finds the folders that contain skills, and searches them
//! (`docs/hosts/cline.md#where-it-looks`).

use super::editions::{Cline, ID};
use super::left_out::explain;
use super::plugins::{AgentPlugins, managed, packages};
use super::settings::{Settings, folder};
use crate::hashing::HashMap;
use crate::host::Discover;
use crate::host::roots::{PlannedRoot, Search, is_git_folder, pass_over, pass_over_root_files};
use crate::host::scan::{self, Limits, Walk, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::sort;
use crate::text::collation;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The skill folders of a workspace, in search order.
const WORKSPACE: [&str; 3] = [".clinerules/skills", ".cline/skills", ".agents/skills"];

/// The origin that the catalog gives for the skill roots of Agent Plugins.
const AGENT_PLUGIN: &str = "Agent Plugin";

impl Discover for Cline {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let settings = Settings::read(tree, environment, self);
        let plugins = AgentPlugins::read(tree, environment, &settings, self.edition);
        let mut files = settings.files.clone();
        files.extend(&plugins.files);
        let planned = roots(tree, environment, &plugins, &mut files);
        let mut search = Search::new(tree);
        let roots = search.switch_off(planned);
        let plugins = plugins.all.iter();
        let plugins: HashMap<_, _> = plugins.map(|it| (it.skills.as_str(), it)).collect();
        search.walk(roots, &mut |_, directory, root, left| {
            let mut walk = children(tree, directory, &root.path, left);
            if root.origin == AGENT_PLUGIN
                && let Some(plugin) = plugins.get(root.path.as_str())
            {
                pass_over_root_files(tree, &root.path, &mut walk);
                pass_over(tree, &mut walk, LeftOutReason::LinkNotFollowed, |found| {
                    !path::is_within(&found.path, &plugin.root)
                });
                sort::by(&mut walk.found, |one, other| {
                    collation::compare(&one.discovered_path, &other.discovered_path)
                });
            }
            walk
        });
        search.depends_on(files);
        search.explain_rest(&explain);
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

/// Finds the `SKILL.md` files directly in a skill root and in the root's folders, in the order of
/// the root's entries. `left` is the number of directories that may be visited.
fn children(tree: &Tree, directory: Entry<'_>, root: &str, left: usize) -> Walk {
    let limits = Limits {
        depth: 1,
        directories: left,
        link_files: true,
        hidden: true,
        revisits_links: true,
        ..Limits::default()
    };
    let mut walk = scan::walk(directory, root, Wanted::Named(SKILL_FILE), &limits);
    let in_root = directory.child(SKILL_FILE).map(Entry::id);
    pass_over(tree, &mut walk, LeftOutReason::SymlinkedFile, |found| {
        let is_in_root = path::parent(&found.discovered_path) == Some(root);
        is_in_root && in_root != Some(found.entry)
    });
    let entry_of = |path: &str| {
        let below = path.strip_prefix(root).unwrap_or(path);
        let below = below.trim_start_matches('/');
        below.split('/').next().unwrap_or_default().to_owned()
    };
    sort::by(&mut walk.found, |one, other| {
        let [one, other] = [one, other].map(|found| entry_of(&found.discovered_path));
        one.encode_utf16().cmp(other.encode_utf16())
    });
    walk
}

/// Returns all skill roots in search order, including roots that do not exist. Adds the files that
/// determine the roots to `files`.
fn roots(
    tree: &Tree,
    environment: &Environment,
    plugins: &AgentPlugins,
    files: &mut Vec<EntryId>,
) -> Vec<PlannedRoot> {
    let workspace = workspace(tree, &environment.cwd);
    let mut roots: Vec<PlannedRoot> = Vec::new();
    let mut add = |path: String, scope, origin: &str| {
        roots.push((Root::new(path, scope, origin), None));
    };
    for folder in WORKSPACE {
        add(path::join(workspace, folder), Scope::Repo, "workspace");
    }
    if let Some(folder) = folder(environment) {
        add(path::join(&folder, "skills"), Scope::User, "user");
    }
    if let Some(home) = &environment.home {
        add(path::join(home, ".agents/skills"), Scope::User, "user");
    }
    for skills in packages(tree, environment, workspace, files) {
        add(skills, Scope::Plugin, "JavaScript plugin");
    }
    for plugin in environment.plugins_of(ID) {
        add(
            plugin.skills_directory(),
            Scope::Plugin,
            "JavaScript plugin",
        );
    }
    roots.extend(plugins.all.iter().map(|plugin| {
        let root = Root {
            plugin_id: Some(plugin.name.clone()),
            ..Root::new(plugin.skills.clone(), Scope::Plugin, AGENT_PLUGIN)
        };
        (root, plugin.off)
    }));
    roots.extend(
        managed(tree, workspace, files)
            .into_iter()
            .map(|skills| (Root::new(skills, Scope::Repo, "managed plugin"), None)),
    );
    roots
}

/// Returns the top folder of the Git repository that contains the working directory. Outside of a
/// repository, returns the working directory.
fn workspace<'p>(tree: &Tree, cwd: &'p str) -> &'p str {
    let is_top = |directory: &&str| match tree.resolve(&path::join(directory, ".git")) {
        Ok(git) => git.kind() != EntryKind::Directory || is_git_folder(git),
        Err(_) => false,
    };
    path::ancestors(cwd).find(is_top).unwrap_or(cwd)
}
