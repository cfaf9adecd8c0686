//! Makes copies of a skill that fit the hosts of a folder. If every host lists the skill as the
//! author wrote it, the copy is exact. Otherwise frontmatter fields are moved or removed, and safe
//! fixes are made, as far as hosts need this.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::fields;
use super::layout::SkillCopy;
use super::report::BuildContent;
use crate::compare::{InPlace, ListedAs};
use crate::host::Host;
use crate::lint::{FixRequest, Fixed, Severity};
use crate::model::environment::Environment;
use crate::model::field::top_key;
use crate::model::host_choice::HostChoice;
use crate::model::skill::DescriptionSource;
use crate::pipeline::{HostPipeline, Inputs};
use crate::tree::{Tree, path};
use crate::workspace::{Workspace, WorkspaceOptions};

/// A folder that gets copies of skills, and the hosts that read the folder.
pub(super) struct Fitting<'f> {
    /// The tree that contains the files of the source skills.
    pub source: &'f Tree,
    pub options: &'f WorkspaceOptions,
    pub environment: &'f Environment,
    /// The path of the folder into which skills are copied.
    pub folder: &'f str,
    pub hosts: &'f [Arc<dyn Host>],
}

/// A copy of a skill, and a description of each difference from the source.
pub(super) struct Fitted {
    pub copy: SkillCopy,
    pub notes: Vec<String>,
}

