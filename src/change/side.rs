//! One side of a comparison: a host in one edition with one tree.

use crate::compare::{InPlace, ListedAs, Obstacle};
use crate::host::stages::View;
use crate::model::catalog::Catalog;
use crate::model::field::{Field, top_key};
use crate::model::invocation::InvokedBy;
use crate::model::listing::Listing;
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::skill::Skill;
use crate::model::turn::TurnRequest;
use crate::pipeline::{HostPipeline, Inputs};
use crate::text::budget::{BudgetUnit, Size};
use crate::tree::Contents;

use super::uses::{self, Use};

/// One side of a comparison: a host in one edition, and the host's results for one tree.
pub(super) struct Side<'s> {
    pub(super) pipeline: &'s HostPipeline,
    inputs: Inputs<'s>,
    pub(super) place: InPlace<'s>,
    listing: Listing,
    fields: Vec<Field>,
}

impl<'s> Side<'s> {
    pub(super) fn new(pipeline: &'s HostPipeline, inputs: Inputs<'s>) -> Self {
        let listing = pipeline.view(inputs, &[], &Memory::default(), |host, view| {
            host.list(view, MAIN_AGENT)
        });
        Self {
            pipeline,
            inputs,
            place: InPlace::new(pipeline, inputs),
            listing,
            fields: pipeline.host().format().fields(),
        }
    }

    /// Returns the message that lists the skills. Returns an empty text if the host sends no such message.
    pub(super) fn list(&self) -> &str {
        let message = self.listing.message.as_ref();
        message.map_or("", |message| &*message.text)
    }

    /// Returns the host's tool that loads skills, in the form that the model sees. Returns an empty
    /// text if the host has no such tool.
    pub(super) fn tool(&self) -> String {
        match &self.listing.tool {
            None => String::new(),
            Some(tool) => format!(
                "{}({})\n{}",
                tool.name,
                tool.inputs.join(", "),
                tool.description
            ),
        }
    }

    /// Returns the estimated tokens of the host's list of skills and of the tool that loads skills.
    pub(super) fn tokens(&self) -> u64 {
        tokens(self.list()) + tokens(&self.tool())
    }

    /// Returns the line of a skill in the host's list. Returns none if the list has no line for the
    /// skill.
    pub(super) fn line(&self, skill: &Skill) -> Option<&str> {
        self.place.entry(skill)?.line.as_deref()
    }

    /// Returns true if the model may choose the skill on its own.
    pub(super) fn is_for_model(skill: &Skill) -> bool {
        skill.enabled && skill.active && skill.model_invocable
    }

    /// Returns the first reason why the list does not show the whole skill, or why the model may
    /// not choose the skill. Returns none if the list shows the whole skill and the model may
    /// choose it.
    pub(super) fn obstacle(&self, skill: &Skill) -> Option<Obstacle> {
        let is_shown = self.place.listed(skill) == ListedAs::Whole && Self::is_for_model(skill);
        let first = self.place.obstacles(skill).into_iter().next();
        first.filter(|_| !is_shown)
    }

    /// Invokes a skill and returns the result. `way` is the invoker (the user or the model) and the
    /// arguments. Returns `None` if this invoker cannot invoke the skill. The host's other skills
    /// are left out, so that a skill with the same name does not interfere.
    pub(super) fn used(&self, skill: &Skill, way: (InvokedBy, &str)) -> Option<Use> {
        let host = self.pipeline.host();
        let catalog = Catalog {
            skills: vec![skill.clone()].into(),
            ..Catalog::empty(&self.pipeline.catalog(self.inputs))
        };
        let view = View {
            tree: self.inputs.tree,
            environment: self.inputs.environment,
            catalog: &catalog,
            memory: &Memory::default(),
        };
        let typed = self.place.typed(skill);
        let typed = typed.and_then(|_| host.typed(skill, &catalog));
        uses::used(host, &view, skill, typed.as_deref(), way)
    }

    /// Returns the path of the main file of each skill that a user's message invokes.
    pub(super) fn invoked(&self, message: &str) -> Vec<String> {
        let request = TurnRequest::from(message);
        let turn = (self.pipeline).view(self.inputs, &[], &Memory::default(), |host, view| {
            host.turn(view, &request)
        });
        turn.used_skills()
    }

    /// Returns the bytes of a file. Returns none if there is no such file, or if its contents are
    /// unknown.
    pub(super) fn bytes(&self, file: &str) -> Option<&'s [u8]> {
        let entry = self.inputs.tree.resolve(file).ok()?;
        entry.contents().map(Contents::bytes)
    }

    /// Returns messages about values in the skill's frontmatter. The host ignores such a value, or
    /// accepts the value although the host's documentation forbids it. Messages about fields that
    /// the host does not read are left out, because not every edition has such messages.
    pub(super) fn ignored(&self, skill: &Skill) -> Vec<String> {
        let reads = |field: &str| {
            let key = top_key(field);
            let mut fields = self.fields.iter();
            fields.any(|known| known.is_read() && known.is(key))
        };
        let ignored = self.place.ignored(skill);
        let words = ignored.filter_map(|one| match &one.field {
            Some(field) => reads(field).then(|| format!("`{field}`: {}", one.message)),
            None => Some(one.message.clone()),
        });
        words.collect()
    }

    /// Returns the reason why the host does not load a file. Returns none if the file does not
    /// exist.
    pub(super) fn absent(&self, file: &str) -> Option<Obstacle> {
        self.place.absent(file)
    }
}

/// Returns the estimated tokens of a text.
pub(super) fn tokens(text: &str) -> u64 {
    BudgetUnit::Tokens.cost(Size::of(text))
}
