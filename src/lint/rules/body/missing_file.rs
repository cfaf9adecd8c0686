//! `missing-file`: the skill names a file that does not exist.
//!
//! Fix: writes the most similar existing name; unsafe, because another file may be meant.

use std::ops;

use crate::hashing::{HashMap, HashSet};
use crate::lint::file_index::FileIndex;
use crate::lint::helpers::drawing::Drawn;
use crate::lint::helpers::elsewhere::{Manifests, elsewhere, project};
use crate::lint::helpers::for_people;
use crate::lint::helpers::unwritten::Around;
use crate::lint::prelude::*;
use crate::lint::samples;
use crate::text::document::floor_char_boundary;
use crate::text::markdown::{Span, SpanKind};
use crate::tree::resources::{ReferenceForm, ReferenceTarget, ResourceFile, ResourceReference};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryKind, path};

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "missing-file",
    Severity::Warning,
    "the skill names a file that does not exist",
    &[Run::Skill(check)],
);

/// Words that show that the paths in the same line are only examples.
static EXAMPLES: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/examples.txt")));

/// Programs that run a script, which is their next argument.
const INTERPRETERS: [&str; 11] = [
    "python", "python3", "node", "bash", "sh", "bun", "deno", "tsx", "ruby", "perl", "run",
];

/// Names of languages after the opening fence of a code block, such as `js`. Programs in these
/// languages can load other files by path.
const PROGRAMS: [&str; 23] = [
    "js",
    "javascript",
    "jsx",
    "mjs",
    "cjs",
    "ts",
    "typescript",
    "tsx",
    "vue",
    "svelte",
    "astro",
    "html",
    "css",
    "scss",
    "sass",
    "less",
    "py",
    "python",
    "rb",
    "ruby",
    "php",
    "dart",
    "mdx",
];

/// The maximum number of folders above the skill's folder in which a path is searched for. No host
/// has this limit.
const MAX_ABOVE: usize = 8;

/// The number of bytes that are searched on each side of a path in a code block. The search is for
/// words that show that the code block is about a project, such as `docker build`. No host has this
/// limit.
const BLOCK: usize = 2 << 10;

/// The number of bytes after a path that are searched for words such as `in your repo`, which show
/// that the file belongs to a repository. No host has this limit.
const NEAR: usize = 40;

/// The maximum edit distance between the name of a missing file and the name of an existing file
/// that the finding suggests. If the distance is larger, the two names most likely belong to
/// different files. No host has this limit.
const MAX_FAR: usize = 3;

/// The minimum number of equal links, each to another missing file, that are reported together.
const MIN_ALIKE: usize = 3;

/// The maximum number of missing files that are collected in one skill if several links are equal.
/// No host has this limit.
const MAX_ALIKE: usize = 100;

/// Ends of host names by which a path is recognized as a web address without its scheme.
const DOMAINS: [&str; 11] = [
    "com", "org", "net", "io", "dev", "ai", "app", "co", "cn", "gov", "edu",
];

/// A missing file, with all references to it.
struct MissingFile<'r, 'a> {
    reference: &'r ResourceReference,
    text: &'r SkillText<'a>,
    /// The path of the missing file, relative to the skill's folder.
    relative: &'r str,
    severity: Severity,
    /// True if the text may ask the model to write the file. For such a file, no existing file with
    /// a similar name is suggested.
    may_be_new: bool,
    /// True if a sentence shows that the file belongs to the user's project.
    is_of_a_project: bool,
    /// The source from which a build may copy the file; `None` if there is no such source.
    source: Option<Source>,
    others: Vec<&'r ResourceReference>,
}

/// The source from which a build may copy a file into the skill's folder.
enum Source {
    /// The path of an existing file. A path that begins with `../` is relative to the skill's
    /// folder, because the file is in the folder of another skill. Any other path is relative to
    /// the project's folder.
    File(String),
    /// The path of a file beside the skill's main file, such as `references.yml`, that lists files
    /// to copy. The list contains the missing file.
    List(String),
}

impl MissingFile<'_, '_> {
    fn bytes(&self) -> ops::Range<usize> {
        let range = self.reference.range;
        range.start.byte..range.end.byte
    }

    fn message(&self) -> String {
        let written = &self.reference.written;
        let written = if written.contains('\\') {
            format!(" (written as {written})")
        } else {
            String::new()
        };
        let source = match &self.source {
            Some(Source::File(path)) if path.starts_with("../") => format!("; there is {path}"),
            Some(Source::File(path)) => format!("; the project has {path}"),
            Some(Source::List(list)) => format!("; {list} names it"),
            None => String::new(),
        };
        format!(
            "the skill's folder has no file {}{written}{source}",
            self.relative
        )
    }

    /// Adds related places to a finding: the other places in the skill's texts that name the same
    /// missing file.
    fn with_places(&self, diagnostic: Diagnostic) -> Diagnostic {
        let others = self.others.iter();
        others.fold(diagnostic, |diagnostic, other| {
            diagnostic.related("named here, too", &other.path, other.range)
        })
    }
}