impl Fitting<'_> {
    /// Moves frontmatter fields of a skill's copy to `agents/openai.yaml` if hosts read these
    /// fields only there. Makes no other change to the frontmatter.
    pub fn plain(&self, mut copy: SkillCopy) -> Fitted {
        let hosts: Vec<&dyn Host> = self.hosts.iter().map(|host| &**host).collect();
        let notes = fields::split_off(&mut copy, self.source, &hosts);
        Fitted { copy, notes }
    }

    /// Changes the copy of a skill so that more hosts list the skill with the description that the
    /// author wrote. Returns the changed copy that works in the largest number of hosts; none if no
    /// change helps. A change may rename the skill, but only if `is_vacant` returns true for the
    /// new name, because no other skill in the folder has this name.
    pub fn better(&self, fitted: &Fitted, is_vacant: impl Fn(&str) -> bool) -> Option<Fitted> {
        let mut best: Option<Fitted> = None;
        let mut most = self.works(&fitted.copy);
        let mut take = |next: Option<Fitted>, best: &mut Option<Fitted>| {
            if let Some(next) = next
                && (next.copy.name == fitted.copy.name || is_vacant(&next.copy.name))
            {
                let works = self.works(&next.copy);
                if works > most {
                    most = works;
                    *best = Some(next);
                }
            }
            most == self.hosts.len()
        };
        if take(self.without_refused(fitted), &mut best) {
            return best;
        }
        for least in [Severity::Error, Severity::Warning] {
            let next = self.fixed(best.as_ref().unwrap_or(fitted), least);
            if take(next, &mut best) {
                return best;
            }
        }
        best
    }

    /// Returns the number of hosts in which the copied skill works: the host reads the description
    /// in the skill's frontmatter, and lists the skill. If only users may invoke the skill, the
    /// host need not list the skill.
    fn works(&self, copy: &SkillCopy) -> usize {
        let mut tree = Tree::new();
        copy.put(&mut tree, self.source, self.folder);
        let file = path::join(&path::join(self.folder, &copy.name), &copy.file);
        let Ok(file) = tree.resolve(&file).map(|entry| entry.path()) else {
            return 0;
        };
        let works = |host: &&Arc<dyn Host>| {
            let pipeline = HostPipeline::new(Arc::clone(host));
            let inputs = Inputs {
                tree: &tree,
                environment: self.environment,
                refused: &BTreeMap::new(),
            };
            let place = InPlace::new(&pipeline, inputs);
            place.skill(&file).is_some_and(|skill| {
                skill.description_source == DescriptionSource::Frontmatter
                    && (place.listed(skill) != ListedAs::Nothing || !skill.model_invocable)
            })
        };
        self.hosts.iter().filter(works).count()
    }

    /// Removes frontmatter fields that make a host refuse the skill. A field is not removed if one
    /// of the other hosts that use this copy reads the field. Returns none if no field is removed.
    fn without_refused(&self, fitted: &Fitted) -> Option<Fitted> {
        let (strict, others): (Vec<_>, Vec<_>) = (self.hosts.iter())
            .map(|host| &**host)
            .partition(|host| host.format().refuses_unknown_fields());
        if strict.is_empty() {
            return None;
        }
        let allowed: Vec<_> = strict
            .iter()
            .filter_map(|host| fields::allowed(*host))
            .collect();
        let read_by_others = |key: &str| {
            let mut all = others.iter().flat_map(|host| host.format().fields());
            all.any(|field| top_key(field.key) == key)
        };
        let mut copy = fitted.copy.clone();
        let removed = fields::keep_only(&mut copy, self.source, |key| {
            allowed.iter().all(|fields| fields.contains(key)) || read_by_others(key)
        });
        if removed.is_empty() {
            return None;
        }
        let mut notes = fitted.notes.clone();
        notes.push(format!(
            "`{}` is left out of this copy, because a host refuses skills that have it",
            removed.join("`, `")
        ));
        Some(Fitted { copy, notes })
    }

    /// Applies the safe fixes of lint to a skill's copy, for findings of the severity `least` or
    /// higher. Returns none if nothing was fixed.
    fn fixed(&self, fitted: &Fitted, least: Severity) -> Option<Fitted> {
        let options = WorkspaceOptions {
            variables: Some(self.environment.variables.clone()),
            plugins: None,
            touched: None,
            ..self.options.clone()
        };
        let mut alone = Workspace::new(&options).ok()?;
        let folder = path::join(self.folder, &fitted.copy.name);
        for (name, content) in &fitted.copy.files {
            let at = path::join(&folder, name);
            let _ = match content {
                BuildContent::File { from } => {
                    let contents = self.source.entry(from)?.contents()?.clone();
                    alone.write(&at, contents)
                }
                BuildContent::Text { text } => alone.write(&at, text.as_str()),
                BuildContent::Link { target } => alone.link(&at, target),
            };
        }
        let request = FixRequest {
            hosts: (self.hosts.iter())
                .map(|host| HostChoice {
                    host: host.id().to_owned(),
                    edition: Some(host.edition().to_owned()),
                })
                .collect(),
            min_severity: Some(least),
            ..FixRequest::default()
        };
        let fixed = alone.fix(&request).ok()?;
        if fixed.applied.is_empty() {
            return None;
        }
        let mut notes = fitted.notes.clone();
        let codes: Vec<_> = fixed.applied.keys().map(String::as_str).collect();
        notes.push(format!("fixed in this copy: {}", codes.join(", ")));
        let copy = applied(&fitted.copy, self.folder, &fixed)?;
        Some(Fitted { copy, notes })
    }
}

/// Returns the copy with the fixes applied. Returns none if a fix moves a file out of the skill's
/// folder.
fn applied(copy: &SkillCopy, skills: &str, fixed: &Fixed) -> Option<SkillCopy> {
    let folder = path::join(skills, &copy.name);
    let moved = |at: String| {
        fixed
            .renames
            .iter()
            .fold(at, |at, rename| match at.strip_prefix(&*rename.from) {
                Some(rest) if rest.is_empty() || rest.starts_with('/') => {
                    format!("{}{rest}", rename.to)
                }
                _ => at,
            })
    };
    let next = moved(folder.clone());
    let name = path::file_name(&next).to_owned();
    if path::parent(&next) != Some(skills) {
        return None;
    }
    let below = |at: &str| Some(at.strip_prefix(&*next)?.strip_prefix('/')?.to_owned());
    let mut files = BTreeMap::new();
    for (file, content) in &copy.files {
        files.insert(below(&moved(path::join(&folder, file)))?, content.clone());
    }
    for (file, text) in &fixed.files {
        files.insert(below(file)?, BuildContent::Text { text: text.clone() });
    }
    Some(SkillCopy {
        name,
        file: below(&moved(path::join(&folder, &copy.file)))?,
        files,
        is_changed: true,
    })
}
