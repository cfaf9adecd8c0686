//! A skill's file, split into frontmatter and body for the rules. The split accepts more files than
//! any host's parser, so that findings in broken files also have places.

use std::cell::RefCell;
use std::iter;
use std::ops;
use std::rc::Rc;
use std::sync::Arc;

use super::file_index::FileIndices;
use super::samples;
use super::verdict::{FileKind, HostEdition, Verdict};
use crate::compare::{self, AloneUse};
use crate::host::stages::Parsed;
use crate::model::environment::Environment;
use crate::pipeline::Inputs;
use crate::text::document::{Document, PlaceIndex, Range, Unsplit};
use crate::text::yaml::MAX_FRONTMATTER_BYTES;
use crate::tree::path;
use crate::tree::resources::{self, SkillResources};
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryId, Tree};

/// A skill's file, with the verdict of each target host on the skill.
pub(super) struct SkillContext<'a> {
    pub tree: &'a Tree,
    pub environment: &'a Environment,
    /// The skill's file, with links resolved.
    pub file: Entry<'a>,
    pub path: &'a str,
    /// The whole text, including a byte order mark at its start.
    pub text: &'a str,
    pub places: PlaceIndex<'a>,
    pub frontmatter: Frontmatter<'a>,
    /// The byte range of the text after the frontmatter; the whole text if there is no frontmatter.
    pub body: ops::Range<usize>,
    /// The files beside the skill's file.
    pub resources: SkillResources,
    /// Each target host's verdict on the skill, in the order of the hosts.
    pub verdicts: Vec<Verdict<'a>>,
    /// The index of all files in the tree. If a file of the skill is missing, rules use this index
    /// to find a file with the same name elsewhere in the tree.
    pub indices: &'a FileIndices,
    /// True if the request asks for fixes.
    pub fixes: bool,
    /// Files outside of the skill's folder that affect the findings, with their revisions.
    pub also_read: RefCell<Vec<(EntryId, u64)>>,
    /// The cached results of trying the skill in a tree without other skills, at most one for each
    /// host. The result for a host is computed when a fix needs the result.
    alone: RefCell<Vec<(HostEdition<'static>, Rc<AloneUse>)>>,
}

/// The frontmatter: the text between the delimiters, split into fields.
pub(super) struct Frontmatter<'a> {
    /// `Ok` if both delimiters are present; otherwise the missing delimiter.
    pub delimited: Result<(), Unsplit>,
    /// The byte range between the delimiters. If the closing delimiter is missing, the range extends to the end of the
    /// text. If the opening delimiter is missing, the range is empty.
    pub bytes: ops::Range<usize>,
    /// The fields that begin without indentation, in the order of the text.
    pub members: Vec<Member<'a>>,
}

/// A field of the frontmatter: a line `key: value` without indentation, with the lines that
/// continue the value. Byte ranges are relative to the start of the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Member<'a> {
    /// The field's key, without quotes around it.
    pub key: &'a str,
    /// The byte range of the key, including quotes around it.
    pub key_bytes: ops::Range<usize>,
    /// The byte range of the value: the text after the colon, and the lines that continue the
    /// value. Whitespace at both ends is excluded.
    pub value_bytes: ops::Range<usize>,
    /// The byte range of all lines of the field, including the line ends.
    pub bytes: ops::Range<usize>,
}

impl<'a> SkillContext<'a> {
    /// Splits the text of a skill's file into frontmatter and body.
    pub fn new(
        inputs: Inputs<'a>,
        file: Entry<'a>,
        path: &'a str,
        verdicts: Vec<Verdict<'a>>,
        indices: &'a FileIndices,
    ) -> Self {
        let text = file.contents().and_then(|contents| contents.text().ok());
        let text = text.unwrap_or_default();
        let (frontmatter, body) = Frontmatter::read(text);
        Self {
            tree: inputs.tree,
            environment: inputs.environment,
            file,
            path,
            text,
            places: PlaceIndex::new(text),
            frontmatter,
            body,
            resources: resources::of(inputs.tree, file),
            verdicts,
            indices,
            fixes: true,
            also_read: RefCell::default(),
            alone: RefCell::default(),
        }
    }