/// The help for a missing file that a build may copy into the skill's folder.
const HELP_FOR_SOURCES: &str = "Nothing is missing if a build or a step copies it into the skill's folder. Otherwise add the file, or remove its name from the text.";

/// Reports references to missing files. If the tree has only the skill's own file, all missing
/// files are reported in one finding for each severity, because most likely nobody added the
/// skill's other files to the tree.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let gone = missing(skill, skill.texts, &skill.for_people);
    let files = &skill.resources.files;
    if files.is_empty() {
        for severity in [Severity::Warning, Severity::Info] {
            let alike = gone.iter().filter(|gone| gone.severity == severity);
            found.extend(together(skill, &alike.collect::<Vec<_>>()));
        }
        return;
    }
    let alike = alike(&gone, files);
    for group in &alike {
        let is_cut =
            gone.len() == MAX_ALIKE || group.iter().any(|gone| gone.others.len() == MAX_FOUND);
        found.push(of_equal_links(skill, group, is_cut));
    }
    let is_grouped = |gone: &MissingFile<'_, '_>| {
        let mut groups = alike.iter().flatten();
        groups.any(|one| one.relative == gone.relative)
    };
    for gone in gone.iter().filter(|gone| !is_grouped(gone)).take(MAX_FOUND) {
        let nearest = nearest(gone, files);
        // A file with the same name in a folder such as `reference` is meant even by a sentence about writing.
        let may_be_meant = |file: &&ResourceFile| {
            !gone.may_be_new || is_in_a_similar_folder(gone.relative, &file.relative)
        };
        let is_of_the_skill = gone.source.is_none() && !gone.is_of_a_project;
        let nearest = nearest.filter(|file| is_of_the_skill && may_be_meant(file));
        let help = match (nearest, &gone.source) {
            (Some(file), _) => format!("Did you mean {}?", file.relative),
            (None, Some(_)) => HELP_FOR_SOURCES.to_owned(),
            (None, None) => "Add the file, or remove its name from the text.".to_owned(),
        };
        let misspelt = nearest.filter(|_| !gone.may_be_new);
        let renamed = misspelt.and_then(|file| renamed(skill, gone, file));
        let mut diagnostic = gone
            .text
            .finding(skill, &RULE, gone.bytes(), gone.message(), help);
        diagnostic.severity = gone.severity;
        found.push(gone.with_places(diagnostic).fix(renamed));
    }
}

/// Returns groups of missing files to which equal links lead, such as `./react.md` in many folders.
/// Each group has at least [`MIN_ALIKE`] files with the same severity. Files with a similar existing
/// file or a source are left out, because their findings differ.
fn alike<'g, 'r, 'a>(
    gone: &'g [MissingFile<'r, 'a>],
    files: &[ResourceFile],
) -> Vec<Vec<&'g MissingFile<'r, 'a>>> {
    let mut groups: Vec<Vec<&MissingFile<'_, '_>>> = Vec::new();
    for gone in gone.iter().filter(|gone| gone.source.is_none()) {
        let is_equal = |other: &MissingFile<'_, '_>| {
            other.reference.written == gone.reference.written && other.severity == gone.severity
        };
        match groups.iter_mut().find(|group| is_equal(group[0])) {
            Some(group) => group.push(gone),
            None => groups.push(vec![gone]),
        }
    }
    groups.retain_mut(|group| {
        group.len() >= MIN_ALIKE && {
            group.retain(|gone| nearest(gone, files).is_none());
            group.len() >= MIN_ALIKE
        }
    });
    groups
}

/// Returns the finding for a group of missing files to which equal links lead. `is_cut` is true if
/// the skill may have more places, because only a limited number was collected.
fn of_equal_links(
    skill: &CheckedSkill<'_, '_>,
    group: &[&MissingFile<'_, '_>],
    is_cut: bool,
) -> Diagnostic {
    let first = group[0];
    let places: usize = group.iter().map(|gone| 1 + gone.others.len()).sum();
    let message = format!(
        "{}; {} is written in {}{places} places, and leads to no file in any of them",
        first.message(),
        first.reference.written,
        if is_cut { "at least " } else { "" }
    );
    let help = "Add the files, or correct the path in the template from which the texts come.";
    let mut diagnostic = (first.text).finding(skill, &RULE, first.bytes(), message, help);
    diagnostic.severity = first.severity;
    let diagnostic = first.with_places(diagnostic);
    let rest = group[1..].iter().take(MAX_FOUND);
    rest.fold(diagnostic, |diagnostic, gone| {
        diagnostic.related("the same here", &gone.text.path, gone.reference.range)
    })
}

