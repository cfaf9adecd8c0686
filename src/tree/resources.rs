//! The resource files of a skill, such as scripts and references, and the texts that refer to them.
//! A resource file is useful only if a text that the model reads refers to it.
//!
//! A path in a text is compared with the existing files, so that prose is not mistaken for a path:
//! `scripts/run.py` in a sentence is a reference, `and/or` is not. A missing file is reported only
//! if the text clearly refers to a file:
//!
//! - the destination of a link,
//! - a path in one of the standard's folders,
//! - a path after a variable for the skill's folder.

use std::collections::VecDeque;
use std::ops;

use serde::{Deserialize, Serialize};

use crate::hashing::{HashMap, HashSet};
use crate::sort;
use crate::text::document::{PlaceIndex, Range};
use crate::text::markdown::{self, Span, SpanKind};
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_page_of_site, is_skill_file_name};
use crate::tree::{Entry, EntryKind, Tree};

/// The maximum number of files of one skill that are inspected. No host has this limit.
const MAX_FILES: usize = 2_000;

/// The size in bytes of the longest text that is searched for references to files. No host has this
/// limit.
const MAX_TEXT: usize = 1 << 20;

/// The maximum number of references that are collected from one file of a skill. No host has this
/// limit.
const MAX_REFERENCES: usize = 2_000;

/// The maximum number of references that are collected from all files of a skill. A reference to a
/// folder counts once for each file in the folder. No host has this limit.
const MAX_SITES: usize = 100_000;

/// The name of the folder for scripts in a skill, by the Agent Skills standard
/// (docs/hosts/standard.md). The standard also has the folders [`REFERENCES`] and [`ASSETS`].
const SCRIPTS: &str = "scripts";
const REFERENCES: &str = "references";
const ASSETS: &str = "assets";

/// Names of files that exist in the folders of many projects.
const COMMON: [&str; 4] = ["readme.md", "license.txt", "changelog.md", "package.json"];

/// Extensions of files that contain programs.
const PROGRAMS: [&str; 15] = [
    "py", "sh", "bash", "zsh", "js", "mjs", "cjs", "ts", "rb", "pl", "php", "ps1", "lua", "go", "r",
];

/// The resource files of a skill, and the references to them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct SkillResources {
    /// The path of the skill's `SKILL.md`, in which all links are resolved.
    pub path: String,
    /// The files in the skill's folder and below, sorted by path. The skill's `SKILL.md` and the
    /// files of nested skills are not included.
    pub files: Vec<ResourceFile>,
    /// The references in the skill's texts to its files, sorted by file and position. References in
    /// the `SKILL.md` come first.
    pub references: Vec<ResourceReference>,
    /// True if all references were found. False if the skill has more than 2,000 files, or if one
    /// of its files is not loaded or is longer than 1 MiB.
    pub complete: bool,
}

/// A resource file of a skill: any file in its folder except the `SKILL.md`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct ResourceFile {
    /// The path of the file, in which all links are resolved.
    pub path: String,
    /// The path relative to the skill's folder, such as `scripts/run.py`.
    pub relative: String,
    /// The file's purpose.
    pub kind: ResourceKind,
    /// The size of the file in bytes; `None` if the contents are not loaded.
    pub bytes: Option<usize>,
    /// The number of files that a model must read before the model knows this file: 1 if the
    /// `SKILL.md` refers to this file. `None` if no chain of references leads to this file.
    pub depth: Option<usize>,
    /// The references to this file, or to a folder that contains the file.
    pub named_by: Vec<Site>,
}

/// The purpose of a resource file of a skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ResourceKind {
    /// A program that is run: a file in `scripts`, or a program in another folder.
    Script,
    /// Text that is read when needed: a file in `references`, or Markdown in another folder.
    Reference,
    /// Material for the files that the model creates, such as a template or a logo: a file in
    /// `assets`.
    Asset,
    /// Metadata that hosts read in addition to the `SKILL.md`: a file in `agents`.
    AgentsConfig,
    /// A file of any other kind.
    Other,
}

/// The position of a reference to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct Site {
    /// The path of the file that contains the reference.
    pub path: String,
    /// The range of the reference in the file at `path`.
    pub range: Range,
}