    /// Returns true if the skill's folder is the top folder of a repository. A user who clones the repository chooses
    /// the name of this folder.
    pub fn is_repository(&self) -> bool {
        (self.file.parent()).is_some_and(|folder| folder.child(".git").is_some())
    }

    /// Returns true if the skill's folder is the top folder of a repository, or is the working
    /// directory. The working directory counts too, because it may be a copy of a repository
    /// without `.git`.
    pub fn is_root(&self) -> bool {
        let folder = self.file.parent();
        self.is_repository() || folder.is_some_and(|folder| folder.path() == self.environment.cwd)
    }

    /// Records a file outside of the skill's folder that affects the findings.
    pub fn note_read(&self, file: Entry<'_>) {
        self.also_read
            .borrow_mut()
            .push((file.id(), file.revision()));
    }

    /// Returns true if the contents of the file have been given and are text.
    pub fn has_text(&self) -> bool {
        let contents = self.file.contents();
        contents.is_some_and(|contents| contents.text().is_ok())
    }

    /// Tries the skill in a host, in a tree that contains no other skills. Returns how the host
    /// loads and uses the skill. The result is cached, because it is compared with the result of
    /// each fix.
    pub fn alone(&self, verdict: &Verdict<'a>) -> Rc<AloneUse> {
        let host = verdict.pipeline.host();
        let edition = (host.id(), host.edition());
        let mut known = self.alone.borrow_mut();
        if let Some((_, used)) = known.iter().find(|(known, _)| *known == edition) {
            return Rc::clone(used);
        }
        let alone = self.before(verdict, self.text);
        let alone = alone.parsed_as(self.parsed_by(verdict));
        let used = Rc::new(alone.used());
        known.push((edition, Rc::clone(&used)));
        used
    }

    /// Tries the skill in a host, in a tree that contains no other skills. Returns how the host
    /// loads and uses the skill. The parameter `text` is the text of the skill's file.
    pub fn alone_as(&self, verdict: &Verdict<'a>, text: &str) -> AloneUse {
        self.before(verdict, text).used()
    }

    /// Returns the skill's text as a host parsed it; `None` if the contents have not been given or are not text.
    pub fn parsed_by(&self, verdict: &Verdict<'_>) -> Option<Arc<Parsed>> {
        self.file.contents()?.text().ok()?;
        verdict.pipeline.parsed(self.tree, self.file.id())
    }

    fn before(&self, verdict: &Verdict<'a>, text: &str) -> compare::Alone {
        let host = verdict.pipeline.shared_host();
        compare::Alone::new(host, self.environment, self.skill_folder(), text)
    }

