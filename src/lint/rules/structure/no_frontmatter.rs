//! `no-frontmatter`: the file has no frontmatter, or its frontmatter is empty.
//!
//! Fix: adds the folder's name as the name, and the first sentences of the text as the description.
//! The fix is unsafe, because the sentences were not written as a description. There is no fix if
//! the file has a description in some spelling or place.

use crate::lint::file_index::FileIndex;
use crate::lint::helpers::elsewhere::skill_above;
use crate::lint::helpers::{draft, plugin_files};
use crate::lint::prelude::*;
use crate::lint::quoting::as_value;
use crate::tree::Entry;
use crate::tree::skill_file::SKILL_FILE;

/// The maximum number of folders that are inspected above the file.
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
    let first = context.text[at_byte..].lines().next().map_or(0, str::len);
    let message = if with_delimiters {
        "the file does not begin with frontmatter, so it has no name and no description"
    } else {
        "the frontmatter is empty, so there is no name and no description"
    };
    const HELP: &str = "Begin the file with a line `---`, then `name:` and `description:`, then another line `---`.";
    let diagnostic = context.report(&RULE, at_byte..at_byte + first, message);
    if let Some(reason) = other_purpose(context) {
        let help = format!(
            "If the file is a skill, begin it with a line `---`, then `name:` and `description:`, then another line `---`. No host searches its folder, and {reason}."
        );
        let mut diagnostic = diagnostic.help(help);
        diagnostic.severity = Severity::Info;
        return diagnostic;
    }
    if let Some(skill) = skill_above(context) {
        let help = format!(
            "If the file is a part of {skill}, which reads it by its path, give the file another name, such as its folder's, so that no host takes it for a skill. Otherwise begin it with a line `---`, then `name:` and `description:`, then another line `---`."
        );
        return diagnostic.help(help);
    }
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
    // A byte order mark before empty frontmatter is replaced together with the frontmatter.
    let start = if with_delimiters { 0 } else { at_byte };
    let fix = draft::described(context, title, |description| {
        vec![(start..at_byte, frontmatter(description))]
    });
    diagnostic.help(HELP).fix(fix)
}

/// Returns true if the finding is about a file that is probably not a skill. Such a finding has the
/// severity `info`.
pub fn is_information(diagnostic: &Diagnostic) -> bool {
    diagnostic.code == RULE.code && diagnostic.severity == Severity::Info
}

/// Returns the reason why the file is probably not a skill; `None` if there is no such reason. Also
/// returns `None` if a target host finds the file, or if the file begins with a name or a
/// description.
fn other_purpose(context: &SkillContext<'_>) -> Option<String> {
    let mut verdicts = context.verdicts.iter();
    let is_found = verdicts.any(|verdict| verdict.cell.discovered);
    let mut lines = context.text.lines().take(MAX_LINES);
    let has_field = lines.any(|line| line.starts_with("name:") || line.starts_with("description:"));
    let folder = context.file.parent()?;
    let collection = folder.parent()?;
    if is_found || has_field || context.is_root() {
        return None;
    }
    if let Some(fields) = fields_beside(context, folder) {
        return Some(format!(
            "{fields} beside it has a name and a description, which a build may add"
        ));
    }
    if let Some(skill) = skill_above(context) {
        return Some(format!("{skill} reads it by its path"));
    }
    if has_skill_beside(context, collection) {
        return None;
    }
    if is_unlisted(context, folder) {
        return Some("no list of the project's plugins names it".to_owned());
    }
    if collection.name() == "skills" {
        return None;
    }
    if let Some(skill) = skill_with_same_folder(context, folder) {
        return Some(format!(
            "{skill}, in a folder with the same name, has frontmatter"
        ));
    }
    let is_comment = context.text.trim_start().starts_with("<!--");
    is_comment.then(|| "it begins with a comment, as parts of other files do".to_owned())
}

