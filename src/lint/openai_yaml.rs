//! The file beside a skill: what a host reads of it and ignores.

use serde_yaml::Value;

use super::diagnostic::{Diagnostic, Severity};
use super::reading::{MAX_FINDINGS, Reading, TargetHost, line_of};
use super::rule::{Rule, RuleGroup};
use crate::host::scan::Found;
use crate::host::stages::{Candidate, Side};
use crate::model::field::{FieldKind, alternatives};
use crate::model::skill::{Scope, SkillKind};
use crate::text::document::PlaceIndex;
use crate::text::yaml::check_work;
use crate::tree::path;
use crate::tree::{Entry, EntryKind};

/// Where it lies in the skill's folder.
const FOLDER: &str = "agents";
const FILE: &str = "openai.yaml";

/// Largest file whose keys are looked at, in bytes. This limit is ours.
const MAX_BYTES: usize = 1 << 16;

static UNREAD: Rule = Rule::new(
    RuleGroup::Fields,
    "openai-yaml-unread",
    Severity::Warning,
    "a host reads nothing of agents/openai.yaml",
);
static VALUE: Rule = Rule::new(
    RuleGroup::Fields,
    "openai-yaml-value",
    Severity::Warning,
    "a host ignores a value in agents/openai.yaml",
);
static UNKNOWN: Rule = Rule::new(
    RuleGroup::Fields,
    "openai-yaml-unknown",
    Severity::Info,
    "a key in agents/openai.yaml says nothing to the host",
);
static ICON_PATH: Rule = Rule::new(
    RuleGroup::Fields,
    "icon-path",
    Severity::Warning,
    "an icon lies outside assets/, or is not there",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&UNREAD, &VALUE, &UNKNOWN, &ICON_PATH];

/// The file with what the hosts aimed at make of it.
struct SideFile<'t> {
    path: String,
    text: &'t str,
    places: PlaceIndex<'t>,
}

/// What is to be said of the file beside the skill.
pub(super) fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let readers: Vec<_> = (reading.targets.iter())
        .filter(|target| target.side().next().is_some())
        .collect();
    let Some(entry) = beside(reading.context.file).filter(|_| !readers.is_empty()) else {
        return;
    };
    let Some(contents) = entry.contents() else {
        return;
    };
    let text = contents.text().unwrap_or_default();
    let file = SideFile {
        path: entry.path(),
        text,
        places: PlaceIndex::new(text),
    };
    let mut says: Vec<Diagnostic> = Vec::new();
    for target in &readers {
        let side = side(reading, target, contents);
        let mut said = file.ignored(target, &side);
        said.extend(file.missing_icons(reading, &side));
        for one in said {
            let known = says.iter_mut().find(|known| {
                (&known.code, known.range, &known.message) == (&one.code, one.range, &one.message)
            });
            match known {
                Some(known) => *known = known.clone().concerning([target.who()]),
                None => says.push(one.concerning([target.who()])),
            }
        }
    }
    if says.iter().all(|one| one.code != UNREAD.code) {
        says.extend(file.unknown(&readers));
    }
    found.extend(says);
}

/// The file beside a skill's own.
pub(super) fn beside<'a>(skill: Entry<'a>) -> Option<Entry<'a>> {
    let folder = skill.parent()?;
    let directory = folder.child(FOLDER)?.follow().ok()?;
    let file = directory.child(FILE)?.follow().ok()?;
    matches!(file.kind(), EntryKind::File(_)).then_some(file)
}

/// What a host reads of it, for the skill in the catalog, or for one of the project's.
fn side(
    reading: &Reading<'_, '_>,
    target: &TargetHost<'_>,
    contents: &crate::tree::Contents,
) -> Side {
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
    let environment = reading.inputs.environment;
    target.host().parse_side(contents, &candidate, environment)
}

