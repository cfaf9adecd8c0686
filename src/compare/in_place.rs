//! A host's view of skills at their paths in the tree. A comparison may move a skill; this view
//! never does.

use std::collections::BTreeSet;
use std::rc::Rc;

use super::cache::InspectionCache;
use super::column::{Column, listed, loaded_cell};
use super::comparison::{ListedAs, Obstacle};
use super::obstacles::outside;
use crate::model::catalog::Ignored;
use crate::model::listing::ListingEntry;
use crate::model::skill::Skill;
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;

/// A host's view of the skills in a tree. A skill that the host does not find is not copied to a
/// folder that the host searches.
pub(crate) struct InPlace<'l> {
    column: Column<'l>,
    inputs: Inputs<'l>,
}

impl<'l> InPlace<'l> {
    pub fn new(pipeline: &'l HostPipeline, inputs: Inputs<'l>) -> Self {
        Self {
            column: Column::new(pipeline, inputs, Rc::new(InspectionCache::default())),
            inputs,
        }
    }

    /// Returns the files of all skills, and the Markdown files that the host reports as not loaded.
    pub fn files(&self) -> BTreeSet<&str> {
        let skills = self.column.skills().map(|skill| &*skill.path);
        sort::collect_set(self.column.files().chain(skills))
    }

    /// Returns the skill that the host loads from a file; `None` if the host does not load the
    /// file.
    pub fn skill(&self, file: &str) -> Option<&Skill> {
        self.column.skill(file)
    }

    /// Returns the skills that the host loads, in the host's order.
    pub fn skills(&self) -> impl Iterator<Item = &Skill> {
        self.column.skills()
    }

    /// Returns the entry of a skill in the host's list of skills; `None` if the list has no such
    /// entry.
    pub fn entry(&self, skill: &Skill) -> Option<&ListingEntry> {
        self.column.entry(self.inputs, skill)
    }

    /// Returns the part of a skill that the host's list shows.
    pub fn listed(&self, skill: &Skill) -> ListedAs {
        listed(skill, self.entry(skill))
    }

    /// Returns the reports on the fields of a skill. Each report is about a field that the host
    /// ignores, or accepts although its documentation forbids the field.
    pub fn ignored(&self, skill: &Skill) -> impl Iterator<Item = &Ignored> {
        self.column.ignored(skill)
    }

    /// Returns the text that a user types to invoke the skill; `None` if users cannot invoke the
    /// skill.
    pub fn typed(&self, skill: &Skill) -> Option<String> {
        self.column.typed(skill)
    }

    /// Returns the obstacles to listing or using a skill that the host loads.
    pub fn obstacles(&self, skill: &Skill) -> Vec<Obstacle> {
        let mut cell = loaded_cell(skill);
        cell.listed = self.listed(skill);
        self.column.obstacles(self.inputs, skill, &cell)
    }

    /// Returns the reason why the host does not load a skill from the file at the path `file`. The
    /// host must not have loaded the file. Returns `None` if the tree has no file at this path.
    pub fn absent(&self, file: &str) -> Option<Obstacle> {
        self.inputs.tree.resolve(file).ok()?;
        let reported = self.column.obstacle(self.inputs, file);
        let no = reported.or_else(|| self.column.obstacle_above(self.inputs, file));
        Some(no.unwrap_or_else(|| outside(self.column.pipeline.host(), self.inputs, file)))
    }
}