/// Returns the name of a data file in `folder` that has the keys `name` and `description`, such as
/// `SKILL.md.meta.json`. A build tool may create the skill's frontmatter from these keys. Returns
/// `None` if there is no such file.
fn fields_beside<'t>(context: &SkillContext<'t>, folder: Entry<'t>) -> Option<&'t str> {
    const ENDS: [&str; 4] = [".json", ".yaml", ".yml", ".toml"];
    let has = |text: &str, key: &str| {
        let mut lines = text.lines().take(MAX_LINES);
        lines.any(|line| {
            let line = line.trim_start_matches([' ', '\t', '{', '"']);
            line.strip_prefix(key)
                .is_some_and(|rest| rest.starts_with(['"', ':', ' ', '=']))
        })
    };
    let files = folder.children().take(MAX_BESIDE);
    let mut files = files.filter(|file| {
        // The manifest of a package also has a name and a description.
        ENDS.iter().any(|end| file.name().ends_with(end)) && !is_manifest(file.name())
    });
    let file = files.find(|file| {
        text_of(context, *file).is_some_and(|text| has(text, "name") && has(text, "description"))
    })?;
    Some(file.name())
}

/// Returns true if a file with this name describes a package of a programming language.
fn is_manifest(name: &str) -> bool {
    matches!(
        name,
        "package.json" | "pyproject.toml" | "Cargo.toml" | "pubspec.yaml" | "composer.json"
    )
}

/// Returns true if a folder in `collection` has a `SKILL.md` with frontmatter. `collection`
/// contains the folder of the checked file.
fn has_skill_beside(context: &SkillContext<'_>, collection: Entry<'_>) -> bool {
    let beside = collection.children().take(MAX_BESIDE);
    let mut beside = beside.filter_map(|folder| folder.child(SKILL_FILE));
    beside.any(|file| has_frontmatter(context, file))
}

/// Returns the path of a `SKILL.md` with frontmatter in a folder that has the same name as
/// `folder`; `None` if there is no such file. A build tool may combine this file with the
/// `SKILL.md` in `folder`, which has no frontmatter.
fn skill_with_same_folder(context: &SkillContext<'_>, folder: Entry<'_>) -> Option<String> {
    let index = FileIndex::of(context.tree, context.indices);
    let mut alike = index.ending(context.tree, Some(folder.name()), SKILL_FILE);
    let skill = alike.find(|file| has_frontmatter(context, *file))?;
    let path = skill.path();
    let inside = path.strip_prefix(context.environment.cwd.trim_end_matches('/'));
    let inside = inside.and_then(|inside| inside.strip_prefix('/'));
    Some(inside.map_or_else(|| path.clone(), str::to_owned))
}

/// Returns true if the project has lists of its plugins or skills, but no such list names the
/// file's folder. Returns false if a folder above the file has "skill" in its name.
fn is_unlisted(context: &SkillContext<'_>, folder: Entry<'_>) -> bool {
    let above: Vec<_> = std::iter::successors(Some(folder), |folder| folder.parent())
        .take(MAX_ABOVE)
        .collect();
    let is_of_skills = |folder: &Entry<'_>| folder.name().to_lowercase().contains("skill");
    if above.iter().any(is_of_skills) {
        return false;
    }
    let mut lists = above
        .iter()
        .copied()
        .flat_map(plugin_files::lists)
        .peekable();
    let may_name_it = |list: Entry<'_>| {
        let text = text_of(context, list);
        text.is_none_or(|text| text.contains(folder.name()))
    };
    lists.peek().is_some() && !lists.any(may_name_it)
}

fn has_frontmatter(context: &SkillContext<'_>, file: Entry<'_>) -> bool {
    text_of(context, file).is_some_and(|text| text.starts_with("---"))
}

/// Returns the text of a file; `None` if its contents have not been given or are not text.
fn text_of<'t>(context: &SkillContext<'t>, file: Entry<'t>) -> Option<&'t str> {
    context.note_read(file);
    file.contents()?.text().ok()
}
