//! The files of a skill beside its `SKILL.md`, and who names them: scripts, references and assets are worth their bytes
//! only if something the model reads says that they are there.
//!
//! Written paths are compared with the files that there are, so that prose is not taken for a path: `scripts/run.py` in
//! a sentence is a reference, `and/or` is none. What is not there counts only where it is clear that a file is meant:
//! the destination of a link, a path in one of the standard's folders, or one behind a variable for the skill's folder.

use std::collections::{HashMap, HashSet, VecDeque};
use std::ops;

use serde::{Deserialize, Serialize};

use crate::sort;
use crate::text::document::{PlaceIndex, Range};
use crate::text::markdown::{self, Span, SpanKind};
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryKind, Tree};

/// Files of a skill that are looked at; the limit is ours.
const MAX_FILES: usize = 2_000;

/// Longest text that references are looked for in, in bytes; the limit is ours.
const MAX_TEXT: usize = 1 << 20;

/// References of one file that are kept; the limit is ours.
const MAX_REFERENCES: usize = 2_000;

/// Places that are kept with the files that they name, in all: folders name many. The limit is ours.
const MAX_SITES: usize = 100_000;

/// The folders that the standard names (docs/hosts/standard.md).
const SCRIPTS: &str = "scripts";
const REFERENCES: &str = "references";
const ASSETS: &str = "assets";

/// Files that many folders have.
const COMMON: [&str; 4] = ["readme.md", "license.txt", "changelog.md", "package.json"];

/// Endings of files that hold programs.
const PROGRAMS: [&str; 15] = [
    "py", "sh", "bash", "zsh", "js", "mjs", "cjs", "ts", "rb", "pl", "php", "ps1", "lua", "go", "r",
];

/// A skill's files and what names them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkillResources {
    /// The skill's file, without links.
    pub path: String,
    /// The files in its folder and below, without the skill's own and those of skills in folders below; by path.
    pub files: Vec<ResourceFile>,
    /// The references in the skill's file and the files beside it, by file and place; the skill's own file comes first.
    pub references: Vec<ResourceReference>,
    /// False when there are more files than are looked at (2,000), or one whose contents have not been given or are
    /// too long (1 MiB): what it names is not known.
    pub complete: bool,
}

/// A file beside a skill's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResourceFile {
    /// The file.
    pub path: String,
    /// Its path from the skill's folder, such as `scripts/run.py`.
    pub relative: String,
    /// Its purpose.
    pub kind: ResourceKind,
    /// Its size; none when its contents have not been given.
    pub bytes: Option<usize>,
    /// The number of files to read to learn of it, the skill's own included: 1 when that one names it. None when nothing
    /// that leads there is named.
    pub depth: Option<usize>,
    /// Where it, or a folder that it is in, is named.
    pub named_by: Vec<Site>,
}

/// The purpose of a file beside a skill's.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ResourceKind {
    /// To be run: in `scripts`, or a program beside the skill's file.
    Script,
    /// To be read when it is needed: in `references`, or Markdown.
    Reference,
    /// To be used in what is made: in `assets`.
    Asset,
    /// A file that hosts read besides the skill's own: in `agents`.
    AgentsConfig,
    /// Anything else.
    Other,
}

/// A place that names a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Site {
    /// The file that names it.
    pub path: String,
    /// Where.
    pub range: Range,
}

/// A name of a file in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ResourceReference {
    /// The file that names it.
    pub path: String,
    /// Where.
    pub range: Range,
    /// How.
    pub form: ReferenceForm,
    /// As it is written.
    pub written: String,
    /// The path that it comes to, links not followed.
    pub target: String,
    /// The target.
    pub found: ReferenceTarget,
}

/// The form in which a text names a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceForm {
    /// As the destination of a link.
    Link,
    /// As that of an image.
    Image,
    /// Between backquotes.
    Code,
    /// In a fenced block.
    Block,
    /// In a sentence, in a comment, or in a file that is no Markdown.
    Plain,
}

/// The target of a reference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceTarget {
    /// A file.
    File,
    /// A folder.
    Folder,
    /// Nothing of that name.
    Missing,
}

