//! Discover: finds the roots, and walks each (`docs/hosts/pi.md#where-it-looks`).

use super::editions::Pi;
use super::left_out::{RootOff, explain};
use super::options::PiOptions;
use super::walk::walk;
use crate::host::Discover;
use crate::host::roots::{PlannedRoot, Search};
use crate::host::scan::{Found, Walk};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::{EntryKind, Tree, path};

/// The environment variable with the folder of the user's configuration.
const USER_FOLDER: &str = "PI_CODING_AGENT_DIR";

/// The path of a folder of skills that several hosts read.
const SHARED: &str = ".agents/skills";

impl Discover for Pi {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let mut search = Search::new(tree);
        let planned = roots(tree, environment, &self.options);
        let roots = search.switch_off(planned);
        let mut ignores = Vec::new();
        search.walk_targets(roots, &mut |_, target, root, left| {
            if target.kind() == EntryKind::Directory {
                let (walk, files) = walk(target, &root.path, left);
                ignores.extend(files);
                return Some(walk);
            }
            // A path that packages, settings or the command line name may lead to a file.
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
        search.discovery
    }
}

/// Returns every root, highest precedence first, whether it exists or not.
fn roots(tree: &Tree, environment: &Environment, options: &PiOptions) -> Vec<PlannedRoot> {
    let all_off = options.no_skills.then_some(RootOff::Skills);
    let untrusted = (options.trusted == Some(false)).then_some(RootOff::Trust);
    let mut roots = Vec::new();
    let mut add = |path: String, scope, origin: &str, off: Option<RootOff>| {
        roots.push((
            Root::new(path, scope, origin),
            off.map(RootOff::message_and_help),
        ));
    };
    let project = all_off.or(untrusted);
    let own = path::join(&environment.cwd, ".pi/skills");
    add(own, Scope::Repo, "project's .pi", project);
    let home = environment.home.as_deref();
    let shared = home.map(|home| path::join(home, SHARED));
    let top = path::ancestors(&environment.cwd)
        .find(|directory| tree.resolve(&path::join(directory, ".git")).is_ok())
        .unwrap_or("/");
    let chain = path::ancestors(&environment.cwd);
    for directory in chain.take_while(|directory| path::is_within(directory, top)) {
        let skills = path::join(directory, SHARED);
        if Some(&skills) != shared.as_ref() {
            add(skills, Scope::Repo, "project's .agents", project);
        }
    }
    let chosen = environment.variables.get(USER_FOLDER);
    let chosen = chosen.filter(|directory| path::check(directory).is_ok());
    let user = chosen
        .cloned()
        .or(home.map(|home| path::join(home, ".pi/agent")));
    if let Some(user) = user {
        let skills = path::join(&user, "skills");
        add(skills, Scope::User, "user's .pi", all_off);
    }
    if let Some(shared) = shared {
        add(shared, Scope::User, "user's .agents", all_off);
    }
    for path in &options.skill_paths {
        add(
            path.clone(),
            Scope::User,
            "named by the configuration",
            None,
        );
    }
    roots
}