/// Returns one finding for several missing files that have the same severity; `None` if `gone` is
/// empty.
fn together(skill: &CheckedSkill<'_, '_>, gone: &[&MissingFile<'_, '_>]) -> Option<Diagnostic> {
    let (first, rest) = gone.split_first()?;
    let message = match rest.len() {
        0 => first.message(),
        1 => format!("{}, and 1 more file is missing", first.message()),
        more => format!("{}, and {more} more files are missing", first.message()),
    };
    let help = match first.source {
        Some(_) => HELP_FOR_SOURCES,
        None => "Add the files to the skill's folder, or remove their names from the text.",
    };
    let mut diagnostic = (first.text).finding(skill, &RULE, first.bytes(), message, help);
    diagnostic.severity = first.severity;
    let diagnostic = first.with_places(diagnostic);
    Some(rest.iter().fold(diagnostic, |diagnostic, gone| {
        diagnostic.related(gone.message(), &gone.text.path, gone.reference.range)
    }))
}

/// Returns the missing files in the order in which the texts first refer to them.
fn missing<'r, 'a>(
    context: &'r SkillContext<'_>,
    texts: &'r [SkillText<'a>],
    for_people: &HashSet<&str>,
) -> Vec<MissingFile<'r, 'a>> {
    let root = path::parent(context.path).unwrap_or("/");
    let files = &context.resources.files;
    let folders: HashSet<&str> = (files.iter())
        .filter_map(|file| file.relative.split_once('/').map(|(folder, _)| folder))
        .collect();
    let by_path: HashMap<&str, &SkillText<'_>> =
        (texts.iter().map(|text| (&*text.path, text))).collect();
    let references = || {
        let references = context.resources.references.iter();
        let references = references.filter(|reference| {
            reference.found == ReferenceTarget::Missing
                && !for_people.contains(&*reference.path)
                // Package managers write lock files when they install packages.
                && !samples::is_lock_file(path::file_name(&reference.target))
                && !is_beyond_the_tree(context, &reference.target)
        });
        references.filter_map(|reference| {
            // A file outside of the skill's folder may exist although the tree does not have it.
            let relative = reference.target.strip_prefix(root)?.strip_prefix('/')?;
            let text = by_path.get(&*reference.path)?;
            let is_pattern = is_start_of_pattern(text, reference);
            (!is_pattern).then_some((reference, *text, relative))
        })
    };
    // If the text writes a file in one place, or checks whether it exists, then the other places that read the file are
    // not reported either.
    let written: HashSet<&str> = references()
        .filter(|(reference, text, _)| {
            let around = Around::of(text, reference);
            around.is_checked_for() || !is_link(reference) && around.is_written()
        })
        .map(|(reference, ..)| &*reference.target)
        .collect();
    let mut gone: Vec<MissingFile<'r, 'a>> = Vec::new();
    let mut indices: HashMap<&str, usize> = HashMap::default();
    let mut spellings: HashSet<&str> = HashSet::default();
    for (reference, text, relative) in references() {
        let known = indices.get(&*reference.target).copied();
        let is_over = || {
            let is_new = !spellings.contains(&*reference.written);
            is_new && spellings.len() == MAX_FOUND || gone.len() == MAX_ALIKE
        };
        if written.contains(&*reference.target) || known.is_none() && is_over() {
            continue;
        }
        let around = Around::of(text, reference);
        let severity = severity(context, text, (reference, relative), &around, &folders);
        let Some(mut severity) = severity else {
            continue;
        };
        if around.is_promised() {
            severity = Severity::Info;
        }
        let may_be_new = around.may_be_new();
        let after = &text.text[reference.range.end.byte..];
        let is_of_a_project = !is_link(reference) && is_of_a_checkout(around.before, after);
        match known {
            Some(known) => {
                let known = &mut gone[known];
                known.is_of_a_project |= is_of_a_project;
                known.severity = known.severity.min(severity);
                known.may_be_new |= may_be_new;
                if known.others.len() < MAX_FOUND {
                    known.others.push(reference);
                }
            }
            None => {
                indices.insert(&reference.target, gone.len());
                spellings.insert(&reference.written);
                gone.push(MissingFile {
                    reference,
                    text,
                    relative,
                    severity,
                    may_be_new,
                    is_of_a_project,
                    source: None,
                    others: Vec::new(),
                });
            }
        }
    }
    for gone in gone.iter_mut().filter(|gone| gone.is_of_a_project) {
        gone.severity = Severity::Info;
    }
    add_sources(context, &mut gone);
    gone
}

/// Returns true if a reference is only the start of a pattern, as in `assets/buf.gen.*.yaml`. Files
/// that match the pattern have longer names than the reference.
fn is_start_of_pattern(text: &SkillText<'_>, reference: &ResourceReference) -> bool {
    let rest = text.text.get(reference.range.end.byte..);
    let rest = rest.map(|rest| rest.trim_start_matches(['.', '-', '_']));
    let after = rest.and_then(|rest| rest.strip_prefix('*'));
    after.is_some_and(|after| after.starts_with(|c: char| c == '.' || c.is_alphanumeric()))
}

