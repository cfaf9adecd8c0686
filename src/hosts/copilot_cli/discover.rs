//! Stage Discover: finds the folders that contain skills, and searches them
//! (`docs/hosts/copilot-cli.md#where-it-looks`).

use super::editions::{CopilotCli, ID};
use super::left_out::explain;
use super::names::{COMMAND_ENDING, COMMANDS};
use super::options::CopilotCliOptions;
use super::plugins::PluginFolder;
use crate::host::Discover;
use crate::host::roots::{GIT_HEAD, PlannedRoot, Search, is_git_folder, pass_over};
use crate::host::scan::{self, Found, Limits, Walk, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::sort;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The skill folders of a project, in search order.
const PROJECT: [&str; 3] = [".github/skills", ".agents/skills", ".claude/skills"];

/// The skill folders in the user's home directory, in search order.
const PERSONAL: [&str; 2] = [".copilot/skills", ".agents/skills"];

/// The file or folder that marks the top folder of a Git repository.
const GIT: &str = ".git";

/// The text in a `.git` file before the path of the repository's data.
const GIT_FILE: &str = "gitdir:";

impl Discover for CopilotCli {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let (top, decided) = repository(tree, &environment.cwd, &self.options);
        let mut search = Search::new(tree);
        search.depends_on(decided);
        let mut planned = roots(environment, &self.options, top);
        for plugin in self.plugin_folders(tree) {
            search.depends_on(plugin.files);
            let root = Root {
                plugin_id: Some(plugin.name),
                ..Root::new(plugin.skills, Scope::Plugin, "--plugin-dir")
            };
            planned.push((root, plugin.off));
        }
        planned.extend(of_project(environment, &self.options, top, COMMANDS));
        let roots = search.switch_off(planned);
        search.walk(roots, &mut |_, directory, root, left| {
            if root.path.ends_with(COMMANDS) {
                commands(directory, &root.path)
            } else {
                skills(tree, directory, &root.path, left)
            }
        });
        for candidate in &mut search.discovery.candidates {
            if candidate.root.ends_with(COMMANDS) {
                candidate.kind = SkillKind::Command;
            }
        }
        search.explain_rest(&explain);
        search.explain_flat_files(|root| !root.path.ends_with(COMMANDS), &explain);
        search.discovery
    }
}

impl CopilotCli {
    /// Returns the plugins in the folders of `--plugin-dir`, in order.
    pub(super) fn plugin_folders(&self, tree: &Tree) -> Vec<PluginFolder> {
        let folders = self.options.plugin_dirs.iter();
        let folders = folders.map(|folder| PluginFolder::read(tree, folder, self.edition));
        folders.collect()
    }
}

/// Finds the skills in a skill root, sorted depth first. Folders in the folder of a skill are not
/// searched, so a root that is itself a skill contains only this skill. `left` is the number of
/// directories that may be visited.
fn skills(tree: &Tree, directory: Entry<'_>, root: &str, left: usize) -> Walk {
    let limits = Limits {
        directories: left,
        link_files: true,
        revisits_links: true,
        ..Limits::default()
    };
    let mut walk = scan::walk(directory, root, Wanted::Named(SKILL_FILE), &limits);
    // Folders are sorted by name, and a folder comes before its contents.
    sort::by(&mut walk.found, |one, other| {
        folder(one).split('/').cmp(folder(other).split('/'))
    });
    let mut outer: Option<String> = None;
    pass_over(tree, &mut walk, LeftOutReason::TooDeep, |found| {
        let folder = folder(found);
        let is_inside = (outer.as_deref()).is_some_and(|outer| path::is_within(folder, outer));
        if !is_inside {
            outer = Some(folder.to_owned());
        }
        is_inside
    });
    walk
}

fn folder(found: &Found) -> &str {
    path::parent(&found.discovered_path).unwrap_or_default()
}

/// Finds the Markdown files directly in a folder of commands.
fn commands(directory: Entry<'_>, root: &str) -> Walk {
    let limits = Limits {
        depth: 0,
        link_files: true,
        ..Limits::default()
    };
    let mut walk = scan::walk(directory, root, Wanted::Ending(COMMAND_ENDING), &limits);
    // Files that the walk skipped in deeper folders are not reported, because no author expects them to be commands.
    walk.passed_over.clear();
    walk
}

/// Returns the folders with the name `folder` in the working directory and in the directories above
/// it, nearest first.
fn of_project(
    environment: &Environment,
    options: &CopilotCliOptions,
    top: Option<&str>,
    folder: &str,
) -> Vec<PlannedRoot> {
    let status = if options.skill_list || options.trusted.unwrap_or(true) {
        RootStatus::Scanned
    } else {
        RootStatus::Off
    };
    let within = |directory: &&str| top.is_none_or(|top| path::is_within(directory, top));
    let chain = path::ancestors(&environment.cwd).take_while(within);
    let roots = chain.map(|directory| {
        let origin = if directory == environment.cwd {
            "project"
        } else {
            "directory above the project"
        };
        let root = Root::new(path::join(directory, folder), Scope::Repo, origin);
        (Root { status, ..root }, None)
    });
    roots.collect()
}

/// Returns all skill roots except those of plugins, in search order, including roots that do not
/// exist.
fn roots(
    environment: &Environment,
    options: &CopilotCliOptions,
    top: Option<&str>,
) -> Vec<PlannedRoot> {
    let of_project = |folder| of_project(environment, options, top, folder);
    let mut roots: Vec<_> = PROJECT.into_iter().flat_map(of_project).collect();
    let mut add = |root: Root| roots.push((root, None));
    if let Some(home) = &environment.home {
        for folder in PERSONAL {
            add(Root::new(path::join(home, folder), Scope::User, "user"));
        }
    }
    // Directories that the user added are documented, but their position among the roots is inferred
    // (`docs/hosts/copilot-cli.md#what-is-ours`).
    for path in &options.added {
        add(Root::new(path.clone(), Scope::User, "added by the user"));
    }
    for plugin in environment.plugins_of(ID) {
        add(Root {
            plugin_id: Some(plugin.id.clone()),
            ..Root::new(plugin.skills_directory(), Scope::Plugin, "plugin")
        });
    }
    roots
}

/// Returns the top folder of the Git repository that contains the working directory, and the `.git`
/// files that were read to find it (`docs/hosts/copilot-cli.md#where-it-looks`). The folder is
/// `None` outside of a repository.
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
            EntryKind::Directory => is_git_folder(git),
            EntryKind::File(contents) if options.skill_list => {
                asked.push(git.id());
                let text = contents.and_then(|contents| contents.text().ok());
                let target = text.and_then(|text| text.trim().strip_prefix(GIT_FILE));
                target.is_some_and(|target| {
                    let target = path::resolve(directory, target.trim());
                    tree.resolve(&path::join(&target, GIT_HEAD)).is_ok()
                })
            }
            _ => true,
        }
    });
    (top, asked)
}
