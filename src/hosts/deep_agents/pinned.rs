//! Stage Select: adds the texts of pinned skills before the next call of the model
//! (`docs/hosts/deep-agents.md#how-the-model-reads-a-skill`).

use super::discover::shown;
use super::editions::DeepAgents;
use super::frontmatter::body;
use crate::host::Select;
use crate::host::stages::View;
use crate::model::message::{Message, Role};
use crate::model::turn::{SelectedBy, SelectedSkill, Turn, TurnRequest};
use crate::tree::Entry;

/// The name of the tag around a skill's text.
pub(super) const TAG: &str = "skill";

impl Select for DeepAgents {
    /// Returns a turn with the texts of the pinned skills. The user's text selects no skill.
    fn turn(&self, view: &View<'_>, request: &TurnRequest) -> Turn {
        let mut turn = Turn::default();
        for (index, input) in request.inputs.iter().enumerate() {
            let why = "Deep Agents has no menu that chooses skills; the program pins them";
            turn.text_of(index, input, |_| why.to_owned());
        }
        for name in &self.options.pinned_skills {
            let mut skills = view.catalog.skills.iter();
            let Some(skill) = skills.find(|skill| skill.name == *name) else {
                continue;
            };
            let contents = view.tree.entry(&skill.path).and_then(Entry::contents);
            let Some(text) = contents.map(|contents| contents.text_lossy()) else {
                let message = format!("The file of the skill {name} cannot be read");
                turn.warnings.push(message);
                continue;
            };
            let path = shown(
                view.tree,
                view.environment,
                &self.options,
                &skill.discovered_path,
            );
            let text = format!(
                "<{TAG} name=\"{name}\" path=\"{path}\">\n{}\n</{TAG}>",
                body(&text)
            );
            let selected = SelectedSkill::new(skill, SelectedBy::Structured);
            turn.selected.push(selected);
            turn.messages
                .push(Message::new(Role::User, text).about(&skill.path));
        }
        turn
    }
}
