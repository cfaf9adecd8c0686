//! The discovery stage: finds the directories of skills, and searches each of them.

use super::config::{Config, rule_files};
use super::editions::{Codex, CodexEdition, ID};
use super::left_out::explain;
use super::names::{MAX_DEPTH, MAX_DIRECTORIES};
use super::options::LayerKind;
use super::{openai_yaml, plugin};
use crate::hashing::HashSet;
use crate::host::Discover;
use crate::host::roots::Search;
use crate::host::scan::{self, Limits, Wanted};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The file or folder that marks the topmost directory of the search for `.codex` folders. The
/// configured markers of the project's root do not apply to this search.
const GIT: &str = ".git";

/// The folder of the bundled skills, relative to the user's directory of skills.
const BUNDLED_FOLDER: &str = ".system";

impl Discover for Codex {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let config = config(tree, environment, self);
        let mut search = Search::new(tree);
        search.discovery.depends_on = config.files.iter().map(|file| file.id()).collect();
        search
            .discovery
            .side_files
            .clone_from(&search.discovery.depends_on);
        if self.edition.decides_on_calls {
            let folders = config
                .layers
                .iter()
                .filter_map(|layer| layer.folder.as_deref());
            let rules = folders.flat_map(|folder| rule_files(tree, folder));
            let side_files = &mut search.discovery.side_files;
            side_files.extend(rules.map(|(_, file)| file.id()));
        }
        let roots = roots(tree, environment, &config, self);
        search.walk(roots, &mut |_, directory, root, _| {
            let limits = Limits {
                depth: MAX_DEPTH,
                directories: MAX_DIRECTORIES,
                entries: self.edition.max_entries,
                // The walk of the bundled skills follows no links, because they contain none, and a
                // link could lead to other skills.
                follow_links: root.scope != Scope::System,
                ..Limits::default()
            };
            scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &limits)
        });
        let discovery = &mut search.discovery;
        for candidate in &mut discovery.candidates {
            let folder = tree.by_id(candidate.found.entry).and_then(Entry::parent);
            candidate.side = folder.and_then(openai_yaml::file).map(Entry::id);
        }
        let side_files = side_files(tree, &discovery.candidates, self.edition);
        discovery.side_files.extend(side_files);
        search.explain_all(&|path: &str, reason, root: Option<&str>, roots: &[Root]| {
            let walked = roots.iter().find(|it| Some(it.path.as_str()) == root);
            let is_bundled = walked.is_some_and(|root| is_bundled(path, root));
            // The walk of the user's root reports this folder as hidden. But the folder is also a
            // root, which is off.
            let reason = match reason {
                LeftOutReason::Hidden
                    if is_bundled && is_skill_file_name(path::file_name(path)) =>
                {
                    LeftOutReason::BundledOff
                }
                reason => reason,
            };
            explain(path, reason, root, roots)
        });
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

/// Returns the files that the host reads in addition to `SKILL.md`: the `agents/openai.yaml` of
/// each skill, and the plugin manifests in the directories above each skill.
fn side_files(tree: &Tree, candidates: &[Candidate], edition: &CodexEdition) -> Vec<EntryId> {
    let mut files = Vec::new();
    let mut searched = HashSet::default();
    for candidate in candidates {
        let Some(folder) = tree.by_id(candidate.found.entry).and_then(Entry::parent) else {
            continue;
        };
        files.extend(candidate.side);
        for directory in std::iter::successors(Some(folder), |entry| entry.parent()) {
            if !searched.insert(directory.id()) {
                break;
            }
            files.extend(plugin::manifests(tree, directory, edition).map(Entry::id));
        }
    }
    files
}

/// Returns true if `path` is in the folder of Codex's bundled skills. This folder is in the user's
/// directory of skills, so the result is false if `root` is any other directory.
fn is_bundled(path: &str, root: &Root) -> bool {
    root.scope == Scope::User && path::is_within(path, &path::join(&root.path, BUNDLED_FOLDER))
}

/// Returns the active configuration. If the caller passed no layers of the configuration, its
/// layers are read from the tree. The project's layers are in the working directory and in the
/// directories above it, up to the first directory with a `.git`.
pub(super) fn config<'t>(tree: &'t Tree, environment: &Environment, host: &Codex) -> Config<'t> {
    let root = project_root(tree, &environment.cwd, &[GIT.to_owned()], |marker| {
        is_git(marker, host.edition.config_root_needs_head)
    });
    let mut project: Vec<_> = up_to(&environment.cwd, root).collect();
    project.reverse();
    Config::read(tree, &host.options, &project)
}

