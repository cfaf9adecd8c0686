//! Files that a host cannot read as text, or whose frontmatter is too much to be read: nothing else is said of their
//! contents.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{Verdict, labels};

/// Why a file cannot be read.
pub struct Unreadable {
    pub diagnostic: Diagnostic,
    /// The fate of the part that is not read in hosts that have the skill nevertheless.
    pub otherwise: &'static str,
}

impl Unreadable {
    /// One finding for all hosts: an error for those that drop the skill; without any, a warning for those that have it.
    pub fn report(
        self,
        context: &SkillContext<'_>,
        dropping: &[Verdict<'_>],
        found: &mut Vec<Diagnostic>,
    ) {
        let mut diagnostic = self.diagnostic;
        let loading: Vec<_> = context.loading().collect();
        if !loading.is_empty() {
            let labels = labels(loading.iter().copied());
            diagnostic.message = format!("{}; {} in {labels}", diagnostic.message, self.otherwise);
        }
        if !dropping.is_empty() {
            diagnostic.severity = Severity::Error;
            found.push(diagnostic.concerning(dropping.iter().map(Verdict::who)));
        } else if !loading.is_empty() {
            found.push(diagnostic.concerning(loading));
        }
    }
}
