//! `missing-file`: the skill names a file that is not there.
//!
//! Fix: writes the nearest name that is there; unsafe, because another file may be meant.

use crate::lint::diagnostic::{Diagnostic, Fix, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::rules::phrases::{self, Phrases};
use crate::lint::skill_context::SkillContext;
use crate::lint::texts::SkillText;
use crate::text::markdown::SpanKind;
use crate::tree::path;
use crate::tree::resources::{ReferenceForm, ReferenceTarget, ResourceFile, ResourceReference};
use std::collections::HashSet;
use std::ops;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Body,
    "missing-file",
    Severity::Warning,
    "the skill names a file that is not there",
);

/// Words of lines whose paths are examples.
static EXAMPLES: Phrases = Phrases::new(|| phrases::parse(include_str!("phrases/examples.txt")));

/// A reference to a file that is not there.
struct Gone<'r, 'a> {
    reference: &'r ResourceReference,
    text: &'r SkillText<'a>,
    /// The path from the skill's folder.
    relative: &'r str,
}

impl Gone<'_, '_> {
    fn bytes(&self) -> ops::Range<usize> {
        let range = self.reference.range;
        range.start.byte..range.end.byte
    }

    fn message(&self) -> String {
        let written = &self.reference.written;
        let written = match written.contains('\\') {
            true => format!(", which the text calls {written},"),
            false => String::new(),
        };
        format!(
            "there is no {}{written} in the skill's folder",
            self.relative
        )
    }
}

/// Finds references to files that are not there; where no file came with the skill, they are one finding.
pub(super) fn check(
    context: &SkillContext<'_>,
    texts: &[SkillText<'_>],
    for_people: &HashSet<&str>,
    found: &mut Vec<Diagnostic>,
) {
    let root = path::parent(context.path).unwrap_or("/");
    let files = &context.resources.files;
    let folder_of = |relative: &str| {
        relative
            .split_once('/')
            .map(|(folder, _)| folder.to_owned())
    };
    let folders: HashSet<_> = (files.iter())
        .filter_map(|file| folder_of(&file.relative))
        .collect();
    let mut seen = HashSet::new();
    let mut references = context.resources.references.iter();
    let gone = std::iter::from_fn(|| {
        references.find_map(|reference| {
            // Files elsewhere may not have been given.
            let inside = reference.target.strip_prefix(root)?;
            let relative = inside.strip_prefix('/')?;
            let is_link = matches!(reference.form, ReferenceForm::Link | ReferenceForm::Image);
            // A project that is worked on has scripts and assets, too.
            let is_meant = || {
                let folder = folder_of(relative);
                match folder {
                    Some(folder) => folder == "references" || folders.contains(&folder),
                    // It is there but for its capitals.
                    None => true,
                }
            };
            let is_there = reference.found != ReferenceTarget::Missing;
            if is_there || seen.contains(&reference.target) || for_people.contains(&*reference.path)
            {
                return None;
            }
            let text = texts.iter().find(|text| text.path == reference.path)?;
            let line = text.line_at(reference.range.start.byte).to_lowercase();
            let is_example = !is_link && EXAMPLES.iter().any(|word| line.contains(word));
            let span = text.span_at(reference.range.start.byte);
            let is_commented = span.is_some_and(|span| span.kind == SpanKind::Comment);
            let counts = !is_commented && !is_example && (is_link || is_meant());
            (counts && seen.insert(&reference.target)).then_some(Gone {
                reference,
                text,
                relative,
            })
        })
    });
    let gone: Vec<_> = gone.take(MAX_FOUND).collect();
    // Where nothing came with the skill's file, that is one fault.
    if let ([first, rest @ ..], true) = (&gone[..], files.is_empty()) {
        let message = match rest.len() {
            0 => first.message(),
            1 => format!(
                "{}, nor one more file that the skill names",
                first.message()
            ),
            more => format!(
                "{}, nor {more} more files that the skill names",
                first.message()
            ),
        };
        let help = "Put the files beside SKILL.md, or take their names out of the text.";
        let diagnostic = first.text.say(context, &RULE, first.bytes(), message, help);
        found.push(rest.iter().fold(diagnostic, |diagnostic, gone| {
            diagnostic.related(gone.message(), &gone.text.path, gone.reference.range)
        }));
        return;
    }
    for gone in &gone {
        let nearest = nearest(gone.relative, files);
        let help = match nearest {
            Some(file) => format!("Did you mean {}?", file.relative),
            None => "Add the file, or take its name out of the text.".to_owned(),
        };
        let renamed = nearest.and_then(|file| renamed(context, gone, file));
        found.push(
            gone.text
                .say(context, &RULE, gone.bytes(), gone.message(), help)
                .fix(renamed),
        );
    }
}

/// The path of a file from the folder of the one that names it.
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

/// The name of a file in place of one that is nearly the same.
fn renamed(context: &SkillContext<'_>, gone: &Gone<'_, '_>, file: &ResourceFile) -> Option<Fix> {
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

/// The file whose path, or whose name, is nearest to one that is not there.
fn nearest<'f>(wanted: &str, files: &'f [ResourceFile]) -> Option<&'f ResourceFile> {
    let lower = wanted.to_lowercase();
    let name = path::file_name(&lower);
    let near = files.iter().filter_map(|file| {
        let other = file.relative.to_lowercase();
        let whole = distance(&lower, &other);
        // The right name in another folder is near.
        let moved = match path::file_name(&other) == name {
            true => 1,
            false => usize::MAX,
        };
        Some((whole.min(moved), file)).filter(|(far, _)| *far <= lower.chars().count() / 4)
    });
    near.min_by_key(|(far, _)| *far).map(|(_, file)| file)
}

/// How many characters must be changed, put in or taken out; far for what is long, since that takes the product.
fn distance(one: &str, other: &str) -> usize {
    const LONGEST: usize = 100;
    match one.len().max(other.len()) > LONGEST {
        true => usize::MAX,
        false => strsim::osa_distance(one, other),
    }
}