/// Returns true if a link in the skill's folder leads out of the project, and the tree does not have
/// the folder to which the link leads. A file in that folder may exist.
fn is_beyond_the_tree(context: &SkillContext<'_>, target: &str) -> bool {
    let root = path::parent(context.path).unwrap_or("/");
    let mut folders = std::iter::successors(path::parent(target), |folder| path::parent(folder))
        .take_while(|folder| *folder != root);
    folders.any(|folder| {
        let Some(link) = context.tree.entry(folder) else {
            return false;
        };
        let EntryKind::Link(to) = link.kind() else {
            return false;
        };
        let to = path::resolve(path::parent(folder).unwrap_or("/"), to);
        let is_in_project = project(context, context.file).is_some_and(|project| {
            let inside = to.strip_prefix(project.path().trim_end_matches('/'));
            inside.is_some_and(|inside| inside.is_empty() || inside.starts_with('/'))
        });
        link.follow().is_err() && !is_in_project
    })
}

/// Returns true if a path is the title of a code block. A title is a comment in the first line of
/// the block, such as `// File: run.py` or `// run.py`. The block then shows the text to write into
/// that file. `before` is the block's text before the path, and `after` is the text after the path.
fn is_title(before: &str, after: &str) -> bool {
    let rest = after.lines().next().unwrap_or_default().trim();
    let comment = ["//", "#", "--", "/*", "<!--"]
        .iter()
        .find_map(|mark| before.trim_start().strip_prefix(mark));
    comment.is_some_and(|comment| {
        let words = comment.trim().trim_end_matches(':').to_lowercase();
        !comment.contains('\n')
            && match &*words {
                "" => matches!(rest, "" | ":" | "*/" | "-->"),
                word => matches!(word, "file" | "filename" | "path"),
            }
    })
}

/// Finds sources from which a build may copy the missing files. If a file has a source, its finding
/// gets the severity `info`.
fn add_sources(context: &SkillContext<'_>, gone: &mut [MissingFile<'_, '_>]) {
    let mut manifests = None;
    let warnings = gone.iter_mut();
    for gone in warnings.filter(|gone| gone.severity == Severity::Warning) {
        let manifests = manifests.get_or_insert_with(|| Manifests::of(context));
        let list = || manifests.naming(gone.relative).map(str::to_owned);
        gone.source = elsewhere(context, gone.relative)
            .or_else(|| of_a_named_skill(context, gone))
            .map(Source::File)
            .or_else(|| list().map(Source::List));
        if gone.source.is_some() {
            gone.severity = Severity::Info;
        }
    }
}

/// Searches the other skills for a file that may be the source of the missing file, because the
/// text may tell the reader to copy the other file. The other file must have the same name, and the
/// text must name its folder, as in `copy ../diff/scripts/ into the project`. Returns the path of
/// the other file, relative to the skill's folder; `None` if there is no such file.
fn of_a_named_skill(context: &SkillContext<'_>, gone: &MissingFile<'_, '_>) -> Option<String> {
    let skills = context.file.parent()?.parent()?.path();
    let index = FileIndex::of(context.tree, context.indices);
    let name = path::file_name(gone.relative);
    let mut alike = index.ending(context.tree, None, name);
    alike.find_map(|file| {
        let path = file.path();
        let inside = path.strip_prefix(skills.trim_end_matches('/'))?;
        let inside = inside.strip_prefix('/')?;
        let folder = format!("../{}", path::parent(inside)?);
        (gone.text.text.contains(&folder)).then(|| format!("../{inside}"))
    })
}

