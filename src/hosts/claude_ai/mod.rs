//! claude.ai and the Claude API, to which skills are uploaded, as Anthropic's public documents describe them.
//!
//! Nothing here was recorded: `docs/hosts/claude-ai.md#how-it-is-known` names the document of each fact.

mod catalog;
mod discover;
mod editions;
mod fields;
mod frontmatter;
mod options;

pub use options::ClaudeAiOptions;

use std::sync::Arc;

use editions::{EDITIONS, Edition};

use crate::host::Host;
use crate::host::format::SkillFormat;
use crate::host::stages::{Assembly, Considered, Discovery, Parsed, View};
use crate::host::topic::Topic;
use crate::model::catalog::Catalog;
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::model::listing::{Listing, ListingEntry};
use crate::model::message::{Message, Role};
use crate::model::skill::Skill;
use crate::model::turn::{Turn, TurnRequest};
use crate::tree::{Contents, Tree};

/// The host's name.
pub const ID: &str = "claude-ai";

/// Its name for people.
pub const LABEL: &str = "claude.ai";

/// The edition when none is asked for: the only one.
pub const DEFAULT_EDITION: &str = "2026-08";

/// The editions, oldest first.
pub fn editions() -> Vec<&'static str> {
    EDITIONS.iter().map(|edition| edition.id).collect()
}

/// The host in that edition with these options, if there is such an edition.
pub(crate) fn open(edition: &str, options: &ClaudeAiOptions) -> Option<Arc<dyn Host>> {
    let edition = EDITIONS.iter().find(|known| known.id == edition)?;
    let options = options.clone();
    Some(Arc::new(ClaudeAi { edition, options }))
}

struct ClaudeAi {
    edition: &'static Edition,
    options: ClaudeAiOptions,
}

impl Host for ClaudeAi {
    fn id(&self) -> &'static str {
        ID
    }

    fn edition(&self) -> &'static str {
        self.edition.id
    }

    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        discover::discover(tree, environment, &self.options)
    }

    fn parse(&self, contents: &Contents) -> Parsed {
        frontmatter::parse(contents, self.edition)
    }

    fn assemble(
        &self,
        _tree: &Tree,
        _environment: &Environment,
        candidates: &[Considered<'_>],
    ) -> Assembly {
        catalog::assemble(candidates)
    }

    fn placement(&self, environment: &Environment) -> String {
        discover::skills_folder(environment)
    }

    /// No document names a command for a skill.
    fn typed(&self, _skill: &Skill, _catalog: &Catalog) -> Option<String> {
        None
    }

    /// Name and description are in the system prompt; the form of the lines is ours
    /// (`docs/hosts/claude-ai.md#what-claude-sees`).
    fn list(&self, view: &View<'_>, _agent: &str) -> Listing {
        let entries = view.catalog.skills.iter().map(|skill| {
            let line = format!("- {}: {}", skill.name, skill.description);
            ListingEntry::whole(skill, line)
        });
        Listing::of(entries.collect(), |lines| {
            Message::new(Role::System, lines.join("\n"))
        })
    }

    /// Claude reads the file of a skill when it needs it, so nothing is injected.
    fn turn(&self, _view: &View<'_>, _request: &TurnRequest) -> Turn {
        Turn::default()
    }

    fn section(&self, topic: Topic) -> Option<&'static str> {
        Some(match topic {
            Topic::Roots | Topic::Walk | Topic::Limits | Topic::SameName => {
                "docs/hosts/claude-ai.md#which-folders-are-checked"
            }
            Topic::List
            | Topic::Model
            | Topic::Typed
            | Topic::Text
            | Topic::Arguments
            | Topic::Variables
            | Topic::Commands => "docs/hosts/claude-ai.md#what-claude-sees",
            _ => "docs/hosts/claude-ai.md#what-an-upload-must-have",
        })
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl SkillFormat for ClaudeAi {
    fn fields(&self) -> Vec<Field> {
        fields::fields(self.edition)
    }

    fn refuses_unknown_fields(&self) -> bool {
        true
    }

    fn not_typed(&self, _skill: &Skill) -> Option<(&'static str, &'static str)> {
        Some((
            "Claude chooses an uploaded skill by its description; there is no command for it",
            "Ask for the task that the description names.",
        ))
    }
}