/// The index of the skill that this file makes.
pub(crate) fn of(tree: &Tree, skill: Entry<'_>) -> SkillResources {
    let beside = Beside::of(skill);
    let mut complete = beside.complete;
    let mut references = Vec::new();
    for (relative, entry) in std::iter::once(("", skill)).chain(beside.iter()) {
        let text = match entry.contents() {
            None => {
                complete = false;
                continue;
            }
            // What is no text names nothing.
            Some(contents) => contents.text().unwrap_or_default(),
        };
        if text.len() > MAX_TEXT {
            complete = false;
            continue;
        }
        let names = Names {
            tree,
            beside: &beside,
            directory: path::parent(relative).unwrap_or_default(),
        };
        references.extend(names.read(&entry.path(), relative, text));
    }
    let files = files(&beside, &references);
    SkillResources {
        path: skill.path(),
        files,
        references,
        complete,
    }
}

/// The skills' files in a tree, by path.
pub(crate) fn skills(tree: &Tree) -> Vec<Entry<'_>> {
    let mut skills: Vec<_> = (tree.entries())
        .filter(|entry| is_skill_file(*entry))
        .map(|entry| (entry.path(), entry))
        .collect();
    sort::by(&mut skills, |(left, _), (right, _)| left.cmp(right));
    skills.into_iter().map(|(_, entry)| entry).collect()
}

fn is_skill_file(entry: Entry<'_>) -> bool {
    entry.name() == SKILL_FILE && matches!(entry.kind(), EntryKind::File(_))
}

/// The files beside a skill's own.
pub(crate) struct Beside<'t> {
    /// The skill's folder.
    root: String,
    /// Files by their paths from the skill's folder, in order.
    files: Vec<(String, Entry<'t>)>,
    /// Folders likewise.
    folders: HashSet<String>,
    /// The folders of further skills below it, likewise; their files are not in `files`.
    nested: HashSet<String>,
    /// Indices of `files`.
    by_path: HashMap<String, usize>,
    /// The same by the last segment in small letters.
    by_name: HashMap<String, Vec<usize>>,
    complete: bool,
}

impl<'t> Beside<'t> {
    /// All below the skill's folder but other skills; nothing for a file that is a skill by itself.
    pub(crate) fn of(skill: Entry<'t>) -> Self {
        let parent = skill.parent();
        let mut beside = Self {
            root: parent.map_or_else(|| "/".to_owned(), Entry::path),
            files: Vec::new(),
            folders: HashSet::new(),
            nested: HashSet::new(),
            by_path: HashMap::new(),
            by_name: HashMap::new(),
            complete: true,
        };
        let has_folder = is_skill_file_name(skill.name()) && beside.root != "/";
        let mut folders: VecDeque<_> = (parent.filter(|_| has_folder).into_iter())
            .map(|folder| (String::new(), folder))
            .collect();
        while let Some((path, folder)) = folders.pop_front() {
            let is_below = !path.is_empty();
            if is_below && folder.children().any(is_skill_file) {
                beside.nested.insert(path);
                continue;
            }
            if is_below {
                beside.folders.insert(path.clone());
            }
            for child in folder.children().filter(|child| child.id() != skill.id()) {
                let relative = match is_below {
                    true => format!("{path}/{}", child.name()),
                    false => child.name().to_owned(),
                };
                match child.kind() {
                    EntryKind::Directory if child.name() == ".git" => {}
                    EntryKind::Directory => folders.push_back((relative, child)),
                    _ if beside.files.len() == MAX_FILES => beside.complete = false,
                    _ => beside.files.push((relative, child)),
                }
            }
        }
        sort::by(&mut beside.files, |(left, _), (right, _)| left.cmp(right));
        for (index, (relative, entry)) in beside.files.iter().enumerate() {
            beside.by_path.insert(relative.clone(), index);
            let names = beside.by_name.entry(entry.name().to_lowercase());
            names.or_default().push(index);
        }
        beside
    }

    /// The files with their paths from the skill's folder. A link is what it leads to.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Entry<'t>)> {
        let files = self.files.iter();
        files.map(|(relative, entry)| (relative.as_str(), entry.follow().unwrap_or(*entry)))
    }

    fn is_empty(&self) -> bool {
        self.files.is_empty() && self.folders.is_empty() && self.nested.is_empty()
    }

    /// The file that ends in these segments, if there is just one, and whether it does so in the same capitals.
    fn ending(&self, end: &str) -> Option<(usize, bool)> {
        if self.files.is_empty() {
            return None;
        }
        let named = self.by_name.get(&path::file_name(end).to_lowercase())?;
        let is_it = |index: &&usize| {
            let file = &self.files[**index].0;
            let start = file.len().checked_sub(end.len());
            start.is_some_and(|start| {
                let tail = file.get(start..);
                tail.is_some_and(|tail| tail.eq_ignore_ascii_case(end))
                    && (start == 0 || file[..start].ends_with('/'))
            })
        };
        // Many files of one name would make this dear for every mention of it.
        let mut found = named.iter().take(16).filter(is_it);
        let first = *found.next()?;
        let is_same = self.files[first].0.ends_with(end);
        found.next().is_none().then_some((first, is_same))
    }
}

