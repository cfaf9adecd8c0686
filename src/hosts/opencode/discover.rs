//! Stage Discover: finds the folders that contain skills, and searches them.

use super::config::{Surroundings, global, is_set, up_to};
use super::editions::{ID, Opencode, OpencodeEdition, Sources};
use super::frontmatter::text_of;
use super::left_out::explain;
use super::options::OpencodeOptions;
use crate::host::Discover;
use crate::host::roots::Search;
use crate::host::scan::{self, Found, Limits, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::sort;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The names of folders that other hosts also read, in search order
/// (`docs/hosts/opencode.md#where-it-looks`).
const EXTERNAL: [&str; 2] = [".claude", ".agents"];

/// The names of the skill folders in a configuration directory.
const IN_CONFIGURATION: [&str; 2] = ["skill", "skills"];

/// The file that lists the skills at a URL (`docs/hosts/opencode.md#where-it-looks`).
const INDEX: &str = "index.json";

/// The folder in which opencode keeps deleted files. Edition `2.0` of opencode does not search this
/// folder (`docs/hosts/opencode.md#editions`).
const TRASH: &str = ".trash";

/// A skill root, and a flag that is true if the search also accepts files and folders whose name
/// begins with a dot.
type Planned = (Root, bool);

impl Discover for Opencode {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let surroundings = Surroundings::read(tree, environment, &self.options);
        let mut depends_on: Vec<_> = surroundings.files.iter().map(|file| file.id()).collect();
        let planned = roots(tree, environment, &surroundings, self, &mut depends_on);
        let (roots, hidden): (Vec<_>, Vec<_>) = planned.into_iter().unzip();
        let is_ordered = self.edition.sources == Sources::Ordered;
        let mut search = Search::new(tree);
        search.depends_on(depends_on);
        search.walk(roots, &mut |index, directory, root, left| {
            let limits = Limits {
                directories: left,
                link_files: true,
                hidden: hidden[index],
                revisits_links: true,
                ..Limits::default()
            };
            let mut walk = scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &limits);
            if is_ordered {
                walk.found.extend(flat_files(directory, &root.path));
                // V2 sorts its files (`docs/hosts/opencode.md#where-it-looks`).
                sort::by(&mut walk.found, |left, right| {
                    left.discovered_path.cmp(&right.discovered_path)
                });
                walk.found
                    .retain(|found| !is_trash(&found.discovered_path, &root.path));
            }
            walk
        });
        search.explain_rest(&explain);
        if !is_ordered {
            search.explain_flat_files(|_| true, &explain);
        }
        search.discovery
    }
}

/// Returns the Markdown files directly in a skill root, except `SKILL.md`. In edition `2.0`, each
/// of them is a skill (`docs/hosts/opencode.md#where-it-looks`).
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

/// Returns all skill roots in search order, including roots that do not exist.
fn roots(
    tree: &Tree,
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    host: &Opencode,
    depends_on: &mut Vec<EntryId>,
) -> Vec<Planned> {
    let mut roots = Vec::new();
    match host.edition.sources {
        Sources::Levels => levels(environment, surroundings, &host.options, &mut roots),
        Sources::Scan => {
            external(environment, surroundings, host.edition, &mut roots);
            in_configuration(surroundings, host.edition, &mut roots);
            chosen_paths(
                environment,
                surroundings,
                &["skills", "paths"],
                host.edition,
                &mut roots,
            );
            for url in surroundings.list(&["skills", "urls"]) {
                fetched(tree, host, url, &mut roots, depends_on);
            }
        }
        Sources::Ordered => {
            external(environment, surroundings, host.edition, &mut roots);
            in_configuration(surroundings, host.edition, &mut roots);
            // In V2 one list of the configuration contains both paths and URLs
            // (`docs/hosts/opencode.md#where-it-looks`).
            for source in surroundings.list(&["skills"]) {
                if source.contains("://") {
                    fetched(tree, host, source, &mut roots, depends_on);
                } else {
                    chosen_path(environment, surroundings, source, host.edition, &mut roots);
                }
            }
        }
    }
    roots
}

/// Adds the skill roots of edition `2026-03`, from the highest to the lowest precedence
/// (`docs/hosts/opencode.md#where-it-looks`).
fn levels(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    options: &OpencodeOptions,
    roots: &mut Vec<Planned>,
) {
    let managed = options.managed.as_deref();
    // The textbook that this edition follows mentions "managed settings" without a path; the path is ours.
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
        root.0.plugin_id = Some(plugin.id.clone());
        roots.push(root);
    }
}