    /// Returns the name of the folder that contains the skill's file.
    pub fn folder(&self) -> &'a str {
        path::file_name(path::parent(self.path).unwrap_or("/"))
    }

    /// Returns the name of the skill's folder. If the skill is a single file, returns the file's
    /// name without its extension.
    pub fn skill_folder(&self) -> &'a str {
        let name = path::file_name(self.path);
        if is_skill_file_name(name) {
            self.folder()
        } else {
            name.rsplit_once('.').map_or(name, |(stem, _)| stem)
        }
    }

    /// Returns the names under which a host may load the skill: the folder's name, and the name in the frontmatter.
    pub fn names(&self) -> Vec<&'a str> {
        let name = self
            .member("name")
            .map(|name| self.slice(&name.value_bytes));
        let name = name.map(|name| name.trim_matches(['"', '\'']));
        [self.skill_folder()].into_iter().chain(name).collect()
    }

    /// Returns the kind of the file. A file such as `Skill.md`, whose name is not exactly
    /// `SKILL.md`, may be only a note in the folder of another skill. The file counts as a note if
    /// its frontmatter has neither a name nor a description.
    pub fn kind(&self) -> FileKind {
        if self.is_spelt_otherwise() && !self.frontmatter.has_names() && self.is_in_a_skill(None) {
            return FileKind::Note;
        }
        kind(self.path, || self.frontmatter.has_names())
    }

    /// Returns true if the file's name differs from `SKILL.md` only in case.
    pub fn is_spelt_otherwise(&self) -> bool {
        let name = path::file_name(self.path);
        name != SKILL_FILE && is_skill_file_name(name)
    }

    /// Returns the folders above the file's own folder, the nearest first.
    fn folders_above(&self) -> impl Iterator<Item = Entry<'a>> {
        let folder = self.file.parent();
        iter::successors(folder, |folder| folder.parent()).skip(1)
    }

    /// Returns the skills whose folders contain this skill's folder, each as its `SKILL.md`, the
    /// nearest first. Only skills below `root`, a folder that hosts search, are returned.
    pub fn skills_above(&self, root: &str) -> Vec<Entry<'a>> {
        let root = self.tree.entry(root);
        let Some(root) = root.filter(|root| path::is_within(self.path, &root.path())) else {
            return Vec::new();
        };
        let below = (self.folders_above()).take_while(|folder| folder.id() != root.id());
        below.filter_map(|above| above.child(SKILL_FILE)).collect()
    }

    /// Returns true if a folder above the file's own folder has a `SKILL.md`. The search ends at
    /// the nearest folder called `skills`, and at the folder `top` if there is one.
    pub fn is_in_a_skill(&self, top: Option<EntryId>) -> bool {
        let is_end = |above: &Entry<'_>| above.name() == "skills" || Some(above.id()) == top;
        let mut above = self.folders_above().take_while(|above| !is_end(above));
        above.any(|above| above.child(SKILL_FILE).is_some())
    }

    /// Returns true if the file is a sample that belongs to an outer skill, such as a template or
    /// the fixture of a test.
    pub fn is_sample(&self) -> bool {
        let folder = path::parent(self.path).unwrap_or("/");
        let mut above = self.folders_above();
        above.any(|above| {
            let is_around = |inside: &str| samples::is_sample_skill(inside.trim_start_matches('/'));
            above.child(SKILL_FILE).is_some()
                && (folder.strip_prefix(&*above.path())).is_some_and(is_around)
        })
    }

    /// Returns true if the name is a placeholder such as `{skill-name}` or `<skill-name>`. Only a
    /// template has such a name.
    pub fn has_name_to_fill_in(&self) -> bool {
        let name = self
            .member("name")
            .map(|name| &self.text[name.value_bytes.clone()]);
        let name = name.unwrap_or_default().trim().trim_matches(['"', '\'']);
        let is_between = |open, close| name.starts_with(open) && name.ends_with(close);
        is_between('{', '}') || is_between('<', '>')
    }

    /// Converts a byte range of the text to a range with lines and columns.
    pub fn range(&self, bytes: ops::Range<usize>) -> Range {
        self.places.range(bytes)
    }

    /// Returns the empty range at the start of the text.
    pub fn start(&self) -> Range {
        self.range(0..0)
    }

    /// Returns the length in bytes of the byte order marks at the start of the text.
    pub fn mark_length(&self) -> usize {
        self.text.len() - self.text.trim_start_matches('\u{feff}').len()
    }

    /// Returns the byte range of the first line, without the line end.
    pub fn first_line(&self) -> ops::Range<usize> {
        0..self.text.lines().next().map_or(0, str::len)
    }

    /// Returns the part of the text in a byte range.
    pub fn slice(&self, bytes: &ops::Range<usize>) -> &'a str {
        &self.text[bytes.clone()]
    }

    /// Returns the first field of the frontmatter with this key; `None` if there is no such field.
    pub fn member(&self, key: &str) -> Option<&Member<'a>> {
        let mut members = self.frontmatter.members.iter();
        members.find(|member| member.key == key)
    }

    /// Returns the first line of the frontmatter that begins with `---`, but is not a delimiter
    /// because it is indented or has other text. `None` if there is no such line.
    pub fn glued_delimiter(&self) -> Option<ops::Range<usize>> {
        let mut at = self.frontmatter.bytes.start;
        let all = self.slice(&self.frontmatter.bytes).split_inclusive('\n');
        let mut lines = all.map(|line| {
            let start = at;
            at += line.len();
            start..start + line.trim_end_matches(['\n', '\r']).len()
        });
        lines.find(|line| self.slice(line).trim_start().starts_with("---"))
    }

    /// Returns the target hosts.
    pub fn all_hosts(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        self.verdicts.iter().map(Verdict::host_edition)
    }

    /// Returns the hosts that load the skill.
    pub fn loading(&self) -> impl Iterator<Item = (&'a str, &'a str)> {
        let having = self.verdicts.iter().filter(|verdict| verdict.cell.loaded);
        having.map(Verdict::host_edition)
    }

    /// Returns the byte range of a line, without the line end. Lines are counted from 1. Returns
    /// the end of the text if there is no such line.
    pub fn line(&self, line: usize) -> ops::Range<usize> {
        let mut start = 0;
        for (index, text) in self.text.split_inclusive('\n').enumerate() {
            if index + 1 == line {
                return start..start + text.trim_end_matches(['\n', '\r']).len();
            }
            start += text.len();
        }
        self.text.len()..self.text.len()
    }

    /// Returns the line end of the first line. Fixes use the same line end for the lines that they
    /// insert.
    pub fn line_end(&self) -> &'static str {
        match self.text.find('\n') {
            Some(newline) if self.text[..newline].ends_with('\r') => "\r\n",
            _ => "\n",
        }
    }
}