/// The references of one file.
struct Names<'a, 't> {
    tree: &'t Tree,
    beside: &'a Beside<'t>,
    /// The folder of the file, from the skill's.
    directory: &'a str,
}

/// The file that a name leads to.
struct Found {
    target: String,
    found: ReferenceTarget,
}

impl Names<'_, '_> {
    fn read(&self, path: &str, relative: &str, text: &str) -> Vec<ResourceReference> {
        let is_markdown = relative.is_empty() || is_markdown(relative);
        let spans = match is_markdown {
            true => markdown::spans(text),
            false => Vec::new(),
        };
        let mut names: Vec<(ops::Range<usize>, ReferenceForm, Found)> = Vec::new();
        for span in &spans {
            let form = match span.kind {
                SpanKind::Link => ReferenceForm::Link,
                SpanKind::Image => ReferenceForm::Image,
                _ => continue,
            };
            if let Some(found) = self.linked(&text[span.bytes.clone()]) {
                names.push((span.bytes.clone(), form, found));
            }
        }
        let mut spans = spans.iter().peekable();
        for bytes in words(text) {
            while spans
                .next_if(|span| span.bytes.end <= bytes.start)
                .is_some()
            {}
            let span = spans.peek().filter(|span| span.bytes.start < bytes.end);
            let form = match span {
                Some(Span {
                    kind: SpanKind::Link | SpanKind::Image,
                    ..
                }) => continue,
                Some(Span {
                    kind: SpanKind::Code,
                    ..
                }) => ReferenceForm::Code,
                Some(Span {
                    kind: SpanKind::Block,
                    ..
                }) => ReferenceForm::Block,
                _ => ReferenceForm::Plain,
            };
            if names.len() == MAX_REFERENCES {
                break;
            }
            if let Some((bytes, found)) = self.mentioned(text, bytes)
                // Only what the model is told is a promise; programs name files of others.
                && (is_markdown || found.found != ReferenceTarget::Missing)
            {
                names.push((bytes, form, found));
            }
        }
        sort::by_key(&mut names, |(bytes, ..)| bytes.start);
        let places = PlaceIndex::new(text);
        let names = names.into_iter().take(MAX_REFERENCES);
        let references = names.map(|(bytes, form, found)| ResourceReference {
            path: path.to_owned(),
            range: places.range(bytes.clone()),
            form,
            written: text[bytes].to_owned(),
            target: found.target,
            found: found.found,
        });
        references.collect()
    }

    /// The file that a link leads to; none when it leads out of the tree or into the same file.
    fn linked(&self, destination: &str) -> Option<Found> {
        let end = destination.find(['#', '?']).unwrap_or(destination.len());
        // A backslash is a slash where the author wrote the path.
        let path = decoded(&destination[..end]).replace('\\', "/");
        let path = path.trim_end_matches('/');
        let scheme = path.find(':').unwrap_or_default();
        let has_scheme = scheme > 1 && !path[..scheme].contains('/');
        if path.is_empty() || has_scheme || path.starts_with(['/', '~']) {
            return None;
        }
        let found = self.at(self.directory, path).or_else(|| self.at("", path));
        let found = found.or_else(|| {
            // Hosts say that paths start at the skill's folder.
            let (_, rest) = behind_variable(path)?;
            self.at("", rest)
        });
        found.or_else(|| {
            is_a_files(path).then(|| Found {
                target: path::resolve(&self.absolute(self.directory), path),
                found: ReferenceTarget::Missing,
            })
        })
    }

