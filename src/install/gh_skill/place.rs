//! Computes the files that `gh skill install` writes (`docs/gh-skill.md#what-is-installed`).

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use super::find::{bytes, children};
use super::frontmatter;
use super::names::quoted;
use super::publish::none_found;
use super::report::{GhContent, GhEntry, GhInstall, GhRemote, GhSkill, GhSkillRequest};
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree};

/// The maximum number of folder levels that are copied. No host has this limit.
const MAX_LEVELS: usize = 256;

/// The path of the lock file below the user's home. The file lists installed skills.
const LOCK_FILE: &str = ".agents/.skill-lock.json";

/// The version of the lock file's format.
const LOCK_VERSION: u64 = 3;

/// The keys of `metadata` that an installation from a local folder removes.
const LOCAL_REMOVED: &[&str] = &[
    "github-owner",
    "github-repo",
    "github-ref",
    "github-sha",
    "github-tree-sha",
    "github-pinned",
    "github-path",
];

/// The keys of `metadata` that an installation from GitHub removes. The installation may then write
/// some of them again.
const REMOTE_REMOVED: &[&str] = &["github-owner", "github-sha", "github-pinned"];

/// Sets `chosen` for each skill that the request installs.
///
/// # Errors
/// Returns the error message of `gh skill` if it cannot install the requested skills, for example
/// because no skill has the requested name. In this case `gh skill` writes no files.
pub(super) fn choose(
    request: &GhSkillRequest,
    skills: &mut [GhSkill],
    error: Option<String>,
) -> Result<(), String> {
    if let Some(error) = error {
        return Err(error);
    }
    let is_offered = |skill: &GhSkill| request.hidden || !skill.convention.is_hidden();
    if skills.is_empty() {
        return Err(match &request.remote {
            None => none_found(&request.source),
            Some(remote) => format!(
                "no skills found in {}\n  Expected skills in skills/*/SKILL.md, skills/{{scope}}/*/SKILL.md,\n  \
                 {{prefix}}/skills/*/SKILL.md, {{prefix}}/skills/{{scope}}/*/SKILL.md,\n  \
                 */SKILL.md, or plugins/*/skills/*/SKILL.md\n  \
                 This repository may be a curated list rather than a skills publisher",
                remote.repository
            ),
        });
    }
    if !skills.iter().any(is_offered) {
        return Err(format!(
            "no standard skills found, but {} skill(s) exist in hidden directories\n  Use --allow-hidden-dirs to include them",
            skills.len()
        ));
    }
    match &request.skill {
        None => {
            for skill in skills.iter_mut() {
                skill.chosen = is_offered(skill);
            }
            collisions(skills)
        }
        Some(wanted) => {
            let is_wanted = |skill: &&mut GhSkill| {
                is_offered(skill) && (skill.name == *wanted || skill.shown == *wanted)
            };
            match skills.iter_mut().find(is_wanted) {
                Some(skill) => {
                    skill.chosen = true;
                    Ok(())
                }
                None => {
                    let place = request
                        .remote
                        .as_ref()
                        .map_or("local directory", |remote| &remote.repository);
                    Err(format!("skill {} not found in {place}", quoted(wanted)))
                }
            }
        }
    }
}

/// Returns an error if two chosen skills have the same name.
fn collisions(skills: &[GhSkill]) -> Result<(), String> {
    let mut names: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for skill in skills.iter().filter(|skill| skill.chosen) {
        names.entry(&skill.name).or_default().push(&skill.shown);
    }
    let same = names.iter().filter(|(_, shown)| shown.len() > 1);
    let same: Vec<_> = same
        .map(|(name, shown)| format!("{name}: {}", shown.join(", ")))
        .collect();
    if same.is_empty() {
        return Ok(());
    }
    Err(format!(
        "cannot install skills with conflicting names; they would overwrite each other:\n  {}",
        same.join("\n  ")
    ))
}