impl<'a> Frontmatter<'a> {
    /// Returns the frontmatter of a text, and the byte range of the body.
    pub fn read(text: &'a str) -> (Self, ops::Range<usize>) {
        let mark = text.len() - text.trim_start_matches('\u{feff}').len();
        let (delimited, bytes, body) =
            match Document::split(&text[mark..], |line| line.trim_end() == "---") {
                Ok(document) => {
                    let start = offset(text, document.frontmatter);
                    let bytes = start..start + document.frontmatter.len();
                    (Ok(()), bytes, offset(text, document.body))
                }
                Err(Unsplit::NotClosed) => {
                    let start = text[mark..]
                        .find('\n')
                        .map_or(text.len(), |at| mark + at + 1);
                    (Err(Unsplit::NotClosed), start..text.len(), text.len())
                }
                Err(Unsplit::NotOpened) => (Err(Unsplit::NotOpened), mark..mark, mark),
            };
        let members = members(text, &bytes);
        let frontmatter = Self {
            delimited,
            bytes,
            members,
        };
        (frontmatter, body..text.len())
    }

    /// Returns true if the frontmatter has a name or a description.
    pub fn has_names(&self) -> bool {
        let mut members = self.members.iter();
        members.any(|member| matches!(member.key, "name" | "description"))
    }
}

/// Returns the kind of a file. The function `text` is called only if the file's name does not show
/// the kind.
pub(super) fn kind_of<'t>(path: &str, text: impl FnOnce() -> &'t str) -> FileKind {
    kind(path, || Frontmatter::read(text()).0.has_names())
}

fn kind(path: &str, has_names: impl FnOnce() -> bool) -> FileKind {
    if is_skill_file_name(path::file_name(path)) {
        FileKind::Skill
    } else if has_names() {
        FileKind::ByItself
    } else {
        FileKind::Note
    }
}

/// Returns the range of a field's value in the text of a file; the start of the text if there is no
/// field with this key.
pub(super) fn place_of(key: &str, text: &str) -> Range {
    let (frontmatter, _) = Frontmatter::read(text);
    let mut members = frontmatter.members.into_iter();
    let member = members.find(|member| member.key == key);
    PlaceIndex::new(text).range(member.map_or(0..0, |member| member.value_bytes))
}

/// Returns the unindented keys in the frontmatter of a file, each with its byte range.
#[cfg(feature = "health")]
pub(crate) fn frontmatter_keys(text: &str) -> Vec<(&str, ops::Range<usize>)> {
    let (frontmatter, _) = Frontmatter::read(text);
    let members = frontmatter.members.into_iter();
    members
        .map(|member| (member.key, member.key_bytes))
        .collect()
}

/// Returns the byte range of a field's value in the frontmatter of a file; `None` if there is no such field.
#[cfg(feature = "health")]
pub(crate) fn frontmatter_value(text: &str, key: &str) -> Option<ops::Range<usize>> {
    let (frontmatter, _) = Frontmatter::read(text);
    let mut members = frontmatter.members.into_iter();
    let member = members.find(|member| member.key == key)?;
    Some(member.value_bytes)
}

/// Returns the byte offset at which `part` begins in `text`. `part` must be a slice of `text`.
fn offset(text: &str, part: &str) -> usize {
    part.as_ptr().addr() - text.as_ptr().addr()
}

