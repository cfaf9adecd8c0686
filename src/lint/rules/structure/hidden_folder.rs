//! A skill in a folder whose name begins with a dot.
//!
//! Fix: takes the dots off the folder's name; unsafe, since all that lies in the folder moves and paths that lead there
//! change.

use super::host_words::in_their_words;
use crate::lint::diagnostic::{Diagnostic, Fix};
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::tree::path;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "hidden-folder",
    Severity::Error,
    "the skill is in a folder whose name begins with a dot",
);

/// A skill that hosts drop for it.
pub(super) fn explain(context: &SkillContext<'_>, dropping: &[Verdict<'_>]) -> Diagnostic {
    in_their_words(context, &RULE, dropping).fix(shown(context))
}

/// Takes the dots off the hidden folder that is nearest to the skill.
fn shown(context: &SkillContext<'_>) -> Option<Fix> {
    let folder = path::parent(context.path)?;
    let hidden = path::ancestors(folder).find(|above| path::file_name(above).starts_with('.'))?;
    let name = path::file_name(hidden).trim_start_matches('.');
    let wanted = path::join(path::parent(hidden)?, name);
    let is_free = !name.is_empty() && context.tree.entry(&wanted).is_none();
    is_free.then(|| Fix::unsafe_(format!("Rename the folder to {name}")).rename(hidden, wanted))
}