impl SideFile<'_> {
    fn at(&self, rule: &Rule, key: &str, message: String) -> Diagnostic {
        let range = match self.line(key) {
            Some(bytes) => self.places.range(bytes),
            None => self.places.range(0..0),
        };
        Diagnostic::new(rule, &self.path, range, message)
    }

    /// The line of a key's last part below those before it.
    fn line(&self, key: &str) -> Option<std::ops::Range<usize>> {
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
            // The entry of a list: as many dashes further on.
            if part.contains('[') {
                let dashes = self.text[within.clone()].match_indices("\n");
                let lines = dashes.map(|(at, _)| within.start + at + 1);
                let mut entries =
                    lines.filter(|at| self.text[*at..].trim_start_matches(' ').starts_with('-'));
                if let Some(start) = entries.nth(index) {
                    let end = self.text[start..]
                        .find('\n')
                        .map_or(self.text.len(), |at| start + at);
                    let blanks = self.text[start..].len() - self.text[start..].trim_start().len();
                    line = Some(start + blanks..start + self.text[start..end].trim_end().len());
                    within = start..self.text.len();
                }
            }
        }
        line
    }

    fn ignored(&self, target: &TargetHost<'_>, side: &Side) -> Vec<Diagnostic> {
        let each = side.ignored.iter().take(MAX_FINDINGS).map(|ignored| match &ignored.field {
            None => self
                .at(
                    &UNREAD,
                    "",
                    format!("{} reads nothing of the file: {}", target.label(), ignored.message),
                )
                .help("Mend this one value or line; until then the host goes by none of the file."),
            Some(key) => {
                let general = key.replace(|character: char| character.is_ascii_digit(), "");
                let field = target.side().find(|field| field.key == general);
                let is_icon = key.contains("icon");
                let rule = if is_icon { &ICON_PATH } else { &VALUE };
                let help = match field.map(|field| (field.limit, field.kind)) {
                    _ if is_icon => {
                        "Put the picture below the skill's assets/ and name it from there: `assets/icon.png`."
                            .to_owned()
                    }
                    Some((Some(limit), _)) => {
                        format!("Write a text of at most {} characters.", limit.characters)
                    }
                    _ => match field.map(|field| field.summary) {
                        Some(summary) => format!("Write what it is for: {summary}."),
                        None => "Give it what it needs, or take it out.".to_owned(),
                    },
                };
                let message = ignored.message.strip_prefix("it ").unwrap_or(&ignored.message);
                self.at(rule, key, format!("`{key}`: {message}")).help(help)
            }
        });
        each.collect()
    }

    /// Icons that a host would show and that are not there.
    fn missing_icons(&self, reading: &Reading<'_, '_>, side: &Side) -> Vec<Diagnostic> {
        let interface = side.interface.iter();
        let icons = interface.flat_map(|interface| {
            [
                ("interface.icon_small", &interface.icon_small),
                ("interface.icon_large", &interface.icon_large),
            ]
        });
        let missing = icons.filter_map(|(key, icon)| {
            let icon = icon.as_deref()?;
            let entry = reading.inputs.tree.resolve(icon);
            let is_file = entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::File(_)));
            (!is_file).then(|| {
                let folder = path::parent(reading.context.path).unwrap_or("/");
                let shown = icon
                    .strip_prefix(folder)
                    .unwrap_or(icon)
                    .trim_start_matches('/');
                self.at(
                    &ICON_PATH,
                    key,
                    format!("`{key}`: there is no file {shown}"),
                )
                .help("Put the picture there, or take the line out.")
            })
        });
        missing.collect()
    }

    /// Keys that none of the hosts that read the file knows.
    fn unknown(&self, readers: &[&TargetHost<'_>]) -> Vec<Diagnostic> {
        let value: Option<Value> = check_work(self.text, MAX_BYTES)
            .ok()
            .and_then(|()| serde_yaml::from_str(self.text).ok());
        let mut keys = Vec::new();
        if let Some(value) = &value {
            collect("", value, readers, &mut keys);
        }
        let known: Vec<_> = (readers.iter().flat_map(|target| target.side())).collect();
        let each = keys.into_iter().take(MAX_FINDINGS).map(|key| {
            let (parent, name) = match key.rsplit_once('.') {
                Some((parent, name)) => (Some(parent), name),
                None => (None, key.as_str()),
            };
            let siblings: Vec<_> = (known.iter())
                .filter(|field| field.key.rsplit_once('.').map(|(above, _)| above) == parent)
                .map(|field| field.name())
                .collect();
            self.at(
                &UNKNOWN,
                &key,
                format!("no host aimed at reads `{name}` here"),
            )
            .help(format!("Use {}, or take it out.", alternatives(&siblings)))
            .concerning(readers.iter().map(|target| target.who()))
        });
        each.collect()
    }
}

/// The keys below a key that no reader knows, each where the ones above it are known.
fn collect(above: &str, value: &Value, readers: &[&TargetHost<'_>], keys: &mut Vec<String>) {
    match value {
        Value::Mapping(members) => {
            for (name, value) in members {
                let Some(name) = name.as_str() else { continue };
                let key = match above {
                    "" => name.to_owned(),
                    above => format!("{above}.{name}"),
                };
                let field = readers
                    .iter()
                    .find_map(|target| target.side().find(|field| field.key == key));
                match field.map(|field| field.kind) {
                    None => keys.push(key),
                    Some(FieldKind::Map { .. } | FieldKind::List) => {
                        collect(&key, value, readers, keys);
                    }
                    Some(_) => {}
                }
            }
        }
        // Of entries that are alike the first will do.
        Value::Sequence(entries) => {
            let key = format!("{above}[]");
            for entry in entries {
                let before = keys.len();
                collect(&key, entry, readers, keys);
                if keys.len() > before {
                    return;
                }
            }
        }
        _ => {}
    }
}