    /// The file that a word of a text names, if it is a path, and the part of the word that is.
    fn mentioned(
        &self,
        text: &str,
        bytes: ops::Range<usize>,
    ) -> Option<(ops::Range<usize>, Found)> {
        let word = &text[bytes.clone()];
        // The mark may have been at its end.
        let mut inside = word.bytes();
        let has_path = inside.any(|byte| matches!(byte, b'.' | b'/' | b'\\'));
        if !has_path || word.starts_with("//") || word.contains("://") {
            return None;
        }
        let variable = behind_variable(word);
        let (at, rest, is_of_skill) = match variable {
            Some((of_skill, rest)) => (word.len() - rest.len(), rest, of_skill),
            None => {
                // `<skill-dir>/scripts/run.py` comes without what stands between the brackets.
                let is_behind = text[..bytes.start].ends_with('>');
                let rest = word.strip_prefix('/').filter(|_| is_behind);
                (usize::from(rest.is_some()), rest.unwrap_or(word), false)
            }
        };
        let bytes = bytes.start + at..bytes.end;
        let slashed = rest.replace('\\', "/");
        let slashed = slashed.strip_prefix("./").unwrap_or(&slashed);
        let bare = slashed.trim_end_matches('/');
        if bare.is_empty() || bare.starts_with('/') {
            return None;
        }
        let is_folder = slashed.ends_with('/');
        let found = (self.at(self.directory, bare))
            .or_else(|| self.at("", bare))
            .or_else(|| self.in_own_folder(bare))
            .or_else(|| {
                let (index, is_same) = self.beside.ending(bare)?;
                let file = self.file(index);
                // `FORMS.md` is not `forms.md` on every machine; a README is spoken of in any spelling.
                let is_common = COMMON.iter().any(|name| bare.eq_ignore_ascii_case(name));
                let before = &file.target[..file.target.len() - bare.len()];
                Some(match is_same || is_common {
                    true => file,
                    false => Found {
                        target: format!("{before}{bare}"),
                        found: ReferenceTarget::Missing,
                    },
                })
            })
            // A word is a folder's name only with a slash behind it.
            .filter(|found| {
                found.found != ReferenceTarget::Folder || is_folder || rest.contains('/')
            });
        let found = found.or_else(|| {
            let folder = bare.split('/').next().unwrap_or_default();
            let is_meant = is_of_skill
                || variable.is_none()
                    && [SCRIPTS, REFERENCES, ASSETS]
                        .iter()
                        .any(|known| known.eq_ignore_ascii_case(folder));
            (is_meant && !is_folder && bare.contains('/') && is_a_files(bare)).then(|| Found {
                target: path::resolve(&self.beside.root, bare),
                found: ReferenceTarget::Missing,
            })
        })?;
        Some((bytes, found))
    }

    /// The file at a path from a folder of the skill's, perhaps outside of it.
    fn at(&self, directory: &str, path: &str) -> Option<Found> {
        let may_lead_out = path.starts_with("../") || path.ends_with(SKILL_FILE);
        if self.beside.is_empty() && !may_lead_out {
            return None;
        }
        let target = path::resolve(&self.absolute(directory), path);
        let inside = target.strip_prefix(self.beside.root.as_str());
        let relative = inside.and_then(|inside| inside.strip_prefix('/'));
        if let Some(relative) = relative {
            if self.beside.folders.contains(relative) {
                return Some(Found {
                    target,
                    found: ReferenceTarget::Folder,
                });
            }
            if let Some(index) = self.beside.by_path.get(relative) {
                return Some(self.file(*index));
            }
        }
        // Only a path that leads elsewhere is looked for elsewhere: out of the folder, into that of a nested skill, or to one
        // of more files than are looked at.
        let leads_out = path.starts_with("../") || relative == Some(SKILL_FILE);
        let is_nested = || {
            relative.is_some_and(|relative| {
                let mut above = relative.match_indices('/').map(|(at, _)| &relative[..at]);
                above.any(|folder| self.beside.nested.contains(folder))
                    || self.beside.nested.contains(relative)
            })
        };
        let is_all_known = self.beside.files.len() < MAX_FILES;
        if !leads_out && is_all_known && (self.beside.nested.is_empty() || !is_nested()) {
            return None;
        }
        let entry = self.tree.resolve(&target).ok()?;
        Some(Found {
            target,
            found: match entry.kind() {
                EntryKind::Directory => ReferenceTarget::Folder,
                _ => ReferenceTarget::File,
            },
        })
    }

    /// The file at a path through the skill's own folder, such as `.claude/skills/pdf/scripts/run.py`.
    fn in_own_folder(&self, path: &str) -> Option<Found> {
        let name = path::file_name(&self.beside.root);
        let start = path
            .match_indices(name)
            .find(|(start, _)| {
                let before = &path[..*start];
                (before.is_empty() || before.ends_with('/'))
                    && path[start + name.len()..].starts_with('/')
            })?
            .0;
        self.at("", &path[start + name.len() + 1..])
    }