/// Adds the folders that other hosts also read: first those in the home directory, then those in
/// the working directory and its parents.
fn external(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    edition: &OpencodeEdition,
    roots: &mut Vec<Planned>,
) {
    let all_off = is_set(environment, "OPENCODE_DISABLE_EXTERNAL_SKILLS");
    let claude_off = is_set(environment, "OPENCODE_DISABLE_CLAUDE_CODE")
        || is_set(environment, "OPENCODE_DISABLE_CLAUDE_CODE_SKILLS");
    let mut add = |directory: &str, folder: &str, scope, origin| {
        let skills = path::join(&path::join(directory, folder), "skills");
        let mut root = planned(skills, scope, origin, true);
        if all_off || (claude_off && folder == ".claude") {
            root.0.status = RootStatus::Off;
        }
        roots.push(root);
    };
    let chain = || up_to(&environment.cwd, &surroundings.worktree);
    let home = environment.home.as_deref();
    if edition.sources == Sources::Ordered {
        // In V2 all `.claude` folders come before all `.agents` folders. The order among the folders with the same name
        // is inferred from V1 (`docs/hosts/opencode.md#where-it-looks`).
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

fn in_configuration(
    surroundings: &Surroundings<'_>,
    edition: &OpencodeEdition,
    roots: &mut Vec<Planned>,
) {
    for directory in &surroundings.directories {
        for folder in IN_CONFIGURATION {
            let scope = if directory.is_project {
                Scope::Repo
            } else {
                Scope::User
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
    edition: &OpencodeEdition,
    roots: &mut Vec<Planned>,
) {
    for path in surroundings.list(keys) {
        chosen_path(environment, surroundings, path, edition, roots);
    }
}

/// Adds a directory that the configuration names. `~/` stands for the home directory, and a
/// relative path starts at the working directory.
fn chosen_path(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    path: &str,
    edition: &OpencodeEdition,
    roots: &mut Vec<Planned>,
) {
    let path = match (path.strip_prefix("~/"), &environment.home) {
        (Some(rest), Some(home)) => path::resolve(home, rest),
        _ => path::resolve(&environment.cwd, path),
    };
    let is_project = surroundings.worktree != "/" && path::is_within(&path, &surroundings.worktree);
    let scope = if is_project { Scope::Repo } else { Scope::User };
    let hidden = edition.sources == Sources::Ordered;
    roots.push(planned(path, scope, "named by the configuration", hidden));
}

/// Adds a skill root for the folder of each skill that the index at a URL lists
/// (`docs/hosts/opencode.md#where-it-looks`).
fn fetched(
    tree: &Tree,
    host: &Opencode,
    url: &str,
    roots: &mut Vec<Planned>,
    depends_on: &mut Vec<EntryId>,
) {
    const ORIGIN: &str = "fetched from a URL of the configuration";
    let directory = host.options.fetched.get(url);
    let index = directory.and_then(|directory| tree.resolve(&path::join(directory, INDEX)).ok());
    let (Some(directory), Some(index)) = (directory, index) else {
        let mut root = planned(url.to_owned(), Scope::User, ORIGIN, false);
        root.0.status = RootStatus::Missing;
        roots.push(root);
        return;
    };
    depends_on.push(index.id());
    let Some(contents) = index.contents() else {
        return;
    };
    let index = js_yaml::json(&text_of(contents));
    let index = index.unwrap_or(JsYamlValue::Null);
    let skills = index
        .get("skills")
        .map(JsYamlValue::items)
        .unwrap_or_default();
    for skill in skills {
        let files = skill
            .get("files")
            .map(JsYamlValue::items)
            .unwrap_or_default();
        let files: Vec<_> = files.iter().filter_map(JsYamlValue::text).collect();
        let name = skill
            .get("name")
            .and_then(JsYamlValue::text)
            .unwrap_or_default();
        let is_safe = is_safe_path(name)
            && !name.contains('/')
            && files.iter().all(|file| is_safe_path(file));
        if is_safe && files.contains(&SKILL_FILE) {
            let folder = path::join(directory, name);
            let hidden = host.edition.sources == Sources::Ordered;
            roots.push(planned(folder, Scope::User, ORIGIN, hidden));
        }
    }
}

/// Returns true if a relative path is valid and does not lead out of the directory at which it
/// starts.
fn is_safe_path(path: &str) -> bool {
    path::check(&path::join("/", path)).is_ok() && !path.is_empty() && !path.contains('\\')
}

fn planned(path: String, scope: Scope, origin: &str, hidden: bool) -> Planned {
    (Root::new(path, scope, origin), hidden)
}
