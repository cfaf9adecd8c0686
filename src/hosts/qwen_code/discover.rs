//! Stage Discover: finds the folders that contain skills, and searches them
//! (`docs/hosts/qwen-code.md#where-it-looks`).

use super::editions::QwenCode;
use super::left_out::{BARE, LEVEL_OFF, explain};
use super::names::{FOLDER, SHARED, SKILLS, level};
use super::settings::Settings;
use crate::host::Discover;
use crate::host::roots::{PlannedRoot, Search, pass_over, pass_over_root_files};
use crate::host::scan::{self, Limits, Wanted};
use crate::host::stages::Discovery;
use crate::model::catalog::{LeftOutReason, Root};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::text::js_yaml::{self, JsYamlValue};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The file that makes a folder an extension. The file contains the extension's name.
const MANIFEST: &str = "qwen-extension.json";

/// The parts of folder names by which Qwen Code marks its own backups and unfinished installations
/// of skills.
const LEFT_BEHIND: [&str; 2] = [".backup-", ".installing-"];

impl Discover for QwenCode {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let settings = Settings::read(tree, environment, self);
        let (extensions, manifests) = extensions(tree, settings.home.as_deref());
        let mut search = Search::new(tree);
        search.depends_on(settings.files.iter().copied().chain(manifests));
        let planned = self.roots(environment, &settings, extensions);
        let roots = search.switch_off(planned);
        let mut folders = Vec::new();
        search.walk(roots, &mut |_, directory, root, left| {
            let limits = Limits {
                depth: 1,
                directories: left,
                link_files: true,
                hidden: true,
                revisits_links: true,
                ..Limits::default()
            };
            let mut walk = scan::walk(directory, &root.path, Wanted::Named(SKILL_FILE), &limits);
            pass_over_root_files(tree, &root.path, &mut walk);
            pass_over(tree, &mut walk, LeftOutReason::SkippedFolder, |found| {
                let folder = path::parent(&found.discovered_path).map(path::file_name);
                folder.is_some_and(is_left_behind)
            });
            let passed = walk.passed_over.iter();
            let named = passed.filter(|passed| passed.reason == LeftOutReason::NotAFile);
            let named = named.filter_map(|passed| tree.by_id(passed.entry));
            folders.extend(named.map(|folder| (folder.path(), root.path.clone())));
            walk
        });
        for (folder, root) in folders {
            let reason = LeftOutReason::NotAFile;
            let left_out = explain(&folder, reason, Some(&root), &[]);
            search.discovery.left_out.push(left_out);
        }
        search.explain_rest(&explain);
        search.explain_flat_files(|_| true, &explain);
        search.discovery
    }
}

impl QwenCode {
    /// Returns all skill roots, from the highest to the lowest precedence, including roots that do
    /// not exist.
    fn roots(
        &self,
        environment: &Environment,
        settings: &Settings,
        extensions: Vec<(String, String)>,
    ) -> Vec<PlannedRoot> {
        let mut roots = Vec::new();
        let mut add = |path: String, scope, origin: &str, plugin_id| {
            let is_off = settings.levels_off.iter().any(|off| off == level(scope));
            let off = match (self.options.bare, is_off) {
                (true, _) => Some(BARE),
                (false, true) => Some(LEVEL_OFF),
                (false, false) => None,
            };
            let root = Root {
                plugin_id,
                ..Root::new(path, scope, origin)
            };
            roots.push((root, off));
        };
        let home = environment.home.as_deref();
        let skills = |folder: &str| path::join(folder, SKILLS);
        if home != Some(environment.cwd.as_str()) {
            for folder in [FOLDER, SHARED] {
                let path = skills(&path::join(&environment.cwd, folder));
                add(path, Scope::Repo, &format!("project's {folder}"), None);
            }
        }
        if let Some(home) = &settings.home {
            add(skills(home), Scope::User, &format!("user's {FOLDER}"), None);
        }
        if let Some(home) = home {
            let path = skills(&path::join(home, SHARED));
            add(path, Scope::User, &format!("user's {SHARED}"), None);
        }
        for directory in &settings.directories {
            add(directory.clone(), Scope::User, "skills.directories", None);
        }
        for (name, path) in extensions {
            add(skills(&path), Scope::Plugin, "extension", Some(name));
        }
        if let Some(bundled) = &self.options.bundled {
            add(bundled.clone(), Scope::System, "bundled", None);
        }
        roots
    }
}

/// Returns the name and folder of each installed extension, and the manifest files that contain the
/// names.
fn extensions(tree: &Tree, home: Option<&str>) -> (Vec<(String, String)>, Vec<EntryId>) {
    let mut extensions = Vec::new();
    let mut manifests = Vec::new();
    let Some(directory) = home.map(|home| path::join(home, "extensions")) else {
        return (extensions, manifests);
    };
    let folders = tree.resolve(&directory);
    for folder in folders.into_iter().flat_map(Entry::children) {
        let is_folder = |entry: Entry<'_>| entry.kind() == EntryKind::Directory;
        if !folder.follow().is_ok_and(is_folder) {
            continue;
        }
        let installed = path::join(&directory, folder.name());
        let Ok(manifest) = tree.resolve(&path::join(&installed, MANIFEST)) else {
            continue;
        };
        manifests.push(manifest.id());
        let contents = manifest.contents().map(|contents| contents.text_lossy());
        let value = contents.and_then(|text| js_yaml::json(&text).ok());
        let name = value.as_ref().and_then(|value| value.get("name"));
        if let Some(name) = name.and_then(JsYamlValue::text).filter(|it| !it.is_empty()) {
            extensions.push((name.to_owned(), installed));
        }
    }
    (extensions, manifests)
}

/// Returns true if a folder's name marks a backup or an unfinished installation by Qwen Code, such
/// as `pdf.backup-1-2`.
fn is_left_behind(name: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    LEFT_BEHIND.iter().any(|word| {
        let rest = name.rsplit_once(word).map(|(_, rest)| rest);
        let numbers = rest.and_then(|rest| rest.split_once('-'));
        numbers.is_some_and(|(first, second)| is_number(first) && is_number(second))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_of_backups_and_installations_are_known_by_the_end_of_their_names() {
        let cases = [
            ("pdf.backup-1-22", true),
            ("pdf.installing-1-2", true),
            (".backup-1-2", true),
            ("pdf.backup-1", false),
            ("pdf.backup-1-2x", false),
            ("pdf-backup-1-2", false),
            ("pdf", false),
        ];
        for (name, expected) in cases {
            assert_eq!(is_left_behind(name), expected, "{name}");
        }
    }
}