    fn file(&self, index: usize) -> Found {
        Found {
            target: self.absolute(&self.beside.files[index].0),
            found: ReferenceTarget::File,
        }
    }

    fn absolute(&self, relative: &str) -> String {
        match relative {
            "" => self.beside.root.clone(),
            relative => path::join(&self.beside.root, relative),
        }
    }
}

/// The words of a text that may be paths, without the marks around them: those with a dot or a slash inside. Prose has none
/// there, and that is most words, so what is looked for is the dot or slash.
fn words(text: &str) -> impl Iterator<Item = ops::Range<usize>> {
    let bytes = text.as_bytes();
    // Behind the word before.
    let mut at = 0;
    std::iter::from_fn(move || {
        let mut mark = at;
        while mark < bytes.len() && !matches!(bytes[mark], b'.' | b'/' | b'\\') {
            mark += 1;
        }
        if mark == bytes.len() {
            return None;
        }
        let start = start_of_word(text, at, mark);
        at = end_of_word(text, mark);
        let word = text[start..at].trim_end_matches(['.', ':', '#', '_', '-']);
        Some(start..start + word.len())
    })
}

/// Where the word begins that goes on at `end`; not before `from`.
fn start_of_word(text: &str, from: usize, end: usize) -> usize {
    let bytes = text.as_bytes();
    let mut start = end;
    while start > from {
        let byte = bytes[start - 1];
        if byte.is_ascii() {
            if !is_ascii_of_word(byte) {
                break;
            }
            start -= 1;
            continue;
        }
        let last = text[..start].chars().next_back();
        match last.filter(|c| c.is_alphanumeric()) {
            Some(c) => start -= c.len_utf8(),
            None => break,
        }
    }
    start
}

/// Where the word ends that goes on at `start`.
fn end_of_word(text: &str, start: usize) -> usize {
    let bytes = text.as_bytes();
    let mut end = start;
    while end < bytes.len() {
        if bytes[end].is_ascii() {
            if !is_ascii_of_word(bytes[end]) {
                break;
            }
            end += 1;
            continue;
        }
        let next = text[end..].chars().next();
        match next.filter(|c| c.is_alphanumeric()) {
            Some(c) => end += c.len_utf8(),
            None => break,
        }
    }
    end
}

fn is_ascii_of_word(byte: u8) -> bool {
    let is_mark = matches!(
        byte,
        b'_' | b'-'
            | b'.'
            | b'/'
            | b'\\'
            | b'{'
            | b'}'
            | b'$'
            | b'~'
            | b'@'
            | b'+'
            | b'%'
            | b'#'
            | b':'
    );
    is_mark || byte.is_ascii_alphanumeric()
}

/// Returns the rest of a path behind a variable at its start, and true if the variable is one for the skill's own folder.
fn behind_variable(path: &str) -> Option<(bool, &str)> {
    let (name, rest) = match path.strip_prefix('$') {
        Some(named) if !named.starts_with('{') => named.split_once('/')?,
        _ => {
            let opened = path.trim_start_matches('$').strip_prefix('{')?;
            let (name, rest) = opened.trim_start_matches('{').split_once('}')?;
            (name, rest.trim_start_matches('}').strip_prefix('/')?)
        }
    };
    Some((is_for_own_folder(name), rest))
}

/// Returns true for the names that authors and hosts give to the skill's own folder, such as `CLAUDE_SKILL_DIR` and
/// `baseDir`. `PDF_SKILL_DIR` is for another skill's.
fn is_for_own_folder(name: &str) -> bool {
    const WORDS: [&str; 13] = [
        "skill",
        "base",
        "directory",
        "dir",
        "root",
        "path",
        "folder",
        "claude",
        "codex",
        "this",
        "current",
        "agent",
        "my",
    ];
    // `${NAME:-default}`
    let name = name.split(':').next().unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    let has_subject = lower.contains("skill") || lower.starts_with("base");
    let mut words = lower.split(['_', '-', '.', ' ']);
    has_subject
        && words.all(|word| {
            let mut rest = word;
            while let Some(known) = WORDS.iter().find(|known| rest.starts_with(*known)) {
                rest = &rest[known.len()..];
            }
            rest.is_empty()
        })
}