/// Returns a key made of the existing directories of skills and the active entries of
/// `skills.config`. Two working directories with equal keys have the same catalog.
pub(super) fn configuration(tree: &Tree, environment: &Environment, host: &Codex) -> String {
    let config = config(tree, environment, host);
    let rules = config.rules(environment, host.edition);
    let roots: Vec<_> = roots(tree, environment, &config, host)
        .into_iter()
        .filter(|root| tree.resolve(&root.path).is_ok())
        .map(|root| (root.path, root.scope, root.plugin_id))
        .collect();
    // A fatal problem is reported at the working directory, so the key then includes the working
    // directory.
    let cwd = rules.fatal.as_ref().map(|_| &environment.cwd);
    format!("{roots:?} {:?} {cwd:?}", rules.rules)
}

/// Returns all directories that are searched for skills, in the order of the search. Directories
/// that do not exist are included.
fn roots(tree: &Tree, environment: &Environment, config: &Config<'_>, host: &Codex) -> Vec<Root> {
    let mut roots = Vec::new();
    // The layer with the highest precedence comes first. Untrusted layers have roots, too.
    for kind in [LayerKind::Project, LayerKind::User, LayerKind::System] {
        let layers = config.layers.iter().rev();
        for folder in layers
            .filter(|layer| layer.kind == kind)
            .filter_map(|layer| layer.folder.as_deref())
        {
            let skills = path::join(folder, "skills");
            let system = path::join(&skills, BUNDLED_FOLDER);
            match kind {
                LayerKind::Project => {
                    roots.push(Root::new(skills, Scope::Repo, "project configuration"));
                }
                LayerKind::User => {
                    roots.push(Root::new(skills, Scope::User, "Codex home"));
                    if let Some(home) = &environment.home {
                        let agents = path::join(home, ".agents/skills");
                        roots.push(Root::new(agents, Scope::User, "user's agents"));
                    }
                    if config.bundled(environment, host.edition) {
                        roots.push(Root::new(system, Scope::System, "bundled with Codex"));
                    }
                }
                LayerKind::System => roots.push(Root::new(skills, Scope::Admin, "administrator")),
                LayerKind::Session => {}
            }
        }
    }
    roots.extend(environment.plugins_of(ID).map(|plugin| Root {
        plugin_id: Some(plugin.id.clone()),
        ..Root::new(plugin.skills_directory(), Scope::User, "plugin")
    }));
    let markers = config.project_root_markers();
    let repository = project_root(tree, &environment.cwd, &markers, |_| true);
    let chain: Vec<_> = up_to(&environment.cwd, repository).collect();
    roots.extend(chain.into_iter().rev().map(|directory| {
        let agents = path::join(directory, ".agents/skills");
        Root::new(agents, Scope::Repo, "repository's agents")
    }));
    // The source mentions roots that the user adds, but does not give their position. At the end of
    // the list, these roots hide no skill of another root
    // (`docs/hosts/codex.md#roots-and-configuration`).
    roots.extend(
        host.options
            .extra_user_roots
            .iter()
            .flatten()
            .map(|path| Root::new(path.clone(), Scope::User, "user's choice")),
    );
    roots
}

/// Returns the nearest directory with a marker, searching upwards from `cwd`. `counts` decides
/// whether a file or folder counts as a marker. If no directory has a marker, returns `cwd`.
fn project_root<'p>(
    tree: &Tree,
    cwd: &'p str,
    markers: &[String],
    counts: impl Fn(Entry<'_>) -> bool,
) -> &'p str {
    path::ancestors(cwd)
        .find(|directory| {
            markers.iter().any(|marker| {
                tree.resolve(&path::join(directory, marker))
                    .is_ok_and(&counts)
            })
        })
        .unwrap_or(cwd)
}

fn is_git(marker: Entry<'_>, needs_head: bool) -> bool {
    match marker.kind() {
        EntryKind::Directory => !needs_head || marker.child("HEAD").is_some(),
        _ => true,
    }
}

/// Returns the directories from `cwd` up to `root`, deepest first. Links in the paths are not
/// followed.
fn up_to<'p>(cwd: &'p str, root: &'p str) -> impl Iterator<Item = &'p str> {
    path::ancestors(cwd).take_while(move |directory| path::is_within(directory, root))
}
