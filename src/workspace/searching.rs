//! Search in the loaded skills, and skills that a text names in plain words.

use std::sync::Arc;

use crate::model::argument::ArgumentError;
use crate::search::{self, Competitor, Hit, Index, NearDuplicates, SearchOptions};
use crate::text::document::Document;
use crate::tree::Entry;
use crate::workspace::plain_names::{self, NamedSkill};
use crate::workspace::{Workspace, no_such_skill};

impl Workspace {
    /// Returns the skills that a text names in plain words, such as "the pdf skill", with the
    /// positions of the names. Hosts do not load these skills because of the text, so callers
    /// decide how to use them.
    #[must_use]
    pub fn candidates(&self, text: &str) -> Vec<NamedSkill> {
        plain_names::candidates(&self.catalog(), text)
    }

    /// Searches for skills that fit a request in plain words. The best skill is first.
    #[must_use]
    pub fn search(&self, request: &str, options: &SearchOptions) -> Vec<Hit> {
        self.index().search(request, options)
    }

    /// Returns the skills that compete with a skill, the strongest competitor first. The skill's
    /// own name and description are used as the search request. A competitor's score is at least
    /// `closeness` times the skill's own score, with `closeness` from 0 to 1.
    ///
    /// # Errors
    /// Returns an error if no loaded skill has the path `skill`.
    pub fn competitors(
        &self,
        skill: &str,
        closeness: f64,
    ) -> Result<Vec<Competitor>, ArgumentError> {
        let competitors = self.index().competitors_of(skill, closeness);
        competitors.ok_or_else(|| no_such_skill(skill))
    }

    /// Returns the pairs of skills whose descriptions have a similarity of at least `threshold`. A
    /// similarity of 1 means the same words in the same order.
    #[must_use]
    pub fn near_duplicates(&self, threshold: f64) -> NearDuplicates {
        search::near_duplicates(&self.documents(), threshold)
    }

    fn index(&self) -> Arc<Index> {
        let revision = self.tree.revision();
        let index = &self.index;
        index.get_or_insert((), revision, || Arc::new(Index::new(&self.documents())))
    }

    /// Returns the names, descriptions and bodies of the loaded skills, for the search.
    fn documents(&self) -> Vec<search::Document> {
        let catalog = self.catalog();
        let documents = catalog.skills.iter().map(|skill| {
            let text = self.tree.entry(&skill.path).and_then(Entry::contents);
            let text = text
                .and_then(|contents| contents.text().ok())
                .unwrap_or_default();
            let body = Document::split(text, |line| line.trim_end() == "---")
                .map_or(text, |document| document.body);
            search::Document {
                path: skill.path.clone(),
                name: skill.name.clone(),
                aliases: whole_names(&skill.aliases),
                description: skill.description.clone(),
                headings: search::headings(body),
            }
        });
        documents.collect()
    }
}

/// Returns the names of a skill without its short names. A plugin's skill has a name with a prefix,
/// such as `docs:pdf`, and the short name `pdf`. Only `docs:pdf` is returned.
fn whole_names(names: &[String]) -> Vec<String> {
    let is_part = |name: &str| {
        let mut others = names.iter().filter_map(|other| other.strip_suffix(name));
        others.any(|before| before.ends_with(':'))
    };
    names
        .iter()
        .filter(|name| !is_part(name))
        .cloned()
        .collect()
}