/// Returns the fields of frontmatter. A field begins at a key without indentation, and any other
/// line continues the field before it.
///
/// Fields after the maximum size of frontmatter are not read. Otherwise an unclosed frontmatter
/// with very short lines would need thirty times its size in memory.
pub(super) fn members<'a>(text: &'a str, frontmatter: &ops::Range<usize>) -> Vec<Member<'a>> {
    let mut members: Vec<Member<'a>> = Vec::new();
    let mut at = frontmatter.start;
    for line in text[frontmatter.clone()].split_inclusive('\n') {
        if at - frontmatter.start > MAX_FRONTMATTER_BYTES {
            break;
        }
        let end = at + line.len();
        match key_of(line) {
            Some((key, written)) => members.push(Member {
                key,
                key_bytes: at..at + written,
                value_bytes: at + line.find(':').map_or(written, |colon| colon.max(written)) + 1
                    ..end,
                bytes: at..end,
            }),
            None => {
                if let Some(last) = members.last_mut() {
                    last.bytes.end = end;
                    // Comments and empty lines at the end of a value do not belong to the value. If another line of the
                    // value follows, they belong to it.
                    if !line.trim().is_empty() && !line.starts_with('#') {
                        last.value_bytes.end = end;
                    }
                }
            }
        }
        at = end;
    }
    for member in &mut members {
        let value = &text[member.value_bytes.clone()];
        let start = member.value_bytes.start + value.len() - value.trim_start().len();
        member.value_bytes = match value.trim().len() {
            0 => member.value_bytes.start..member.value_bytes.start,
            length => start..start + length,
        };
    }
    members
}

/// Returns the key at the start of a line, and the length of the key in bytes, including quotes
/// around the key. Returns `None` if the line is indented or has no key.
fn key_of(line: &str) -> Option<(&str, usize)> {
    let quote = line
        .chars()
        .next()
        .filter(|first| matches!(first, '"' | '\''));
    let (key, written) = match quote {
        Some(quote) => {
            let key = &line[1..1 + line[1..].find(quote)?];
            (key, key.len() + 2)
        }
        None => {
            let key = line[..line.find(':')?].trim_end();
            (key, key.len())
        }
    };
    let rest = line[written..].trim_start().strip_prefix(':')?;
    let is_key = !key.is_empty()
        && !key.starts_with([' ', '\t', '#', '-', '[', '{'])
        && (rest.is_empty() || rest.starts_with([' ', '\t', '\n', '\r']));
    is_key.then_some((key, written))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<(&str, &str)> {
        let (frontmatter, _) = Frontmatter::read(text);
        let members = frontmatter.members.into_iter();
        members
            .map(|member| (member.key, &text[member.value_bytes]))
            .collect()
    }

    #[test]
    fn members_are_read_with_the_lines_that_continue_them() {
        let cases: &[(&str, &[(&str, &str)])] = &[
            ("---\nname: a\n---\n", &[("name", "a")]),
            ("---\r\nname: a: b\r\n---\r\n", &[("name", "a: b")]),
            ("\u{feff}---\n\"name\": 'a'\n---\n", &[("name", "'a'")]),
            (
                "---\na: >-\n  b\n\n  c: d\n# no\nb:\n- x\n- y: z\n---\n",
                &[("a", ">-\n  b\n\n  c: d"), ("b", "- x\n- y: z")],
            ),
            ("---\na:\nb :  c  \n---\n", &[("a", ""), ("b", "c")]),
            ("---\nhttp://x\na:b\n---\n", &[]),
            ("---\na: b\n", &[("a", "b")]),
            ("a: b\n", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(read(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn members_behind_as_much_as_is_parsed_are_not_read() {
        let many = "a: b\n".repeat(MAX_FRONTMATTER_BYTES);
        let most = MAX_FRONTMATTER_BYTES / 5 + 1;
        assert_eq!(read(&format!("---\n{many}---\n")).len(), most);
        assert_eq!(read(&format!("---\n{many}")).len(), most);
    }

    #[test]
    fn the_body_begins_behind_the_second_delimiter() {
        for (text, body) in [
            ("---\na: b\n---\n# x\n", "# x\n"),
            ("# x\n", "# x\n"),
            ("---\na: b\n", ""),
            ("\u{feff}# x", "# x"),
        ] {
            let (_, bytes) = Frontmatter::read(text);
            assert_eq!(&text[bytes], body, "{text:?}");
        }
    }
}
