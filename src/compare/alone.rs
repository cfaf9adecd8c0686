//! Loads and uses a single skill in a host, in a tree that has no other files.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::cache::InspectionCache;
use super::column::{Column, listed};
use super::comparison::{ListedAs, SkillInHost};
use super::placement::alone;
use crate::host::Host;
use crate::host::stages::Parsed;
use crate::model::environment::Environment;
use crate::model::skill::DescriptionSource;
use crate::pipeline::{HostPipeline, Inputs};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{RefusedPath, Tree, path};

/// A tree with only one skill: a `SKILL.md` with a given text, in a folder with a given name below the host's folder
/// for project skills.
pub(crate) struct Alone {
    pipeline: HostPipeline,
    environment: Environment,
    tree: Tree,
    refused: BTreeMap<String, RefusedPath>,
    file: String,
}

/// The result of loading and using a skill in a host. The host sees a tree that contains only this
/// skill.
pub(crate) struct AloneUse {
    /// How the host interprets the skill: for example its name, its description, and the obstacles
    /// to its use.
    pub cell: SkillInHost,
    /// The texts that the host shows the model.
    pub texts: Vec<String>,
    /// True if the host reads the description from the frontmatter; false if the host shows a
    /// fallback.
    pub is_described: bool,
}

impl Alone {
    pub fn new(host: Arc<dyn Host>, environment: &Environment, folder: &str, text: &str) -> Self {
        let environment = alone(environment);
        let folder = path::join(&host.placement(&environment), folder);
        let file = path::join(&folder, SKILL_FILE);
        let mut tree = Tree::new();
        // The write fails only if the path is too long. No host could open a file with such a path.
        let _ = tree.write(&file, Some(text.into()));
        Self {
            pipeline: HostPipeline::new(host),
            environment,
            tree,
            refused: BTreeMap::new(),
            file,
        }
    }

    /// Stores the parsed text of the skill's file, so that the file is not parsed again. `parsed`
    /// comes from another pipeline of the same host. If it is `None`, the file is parsed when it is
    /// needed.
    pub fn parsed_as(self, parsed: Option<Arc<Parsed>>) -> Self {
        if let Some(entry) = self.tree.entry(&self.file) {
            self.pipeline.take_over(entry, parsed);
        }
        self
    }

    /// Returns the part of the skill that the host's list shows.
    pub fn listed(&self) -> ListedAs {
        let inputs = self.inputs();
        let column = Column::new(&self.pipeline, inputs, Rc::new(InspectionCache::default()));
        match column.skill(&self.file) {
            Some(skill) => listed(skill, column.entry(inputs, skill)),
            None => column.inspect(inputs, &self.file).cell.listed,
        }
    }

    /// Uses the skill. Returns how the host interprets the skill, and the texts that the model
    /// sees.
    pub fn used(&self) -> AloneUse {
        let inputs = self.inputs();
        let column = Column::new(&self.pipeline, inputs, Rc::new(InspectionCache::default()));
        match column.skill(&self.file) {
            Some(skill) => column.used(inputs, skill, column.typed(skill), |_, cell, messages| {
                let texts = messages.into_iter().map(|message| message.text);
                AloneUse {
                    cell,
                    texts: texts.collect(),
                    is_described: skill.description_source == DescriptionSource::Frontmatter,
                }
            }),
            None => AloneUse {
                cell: column.inspect(inputs, &self.file).cell,
                texts: Vec::new(),
                is_described: false,
            },
        }
    }

    fn inputs(&self) -> Inputs<'_> {
        Inputs {
            tree: &self.tree,
            environment: &self.environment,
            refused: &self.refused,
        }
    }
}
