//! A skill in the folder of another, where a host does not look.
//!
//! Fix: moves the folder right below the root; unsafe, since paths that lead to the skill change.

use super::host_words::in_their_words;
use super::moved_up::moved_up;
use crate::lint::diagnostic::Diagnostic;
use crate::lint::rule::{Rule, RuleGroup, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::Verdict;
use crate::tree::path;
use crate::tree::skill_file::SKILL_FILE;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Structure,
    "nested-skill",
    Severity::Error,
    "the skill is in the folder of another, which a host does not search",
);

/// A skill that hosts drop since it lies too deep below this root, if another lies between; none otherwise.
pub(super) fn explain(
    context: &SkillContext<'_>,
    dropping: &[Verdict<'_>],
    root: &str,
) -> Option<Diagnostic> {
    let outer = outer_skill(context, root)?;
    let diagnostic = in_their_words(context, &RULE, dropping)
        .related_file("the skill whose folder it is in", &outer)
        .fix(moved_up(context, root));
    Some(diagnostic)
}

/// The skill in a folder above this one's, below the root.
fn outer_skill(context: &SkillContext<'_>, root: &str) -> Option<String> {
    let folder = path::parent(context.path)?;
    let above = path::ancestors(folder).skip(1);
    above
        .take_while(|above| path::is_within(above, root) && *above != root)
        .map(|above| path::join(above, SKILL_FILE))
        .find(|file| context.tree.entry(file).is_some())
}
