//! Searches for skills at the same locations and in the same order as the `skills` CLI
//! (`docs/skills-cli.md#what-is-found`).

use super::manifest::{Manifests, json};
use super::report::{
    HiddenReason, HiddenSkill, InstallReport, InstallRequest, OfferedSkill, SkippedSkill,
};
use super::skill_text::{self, SkillText};
use crate::hashing::{HashMap, HashSet};
use crate::sort;
use crate::text::js_value::Value;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, Tree};

/// The names of folders that are never searched.
const SKIPPED: &[&str] = &["node_modules", ".git", "dist", "build", "__pycache__"];

/// The folders of agents in a project. In each of these folders, the subfolder `skills` is
/// searched.
const AGENT_FOLDERS: &str = ".agents .claude .cline .codebuddy .codex .commandcode .continue .factory .github .goose .grok .iflow \
    .junie .kilo .kilocode .kimchi .kiro .minimax .mux .neovate .opencode .openhands .pi .posit/assistant .qoder .roo .trae .windsurf \
    .zcode .zencoder";

/// The number of folder levels that are searched below a usual location of skills. If no skill is
/// found, the whole repository is searched with `FALLBACK_LEVELS` levels.
const LEVELS: usize = 3;
const FALLBACK_LEVELS: usize = 5;

/// The maximum length of the name of an installed skill's folder, in bytes.
const MAX_FOLDER: usize = 255;

const NONE_FOUND: &str =
    "No valid skills found. Skills require a SKILL.md with name and description.";

/// The names of properties that every JavaScript object has. If a plugin has such a name, the
/// `skills` CLI crashes when it shows its list.
const OBJECT_NAMES: &str =
    "constructor toString valueOf hasOwnProperty isPrototypeOf propertyIsEnumerable toLocaleString";

struct Finder<'f> {
    tree: &'f Tree,
    request: &'f InstallRequest,
    manifests: Manifests,
    /// The normalized names of the skills in the repository's own lock file.
    locked: HashSet<String>,
    read: HashSet<String>,
    names: HashMap<String, String>,
    report: InstallReport,
}

/// Returns the skills that the `skills` CLI finds in a repository.
#[must_use]
pub fn find(tree: &Tree, request: &InstallRequest) -> InstallReport {
    let source = request.source.as_str();
    let folder = tree.resolve(source).ok();
    let Some(folder) = folder.filter(|entry| matches!(entry.kind(), EntryKind::Directory)) else {
        return InstallReport {
            error: Some(format!("Local path does not exist: {source}")),
            ..InstallReport::default()
        };
    };
    let mut finder = Finder {
        tree,
        request,
        manifests: Manifests::read(tree, source),
        locked: locked(tree, source),
        read: HashSet::default(),
        names: HashMap::default(),
        report: InstallReport::default(),
    };
    finder.take(folder, source, false);
    if finder.report.skills.is_empty() || request.full_depth {
        finder.places();
        if finder.report.skills.is_empty() || request.full_depth {
            finder.everywhere(folder, source, 0);
        }
    }
    finder.finish()
}

/// Normalizes a name for the comparison with lock files: in lowercase, with spaces and underscores
/// replaced by hyphens.
fn normal(name: &str) -> String {
    let mut normal = String::new();
    for character in name.to_lowercase().chars() {
        match character {
            '_' | ' ' | '\t' => {
                if !normal.ends_with('-') {
                    normal.push('-');
                }
            }
            _ => normal.push(character),
        }
    }
    normal
}

fn locked(tree: &Tree, source: &str) -> HashSet<String> {
    let lock = json(tree, &path::join(source, "skills-lock.json")).unwrap_or(Value::Null);
    match lock.get("version") {
        Some(Value::Number(version)) if *version >= 1.0 => {}
        _ => return HashSet::default(),
    }
    let skills = lock.get("skills").map(Value::members).unwrap_or_default();
    skills.iter().map(|(name, _)| normal(name)).collect()
}

