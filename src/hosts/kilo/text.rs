//! The text of a skill after its frontmatter, and whether Kilo trusts the skill
//! (`docs/hosts/kilo.md#trust`).

use super::config::{Surroundings, is_set};
use super::variables::Origin;
use crate::host::stages::View;
use crate::model::environment::Environment;
use crate::model::skill::{Scope, Skill};
use crate::text::gray_matter::GrayMatter;
use crate::tree::{Entry, EntryKind, Tree};

/// Returns true if Kilo trusts a skill, because the skill is not in the project.
pub(super) fn is_trusted(surroundings: &Surroundings, skill: &Skill) -> bool {
    skill.scope != Scope::Repo && !surroundings.is_of_project(&skill.path)
}

/// Returns the text after a skill's frontmatter, before variables are replaced. If there is no
/// text, returns the reason as an error.
pub(super) fn content_of(tree: &Tree, skill: &Skill) -> Result<String, &'static str> {
    match tree.entry(&skill.path).map(Entry::kind) {
        Some(EntryKind::File(Some(contents))) => {
            Ok(GrayMatter::split(&contents.text_lossy()).content.to_owned())
        }
        Some(EntryKind::File(None)) => Err("its contents have not been given yet"),
        _ => Err("there is no such file"),
    }
}

/// Returns the data for replacing variables in a skill's text: the skill's folder, and whether Kilo
/// trusts the skill.
pub(super) fn origin<'a>(
    tree: &'a Tree,
    environment: &'a Environment,
    surroundings: &'a Surroundings,
    skill: &'a Skill,
) -> Origin<'a> {
    Origin {
        tree,
        environment,
        surroundings,
        directory: skill.directory(),
        is_trusted: is_trusted(surroundings, skill),
    }
}

/// Returns the text of a skill in which variables are replaced. If Kilo refuses a variable or there
/// is no text, returns the reason as an error.
pub(super) fn filled(
    view: &View<'_>,
    surroundings: &Surroundings,
    skill: &Skill,
) -> Result<String, String> {
    let text = content_of(view.tree, skill)?;
    let origin = origin(view.tree, view.environment, surroundings, skill);
    (origin.fill(&text)).map_err(|refused| format!("it may not contain {}", refused.0))
}

/// The text that replaces a shell command in a skill that Kilo does not trust.
const UNTRUSTED: &str = "[skill shell execution disabled for untrusted skill]";

/// The text that replaces a shell command if the user has disabled shell commands.
const DISABLED: &str = "[skill shell execution disabled by policy]";

/// Returns the text that replaces each shell command in a skill's text; `None` if Kilo runs the
/// commands.
pub(super) fn without_shell(view: &View<'_>, is_trusted: bool) -> Option<&'static str> {
    if !is_trusted {
        return Some(UNTRUSTED);
    }
    is_set(view.environment, "KILO_DISABLE_SKILL_SHELL").then_some(DISABLED)
}
