//! The discovery stage: finds the folders whose skills are checked as if they were uploaded
//! (`docs/hosts/claude-ai.md#which-folders-are-checked`).

use super::editions::ClaudeAi;
use crate::host::Discover;
use crate::host::roots::Search;
use crate::host::scan::{self, Limits, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOut, LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Tree, path};

/// The limits of the search for skills to upload. Hidden files are included, because an upload has
/// every file of a folder. Skillglass sets the maximum number of directories and the list of
/// skipped folders.
const LIMITS: Limits = Limits {
    depth: usize::MAX,
    directories: 50_000,
    entries: None,
    follow_links: true,
    link_files: true,
    hidden: true,
    revisits_links: false,
    skip: &[".git", "node_modules"],
};

impl Discover for ClaudeAi {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let root = |path, origin| Root::new(path, Scope::Repo, origin);
        let own = root(skills_folder(environment), "the working directory's");
        let named = self.options.skill_roots.iter();
        let named = named.map(|path| root(path.clone(), "named in `claudeAi.skillRoots`"));
        let mut search = Search::new(tree);
        let roots = [own].into_iter().chain(named).collect();
        search.walk(roots, &mut |_, directory, root, _| {
            scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &LIMITS)
        });
        let explain =
            |path: &str, reason, root: Option<&str>, _: &[Root]| explain(path, reason, root);
        search.explain_all(&explain);
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

/// Returns the folder `skills` of the working directory, in which a repository publishes skills.
pub(super) fn skills_folder(environment: &Environment) -> String {
    path::join(&environment.cwd, "skills")
}

/// Describes a skipped path for the catalog. `reason` is the reason why the search of `root`
/// skipped the path.
pub(super) fn explain(path: &str, reason: LeftOutReason, root: Option<&str>) -> LeftOut {
    let words = match reason {
        LeftOutReason::OutsideRoots => (
            "claude.ai reads no folder of a project: a skill is uploaded on its own".to_owned(),
            "Upload the skill's folder; to have it checked here, name the folder above it in `claudeAi.skillRoots`."
                .to_owned(),
        ),
        LeftOutReason::SkippedFolder => (
            "Skillglass looks for no skills to upload in folders of this name".to_owned(),
            "Move the skill's folder out of it.".to_owned(),
        ),
        _ => reason.in_general(),
    };
    LeftOut::new(path, root, reason, words)
}
