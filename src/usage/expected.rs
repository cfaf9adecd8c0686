//! The states that the skills of the tree have in the emulated hosts.

use std::collections::BTreeMap;

use super::report::ExpectedState;
use crate::host::Host;
use crate::host::stages::View;
use crate::model::listing::Listing;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::pipeline::{HostPipeline, Inputs};
use crate::tree::{path, resources};

/// A skill of the tree, as a host loads it.
pub(super) struct Known {
    pub path: String,
    pub state: ExpectedState,
    /// The description with single spaces between its words; empty if the host does not load the skill.
    pub description: String,
}

/// The skills of the tree as one host loads and lists them.
#[derive(Default)]
pub(super) struct Expected {
    pub skills: BTreeMap<String, Known>,
    /// The name of each skill, keyed by the path of its file. A path that leads through a link is
    /// also a key.
    pub names: BTreeMap<String, String>,
}

fn list(host: &dyn Host, view: &View<'_>) -> Listing {
    host.list(view, MAIN_AGENT)
}

impl Expected {
    /// Creates the index of all skills of the tree, with the state of each skill in one host, such
    /// as whether the host's list shows the skill.
    pub fn new(pipeline: &HostPipeline, inputs: Inputs<'_>) -> Self {
        let mut expected = Self::default();
        let catalog = pipeline.catalog(inputs);
        let listing = pipeline.view(inputs, &[], &Memory::default(), list);
        let mut states = BTreeMap::new();
        for entry in &listing.entries {
            let state = match entry.line {
                None => ExpectedState::Omitted,
                Some(_) if entry.cut > 0 => ExpectedState::Cut,
                Some(_) => ExpectedState::Listed,
            };
            states.insert((&*entry.path, &*entry.name), state);
        }
        for skill in &catalog.skills {
            for path in [&skill.path, &skill.discovered_path] {
                expected.names.insert(path.clone(), skill.name.clone());
            }
            let state = states.get(&(&*skill.path, &*skill.name));
            let description: Vec<_> = skill.description.split_whitespace().collect();
            expected.add(
                &skill.name,
                Known {
                    path: skill.path.clone(),
                    state: state.copied().unwrap_or(ExpectedState::Hidden),
                    description: description.join(" "),
                },
            );
        }
        expected.add_files(inputs);
        expected
    }

    /// Returns the skills of a tree for a log whose host is unknown. Each skill is named after its
    /// folder.
    pub fn of_tree(inputs: Inputs<'_>) -> Self {
        let mut expected = Self::default();
        expected.add_files(inputs);
        expected
    }

    /// Adds the skills of the tree that are missing in `names`. The host does not load these
    /// skills. Each of them is named after its folder.
    fn add_files(&mut self, inputs: Inputs<'_>) {
        for file in resources::skills(inputs.tree) {
            let path = file.path();
            if self.names.contains_key(&path) {
                continue;
            }
            let folder = path::parent(&path).map(path::file_name).unwrap_or_default();
            let name = folder.to_owned();
            let state = ExpectedState::NotLoaded;
            let description = String::new();
            self.add(
                &name,
                Known {
                    path,
                    state,
                    description,
                },
            );
        }
    }

    /// Adds a skill under its name. If several skills have the same name, keeps the skill with the
    /// better state: for example, a skill that the host's list shows rather than a skill that the
    /// list omits.
    fn add(&mut self, name: &str, known: Known) {
        match self.skills.get(name) {
            Some(other) if other.state <= known.state => {}
            _ => {
                self.skills.insert(name.to_owned(), known);
            }
        }
    }
}