/// Returns the severity of a reference to a missing file. Returns `None` if the author most likely
/// does not mean a file in the skill's folder.
///
/// The severity is usually `warning` for a link, for a path in `SKILL.md`, and for a script that
/// the text runs. The severity is `info` for other paths in the skill's other files, because such
/// files often describe the folders of other projects.
fn severity(
    context: &SkillContext<'_>,
    text: &SkillText<'_>,
    (reference, relative): (&ResourceReference, &str),
    around: &Around<'_>,
    folders: &HashSet<&str>,
) -> Option<Severity> {
    let (start, end) = (reference.range.start.byte, reference.range.end.byte);
    let span = text.span_at(start);
    let root = path::parent(context.path).unwrap_or("/");
    let from = text.path.strip_prefix(root).unwrap_or(&text.path);
    let folder = relative.split_once('/').map(|(folder, _)| folder);
    // A file in a hidden folder belongs to the project, not to the skill.
    let is_hidden =
        folder.is_some_and(|folder| folder.starts_with('.') && !folders.contains(folder));
    let is_sample = text.kind.is_some() && samples::is_sample(from);
    let is_address = is_web_address(context, text, &reference.written);
    let in_comment = span.is_some_and(|span| span.kind == SpanKind::Comment);
    if is_sample || is_hidden || is_address || in_comment || is_placeholder(relative) {
        return None;
    }
    if is_link(reference) {
        let name = path::file_name(from).to_lowercase();
        let is_for_people = name.contains("readme") || for_people::is_for_people(&name);
        // A page that teaches how to write pages has links to folders that the skill does not have.
        let is_known = text.kind.is_none()
            || folder.is_none_or(|folder| folder == "references" || folders.contains(folder));
        return Some(if is_known && !is_for_people {
            Severity::Warning
        } else {
            Severity::Info
        });
    }
    // The folders `scripts` and `assets` may belong to the project. A name without a folder is only reported if the
    // name of an existing file differs in case.
    let is_meant = folder.is_none_or(|folder| folder == "references" || folders.contains(folder));
    let line = text.line_at(start).to_lowercase();
    let (before, after) = (around.before, &text.text[end..]);
    let is_product = folder.is_none()
        && reference.form == ReferenceForm::Plain
        && reference.written.ends_with(".js");
    let is_example = EXAMPLES.iter().any(|word| line.contains(word))
        || shows_a_mistake(before)
        || follows_an_example(before);
    let block = span.filter(|span| span.kind == SpanKind::Block);
    let language = block.map_or("", |block| text.language(block));
    let is_page = matches!(language, "markdown" | "md");
    let is_inline = span.is_some_and(|span| span.kind == SpanKind::Code);
    let is_import = (is_inline || PROGRAMS.contains(&language)) && is_import(before);
    let drawn = block.and_then(|block| Drawn::at(text.text, &block.bytes, start));
    let is_drawn_elsewhere =
        drawn.is_some_and(|drawn| is_drawn_elsewhere(context, &drawn, &reference.written, folders));
    let is_text_of_link = after.trim_start_matches(['`', '*', '_']).starts_with("](");
    if !is_meant
        || is_product
        || is_example
        || is_page
        || is_import && !is_in_a_folder(&reference.written, folders)
        || is_drawn_elsewhere
        || is_text_of_link
        || block.is_some_and(|block| is_title(&text.text[block.bytes.start..start], after))
        || around.is_to_be_written()
        || is_elsewhere(context, before, after, &reference.written)
    {
        return None;
    }
    // A skill that teaches how to write skills names files of other skills. Scripts that are copied into a project are
    // often in a folder with the name of the skill.
    let is_for_others = teaches_skills(context)
        || relative
            .split('/')
            .any(|segment| segment == context.folder())
        || is_import
        || matches!(language, "json" | "jsonc")
        || is_of_a_checkout(before, after)
        || is_below_another_folder(context, before, folders)
        || block.is_some_and(|block| is_of_a_project(text, block, start, folders));
    if is_for_others {
        return Some(Severity::Info);
    }
    let is_own = text.kind.is_none();
    let word_before = before.split_whitespace().next_back().unwrap_or_default();
    let is_run = INTERPRETERS.contains(&word_before.trim_start_matches(['`', '$']));
    Some(if is_own || is_run {
        Severity::Warning
    } else {
        Severity::Info
    })
}

/// Returns true if the name of a file is a placeholder, as in `references/X.md` or `plan-YYYY-MM-DD.md`.
fn is_placeholder(path: &str) -> bool {
    let name = path::file_name(path);
    let stem = name.split('.').next().unwrap_or(name);
    let is_number = !stem.is_empty() && stem.bytes().all(|byte| matches!(byte, b'N' | b'X' | b'Y'));
    is_number || stem.contains("YYYY")
}