/// A reference in a text to a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ResourceReference {
    /// The path of the file that contains the reference.
    pub path: String,
    /// The range of the reference in the file.
    pub range: Range,
    /// The form of the reference, such as a link.
    pub form: ReferenceForm,
    /// The reference, as written in the text.
    pub written: String,
    /// The absolute path to which the reference resolves. Links are not followed.
    pub target: String,
    /// The kind of entry that exists at `target`: a file, a folder or nothing.
    pub found: ReferenceTarget,
}

/// The form in which a text refers to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceForm {
    /// The destination of a Markdown link.
    Link,
    /// The destination of a Markdown image.
    Image,
    /// Text between backquotes.
    Code,
    /// Text in a fenced code block.
    Block,
    /// Text in a sentence, in a comment, or in a file that is not Markdown.
    Plain,
}

/// The kind of entry to which a reference resolves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum ReferenceTarget {
    /// The target is a file.
    File,
    /// The target is a folder.
    Folder,
    /// The target does not exist.
    Missing,
}

/// Returns the resource files of a skill, with the references to them. `skill` is the `SKILL.md`.
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
            // A file that is not text has no references.
            Some(contents) => contents.text().unwrap_or_default(),
        };
        if text.len() > MAX_TEXT {
            complete = false;
            continue;
        }
        let names = NameResolver {
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

/// Returns the `SKILL.md` files of all skills in a tree, sorted by path.
pub(crate) fn skills(tree: &Tree) -> Vec<Entry<'_>> {
    let mut skills: Vec<_> = (tree.entries())
        .filter(|entry| is_skill_file(*entry))
        .map(|entry| (entry.path(), entry))
        .collect();
    sort::by(&mut skills, |(left, _), (right, _)| left.cmp(right));
    skills.into_iter().map(|(_, entry)| entry).collect()
}

/// Returns true if the entry is a file called `SKILL.md`.
pub(crate) fn is_skill_file(entry: Entry<'_>) -> bool {
    entry.name() == SKILL_FILE && matches!(entry.kind(), EntryKind::File(_))
}

/// The resource files of one skill, prepared for looking up references.
pub(crate) struct Beside<'t> {
    /// The path of the skill's folder.
    root: String,
    /// The files with their paths relative to the skill's folder, sorted by path.
    files: Vec<(String, Entry<'t>)>,
    /// The paths of all folders below the skill's folder, relative to the skill's folder.
    folders: HashSet<String>,
    /// The paths of the folders of nested skills, relative to the skill's folder. The files of
    /// nested skills are not in `files`.
    nested: HashSet<String>,
    /// The paths of links to folders, relative to the skill's folder. The files in such a folder are
    /// not in `files`.
    links: HashSet<String>,
    /// For each relative path, the index of its file in `files`.
    by_path: HashMap<String, usize>,
    /// The last segments of the relative paths of all files and folders.
    segments: HashSet<String>,
    /// For each file name in lowercase, the indices in `files` of the files with this name.
    by_name: HashMap<String, Vec<usize>>,
    complete: bool,
}

