//! Stage Discover: finds the folders that contain skills, and searches them
//! (`docs/hosts/gemini-cli.md#where-it-looks`).

use super::editions::GeminiCli;
use super::extensions::Extensions;
use super::left_out::{EXTENSION_DISABLED, SKILLS_DISABLED, UNTRUSTED, explain};
use super::names::{BUILT_IN, FOLDER, SKILLS};
use super::options::GeminiCliOptions;
use super::settings::Surroundings;
use crate::host::Discover;
use crate::host::roots::{OffReason, PlannedRoot, Search};
use crate::host::scan::{self, Found, Limits, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::Root;
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Tree, path};

/// The folder that several hosts share. Its skills take precedence over those in `.gemini`.
const SHARED: &str = ".agents";

impl Discover for GeminiCli {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let surroundings = Surroundings::read(tree, environment, self);
        let extensions = Extensions::read(tree, environment, &surroundings, &self.options);
        let mut search = Search::new(tree);
        let settings = surroundings.files.iter().map(|file| file.id());
        search.depends_on(settings.chain(extensions.files.iter().copied()));
        let planned = roots(environment, &surroundings, &extensions, &self.options);
        let roots = search.switch_off(planned);
        search.walk(roots, &mut |_, directory, root, left| {
            let limits = Limits {
                depth: 1,
                directories: left,
                link_files: true,
                revisits_links: true,
                skip: self.edition.skipped_folders,
                ..Limits::default()
            };
            let mut walk = scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &limits);
            // The program finds a file of the root first, and then the folders from the last name to the first (recorded).
            let is_of_root =
                |found: &&Found| path::parent(&found.discovered_path) == Some(&*root.path);
            let first = walk.found.iter().take_while(is_of_root).count();
            walk.found[first..].reverse();
            walk
        });
        search.explain_rest(&explain);
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

/// Returns all skill roots, from the lowest to the highest precedence, including roots that do not
/// exist.
fn roots(
    environment: &Environment,
    surroundings: &Surroundings<'_>,
    extensions: &Extensions,
    options: &GeminiCliOptions,
) -> Vec<PlannedRoot> {
    let disabled = (!surroundings.enabled).then_some(SKILLS_DISABLED);
    let mut roots = Vec::new();
    let mut add = |path: String, scope, origin: String, plugin_id, off: Option<OffReason>| {
        let root = Root {
            plugin_id,
            ..Root::new(path, scope, origin)
        };
        roots.push((root, disabled.or(off)));
    };
    if let Some(built_in) = &options.built_in {
        let origin = BUILT_IN.to_owned();
        add(built_in.clone(), Scope::System, origin, None, None);
    }
    for extension in &extensions.all {
        let skills = path::join(&extension.path, SKILLS);
        let off = (!extension.active).then_some(EXTENSION_DISABLED);
        let name = extension.name.clone();
        add(
            skills,
            Scope::Plugin,
            "extension".to_owned(),
            Some(name),
            off,
        );
    }
    let untrusted = (!surroundings.trusted).then_some(UNTRUSTED);
    let home = surroundings.home.as_deref();
    let places = [
        (home, Scope::User, "user's", None),
        (
            Some(environment.cwd.as_str()),
            Scope::Repo,
            "project's",
            untrusted,
        ),
    ];
    for (directory, scope, whose, off) in places {
        for folder in [FOLDER, SHARED] {
            if let Some(directory) = directory {
                let skills = path::join(&path::join(directory, folder), SKILLS);
                add(skills, scope, format!("{whose} {folder}"), None, off);
            }
        }
    }
    roots
}
