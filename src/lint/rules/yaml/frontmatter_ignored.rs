//! `frontmatter-ignored`: a host loads the skill but ignores its frontmatter.
//!
//! Fix: repairs all faults of the frontmatter together. The fix is safe if no repair loses text and
//! no host that loads the skill sees a difference. It is unsafe otherwise.

use crate::lint::helpers::yaml::fault::YamlFault;
use crate::lint::prelude::*;
use crate::text::document::Range;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Yaml,
    "frontmatter-ignored",
    Severity::Warning,
    "a host loads the skill and ignores its frontmatter",
    &[Run::Search(Search::Yaml)],
);

/// Returns the finding for hosts that load the skill but ignore its frontmatter; `None` if there is
/// no such host. The finding is at the YAML fault. If `fault` is `None`, the finding is at the
/// place that the first of these hosts reports.
pub fn find(
    context: &SkillContext<'_>,
    ignoring: &[Verdict<'_>],
    fault: Option<&YamlFault>,
    fix: Option<Fix>,
) -> Option<Diagnostic> {
    let no = ignoring.first()?.ignores_frontmatter()?;
    let range = match fault {
        Some(fault) => context.range(fault.bytes.clone()),
        None => {
            let start = no.place.unwrap_or_else(|| context.start().start);
            Range { start, end: start }
        }
    };
    let message = match fault {
        Some(fault) => {
            let ignore = hosts_and_verb(
                ignoring.iter().map(Verdict::host_edition),
                "ignores",
                "ignore",
            );
            format!("{ignore} the frontmatter: {}", fault.message)
        }
        None => no.message.clone(),
    };
    let help = fault.map_or(no.change.as_str(), |fault| fault.help);
    let help = format!("{help}{}", line_ends(context, ignoring));
    let diagnostic = Diagnostic::new(&RULE, context.path, range, message)
        .help(help)
        .concerning(ignoring.iter().map(Verdict::host_edition))
        .fix(fix);
    Some(diagnostic)
}

/// Returns a sentence about line ends if hosts ignore the frontmatter only because its lines end
/// with CRLF; otherwise an empty text. Claude Code is such a host, because it repairs an invalid
/// value only in a line that ends with LF.
fn line_ends(context: &SkillContext<'_>, ignoring: &[Verdict<'_>]) -> String {
    if context.line_end() == "\n" {
        return String::new();
    }
    let text = context.text.replace("\r\n", "\n");
    let reading: Vec<_> = (ignoring.iter())
        .filter(|verdict| context.alone_as(verdict, &text).is_described)
        .map(Verdict::host_edition)
        .collect();
    if reading.is_empty() {
        return String::new();
    }
    let hosts = HostNames::of(reading);
    let read = hosts.verb("reads", "read");
    format!(" The lines end in CRLF; {hosts} {read} the frontmatter where they end in LF.")
}