impl<'t> Beside<'t> {
    /// Collects the files below the folder of a `SKILL.md`, except the files of nested skills.
    pub(crate) fn of(skill: Entry<'t>) -> Self {
        let parent = skill.parent();
        let mut beside = Self {
            root: parent.map_or_else(|| "/".to_owned(), Entry::path),
            files: Vec::new(),
            folders: HashSet::default(),
            nested: HashSet::default(),
            links: HashSet::default(),
            segments: HashSet::default(),
            by_path: HashMap::default(),
            by_name: HashMap::default(),
            complete: true,
        };
        let has_folder =
            is_skill_file_name(skill.name()) && beside.root != "/" && !is_page_of_site(skill);
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
                beside.segments.insert(folder.name().to_owned());
                beside.folders.insert(path.clone());
            }
            for child in folder.children().filter(|child| child.id() != skill.id()) {
                let relative = if is_below {
                    format!("{path}/{}", child.name())
                } else {
                    child.name().to_owned()
                };
                let target = || child.follow().ok().map(Entry::kind);
                if matches!(child.kind(), EntryKind::Link(_))
                    && target() == Some(EntryKind::Directory)
                {
                    beside.links.insert(relative.clone());
                }
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
            beside.segments.insert(entry.name().to_owned());
            beside.by_path.insert(relative.clone(), index);
            let names = beside.by_name.entry(entry.name().to_lowercase());
            names.or_default().push(index);
        }
        beside
    }

    /// Returns the files with their relative paths. A link is replaced by its target.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, Entry<'t>)> {
        let files = self.files.iter();
        files.map(|(relative, entry)| (relative.as_str(), entry.follow().unwrap_or(*entry)))
    }

    fn is_empty(&self) -> bool {
        self.files.is_empty() && self.folders.is_empty() && self.nested.is_empty()
    }

    /// Returns true if `files` has the files of all folders below the skill's folder.
    fn lists_all_folders(&self) -> bool {
        self.nested.is_empty() && self.links.is_empty()
    }

    /// Returns the index of the only file whose path ends with the segments `end`, regardless of
    /// case. The flag is true if the case is also the same. Returns `None` if there is no such file
    /// or more than one.
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
        // At most 16 files with the name are compared, because a text may contain a frequent name many times.
        let mut found = named.iter().take(16).filter(is_it);
        let first = *found.next()?;
        let is_same = self.files[first].0.ends_with(end);
        found.next().is_none().then_some((first, is_same))
    }
}

/// Resolves the paths that one file of a skill mentions.
struct NameResolver<'a, 't> {
    tree: &'t Tree,
    beside: &'a Beside<'t>,
    /// The folder that contains the file, relative to the skill's folder.
    directory: &'a str,
}

/// The entry to which a mentioned path resolves.
struct Resolved {
    target: String,
    found: ReferenceTarget,
}