/// Returns the subfolders of a folder, sorted by name.
fn folders(folder: Entry<'_>) -> Vec<Entry<'_>> {
    let mut children: Vec<_> = (folder.children())
        .filter(|child| matches!(child.kind(), EntryKind::Directory))
        .collect();
    sort::by(&mut children, |left, right| left.name().cmp(right.name()));
    children
}

/// Returns the `SKILL.md` of a folder. Returns none if the folder has no such file.
fn skill_file(folder: Entry<'_>) -> Option<Entry<'_>> {
    let file = folder.child(SKILL_FILE)?.follow().ok()?;
    matches!(file.kind(), EntryKind::File(_)).then_some(file)
}

impl<'f> Finder<'f> {
    fn places(&mut self) {
        let source = self.request.source.clone();
        let below = |folder: &str| path::join(&source, folder);
        let mut places = vec![(source.clone(), 1, false)];
        for folder in [
            "skills",
            "skills/.curated",
            "skills/.experimental",
            "skills/.system",
        ] {
            places.push((below(folder), LEVELS, false));
        }
        let agents = AGENT_FOLDERS.split_ascii_whitespace();
        places.extend(agents.map(|folder| (below(&format!("{folder}/skills")), LEVELS, true)));
        let declared = self.manifests.folders.iter();
        places.extend(declared.map(|folder| (folder.clone(), 1, false)));
        for (folder, levels, is_agents) in places {
            if let Ok(entry) = self.tree.resolve(&folder)
                && matches!(entry.kind(), EntryKind::Directory)
            {
                self.below(entry, &folder, levels, is_agents);
            }
        }
    }

    /// Searches the subfolders of a location for skills. A folder that is a skill is not searched
    /// further.
    fn below(&mut self, folder: Entry<'f>, at: &str, levels: usize, is_agents: bool) {
        for child in folders(folder) {
            let at = path::join(at, child.name());
            if skill_file(child).is_some() {
                self.take(child, &at, is_agents);
            } else if levels > 1 && !SKIPPED.contains(&child.name()) {
                self.below(child, &at, levels - 1, is_agents);
            }
        }
    }

    /// Searches every folder for skills, including the folders of found skills.
    fn everywhere(&mut self, folder: Entry<'f>, at: &str, level: usize) {
        self.take(folder, at, false);
        if level == FALLBACK_LEVELS {
            return;
        }
        for child in folders(folder) {
            if !SKIPPED.contains(&child.name()) {
                self.everywhere(child, &path::join(at, child.name()), level + 1);
            }
        }
    }

    /// Adds the skill of a folder to the report. If the skill is skipped, the reason is added
    /// instead. A folder without a `SKILL.md` is ignored.
    fn take(&mut self, folder: Entry<'f>, at: &str, is_agents: bool) {
        let Some(file) = skill_file(folder) else {
            return;
        };
        let path = path::join(at, SKILL_FILE);
        if !self.read.insert(path.clone()) {
            return;
        }
        let contents = file
            .contents()
            .map(|contents| contents.bytes())
            .unwrap_or_default();
        let text = String::from_utf8_lossy(contents);
        let SkillText {
            name,
            description,
            is_internal,
        } = match skill_text::read(&text) {
            Ok(text) => text,
            Err((reason, help)) => {
                self.report.skipped.push(SkippedSkill {
                    path,
                    reason,
                    help: help.to_owned(),
                });
                return;
            }
        };
        let mut hide = |reason, help: &str| {
            self.report.hidden.push(HiddenSkill {
                path: path.clone(),
                reason,
                help: help.to_owned(),
            });
        };
        if is_internal && !self.request.internal && !names_one(self.request) {
            hide(
                HiddenReason::Internal,
                "Remove `internal: true` from `metadata`, or ask for the skill by its name.",
            );
            return;
        }
        let is_locked = |name: &str| self.locked.contains(&normal(name));
        if is_agents && (is_locked(&name) || is_locked(path::file_name(at))) {
            hide(
                HiddenReason::Locked,
                "Move it out of the agent's folder, or out of skills-lock.json.",
            );
            return;
        }
        if self.names.contains_key(&name) {
            hide(HiddenReason::SameName, "Give one of the two another name.");
            return;
        }
        self.names.insert(name.clone(), at.to_owned());
        let chosen = is_asked_for(self.request, &[&name]);
        let shown = match name.as_str() {
            "" => path::file_name(at).to_owned(),
            name => name.to_owned(),
        };
        self.report.skills.push(OfferedSkill {
            installed_as: folder_name(&shown),
            name: shown,
            description,
            folder: at.to_owned(),
            group: self.manifests.group(at),
            replaced_by: None,
            chosen,
        });
    }

    fn finish(mut self) -> InstallReport {
        let source = self.request.source.as_str();
        let report = &mut self.report;
        for entry in self.tree.entries() {
            let path = entry.path();
            let is_skill = entry.name() == SKILL_FILE && path::is_within(&path, source);
            if is_skill && !self.read.contains(&path) {
                report.hidden.push(HiddenSkill {
                    path,
                    reason: HiddenReason::NotSearched,
                    help: "Move the skill's folder into skills, three levels deep at most."
                        .to_owned(),
                });
            }
        }
        let known = report
            .hidden
            .iter()
            .take_while(|hidden| hidden.reason != HiddenReason::NotSearched)
            .count();
        sort::by(&mut report.hidden[known..], |left, right| {
            left.path.cmp(&right.path)
        });
        mark_replaced(&mut report.skills);
        let is_object_name = |skill: &OfferedSkill| {
            let plugin = self
                .manifests
                .plugins
                .iter()
                .rev()
                .find(|(folder, _)| *folder == skill.folder);
            plugin.is_some_and(|(_, name)| OBJECT_NAMES.split(' ').any(|known| known == name))
        };
        report.error = if report.skills.is_empty() {
            Some(NONE_FOUND.to_owned())
        } else if !report.skills.iter().any(|skill| skill.chosen) {
            Some(none_match(self.request))
        } else if report.skills.iter().any(is_object_name) {
            Some("groupedSummary[group].push is not a function".to_owned())
        } else {
            None
        };
        self.report
    }
}

/// Returns true if a request names at least one skill. The pattern `*` is not a name.
pub(crate) fn names_one(request: &InstallRequest) -> bool {
    request.skills.iter().any(|skill| skill != "*")
}

/// Returns true if a request includes a skill that has one of these names.
pub(crate) fn is_asked_for(request: &InstallRequest, names: &[&str]) -> bool {
    let asked = &request.skills;
    let is_name = |asked: &str| {
        let asked = asked.to_lowercase();
        names.iter().any(|name| name.to_lowercase() == asked)
    };
    asked.is_empty() || asked.iter().any(|asked| asked == "*" || is_name(asked))
}

/// Returns the message of the `skills` CLI for a request that matches no skill.
pub(crate) fn none_match(request: &InstallRequest) -> String {
    format!(
        "No matching skills found for: {}",
        request.skills.join(", ")
    )
}

/// Marks each skill that a later skill replaces, because both have the same folder name.
pub(crate) fn mark_replaced(skills: &mut [OfferedSkill]) {
    let last: HashMap<_, _> = (skills.iter().filter(|skill| skill.chosen))
        .map(|skill| (skill.installed_as.clone(), skill.folder.clone()))
        .collect();
    for skill in skills.iter_mut().filter(|skill| skill.chosen) {
        let last = last.get(&skill.installed_as);
        skill.replaced_by = last.filter(|last| **last != skill.folder).cloned();
    }
}

/// Returns the name of the folder into which a skill with this name is installed
/// (`docs/skills-cli.md#what-is-installed`).
pub(crate) fn folder_name(name: &str) -> String {
    let mut folder = String::new();
    for character in name.to_lowercase().chars() {
        match character {
            'a'..='z' | '0'..='9' | '.' | '_' => folder.push(character),
            _ if folder.ends_with('-') => {}
            _ => folder.push('-'),
        }
    }
    let trimmed = folder.trim_matches(['.', '-']);
    let cut = trimmed.get(..MAX_FOLDER).unwrap_or(trimmed);
    match cut {
        "" => "unnamed-skill".to_owned(),
        cut => cut.to_owned(),
    }
}
