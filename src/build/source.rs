//! Collects the skills in the source folder of a build, with their files.

use std::collections::BTreeMap;

use super::report::{BuildConflict, BuildConflictReason, BuildContent};
use crate::text::document::Document;
use crate::text::yaml;
use crate::tree::skill_file::is_skill_file_name;
use crate::tree::{Entry, EntryKind, Tree, path};

/// The maximum depth of nested folders that are searched. A folder that is reached through a link
/// also counts as a level. No host has this limit.
const MAX_LEVELS: usize = 16;

/// The maximum number of files of one skill. Links may lead to folders that contain each other, so
/// a search without this limit might not end. No host has this limit.
const MAX_FILES: usize = 5_000;

/// The names of folders that are not searched for skills.
const SKIPPED: [&str; 2] = [".git", "node_modules"];

/// A skill in the folder from which a build copies skills.
#[derive(Debug, Clone)]
pub(super) struct SourceSkill {
    /// The path of the skill's folder.
    pub folder: String,
    /// The path of the skill's main file, such as `SKILL.md`.
    pub file: String,
    /// The content of each file that a build copies for this skill. The key is the file's path
    /// below the skill's folder.
    pub files: BTreeMap<String, BuildContent>,
}

impl SourceSkill {
    /// Returns the name of the skill's folder.
    pub fn name(&self) -> &str {
        path::file_name(&self.folder)
    }

    /// Returns the path of the skill's main file below the skill's folder, such as `SKILL.md`.
    pub fn file_name(&self) -> &str {
        path::file_name(&self.file)
    }
}

/// A search of the source folder for skills.
pub(super) struct Source<'t> {
    pub tree: &'t Tree,
    /// The path of the source folder.
    pub from: &'t str,
    /// The project's folder. Each link in a skill must lead into this folder or into the folder of
    /// the source skills.
    pub project: &'t str,
    /// Folders that contain built skills. They are not searched, because built skills are not sources.
    pub outputs: &'t [String],
    pub conflicts: Vec<BuildConflict>,
}