/// Returns true if a path is a web address without its scheme, as in `docs.a.com/forms.md`. Its
/// first segment is then the name of a host, and no folder beside the text has this name.
fn is_web_address(context: &SkillContext<'_>, text: &SkillText<'_>, written: &str) -> bool {
    let (host, has_path) = match written.split_once(['/', '#', '?']) {
        Some((host, _)) => (host, true),
        None => (written, false),
    };
    let mut labels = host.split('.');
    let is_label = |label: &str| {
        !label.is_empty()
            && (label.bytes()).all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    let end = host.rsplit('.').next().unwrap_or_default();
    // Without a path, the end may also be the extension of a file, as in `logo.ai`.
    let is_host = DOMAINS.contains(&end) && (has_path || labels.clone().count() > 2)
        || host.starts_with("www.");
    let folder = path::parent(&text.path).unwrap_or("/");
    host.contains('.')
        && is_host
        && labels.all(is_label)
        && (context.tree.resolve(&path::resolve(folder, host))).is_err()
}

/// Returns true if two paths end in the same file name, and their folders differ in at most two
/// characters, as `reference` and `references` do.
fn is_in_a_similar_folder(one: &str, other: &str) -> bool {
    let folder = |path| path::parent(path).unwrap_or_default().to_owned();
    path::file_name(one) == path::file_name(other) && distance(&folder(one), &folder(other)) <= 2
}

/// Returns true if words such as `e.g.` are directly before a path, maybe in the line above.
fn follows_an_example(before: &str) -> bool {
    let near = &before[floor_char_boundary(before, before.len().saturating_sub(20))..];
    near.contains("(e.g.")
}

/// Returns true if the path most likely belongs to a folder that is not in the skill. The line with
/// the path must name such a folder before the path, as in "`other-skill/` has `references/a.md`".
fn is_below_another_folder(
    context: &SkillContext<'_>,
    before: &str,
    folders: &HashSet<&str>,
) -> bool {
    let line = before.rsplit('\n').next().unwrap_or_default();
    let named = line.match_indices("/`").filter_map(|(end, _)| {
        let start = line[..end].rfind('`')?;
        line[start + 1..end].split('/').next()
    });
    named
        .filter(|name| !name.is_empty() && !name.contains([' ', '.', '~', '$', '<', '{', '*']))
        .any(|name| {
            // Most skills keep their files in these folders, which a copy may lack.
            let is_usual = matches!(name, "references" | "scripts" | "assets");
            !is_usual && !folders.contains(name) && !context.names().contains(&name)
        })
}

/// Returns true if a reference is the destination of a link or of an image.
fn is_link(reference: &ResourceReference) -> bool {
    matches!(reference.form, ReferenceForm::Link | ReferenceForm::Image)
}

/// Returns true if the skill's name shows that the skill writes or reviews other skills.
fn teaches_skills(context: &SkillContext<'_>) -> bool {
    const WRITERS: [&str; 12] = [
        "creat", "writ", "build", "author", "generat", "develop", "review", "evaluat", "validat",
        "audit", "improv", "optimi",
    ];
    context.names().iter().any(|name| {
        let name = name.to_lowercase();
        name.contains("skill") && WRITERS.iter().any(|word| name.contains(word))
    })
}

/// Returns true if the sentence around a path is about a checkout of a repository. The path is then a path in that
/// repository.
fn is_of_a_checkout(before: &str, after: &str) -> bool {
    const OF: [&str; 3] = [" in ", " of ", " from "];
    const REPOSITORIES: [&str; 8] = [
        "the user's repo",
        "your repo",
        "your project",
        "the user's project",
        "the target repo",
        "the project's",
        "the host repo",
        "their repo",
    ];
    let after = &after[..floor_char_boundary(after, NEAR)];
    let after = after.trim_start_matches(['`', '*']).to_lowercase();
    let place = OF.iter().find_map(|word| after.strip_prefix(word));
    if place.is_some_and(|place| REPOSITORIES.iter().any(|one| place.starts_with(one))) {
        return true;
    }
    let start = before.rfind(". ").max(before.rfind("\n\n"));
    let sentence = &before[start.unwrap_or_default()..];
    let owner = before.trim_end_matches(['`', '*', ' ']).to_lowercase();
    const ROOTS: [&str; 5] = [
        "repo root",
        "repository root",
        "project root",
        "root of the repo",
        "root of the project",
    ];
    let is_owned = ["repo's", "repository's", "project's"]
        .iter()
        .any(|end| owner.ends_with(end));
    is_owned
        || ["checkout", "cloned ", " clone "]
            .iter()
            .any(|word| sentence.contains(word))
        || ROOTS.iter().any(|root| sentence.contains(root))
}

/// Returns true if a code block is about a project: a line near byte `at` names a project's folder,
/// such as `src`, or builds a container. A script that the block names is then most likely a script
/// of the project, not of the skill.
fn is_of_a_project(text: &SkillText<'_>, block: &Span, at: usize, folders: &HashSet<&str>) -> bool {
    const FOLDERS: [&str; 5] = ["src", "tests", "app", "k8s", "charts"];
    const COMMANDS: [&str; 2] = ["docker build", "uses: actions/"];
    let start = floor_char_boundary(text.text, block.bytes.start.max(at.saturating_sub(BLOCK)));
    let end = floor_char_boundary(text.text, block.bytes.end.min(at + BLOCK));
    let is_of_skill = |word: &str| {
        let folder = word.trim_start_matches("./").split('/').next();
        word.contains('/') && folder.is_some_and(|folder| folders.contains(folder))
    };
    let mut lines = text.text[start..end].lines().filter(|line| {
        let is_of_skill = line.split_whitespace().any(is_of_skill);
        !is_of_skill && !line.contains("scripts/")
    });
    lines.any(|line| {
        let mut words = line.split(|c: char| c.is_whitespace() || c == '=');
        COMMANDS.iter().any(|command| line.contains(command))
            || words.any(|word| {
                let folder = word.trim_start_matches("./").split_once('/');
                folder.is_some_and(|(folder, _)| {
                    FOLDERS.contains(&folder) && !folders.contains(folder)
                })
            })
    })
}

/// Returns true if a drawing of a folder tree contains the missing file and shows that the file is
/// not meant to be at the path in `written`. There are two cases:
///
/// - The drawing shows a folder other than the skill's own folder. A drawing shows the skill's own
///   folder if it contains `SKILL.md`, or if its top folder is the skill's folder or one of its
///   subfolders.
/// - The drawing shows the file in a subfolder of the skill's own folder, and the file exists in
///   this subfolder.
fn is_drawn_elsewhere(
    context: &SkillContext<'_>,
    drawn: &Drawn<'_>,
    written: &str,
    folders: &HashSet<&str>,
) -> bool {
    let Some((top, inner)) = drawn.folders.split_first() else {
        return false;
    };
    let top = path::file_name(top);
    let is_own = drawn.block.contains("SKILL.md")
        || matches!(top, "" | ".")
        || folders.contains(top)
        || context.names().contains(&top)
        || top.starts_with(['<', '{', '$', '[']);
    let folder = path::parent(context.path).unwrap_or("/");
    let target = path::resolve(folder, &format!("{}/{written}", inner.join("/")));
    !is_own || !inner.is_empty() && context.tree.resolve(&target).is_ok()
}

/// Returns true if code loads the path that follows `before`, as in `import x from './`,
/// `require('./`, `url(./` or `src="./`. Such a path is relative to the file that the user or the
/// model puts the code into, so it is not a path in the skill.
fn is_import(before: &str) -> bool {
    const LOADING: [&str; 8] = [
        "from",
        "import",
        "require",
        "require_relative",
        "url",
        "src",
        "href",
        "@use",
    ];
    let line = before.rfind('\n').map_or(before, |end| &before[end + 1..]);
    let line = line.trim_end_matches(['"', '\'', '`', '(', '{', '=', ' ']);
    let is_end = |c: char| !(c.is_alphanumeric() || c == '_' || c == '@');
    let word = line.rsplit(is_end).next();
    word.is_some_and(|word| LOADING.contains(&word))
}

/// Returns true if a path begins with one of the skill's folders.
fn is_in_a_folder(written: &str, folders: &HashSet<&str>) -> bool {
    let written = written.strip_prefix("./").unwrap_or(written);
    (written.split_once('/')).is_some_and(|(folder, _)| folders.contains(folder))
}

/// Returns true if the lines before a path show that the path is an example of a mistake.
fn shows_a_mistake(before: &str) -> bool {
    let start = floor_char_boundary(before, before.len().saturating_sub(150));
    let near = &before[start..];
    near.contains('❌') || near.contains("WRONG")
}

/// Returns true if the author most likely means a path in the folder of another skill, of a plugin
/// or of the project.
fn is_elsewhere(context: &SkillContext<'_>, before: &str, after: &str, written: &str) -> bool {
    // The path follows a placeholder, as in `<plugin-root>/references/x.md`.
    let placeholder = before.trim_end_matches('/').strip_suffix('>');
    if let Some((_, name)) = placeholder.and_then(|name| name.rsplit_once('<')) {
        const ENDS: [&str; 6] = ["skill", "dir", "directory", "folder", "root", "path"];
        let name = name.to_lowercase();
        let is_own = name.starts_with("base")
            || (name.contains("skill") && !name.contains("skills"))
                && ENDS.iter().any(|end| name.ends_with(end));
        if !is_own {
            return true;
        }
    }
    let of_another = before.trim_end_matches(['`', '*', ' ']);
    // The path follows the name of another skill, as in `other-skill`'s `references/x.md`.
    if ["`'s", "`’s", "skills'"]
        .iter()
        .any(|end| of_another.ends_with(end))
        || is_of_another_skill(context, before)
    {
        return true;
    }
    // The name of another skill follows the path, as in `references/x.md` of the `other-skill` skill.
    let after = after.trim_start_matches('`');
    let skill = [" in ", " of ", " from "]
        .iter()
        .find_map(|word| after.strip_prefix(word));
    let skill = skill.map(|rest| rest.strip_prefix("the ").unwrap_or(rest));
    let skill = skill.and_then(|rest| rest.strip_prefix('`')?.split_once('`'));
    if skill.is_some_and(|(name, _)| !name.contains(['.', '/'])) {
        return true;
    }
    let written = written.replace('\\', "/");
    let written = written.strip_prefix("./").unwrap_or(&written);
    let has = |folder: Entry<'_>| {
        let target = path::resolve(&folder.path(), written);
        context.tree.resolve(&target).is_ok()
    };
    let Some(root) = context.file.parent() else {
        return false;
    };
    let above = std::iter::successors(root.parent(), |folder| folder.parent());
    let near = before.split(|c: char| !(c.is_alphanumeric() || c == '-' || c == '_'));
    let above: Vec<_> = above.take(MAX_ABOVE).collect();
    // The sentence may name the folder of another skill, beside the skill's folder or above it.
    let mut named = near.filter(|word| word.len() > 2);
    above.iter().copied().any(has)
        || named.any(|word| {
            let folders = above
                .iter()
                .filter_map(|all| all.child(word)?.follow().ok());
            let mut others = folders.filter(|folder| folder.id() != root.id());
            others.any(has)
        })
}