impl NameResolver<'_, '_> {
    fn read(&self, path: &str, relative: &str, text: &str) -> Vec<ResourceReference> {
        let is_markdown = relative.is_empty() || is_markdown(relative);
        let spans = if is_markdown {
            markdown::spans(text)
        } else {
            Vec::new()
        };
        let mut names: Vec<(ops::Range<usize>, ReferenceForm, Resolved)> = Vec::new();
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
        for bytes in path_words(text) {
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
                // Missing files are recorded only for texts that the model reads. Programs also name files of other
                // projects.
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

    /// Returns the file or folder to which a link leads, even if it is missing. Returns `None` if
    /// the destination is a URL or an absolute path, or does not look like a file.
    fn linked(&self, destination: &str) -> Option<Resolved> {
        let end = destination.find(['#', '?']).unwrap_or(destination.len());
        // Authors on Windows may write a backslash between segments.
        let path = decoded(&destination[..end]).replace('\\', "/");
        let path = path.trim_end_matches('/');
        let scheme = path.find(':').unwrap_or_default();
        let has_scheme = scheme > 1 && !path[..scheme].contains('/');
        if path.is_empty() || has_scheme || path.starts_with(['/', '~']) {
            return None;
        }
        let found = self.at(self.directory, path).or_else(|| self.at_root(path));
        let found = found.or_else(|| {
            // Hosts resolve paths from the skill's folder.
            let (_, rest) = after_variable(path)?;
            self.at("", rest)
        });
        found.or_else(|| {
            is_file_path(path).then(|| Resolved {
                target: path::resolve(&self.absolute(self.directory), path),
                found: ReferenceTarget::Missing,
            })
        })
    }

    /// Returns the file to which a word of a text refers, and the range of the path in the word.
    /// Returns `None` if the word is not a path.
    fn mentioned(
        &self,
        text: &str,
        bytes: ops::Range<usize>,
    ) -> Option<(ops::Range<usize>, Resolved)> {
        let word = &text[bytes.clone()];
        // A dot or slash at the end of the word was removed above, so the word may no longer look like a path.
        let mut inside = word.bytes();
        let has_path = inside.any(|byte| matches!(byte, b'.' | b'/' | b'\\'));
        if !has_path || word.starts_with("//") || word.contains("://") {
            return None;
        }
        let variable = after_variable(word);
        let (at, rest, is_of_skill) = match variable {
            Some((of_skill, rest)) => (word.len() - rest.len(), rest, of_skill),
            None => {
                // In `<skill-dir>/scripts/run.py` the word begins after the brackets.
                let is_after = text[..bytes.start].ends_with('>');
                let rest = word.strip_prefix('/').filter(|_| is_after);
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
            .or_else(|| self.at_root(bare))
            .or_else(|| self.in_own_folder(bare))
            .or_else(|| {
                let (index, is_same) = self.beside.ending(bare)?;
                let file = self.file(index);
                // On some machines `FORMS.md` and `forms.md` are different files, so case is compared. Only for README
                // and similar files, case is ignored.
                let is_common = COMMON.iter().any(|name| bare.eq_ignore_ascii_case(name));
                let before = &file.target[..file.target.len() - bare.len()];
                Some(if is_same || is_common {
                    file
                } else {
                    Resolved {
                        target: format!("{before}{bare}"),
                        found: ReferenceTarget::Missing,
                    }
                })
            })
            // A word names a folder only if it contains a slash.
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
            (is_meant && !is_folder && bare.contains('/') && is_file_path(bare)).then(|| Resolved {
                target: path::resolve(&self.beside.root, bare),
                found: ReferenceTarget::Missing,
            })
        })?;
        Some((bytes, found))
    }

    /// Returns the entry at a path relative to `directory`, which is a folder of the skill. The
    /// entry may be outside of the skill. Returns `None` if there is no entry.
    fn at(&self, directory: &str, path: &str) -> Option<Resolved> {
        let may_lead_out = path.starts_with("../") || path.ends_with(SKILL_FILE);
        if self.beside.is_empty() && !may_lead_out {
            return None;
        }
        if self.is_absent(directory, path) {
            return None;
        }
        let target = path::resolve(&self.absolute(directory), path);
        let inside = target.strip_prefix(self.beside.root.as_str());
        let relative = inside.and_then(|inside| inside.strip_prefix('/'));
        if let Some(relative) = relative {
            if self.beside.folders.contains(relative) {
                return Some(Resolved {
                    target,
                    found: ReferenceTarget::Folder,
                });
            }
            if let Some(index) = self.beside.by_path.get(relative) {
                return Some(self.file(*index));
            }
        }
        // The tree is searched only for paths that lead out of the skill's folder, into a nested skill, through a link
        // to a folder, or to a file beyond the limit of files.
        let leads_out = path.starts_with("../") || relative == Some(SKILL_FILE);
        let beside = self.beside;
        let is_unlisted = || {
            relative.is_some_and(|relative| {
                let mut above = relative.match_indices('/').map(|(at, _)| &relative[..at]);
                above.any(|folder| beside.nested.contains(folder) || beside.links.contains(folder))
                    || beside.nested.contains(relative)
            })
        };
        let is_all_known = beside.files.len() < MAX_FILES;
        if !leads_out && is_all_known && (beside.lists_all_folders() || !is_unlisted()) {
            return None;
        }
        let entry = self.tree.resolve(&target).ok()?;
        Some(Resolved {
            target,
            found: match entry.kind() {
                EntryKind::Directory => ReferenceTarget::Folder,
                _ => ReferenceTarget::File,
            },
        })
    }

    /// Returns the file or folder at a path relative to the skill's folder; `None` if there is
    /// none. The caller has already tried the path relative to `self.directory`, the folder of the
    /// text that mentions the path. So this function returns `None` if `self.directory` is the
    /// skill's folder.
    fn at_root(&self, path: &str) -> Option<Resolved> {
        let is_asked_before = self.directory.is_empty();
        (!is_asked_before).then(|| self.at("", path)).flatten()
    }

    /// Returns true if no entry can be at a path, so that the tree need not be searched. The path
    /// is relative to `directory`, a folder in the skill. The result is true only if the path stays
    /// in the skill, and nothing in the skill has the name of the path's last segment.
    fn is_absent(&self, directory: &str, path: &str) -> bool {
        let beside = self.beside;
        let is_all_known = beside.files.len() < MAX_FILES && beside.lists_all_folders();
        let is_plain = is_all_known
            && !path.ends_with(SKILL_FILE)
            && path
                .split('/')
                .all(|segment| !matches!(segment, "" | "." | ".."));
        if !is_plain || path.starts_with('/') {
            return false;
        }
        if directory.is_empty() {
            return !beside.folders.contains(path) && !beside.by_path.contains_key(path);
        }
        !beside.segments.contains(path::file_name(path))
    }

    /// Returns the entry at a path that contains the name of the skill's own folder, such as
    /// `.claude/skills/pdf/scripts/run.py` in the skill `pdf`. Only the part after this name is
    /// resolved. Returns `None` if the path does not contain the name.
    fn in_own_folder(&self, path: &str) -> Option<Resolved> {
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

    fn file(&self, index: usize) -> Resolved {
        Resolved {
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

/// Returns the ranges of words that may be paths, without punctuation around them. Such a word
/// contains a dot or a slash, and most words of prose do not, so the text is searched for these
/// characters.
fn path_words(text: &str) -> impl Iterator<Item = ops::Range<usize>> {
    let bytes = text.as_bytes();
    // The byte at which the previous word ends.
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
        let word = &text[start..at];
        // A backslash before a quote or a line's end is an escape, as in `{"run": "sh -c \"fill.py\""}`.
        let is_escape = matches!(bytes.get(at), None | Some(b'"' | b'\'' | b'\n' | b'\r'));
        let word = if is_escape {
            word.trim_end_matches('\\')
        } else {
            word
        };
        let word = word.trim_end_matches(['.', ':', '#', '_', '-']);
        let inside = without_open_brace(word);
        let start = start + (word.len() - inside.len());
        let inside = match inside.strip_suffix('}') {
            Some(closed) if !closed.contains('{') => closed,
            _ => inside,
        };
        Some(start..start + inside.len())
    })
}

/// Returns the part of a word after a brace that is not closed in the word. In a list such as
/// `docs:{a.md,b.md}`, a word ends at the comma, so the first word is `docs:{a.md`.
fn without_open_brace(word: &str) -> &str {
    match word.rsplit_once('{') {
        Some((_, inside)) if !inside.contains('}') => inside,
        _ => word,
    }
}

/// Returns the start of the word that ends at `end`. The result is at least `from`.
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

/// Returns the end of the word that begins at `start`.
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

/// Splits a variable off the start of a path, and returns the rest of the path. The flag is true if
/// the variable stands for the skill's own folder. Returns `None` if the path does not start with a
/// variable.
fn after_variable(path: &str) -> Option<(bool, &str)> {
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

/// Returns true if a variable stands for the skill's own folder, such as `CLAUDE_SKILL_DIR` and
/// `baseDir`. `PDF_SKILL_DIR` is the folder of another skill.
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
    // In `${NAME:-default}` the name ends at the colon.
    let name = name.split(':').next().unwrap_or_default();
    let lower = name.to_ascii_lowercase();
    let has_subject = lower.contains("skill") || lower.starts_with("base");
    let mut path_words = lower.split(['_', '-', '.', ' ']);
    has_subject
        && path_words.all(|word| {
            let mut rest = word;
            while let Some(known) = WORDS.iter().find(|known| rest.starts_with(*known)) {
                rest = &rest[known.len()..];
            }
            rest.is_empty()
        })
}

/// Returns true if the last segment of a path has an extension, and the path is not a placeholder
/// such as `path/to/file.py`.
fn is_file_path(path: &str) -> bool {
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

/// Decodes percent escapes, such as `%20`, in the destination of a link.
fn decoded(destination: &str) -> String {
    let mut bytes = Vec::with_capacity(destination.len());
    let mut rest = destination.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let code = after.get(..2).filter(|_| *first == b'%');
        let code = code.and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| destination.to_owned())
}

/// Returns the resource files of a skill. Each file has the references to it, and the number of
/// references that lead from the `SKILL.md` to the file (`depth`).
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
    // For each file, the indices of the files that it names. The skill's own file is the last.
    let mut named: Vec<Vec<usize>> = vec![Vec::new(); files.len() + 1];
    let mut folders: HashSet<(&str, &str)> = HashSet::default();
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
                // Each file that names the folder is counted once, because a large folder that is named repeatedly
                // would take long.
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
