//! The skills that a host offers to its model, with the names and descriptions that the model sees.

use crate::hashing::HashMap;
use crate::host::Host;
use crate::host::stages::View;
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::model::listing::{Listing, ListingEntry};
use crate::model::memory::{MAIN_AGENT, Memory};
use crate::model::shared_list::SharedList;
use crate::model::skill::{Skill, Visibility};
use crate::search::Document;
use crate::workspace::Workspace;

/// The skills that a host offers to its model, and the names of all skills that the host loads.
pub(super) struct Offered {
    pub host: String,
    pub edition: String,
    /// The names and descriptions that the host's list shows.
    pub documents: Vec<Document>,
    /// The paths and names of all skills that the host loads, in the order of the host's catalog.
    pub loaded: Vec<(String, Vec<String>)>,
    numbers: HashMap<String, usize>,
}

impl Offered {
    /// Returns the skills that `host` offers, or the skills that the workspace's host offers if
    /// `host` is `None`.
    pub fn of(workspace: &Workspace, host: Option<&HostChoice>) -> Result<Self, ArgumentError> {
        with_host(workspace, host, |host, view| {
            let listing = host.list(view, MAIN_AGENT);
            Self::new(host.id(), host.edition(), &view.catalog.skills, &listing)
        })
    }

    fn new(host: &str, edition: &str, skills: &SharedList<Skill>, listing: &Listing) -> Self {
        let entries = listing.entries.iter();
        let shown: HashMap<&str, &ListingEntry> = entries
            .filter(|entry| entry.line.is_some())
            .map(|entry| (&*entry.path, entry))
            .collect();
        let mut documents: Vec<Document> = Vec::new();
        let mut numbers = HashMap::default();
        for skill in skills {
            let Some(entry) = shown.get(&*skill.path) else {
                continue;
            };
            if numbers
                .insert(skill.path.clone(), documents.len())
                .is_some()
            {
                continue;
            }
            documents.push(Document {
                path: skill.path.clone(),
                name: skill.name.clone(),
                description: shown_description(skill, entry),
                ..Document::default()
            });
        }
        let names = |skill: &Skill| skill.names().map(str::to_owned).collect();
        Self {
            host: host.to_owned(),
            edition: edition.to_owned(),
            documents,
            loaded: (skills.iter())
                .map(|skill| (skill.path.clone(), names(skill)))
                .collect(),
            numbers,
        }
    }

    /// Returns the index in `documents` of the skill with this path; `None` if the host does not
    /// offer the skill.
    pub fn number(&self, path: &str) -> Option<usize> {
        self.numbers.get(path).copied()
    }
}

/// Calls `ask` with a host and with the host's view at the start of a conversation. If `host` is
/// `None`, the workspace's host is used.
pub(super) fn with_host<T>(
    workspace: &Workspace,
    host: Option<&HostChoice>,
    ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
) -> Result<T, ArgumentError> {
    let Some(host) = host else {
        return Ok(workspace.view(&[], &Memory::default(), ask));
    };
    let answer = workspace.with_pipelines(std::slice::from_ref(host), |pipelines| {
        let first = pipelines.first();
        first.map(|one| one.view(workspace.inputs(), &[], &Memory::default(), ask))
    });
    let answer = answer.map_err(|error| ArgumentError {
        argument: error.argument.replacen("hosts[0].", "", 1),
        ..error
    })?;
    answer.ok_or_else(|| ArgumentError::new("host", "is missing"))
}

/// Returns the part of a skill's description that the host's list shows.
fn shown_description(skill: &Skill, entry: &ListingEntry) -> String {
    if skill.visibility == Visibility::NameOnly {
        return String::new();
    }
    let mut text = skill.description.clone();
    let frontmatter = skill.frontmatter.as_deref();
    if let Some(more) = frontmatter.and_then(|fields| fields.when_to_use.as_deref()) {
        text.push_str(" - ");
        text.push_str(more);
    }
    let shown = text.chars().count().saturating_sub(entry.cut);
    if let Some((end, _)) = text.char_indices().nth(shown) {
        text.truncate(end);
    }
    text
}