/// Adds to the report the files that an installation of the chosen skills writes.
pub(super) fn place(
    tree: &Tree,
    request: &GhSkillRequest,
    skills: &[GhSkill],
    report: &mut GhInstall,
) {
    let chosen = || skills.iter().filter(|skill| skill.chosen);
    let existing: Vec<_> = chosen()
        .filter(|skill| {
            tree.resolve(&path::join(&report.target, &skill.name))
                .is_ok()
        })
        .map(|skill| skill.shown.as_str())
        .collect();
    if !existing.is_empty() && !request.force {
        report.error = Some(format!(
            "skills already installed: {} (use --force to overwrite)",
            existing.join(", ")
        ));
        return;
    }
    let mut locked = Vec::new();
    for skill in chosen() {
        let full = match &skill.namespace {
            Some(namespace) => format!("{namespace}/{}", skill.name),
            None => skill.name.clone(),
        };
        let Ok(folder) = tree.resolve(&skill.folder) else {
            continue;
        };
        let target = path::join(&report.target, &skill.name);
        let mut copying = Copying {
            request,
            skill,
            target: &target,
            report: &mut *report,
        };
        if let Err(problem) = copying.folder(folder, "", 0) {
            let first = report.error.get_or_insert_with(|| {
                format!("failed to install skill {}: {problem}", quoted(&full))
            });
            if request.remote.is_none() {
                let _ = first;
                break;
            }
            continue;
        }
        report.installed.push(skill.name.clone());
        locked.push((full, skill));
    }
    if let (Some(remote), Some(home)) = (&request.remote, &request.home)
        && !locked.is_empty()
    {
        report
            .entries
            .push(lock(tree, request, remote, home, &locked));
    }
}

/// The state while the files of a skill are copied.
struct Copying<'c> {
    request: &'c GhSkillRequest,
    skill: &'c GhSkill,
    target: &'c str,
    report: &'c mut GhInstall,
}

impl Copying<'_> {
    /// Copies a folder of a skill. `below` is the folder's path below the skill's folder.
    fn folder(&mut self, folder: Entry<'_>, below: &str, level: usize) -> Result<(), String> {
        let mut is_written = false;
        for child in children(folder) {
            let relative = match below {
                "" => child.name().to_owned(),
                below => format!("{below}/{}", child.name()),
            };
            let (from, link) = match child.kind() {
                EntryKind::Directory => {
                    if level < MAX_LEVELS {
                        self.folder(child, &relative, level + 1)?;
                    }
                    continue;
                }
                EntryKind::Link(_) if self.request.remote.is_none() => {
                    self.report
                        .left_out
                        .push(path::join(&self.skill.folder, &relative));
                    continue;
                }
                // In git, a link is a file that contains the link's target as text.
                EntryKind::Link(target) => (child, Some(target)),
                EntryKind::File(_) => (child, None),
            };
            if !is_written && (level == 0 || !below.is_empty()) {
                is_written = true;
                self.directory(below);
            }
            let content = match link {
                Some(target) => GhContent::Text {
                    text: target.to_owned(),
                },
                None if child.name() == SKILL_FILE => {
                    let text = self
                        .skill_text(bytes(from))
                        .map_err(|problem| format!("could not inject metadata: {problem}"))?;
                    GhContent::Text { text }
                }
                None => GhContent::File { from: from.path() },
            };
            let in_scripts = relative.starts_with("scripts/") || relative.contains("/scripts/");
            self.report.entries.push(GhEntry {
                path: path::join(self.target, &relative),
                content,
                executable: (self.request.remote.is_some() && in_scripts).then_some(true),
            });
        }
        if level == 0 && !is_written {
            self.directory("");
        }
        Ok(())
    }

    /// Adds a created folder to the report. `below` is the folder's path in the installed skill; it
    /// is empty for the skill's own folder.
    fn directory(&mut self, below: &str) {
        let path = match below {
            "" => self.target.to_owned(),
            below => path::join(self.target, below),
        };
        self.report.entries.push(GhEntry {
            path,
            content: GhContent::Directory,
            executable: None,
        });
    }

    /// Returns the text of a `SKILL.md` after the installation, with a changed `metadata`.
    fn skill_text(&self, file: &[u8]) -> Result<String, String> {
        let written = match &self.request.remote {
            None => frontmatter::with_metadata(
                file,
                |key| LOCAL_REMOVED.contains(&key),
                &[("local-path", self.skill.folder.as_str())],
            )?,
            Some(remote) => {
                let below = relative(&self.request.source, &self.skill.folder);
                let url = format!("https://github.com/{}", remote.repository);
                let mut added = vec![
                    ("github-repo", url.as_str()),
                    ("github-ref", remote.reference.as_str()),
                    (
                        "github-tree-sha",
                        remote.trees.get(below).map_or("", String::as_str),
                    ),
                    ("github-path", below),
                ];
                if let Some(pinned) = remote.pinned.as_deref().filter(|pinned| !pinned.is_empty()) {
                    added.push(("github-pinned", pinned));
                }
                frontmatter::with_metadata(file, |key| REMOTE_REMOVED.contains(&key), &added)?
            }
        };
        Ok(String::from_utf8_lossy(&written).into_owned())
    }
}

