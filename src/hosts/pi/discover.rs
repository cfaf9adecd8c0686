//! Stage Discover: finds the folders that contain skills, and searches them
//! (`docs/hosts/pi.md#where-it-looks`).

use super::editions::Pi;
use super::left_out::{NO_SKILLS, UNTRUSTED, explain};
use super::options::PiOptions;
use super::walk::FlatFiles::{self, BelowRoot, InRoot};
use super::walk::walk;
use crate::host::Discover;
use crate::host::roots::{OffReason, PlannedRoot, Search};
use crate::host::scan::{Found, Walk};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::{EntryKind, Tree, path};

/// The environment variable that sets the folder of the user's configuration.
const USER_FOLDER: &str = "PI_CODING_AGENT_DIR";

/// The path of the folder that contains skills for several hosts.
const SHARED: &str = ".agents/skills";

/// The text that the catalog gives as the origin of a skill root in a project's `.agents` folder,
/// which several hosts share.
const PROJECTS_SHARED: &str = "project's .agents";
const USERS_SHARED: &str = "user's .agents";

/// The text that the catalog gives as the origin of a skill root if a package, the settings or the
/// command line names the root.
const CONFIGURED: &str = "named by the configuration";

impl Discover for Pi {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let mut search = Search::new(tree);
        let (planned, flat): (Vec<_>, Vec<_>) =
            roots(tree, environment, &self.options).into_iter().unzip();
        let roots = search.switch_off(planned);
        let mut ignores = Vec::new();
        search.walk_targets(roots, &mut |index, target, root, left| {
            if target.kind() == EntryKind::Directory {
                let (walk, files) = walk(target, &root.path, flat[index], left);
                ignores.extend(files);
                return Some(walk);
            }
            // If packages, settings or the command line name a path, it may be the path of a file.
            let found = Found {
                entry: target.id(),
                path: target.path(),
                discovered_path: root.path.clone(),
            };
            root.path.ends_with(".md").then(|| Walk {
                found: vec![found],
                ..Walk::default()
            })
        });
        search.depends_on(ignores);
        search.explains_links = |reason| {
            matches!(
                reason,
                LeftOutReason::DanglingLink
                    | LeftOutReason::LinkLoop
                    | LeftOutReason::AlreadyVisited
            )
        };
        search.explain_rest(&explain);
        search.explain_flat_files(
            |root| [PROJECTS_SHARED, USERS_SHARED].contains(&root.origin.as_str()),
            &explain,
        );
        search.discovery
    }
}

/// Returns all skill roots, from the highest to the lowest precedence, including roots that do not
/// exist. The `FlatFiles` of each root determines which of its Markdown files are skills besides
/// `SKILL.md`.
fn roots(
    tree: &Tree,
    environment: &Environment,
    options: &PiOptions,
) -> Vec<(PlannedRoot, FlatFiles)> {
    let all_off = options.no_skills.then_some(NO_SKILLS);
    let untrusted = (options.trusted == Some(false)).then_some(UNTRUSTED);
    let mut roots = Vec::new();
    let mut add = |path: String, scope, origin: &str, flat, off: Option<OffReason>| {
        let root = Root::new(path, scope, origin);
        roots.push(((root, off), flat));
    };
    let project = all_off.or(untrusted);
    let own = path::join(&environment.cwd, ".pi/skills");
    add(own, Scope::Repo, "project's .pi", InRoot, project);
    let home = environment.home.as_deref();
    let shared = home.map(|home| path::join(home, SHARED));
    let top = path::ancestors(&environment.cwd)
        .find(|directory| tree.resolve(&path::join(directory, ".git")).is_ok())
        .unwrap_or("/");
    let chain = path::ancestors(&environment.cwd);
    for directory in chain.take_while(|directory| path::is_within(directory, top)) {
        let skills = path::join(directory, SHARED);
        if Some(&skills) != shared.as_ref() {
            add(skills, Scope::Repo, PROJECTS_SHARED, BelowRoot, project);
        }
    }
    let chosen = environment.variables.get(USER_FOLDER);
    let chosen = chosen.filter(|directory| path::check(directory).is_ok());
    let user = chosen
        .cloned()
        .or(home.map(|home| path::join(home, ".pi/agent")));
    if let Some(user) = user {
        let skills = path::join(&user, "skills");
        add(skills, Scope::User, "user's .pi", InRoot, all_off);
    }
    if let Some(shared) = shared {
        add(shared, Scope::User, USERS_SHARED, BelowRoot, all_off);
    }
    for path in &options.skill_paths {
        add(path.clone(), Scope::User, CONFIGURED, InRoot, None);
    }
    roots
}
