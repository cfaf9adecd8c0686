//! The emulation of claude.ai and the Claude API, to which users upload skills. Both follow
//! Anthropic's public documents.
//!
//! No answers of the real services were recorded. `docs/hosts/claude-ai.md#how-it-is-known` names
//! the document for each fact.

mod catalog;
mod discover;
mod editions;
mod fields;
mod frontmatter;
mod options;

pub(crate) use editions::ClaudeAi;
pub use editions::ID;
pub use options::ClaudeAiOptions;

use crate::host::format::SkillFormat;
use crate::host::stages::View;
use crate::host::topic::Topic;
use crate::host::{Host, List, Select};
use crate::model::environment::Environment;
use crate::model::field::Field;
use crate::model::listing::{Listing, ListingEntry};
use crate::model::message::{Message, Role};
use crate::model::request_form::{RequestForm, RequestFormat};
use crate::model::skill::Skill;

impl Host for ClaudeAi {
    fn placement(&self, environment: &Environment) -> String {
        discover::skills_folder(environment)
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

    fn request_form(&self) -> RequestForm {
        RequestForm {
            format: RequestFormat::AnthropicMessages,
            ..RequestForm::USUAL
        }
    }

    fn format(&self) -> &dyn SkillFormat {
        self
    }
}

impl List for ClaudeAi {
    /// Returns the list of all skills with their names and descriptions, because Claude's system
    /// prompt contains them. The format of the lines is Skillglass's own
    /// (`docs/hosts/claude-ai.md#what-claude-sees`).
    fn list(&self, view: &View<'_>, _: &str) -> Listing {
        let entries = view.catalog.skills.iter().map(|skill| {
            let line = format!("- {}: {}", skill.name, skill.description);
            ListingEntry::whole(skill, line)
        });
        Listing::of(entries.collect(), |lines| {
            Message::new(Role::System, lines.join("\n"))
        })
    }
}

// Nothing is selected or injected, because Claude reads a skill's file when it needs the skill.
impl Select for ClaudeAi {}

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