/// Returns a path relative to the source folder. Returns a path outside of this folder unchanged.
fn relative<'p>(source: &str, path: &'p str) -> &'p str {
    path.strip_prefix(source)
        .unwrap_or(path)
        .trim_start_matches('/')
}

/// Returns the lock file that `gh skill` writes after it installed skills from GitHub.
fn lock(
    tree: &Tree,
    request: &GhSkillRequest,
    remote: &GhRemote,
    home: &str,
    skills: &[(String, &GhSkill)],
) -> GhEntry {
    let path = path::join(home, LOCK_FILE);
    let known = tree.resolve(&path).ok().and_then(|file| file.contents());
    let known = known.and_then(|contents| serde_json::from_slice::<Value>(contents.bytes()).ok());
    let known = known.filter(|lock| lock["version"] == LOCK_VERSION && lock["skills"].is_object());
    let mut entries: BTreeMap<String, Value> = BTreeMap::new();
    if let Some(Value::Object(skills)) = known.as_ref().map(|lock| &lock["skills"]) {
        entries.extend(
            skills
                .iter()
                .map(|(name, entry)| (name.clone(), entry.clone())),
        );
    }
    let now = remote.at.as_deref().unwrap_or_default();
    for (name, skill) in skills {
        let below = relative(&request.source, &skill.folder);
        let first = entries
            .get(name)
            .and_then(|entry| entry["installedAt"].as_str())
            .unwrap_or(now);
        let mut entry = Map::new();
        let mut set = |key: &str, value: &str| entry.insert(key.to_owned(), json!(value));
        set("source", &remote.repository);
        set("sourceType", "github");
        set(
            "sourceUrl",
            &format!("https://github.com/{}.git", remote.repository),
        );
        set("skillPath", &format!("{below}/{SKILL_FILE}"));
        set(
            "skillFolderHash",
            remote.trees.get(below).map_or("", String::as_str),
        );
        set("installedAt", first);
        set("updatedAt", now);
        if let Some(pinned) = remote.pinned.as_deref().filter(|pinned| !pinned.is_empty()) {
            set("pinnedRef", pinned);
        }
        entries.insert(name.clone(), Value::Object(entry));
    }
    let mut text = format!("{{\n  \"version\": {LOCK_VERSION},\n  \"skills\": {{");
    for (index, (name, entry)) in entries.iter().enumerate() {
        text.push_str(if index == 0 { "\n" } else { ",\n" });
        text.push_str(&format!("    {}: {}", json!(name), lock_entry(entry)));
    }
    text.push_str("\n  }");
    let dismissed = known
        .as_ref()
        .map(|lock| &lock["dismissed"])
        .filter(|value| value.as_object().is_some_and(|map| !map.is_empty()));
    if let Some(dismissed) = dismissed {
        let pretty = serde_json::to_string_pretty(dismissed).unwrap_or_default();
        text.push_str(&format!(
            ",\n  \"dismissed\": {}",
            pretty.replace('\n', "\n  ")
        ));
    }
    text.push_str("\n}");
    GhEntry {
        path,
        content: GhContent::Text { text },
        executable: None,
    }
}

/// Returns an entry of the lock file as JSON, with its keys in the order in which `gh skill` writes
/// them.
fn lock_entry(entry: &Value) -> String {
    const MEMBERS: &str =
        "source sourceType sourceUrl skillPath skillFolderHash installedAt updatedAt pinnedRef";
    let is_optional = |member: &str| matches!(member, "skillPath" | "pinnedRef");
    let members = MEMBERS.split(' ').filter_map(|member| {
        let value = entry[member].as_str().unwrap_or_default();
        let is_left_out = value.is_empty() && is_optional(member);
        (!is_left_out).then(|| format!("      \"{member}\": {}", json!(value)))
    });
    format!("{{\n{}\n    }}", members.collect::<Vec<_>>().join(",\n"))
}
