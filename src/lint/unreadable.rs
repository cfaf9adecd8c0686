//! Files that a host cannot read as text, or whose frontmatter is too much to be read: nothing else is said of what is in
//! them.

use super::diagnostic::{Diagnostic, Severity};
use super::rule::{Rule, RuleGroup};
use super::skill_context::SkillContext;
use super::verdict::{Verdict, labels};
use crate::text::document::PlaceIndex;
use crate::text::yaml::{MAX_FRONTMATTER_BYTES, check_work};

static NOT_UTF8: Rule = Rule::new(
    RuleGroup::Structure,
    "not-utf8",
    Severity::Warning,
    "the file is no UTF-8",
);
static FRONTMATTER_TOO_LARGE: Rule = Rule::new(
    RuleGroup::Yaml,
    "frontmatter-too-large",
    Severity::Warning,
    "the frontmatter is more than is read here",
);

/// The rules of this file.
pub(super) const RULES: &[&Rule] = &[&NOT_UTF8, &FRONTMATTER_TOO_LARGE];

/// What UTF-16 begins with, in either order of bytes.
const UTF_16: [[u8; 2]; 2] = [[0xff, 0xfe], [0xfe, 0xff]];

/// Why a file cannot be read.
pub(super) struct Cause {
    diagnostic: Diagnostic,
    /// What is not read, in hosts that have the skill nevertheless.
    otherwise: &'static str,
}

/// What keeps hosts from reading the file, whatever else is wrong with it.
pub(super) fn cause(context: &SkillContext<'_>) -> Option<Cause> {
    not_utf8(context).or_else(|| too_large(context))
}

fn not_utf8(context: &SkillContext<'_>) -> Option<Cause> {
    let contents = context.file.contents()?;
    let at = contents.text().err()?.valid_up_to();
    let (before, behind) = contents.bytes().split_at(at);
    let before = std::str::from_utf8(before).unwrap_or_default();
    let range = PlaceIndex::new(before).range(at..at);
    let message = match behind.first() {
        _ if UTF_16.iter().any(|mark| behind.starts_with(mark)) => {
            "the file is UTF-16, not UTF-8".to_owned()
        }
        Some(byte) => format!("the byte 0x{byte:02X} is no UTF-8 here"),
        None => "the file is no UTF-8".to_owned(),
    };
    Some(Cause {
        diagnostic: Diagnostic::new(&NOT_UTF8, context.path, range, message)
            .help("Save the file as UTF-8."),
        otherwise: "shown with \u{fffd}",
    })
}

fn too_large(context: &SkillContext<'_>) -> Option<Cause> {
    let frontmatter = &context.frontmatter;
    frontmatter.delimited.ok()?;
    let problem = check_work(context.slice(&frontmatter.bytes), MAX_FRONTMATTER_BYTES).err()?;
    let range = context.range(frontmatter.bytes.start..frontmatter.bytes.start);
    let message = format!("the frontmatter is not read: {problem}");
    Some(Cause {
        diagnostic: Diagnostic::new(&FRONTMATTER_TOO_LARGE, context.path, range, message)
            .help("Keep the frontmatter to a few lines and put the rest into the body."),
        otherwise: "ignored",
    })
}

impl Cause {
    /// One finding for all hosts: an error for those that drop the skill; without any, a warning for those that have it.
    pub fn tell(
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