/// True if a path without a scheme is a file's and no placeholder: its last segment has an ending.
fn is_a_files(path: &str) -> bool {
    const PLACEHOLDERS: [&str; 9] = [
        "path/to",
        "xxx",
        "...",
        "example.",
        "your-",
        "your_",
        "/foo.",
        "/bar.",
        "filename.",
    ];
    let name = path::file_name(path);
    let ending = name.rsplit_once('.').filter(|(stem, _)| !stem.is_empty());
    let is_ending = ending.is_some_and(|(_, ending)| {
        (1..=8).contains(&ending.len())
            && ending.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && !ending.bytes().all(|byte| byte.is_ascii_digit())
    });
    is_ending
        && !path.contains(['{', '}', '$', '<', '>', '*', '@', ' '])
        && !PLACEHOLDERS
            .iter()
            .any(|placeholder| path.contains(placeholder))
}

fn is_markdown(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| {
        ending.eq_ignore_ascii_case("md") || ending.eq_ignore_ascii_case("markdown")
    })
}

/// A destination with its `%20`s decoded.
fn decoded(destination: &str) -> String {
    let mut bytes = Vec::with_capacity(destination.len());
    let mut rest = destination.as_bytes();
    while let Some((first, behind)) = rest.split_first() {
        let code = behind.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            None => {
                bytes.push(*first);
                rest = behind;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| destination.to_owned())
}

/// The files with who names them, and how far from the skill's own.
fn files(beside: &Beside<'_>, references: &[ResourceReference]) -> Vec<ResourceFile> {
    let mut files: Vec<_> = (beside.iter())
        .map(|(relative, entry)| ResourceFile {
            path: path::join(&beside.root, relative),
            relative: relative.to_owned(),
            kind: kind(relative),
            bytes: entry.contents().map(|contents| contents.bytes().len()),
            depth: None,
            named_by: Vec::new(),
        })
        .collect();
    // Which files each file names; the skill's own comes behind all others.
    let mut named: Vec<Vec<usize>> = vec![Vec::new(); files.len() + 1];
    let mut folders: HashSet<(&str, &str)> = HashSet::new();
    let mut sites = 0;
    for reference in references {
        let inside = reference.target.strip_prefix(beside.root.as_str());
        let Some(relative) = inside.and_then(|inside| inside.strip_prefix('/')) else {
            continue;
        };
        let from = reference.path.strip_prefix(beside.root.as_str());
        let from = from.and_then(|from| beside.by_path.get(from.trim_start_matches('/')));
        let from = from.copied().unwrap_or(files.len());
        let targets = match reference.found {
            ReferenceTarget::Missing => continue,
            ReferenceTarget::File => match beside.by_path.get(relative) {
                Some(index) if *index != from => *index..*index + 1,
                _ => continue,
            },
            ReferenceTarget::Folder => {
                // Once for each file that names it, or many names of a large folder would take long.
                if !folders.insert((&reference.path, relative)) {
                    continue;
                }
                let below = format!("{relative}/");
                let start = beside.files.partition_point(|(path, _)| *path < below);
                let inside = beside.files[start..].iter();
                let count = inside
                    .take_while(|(path, _)| path.starts_with(&below))
                    .count();
                start..start + count
            }
        };
        sites += targets.len();
        if sites > MAX_SITES {
            break;
        }
        for index in targets {
            named[from].push(index);
            files[index].named_by.push(Site {
                path: reference.path.clone(),
                range: reference.range,
            });
        }
    }
    let mut pending = VecDeque::from([(files.len(), 0)]);
    while let Some((from, depth)) = pending.pop_front() {
        for index in std::mem::take(&mut named[from]) {
            if files[index].depth.is_none() {
                files[index].depth = Some(depth + 1);
                pending.push_back((index, depth + 1));
            }
        }
    }
    files
}

fn kind(relative: &str) -> ResourceKind {
    let (folder, _) = relative.split_once('/').unwrap_or_default();
    let ending = relative.rsplit_once('.').map_or("", |(_, ending)| ending);
    match folder {
        SCRIPTS => ResourceKind::Script,
        REFERENCES => ResourceKind::Reference,
        ASSETS => ResourceKind::Asset,
        "agents" => ResourceKind::AgentsConfig,
        _ if is_markdown(relative) => ResourceKind::Reference,
        _ if PROGRAMS.contains(&ending) => ResourceKind::Script,
        _ => ResourceKind::Other,
    }
}