/// Returns true if a path belongs to another skill, because words such as `the matching skill's` or
/// `the build skill's` come before the path. `before` is the text before the path. Between the
/// words and the path there may be other paths, as in `the build skill's a.md and b.md`.
fn is_of_another_skill(context: &SkillContext<'_>, before: &str) -> bool {
    const OTHERS: [&str; 7] = [
        "matching",
        "corresponding",
        "relevant",
        "respective",
        "other",
        "another",
        "that",
    ];
    let Some((start, rest)) = before
        .rsplit_once("skill's")
        .or(before.rsplit_once("skill’s"))
    else {
        return false;
    };
    let mut rest = rest
        .split([' ', '\n', '`', ','])
        .filter(|word| !word.is_empty());
    let is_list = rest.all(|word| word.contains(['.', '/']) || matches!(word, "and" | "or"));
    let mut words = start
        .rsplit([' ', '\n'])
        .filter(|word| !word.is_empty())
        .take(3)
        .peekable();
    let last = words.peek().copied().unwrap_or_default();
    let name = last.trim_matches('`');
    let mut own = context.names().into_iter();
    let is_own = own.any(|own| own.eq_ignore_ascii_case(name));
    let is_named = !name.is_empty() && !is_own;
    is_list
        && (is_named && (last.ends_with('`') || has_skill(context, name))
            || words.any(|word| OTHERS.contains(&word.to_lowercase().as_str())))
}