impl Source<'_> {
    /// Returns the skills, sorted by path. If several skills have the same name, only the first is
    /// returned, and the others are conflicts.
    pub fn skills(&mut self) -> Vec<SourceSkill> {
        let mut found = Vec::new();
        self.search(self.from.to_owned(), 0, &mut found);
        let mut folders: BTreeMap<String, String> = BTreeMap::new();
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        found.retain(|skill| {
            // Some file systems ignore case, so names that differ only in case count as equal.
            let folder = skill.name().to_lowercase();
            let name = self.name_in_text(&skill.file);
            let first = folders
                .get(&folder)
                .map(|first| (first, "folder"))
                .or_else(|| {
                    let first = names.get(name.as_deref()?)?;
                    Some((first, "name"))
                });
            if let Some((first, what)) = first {
                let message = match what {
                    "folder" => format!("another skill has a folder of the same name: {first}"),
                    _ => format!("another skill has the same `name`: {first}"),
                };
                self.conflicts.push(BuildConflict {
                    path: skill.file.clone(),
                    reason: BuildConflictReason::SameName,
                    message,
                    help: format!("Rename one of the two; a host lists one skill of each {what}."),
                    hosts: Vec::new(),
                });
                return false;
            }
            folders.insert(folder, skill.file.clone());
            if let Some(name) = name {
                names.insert(name, skill.file.clone());
            }
            true
        });
        for skill in &mut found {
            let mut files = BTreeMap::new();
            self.collect(&skill.folder, &skill.folder, "", 0, &mut files);
            skill.files = files;
        }
        found
    }

    /// Returns the `name` in the frontmatter of a `SKILL.md`. Returns none if the frontmatter
    /// cannot be read or has no name.
    fn name_in_text(&self, file: &str) -> Option<String> {
        let entry = self.tree.resolve(file).ok()?;
        let text = entry.contents()?.text().ok()?;
        let document = Document::split(text, |line| line.trim_end() == "---").ok()?;
        let fields = yaml::read::<serde_yaml::Value>(document.frontmatter).ok()?;
        Some(fields.get("name")?.as_str()?.trim().to_owned())
    }

    fn search(&mut self, folder: String, level: usize, found: &mut Vec<SourceSkill>) {
        let Ok(entry) = self.tree.resolve(&folder) else {
            return;
        };
        let children: Vec<Entry<'_>> = entry.children().collect();
        let is_file = |child: &Entry<'_>| {
            let entry = child.follow();
            entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)))
        };
        let mut files = children
            .iter()
            .filter(|child| is_skill_file_name(child.name()) && is_file(child));
        // `SKILL.md` is sorted before spellings with lowercase letters, so it is preferred.
        if let Some(file) = files.next()
            && level > 0
        {
            found.push(SourceSkill {
                file: path::join(&folder, file.name()),
                folder,
                files: BTreeMap::new(),
            });
            return;
        }
        for child in children {
            let at = path::join(&folder, child.name());
            let is_output = self.outputs.contains(&at);
            if level >= MAX_LEVELS || is_output || SKIPPED.contains(&child.name()) {
                continue;
            }
            match child.kind() {
                EntryKind::Directory => self.search(at, level + 1, found),
                EntryKind::Link(_) => {
                    if let Some(target) = self.inside(child, &at)
                        && target.kind() == EntryKind::Directory
                        && !path::is_within(&folder, &target.path())
                    {
                        self.search(at, level + 1, found);
                    }
                }
                EntryKind::File(_) => {}
            }
        }
    }

    /// Collects the files of a skill's folder, including its subfolders. A link within the skill's
    /// folder stays a link. If a link leads out of the skill's folder, its target is copied.
    fn collect(
        &mut self,
        top: &str,
        folder: &str,
        below: &str,
        level: usize,
        files: &mut BTreeMap<String, BuildContent>,
    ) {
        let Ok(entry) = self.tree.resolve(folder) else {
            return;
        };
        let children: Vec<Entry<'_>> = entry.children().collect();
        for child in children {
            let at = path::join(folder, child.name());
            let name = match below {
                "" => child.name().to_owned(),
                below => format!("{below}/{}", child.name()),
            };
            if level > MAX_LEVELS || files.len() >= MAX_FILES {
                self.conflicts.push(BuildConflict {
                    path: at,
                    reason: BuildConflictReason::LinkOut,
                    message: format!(
                        "the skill has more than {MAX_FILES} files or {MAX_LEVELS} levels of folders, so the rest is not copied"
                    ),
                    help: "Check whether a link leads to a folder that contains it.".to_owned(),
                    hosts: Vec::new(),
                });
                return;
            }
            match child.kind() {
                EntryKind::File(_) => {
                    let from = child.path();
                    files.insert(name, BuildContent::File { from });
                }
                EntryKind::Directory if child.name() == ".git" => {}
                EntryKind::Directory => self.collect(top, &at, &name, level + 1, files),
                EntryKind::Link(target) => {
                    let Some(leads_to) = self.inside(child, &at) else {
                        continue;
                    };
                    let stays = !target.starts_with('/')
                        && path::is_within(&path::resolve(folder, target), top);
                    if stays {
                        let target = target.to_owned();
                        files.insert(name, BuildContent::Link { target });
                    } else if leads_to.kind() == EntryKind::Directory {
                        self.collect(top, &leads_to.path(), &name, level + 1, files);
                    } else {
                        let from = leads_to.path();
                        files.insert(name, BuildContent::File { from });
                    }
                }
            }
        }
    }

    /// Returns the target of a link if the target is in the project or in the source folder.
    /// Otherwise records a conflict and returns none.
    fn inside<'e>(&mut self, link: Entry<'e>, at: &str) -> Option<Entry<'e>> {
        let target = link.follow().ok();
        let is_inside = |entry: &Entry<'_>| {
            let path = entry.path();
            path::is_within(&path, self.project) || path::is_within(&path, self.from)
        };
        if let Some(target) = target
            && is_inside(&target)
        {
            return Some(target);
        }
        let message = match target {
            Some(target) => format!("the link leads out of the project, to {}", target.path()),
            None => "the link leads to nothing that was read".to_owned(),
        };
        self.conflicts.push(BuildConflict {
            path: at.to_owned(),
            reason: BuildConflictReason::LinkOut,
            message: format!("{message}; it is not copied"),
            help: "Put the file into the skill's folder, or remove the link.".to_owned(),
            hosts: Vec::new(),
        });
        None
    }
}
