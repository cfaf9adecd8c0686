//! The file `agents/openai.yaml` beside a skill, and the fields that a host reads from this file.

use std::borrow::Cow;
use std::ops;

use crate::host::scan::Found;
use crate::host::stages::{Candidate, Side};
use crate::lint::diagnostic::Diagnostic;
use crate::lint::reading::{Reading, TargetHost, line_of};
use crate::lint::rule::Rule;
use crate::model::environment::Plugin;
use crate::model::skill::{Scope, SkillKind};
use crate::text::document::PlaceIndex;
use crate::tree::{Contents, Entry, EntryKind};

/// The folder of `agents/openai.yaml`, within the skill's folder.
const FOLDER: &str = "agents";

const FILE: &str = "openai.yaml";

/// The folder of a plugin that contains the plugin's skills.
const SKILLS: &str = "skills";

/// The text of `agents/openai.yaml`.
pub struct SideFile<'t> {
    pub path: String,
    pub text: &'t str,
    pub places: PlaceIndex<'t>,
}

impl SideFile<'_> {
    /// Creates a finding at the line of a key, or at the start of the file if the file does not have the key.
    pub fn report(&self, rule: &Rule, key: &str, message: String) -> Diagnostic {
        let range = match self.line(key) {
            Some(bytes) => self.places.range(bytes),
            None => self.places.range(0..0),
        };
        Diagnostic::new(rule, &self.path, range, message)
    }

    /// Returns the byte range of the line of a nested key such as `interface.icon_small`. The lines
    /// of the outer keys must be above this line, in order. Returns `None` if a line is missing.
    fn line(&self, key: &str) -> Option<ops::Range<usize>> {
        let mut within = 0..self.text.len();
        let mut line = None;
        for part in key.split('.') {
            let (name, index) = match part.split_once('[') {
                Some((name, index)) => (name, index.trim_end_matches(']').parse().unwrap_or(0)),
                None => (part, 0_usize),
            };
            let found = line_of(self.text, within.clone(), name)?;
            within = found.end..self.text.len();
            line = Some(found);
            // A segment with an index, such as `icons[1]`, names an item of a list. Each item begins with a dash, so
            // the index is the number of dashes before the item.
            if part.contains('[') {
                let dashes = self.text[within.clone()].match_indices("\n");
                let lines = dashes.map(|(at, _)| within.start + at + 1);
                let mut entries =
                    lines.filter(|at| self.text[*at..].trim_start_matches(' ').starts_with('-'));
                if let Some(start) = entries.nth(index) {
                    let end = self.text[start..]
                        .find('\n')
                        .map_or(self.text.len(), |at| start + at);
                    let spaces = self.text[start..].len() - self.text[start..].trim_start().len();
                    line = Some(start + spaces..start + self.text[start..end].trim_end().len());
                    within = start..self.text.len();
                }
            }
        }
        line
    }
}

/// Returns the `agents/openai.yaml` beside a skill's file; `None` if there is no such file.
pub fn beside<'a>(skill: Entry<'a>) -> Option<Entry<'a>> {
    let folder = skill.parent()?;
    let directory = folder.child(FOLDER)?.follow().ok()?;
    let file = directory.child(FILE)?.follow().ok()?;
    matches!(file.kind(), EntryKind::File(_)).then_some(file)
}

/// Returns the fields that a host reads from `agents/openai.yaml`. If the skill is not in the
/// host's catalog, it is treated as a skill of the project.
pub fn read_by(reading: &Reading<'_, '_>, target: &TargetHost<'_>, contents: &Contents) -> Side {
    let catalog = target.pipeline.catalog(reading.inputs);
    let path = reading.context.path;
    let skill = catalog.skills.iter().find(|skill| skill.path == path);
    let candidate = Candidate {
        found: Found {
            entry: reading.context.file.id(),
            path: path.to_owned(),
            discovered_path: path.to_owned(),
        },
        scope: skill.map_or(Scope::Repo, |skill| skill.scope),
        root: String::new(),
        plugin_id: skill.and_then(|skill| skill.plugin_id.clone()),
        kind: SkillKind::Skill,
        side: None,
    };
    let mut candidate = candidate;
    let mut environment = Cow::Borrowed(reading.inputs.environment);
    let leads_up = || contents.text().is_ok_and(|text| text.contains(".."));
    // If the skill is in a plugin that is not installed, it is checked as if the plugin was installed.
    if candidate.plugin_id.is_none()
        && leads_up()
        && let Some(plugin) = plugin_of(reading.context.file).filter(|plugin| plugin.is_likely())
    {
        candidate.plugin_id = Some(String::new());
        environment.to_mut().plugins.push(Plugin {
            root: plugin.root.path(),
            ..Plugin::default()
        });
    }
    target.host().parse_side(contents, &candidate, &environment)
}

/// A folder that may be a plugin, because it contains a skill in a folder called `skills`.
pub struct PluginFolder<'a> {
    root: Entry<'a>,
}

impl PluginFolder<'_> {
    /// Returns true if the folder is probably a plugin, because it contains a plugin's manifest or
    /// nothing except skills. If it contains nothing except skills, the manifest may be outside of
    /// the tree.
    fn is_likely(&self) -> bool {
        self.has_only_skills() || (self.root.children()).any(|child| is_manifest(child.name()))
    }

    /// Returns true if the folder has nothing except its skills.
    pub fn has_only_skills(&self) -> bool {
        self.root.children().all(|child| child.name() == SKILLS)
    }
}

/// Returns the plugin folder of a skill: the parent of the nearest folder `skills/` above the
/// skill. Returns `None` if there is no folder `skills/`. Also returns `None` if the parent's name
/// begins with a dot, as in `.claude/skills/`, because such a parent belongs to a host and is not a
/// plugin.
pub fn plugin_of(skill: Entry<'_>) -> Option<PluginFolder<'_>> {
    let mut above = std::iter::successors(skill.parent(), |folder| folder.parent());
    let root = above.find(|folder| folder.name() == SKILLS)?.parent()?;
    (!root.name().starts_with('.')).then_some(PluginFolder { root })
}

/// Returns true if a plugin's manifest file has this name, or if the folder of such a manifest has
/// this name. Examples are the file `plugin.json` and the folder `.codex-plugin`.
fn is_manifest(name: &str) -> bool {
    name == "plugin.json" || (name.starts_with('.') && name.ends_with("-plugin"))
}
