//! Stage Discover: searches the skill roots, and explains the files that OpenClaw skips
//! (`docs/hosts/openclaw.md#discovery`).

use super::editions::Openclaw;
use super::left_out::explain;
use super::roots::roots;
use super::setup::Setup;
use super::walk::Walker;
use crate::hashing::HashMap;
use crate::host::Discover;
use crate::host::roots::Search;
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOut, LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::sort;
use crate::tree::{Tree, path};

/// The path of a file in a skill's folder. The file contains the name under which the skill was
/// installed.
pub(super) const ORIGIN_FILE: &str = ".openclaw/source-origin.json";

impl Discover for Openclaw {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let setup = Setup::read(tree, environment, self);
        let planned = roots(environment, self, &setup);
        let mut search = Search::new(tree);
        search.walks_again = true;
        search.depends_on(setup.file);
        let mut escaped = HashMap::default();
        let mut truncated = Vec::new();
        let roots = planned.iter().map(|planned| planned.root.clone()).collect();
        search.walk(roots, &mut |index, folder, root, _| {
            let walker = Walker {
                tree,
                setup: &setup,
                planned: &planned[index],
                real: folder.path(),
            };
            let walked = walker.walk(folder);
            escaped.extend(walked.escaped);
            let words = walked.truncated.into_iter();
            truncated.extend(words.map(|words| (root.path.clone(), words)));
            walked.walk
        });
        let discovery = &mut search.discovery;
        let origins = discovery.candidates.iter().filter_map(|candidate| {
            let folder = path::parent(&candidate.found.path)?;
            Some(tree.resolve(&path::join(folder, ORIGIN_FILE)).ok()?.id())
        });
        discovery.side_files.extend(origins);
        sort::by(&mut discovery.side_files, Ord::cmp);
        discovery.side_files.dedup();
        search.explain_rest(&|path: &str, reason, root: Option<&str>, roots: &[Root]| {
            let entry = explain(path, reason, root, roots);
            match escaped.get(path) {
                Some(words) => LeftOut {
                    message: String::clone(words),
                    ..entry
                },
                None => entry,
            }
        });
        search.explain_flat_files(|_| true, &explain);
        let mut discovery = search.discovery;
        let cut = truncated.into_iter().map(|(root, message)| LeftOut {
            message,
            ..explain(
                &root,
                LeftOutReason::EntryLimit,
                Some(&root),
                &discovery.roots,
            )
        });
        let cut: Vec<_> = cut.collect();
        discovery.left_out.extend(cut);
        discovery
    }
}