/// Returns true if the tree has a skill in a folder with the name `name`. Uppercase and lowercase
/// letters count as equal.
fn has_skill(context: &SkillContext<'_>, name: &str) -> bool {
    let index = FileIndex::of(context.tree, context.indices);
    let exact = index.ending(context.tree, Some(name), SKILL_FILE);
    let mut skills = exact.chain(index.ending(context.tree, None, SKILL_FILE));
    skills.any(|file| {
        let folder = file.parent();
        folder.is_some_and(|folder| folder.name().eq_ignore_ascii_case(name))
    })
}

/// Converts `relative`, a path relative to the skill's folder, to a path relative to the folder of
/// the file `from`. Returns `None` if the path leads out of the folder of `from`.
fn relative_to(context: &SkillContext<'_>, from: &str, relative: &str) -> Option<String> {
    let root = path::parent(context.path).unwrap_or("/");
    let folder = path::parent(from)?.strip_prefix(root)?;
    match folder.trim_start_matches('/') {
        "" => Some(relative.to_owned()),
        folder => {
            let inside = relative.strip_prefix(folder)?;
            inside.strip_prefix('/').map(str::to_owned)
        }
    }
}

/// Returns a fix that replaces a path with the path of an existing file with a similar name. `None`
/// if `file` is outside of the folder to which the path is relative.
fn renamed(
    context: &SkillContext<'_>,
    gone: &MissingFile<'_, '_>,
    file: &ResourceFile,
) -> Option<Fix> {
    let reference = gone.reference;
    let name = relative_to(context, &reference.path, &file.relative)?;
    let bytes = gone.bytes();
    let end = reference.written.find(['#', '?']);
    let end = end.map_or(bytes.end, |end| bytes.start + end);
    let fix = Fix::unsafe_(format!("Write {name}"));
    let written = match reference.form {
        ReferenceForm::Link | ReferenceForm::Image => name.replace(' ', "%20"),
        ReferenceForm::Code | ReferenceForm::Block | ReferenceForm::Plain => name,
    };
    let (path, places) = (&gone.text.path, &gone.text.places);
    Some(fix.replace(path, places, bytes.start..end, written))
}

/// Returns the existing file whose path or name is most similar to the path or name of a missing
/// file; `None` if no file is similar enough. The file that names the missing file is never
/// returned.
fn nearest<'f>(gone: &MissingFile<'_, '_>, files: &'f [ResourceFile]) -> Option<&'f ResourceFile> {
    let lower = gone.relative.to_lowercase();
    let name = path::file_name(&lower);
    let others = files.iter().filter(|file| file.path != gone.text.path);
    let near = others.filter_map(|file| {
        let other = file.relative.to_lowercase();
        let other_name = path::file_name(&other);
        // If a file in another folder has the same name, it is treated as similar.
        let far = if other_name == name {
            distance(&lower, &other).min(1)
        } else if is_near(name, other_name) {
            distance(&lower, &other)
        } else {
            usize::MAX
        };
        Some((far, file)).filter(|(far, _)| *far <= MAX_FAR.min(lower.chars().count() / 4))
    });
    near.min_by_key(|(far, _)| *far).map(|(_, file)| file)
}

/// Returns true if two file names without their extensions differ in at most a third of their
/// characters. Short names such as `vue` and `p3` differ in few characters, but are not similar.
fn is_near(one: &str, other: &str) -> bool {
    let [one, other] =
        [one, other].map(|name| name.rsplit_once('.').map_or(name, |(stem, _)| stem));
    distance(one, other) <= (one.chars().count() / 3).max(1)
}

/// Returns the edit distance of two names: the number of characters to change, insert or remove. For long names, the
/// result is a large number, because comparing takes time proportional to the product of the lengths.
fn distance(one: &str, other: &str) -> usize {
    const LONGEST: usize = 100;
    if one.len().max(other.len()) > LONGEST {
        usize::MAX
    } else {
        strsim::osa_distance(one, other)
    }
}
