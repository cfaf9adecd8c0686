//! `no-frontmatter`: the file has no frontmatter, or an empty one.
//!
//! Fix: adds the folder's name and a description of the first sentences of the text; unsafe, because they were not
//! written as a description. There is no fix if the file has a description in some spelling or place.

use crate::lint::helpers::draft;
use crate::lint::prelude::*;
use crate::lint::quoting::as_value;
use crate::tree::Entry;
use crate::tree::skill_file::SKILL_FILE;

/// The maximum number of folders above the file that are inspected. Below it are those of folders beside the file's
/// own, and of lines. The limits are ours.
const MAX_ABOVE: usize = 8;
const MAX_BESIDE: usize = 100;
const MAX_LINES: usize = 20;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "no-frontmatter",
    Severity::Error,
    "the file does not begin with a block between two lines of ---",
    &[Run::Search(Search::NoFrontmatter)],
);

/// Returns the finding for a file that hosts drop because it has no frontmatter.
pub fn explain(context: &SkillContext<'_>) -> Diagnostic {
    let at_byte = context.frontmatter.bytes.start;
    let with_delimiters = context.frontmatter.delimited.is_err();
    let eol = context.line_end();
    let frontmatter = |description: &str| {
        let name = as_value(context.skill_folder());
        let fields = format!(
            "name: {name}{eol}description: {}{eol}",
            as_value(description)
        );
        if !with_delimiters {
            return fields;
        }
        let gap = if context.text[at_byte..].starts_with(['\n', '\r']) {
            ""
        } else {
            eol
        };
        format!("---{eol}{fields}---{eol}{gap}")
    };
    let title = "Begin with the folder's name and the first words";
    // A byte order mark before empty frontmatter is replaced with it.
    let start = if with_delimiters { 0 } else { at_byte };
    let fix = draft::described(context, title, |description| {
        vec![(start..at_byte, frontmatter(description))]
    });
    let first = context.text[at_byte..].lines().next().map_or(0, str::len);
    let message = if with_delimiters {
        "the file does not begin with frontmatter, so it has no name and no description"
    } else {
        "the frontmatter is empty, so there is no name and no description"
    };
    const HELP: &str = "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.";
    let diagnostic = context.report(&RULE, at_byte..at_byte + first, message);
    if is_other_text(context) {
        let help = "If the file is a skill, begin it with a line `---`, then `name:` and `description:`, then another line `---`. No host searches its folder, and no list of the project's plugins names it.";
        let mut diagnostic = diagnostic.help(help);
        diagnostic.severity = Severity::Info;
        return diagnostic;
    }
    diagnostic.help(HELP).fix(fix)
}

/// Returns true if the finding is about a file that is probably not a skill.
pub fn is_information(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == RULE.code && diagnostic.severity == Severity::Info
}

/// Returns true if the project lists its plugins or their skills, and nothing shows that the file is one:
///
/// - no target host finds it, and no folder above it is named after skills;
/// - no such list names its folder;
/// - no `SKILL.md` of a folder beside its own has frontmatter;
/// - no line at its beginning is a name or a description.
fn is_other_text(context: &SkillContext<'_>) -> bool {
    let is_found = context
        .verdicts
        .iter()
        .any(|verdict| verdict.cell.discovered);
    let Some(folder) = context.file.parent().filter(|_| !is_found) else {
        return false;
    };
    let Some(collection) = folder.parent() else {
        return false;
    };
    let above: Vec<_> = std::iter::successors(Some(folder), |folder| folder.parent())
        .take(MAX_ABOVE)
        .collect();
    let is_root = folder.path() == context.environment.cwd || folder.child(".git").is_some();
    let is_of_skills = |folder: &Entry<'_>| folder.name().to_lowercase().contains("skill");
    let has_field = context
        .text
        .lines()
        .take(MAX_LINES)
        .any(|line| line.starts_with("name:") || line.starts_with("description:"));
    if is_root || has_field || above.iter().any(is_of_skills) {
        return false;
    }
    let lists = above.iter().filter_map(|folder| {
        let folder = folder.child(".claude-plugin")?;
        Some([
            folder.child("plugin.json"),
            folder.child("marketplace.json"),
        ])
    });
    let lists: Vec<_> = lists.flatten().flatten().collect();
    let may_name_it = |list: Entry<'_>| {
        let text = text_of(context, list);
        text.is_none_or(|text| text.contains(folder.name()))
    };
    if lists.is_empty() || lists.into_iter().any(may_name_it) {
        return false;
    }
    let beside = collection.children().take(MAX_BESIDE);
    let mut beside = beside.filter_map(|folder| folder.child(SKILL_FILE));
    !beside.any(|file| text_of(context, file).is_some_and(|text| text.starts_with("---")))
}

/// Returns the text of a file whose contents are known.
fn text_of<'t>(context: &SkillContext<'t>, file: Entry<'t>) -> Option<&'t str> {
    context.note_read(file);
    file.contents()?.text().ok()
}
