//! Files that a host cannot read because they are not text or their frontmatter is too large. Such a file gets no other
//! findings about its contents.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::{Verdict, labels};

/// The finding about a file that a host cannot read.
pub struct Unreadable {
    pub diagnostic: Diagnostic,
    /// The effect on the file in hosts that load the skill although they cannot read the file
    /// correctly, such as `ignored`. The message ends with this effect and the names of the hosts,
    /// as in `ignored in Codex`.
    pub otherwise: &'static str,
}

impl Unreadable {
    /// Reports one finding about the file. If hosts drop the skill, the finding is an error for
    /// these hosts. Otherwise it is a warning for the hosts that load the skill.
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
            found.push(diagnostic.concerning(dropping.iter().map(Verdict::host_edition)));
        } else if !loading.is_empty() {
            found.push(diagnostic.concerning(loading));
        }
    }
}
