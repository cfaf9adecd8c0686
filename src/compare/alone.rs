//! A skill by itself, without the rest of the tree.

use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use super::cache::LookCache;
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

/// A skill with this text and nothing beside it, in a folder of that name where a host's project skills go.
pub(crate) struct Alone {
    pipeline: HostPipeline,
    environment: Environment,
    tree: Tree,
    refused: BTreeMap<String, RefusedPath>,
    file: String,
}

/// A host's view of a skill that is alone, once it is used.
pub(crate) struct AloneUse {
    /// The cell of the host: the name and the description, or the obstacles.
    pub cell: SkillInHost,
    /// The texts that the host puts before the model.
    pub texts: Vec<String>,
    /// True if the host reads the description from the frontmatter; false if other text stands in for it.
    pub is_described: bool,
}

impl Alone {
    pub fn new(host: Arc<dyn Host>, environment: &Environment, folder: &str, text: &str) -> Self {
        let environment = alone(environment);
        let folder = path::join(&host.placement(&environment), folder);
        let file = path::join(&folder, SKILL_FILE);
        let mut tree = Tree::new();
        // A path that is too long there is one that the host could not open either.
        let _ = tree.write(&file, Some(text.into()));
        Self {
            pipeline: HostPipeline::new(host),
            environment,
            tree,
            refused: BTreeMap::new(),
            file,
        }
    }

    /// Takes over what another pipeline of the host made of the same text.
    pub fn parsed_as(self, parsed: Option<Arc<Parsed>>) -> Self {
        if let Some(entry) = self.tree.entry(&self.file) {
            self.pipeline.take_over(entry, parsed);
        }
        self
    }

    /// The part of it that the host's list shows.
    pub fn listed(&self) -> ListedAs {
        let inputs = self.inputs();
        let column = Column::new(&self.pipeline, inputs, Rc::new(LookCache::default()));
        match column.skill(&self.file) {
            Some(skill) => listed(skill, column.entry(inputs, skill)),
            None => column.look(inputs, &self.file).cell.listed,
        }
    }

    /// Uses the skill: returns the cell of the host and the texts for the model.
    pub fn used(&self) -> AloneUse {
        let inputs = self.inputs();
        let column = Column::new(&self.pipeline, inputs, Rc::new(LookCache::default()));
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
                cell: column.look(inputs, &self.file).cell,
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
