//! The virtual file tree, which is the only file system that hosts read.
//!
//! A tree has directories, files and symbolic links under absolute paths. A file may exist without
//! its contents. Every change increases the tree's revision, so callers know when results are out
//! of date.

pub(crate) mod gitignore;
pub mod path;
pub mod resources;
pub(crate) mod skill_file;
pub(crate) mod skill_text;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::str::Utf8Error;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::text::document::with_line_feeds;
use crate::tree::path::PathProblem;

/// The number of links that are followed before a path is reported as a loop. Linux has the same
/// limit.
const MAX_LINK_HOPS: usize = 40;

/// The reason why the tree rejects a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RefusedReason {
    /// The path does not begin with `/`.
    NotAbsolute,
    /// The path has an empty segment: two slashes in a row, or a slash at its end.
    EmptySegment,
    /// The path has a segment `.` or `..`.
    DotSegment,
    /// The path contains a NUL character.
    Nul,
    /// The path is longer than 4,096 bytes.
    TooLong,
    /// A directory has this path, so no file can be written there.
    IsADirectory,
    /// A link has this path. Write to the link's target instead.
    IsALink,
    /// A parent of the path is a file or a link, not a directory.
    ParentIsNotADirectory,
    /// Another entry already has this path.
    Exists,
}

/// A path that the tree rejected, with the reason. The tree is unchanged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RefusedPath {
    /// The path as the caller gave it.
    pub path: String,
    /// The reason why the tree rejected the path.
    pub reason: RefusedReason,
    /// A sentence about why the tree rejected the path, and about what the caller can do.
    pub message: String,
}

impl RefusedPath {
    fn new(path: &str, reason: RefusedReason, message: impl Into<String>) -> Self {
        Self {
            path: path.to_owned(),
            reason,
            message: message.into(),
        }
    }

    fn malformed(path: &str, problem: PathProblem) -> Self {
        let reason = match problem {
            PathProblem::NotAbsolute => RefusedReason::NotAbsolute,
            PathProblem::EmptySegment => RefusedReason::EmptySegment,
            PathProblem::DotSegment => RefusedReason::DotSegment,
            PathProblem::Nul => RefusedReason::Nul,
            PathProblem::TooLong => RefusedReason::TooLong,
        };
        Self::new(path, reason, problem.to_string())
    }
}

/// The result of writing several paths.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct WriteReport {
    /// The number of paths written.
    pub written: usize,
    /// The rejected paths, with the reasons.
    pub refused: Vec<RefusedPath>,
}

impl WriteReport {
    /// Builds a report from the result of writing one path.
    #[must_use]
    pub fn of(outcome: Result<(), RefusedPath>) -> Self {
        let mut report = Self::default();
        report.add(outcome);
        report
    }

    /// Records in the report that one path was written, or that the path was refused.
    pub fn add(&mut self, outcome: Result<(), RefusedPath>) {
        match outcome {
            Ok(()) => self.written += 1,
            Err(refused) => self.refused.push(refused),
        }
    }
}

/// The id of an entry in a tree. The id is valid as long as the entry is in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(usize);

const ROOT: EntryId = EntryId(0);

/// The contents of a file. Contents that the caller gives as text need no UTF-8 check.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// UTF-8 text.
    Text(Arc<str>),
    /// Bytes that may or may not be UTF-8.
    Bytes(Arc<[u8]>),
}

impl Contents {
    /// Returns the contents as text.
    ///
    /// # Errors
    /// Returns an error if the contents are not UTF-8.
    pub fn text(&self) -> Result<&str, Utf8Error> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Bytes(bytes) => std::str::from_utf8(bytes),
        }
    }

    /// Returns the contents as text. Bytes that are not UTF-8 become replacement characters.
    pub(crate) fn text_lossy(&self) -> Cow<'_, str> {
        match self {
            Self::Text(text) => Cow::Borrowed(text),
            Self::Bytes(bytes) => String::from_utf8_lossy(bytes),
        }
    }

    /// Returns the text without a byte order mark, and with a line feed for every line end. A replacement character
    /// replaces each sequence of bytes that is not UTF-8.
    pub(crate) fn text_with_line_feeds(&self) -> Cow<'_, str> {
        let text = self.text_lossy();
        let text = match text.strip_prefix('\u{feff}') {
            Some(rest) => Cow::Owned(rest.to_owned()),
            None => text,
        };
        if text.contains('\r') {
            Cow::Owned(with_line_feeds(&text).into_owned())
        } else {
            text
        }
    }

    /// Returns the contents as bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self {
            Self::Text(text) => text.as_bytes(),
            Self::Bytes(bytes) => bytes,
        }
    }
}

macro_rules! contents_from {
    ($($variant:ident: $($type:ty),+;)+) => {$($(
        impl From<$type> for Contents {
            fn from(contents: $type) -> Self {
                Self::$variant(Arc::from(contents))
            }
        }
    )+)+};
}

contents_from! {
    Text: &str, String;
    Bytes: &[u8], Vec<u8>;
}

impl<const N: usize> From<&[u8; N]> for Contents {
    fn from(contents: &[u8; N]) -> Self {
        Self::from(&contents[..])
    }
}

impl From<&String> for Contents {
    fn from(contents: &String) -> Self {
        Self::from(contents.as_str())
    }
}

impl From<&Vec<u8>> for Contents {
    fn from(contents: &Vec<u8>) -> Self {
        Self::from(contents.as_slice())
    }
}

#[derive(Debug, Clone)]
enum NodeKind {
    Directory(BTreeMap<Box<str>, EntryId>),
    File(Option<Contents>),
    Link(Box<str>),
}

#[derive(Debug, Clone)]
struct Node {
    parent: EntryId,
    name: Box<str>,
    kind: NodeKind,
    /// The tree's revision after the last change of this entry.
    revision: u64,
}

/// The kind of an entry. The kind of a link does not depend on its target.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind<'t> {
    /// A directory.
    Directory,
    /// A file with its contents, or without contents if they are not loaded.
    File(Option<&'t Contents>),
    /// A symbolic link. The value is the link's target, exactly as the caller wrote it.
    Link(&'t str),
}

/// The reason why a path leads to no entry of the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unresolved {
    /// An entry on the path does not exist, or is a file where a directory is needed.
    Missing,
    /// The links on the path form a loop, or there are more than 40 links, which is Linux's limit.
    Loop,
}

/// A virtual file tree with directories, files and links.
///
/// ```
/// use skillglass::tree::{Contents, Tree};
///
/// let mut tree = Tree::new();
/// tree.write("/repo/SKILL.md", Some(Contents::Text("Fill in forms.".into()))).unwrap();
/// tree.link("/repo/current", ".").unwrap();
/// let file = tree.resolve("/repo/current/SKILL.md").unwrap();
/// assert_eq!(file.path(), "/repo/SKILL.md");
/// ```
#[derive(Debug, Clone)]
pub struct Tree {
    nodes: Vec<Option<Node>>,
    free: Vec<EntryId>,
    revision: u64,
    structure: u64,
}

impl Default for Tree {
    fn default() -> Self {
        Self::new()
    }
}

impl Tree {
    /// Creates a tree that contains only the root directory.
    #[must_use]
    pub fn new() -> Self {
        let root = Node {
            parent: ROOT,
            name: "".into(),
            kind: NodeKind::Directory(BTreeMap::new()),
            revision: 0,
        };
        Self {
            nodes: vec![Some(root)],
            free: Vec::new(),
            revision: 0,
            structure: 0,
        }
    }

    /// Returns the tree's revision. Every change increases it, but writing identical contents is
    /// not a change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Returns the revision of the last change to the structure. Changes to the contents of files
    /// do not count.
    #[must_use]
    pub fn structure_revision(&self) -> u64 {
        self.structure
    }

    /// Writes a file and creates its parent directories. `None` adds a file whose contents are not
    /// loaded.
    ///
    /// # Errors
    /// Returns a [`RefusedPath`] if the path is malformed, or if the path belongs to a directory or
    /// link.
    pub fn write(&mut self, path: &str, contents: Option<Contents>) -> Result<(), RefusedPath> {
        match self.place(path)? {
            Slot::Vacant { parent, name } => {
                self.insert(parent, name, NodeKind::File(contents));
                Ok(())
            }
            Slot::Taken(id) => match &self.node(id).kind {
                NodeKind::File(old) if *old == contents => Ok(()),
                NodeKind::File(_) => {
                    self.replace(id, NodeKind::File(contents));
                    Ok(())
                }
                NodeKind::Directory(_) => Err(RefusedPath::new(
                    path,
                    RefusedReason::IsADirectory,
                    "a directory has this path; remove it first",
                )),
                NodeKind::Link(_) => Err(RefusedPath::new(
                    path,
                    RefusedReason::IsALink,
                    "a link has this path; write to its target, or remove it first",
                )),
            },
        }
    }

    /// Creates a directory and its parents, if they do not exist yet.
    ///
    /// # Errors
    /// Returns a [`RefusedPath`] if the path is malformed, or if the path belongs to a file or
    /// link.
    pub fn make_directory(&mut self, path: &str) -> Result<(), RefusedPath> {
        match self.place(path)? {
            Slot::Vacant { parent, name } => {
                self.insert(parent, name, NodeKind::Directory(BTreeMap::new()));
                Ok(())
            }
            Slot::Taken(id) if matches!(self.node(id).kind, NodeKind::Directory(_)) => Ok(()),
            Slot::Taken(_) => Err(RefusedPath::new(
                path,
                RefusedReason::Exists,
                "a file or a link has this path; remove it first",
            )),
        }
    }

    /// Creates a symbolic link, or changes the target of an existing link. The target may be
    /// absolute or relative to the link's directory, may contain `..`, and need not exist.
    ///
    /// # Errors
    /// Returns a [`RefusedPath`] if the path is malformed, if the target is empty, too long or
    /// contains a NUL character, or if the path belongs to a file or directory.
    pub fn link(&mut self, path: &str, target: &str) -> Result<(), RefusedPath> {
        if target.contains('\0') {
            return Err(RefusedPath::new(
                path,
                RefusedReason::Nul,
                "the link's target holds a NUL character",
            ));
        }
        if target.is_empty() || target.len() > path::MAX_PATH_BYTES {
            let reason = if target.is_empty() {
                RefusedReason::EmptySegment
            } else {
                RefusedReason::TooLong
            };
            return Err(RefusedPath::new(
                path,
                reason,
                "the link's target must have 1 to 4,096 bytes",
            ));
        }
        match self.place(path)? {
            Slot::Vacant { parent, name } => {
                self.insert(parent, name, NodeKind::Link(target.into()));
                Ok(())
            }
            Slot::Taken(id) => match &self.node(id).kind {
                NodeKind::Link(old) if **old == *target => Ok(()),
                NodeKind::Link(_) => {
                    self.replace(id, NodeKind::Link(target.into()));
                    self.structure = self.revision;
                    Ok(())
                }
                NodeKind::File(_) | NodeKind::Directory(_) => Err(RefusedPath::new(
                    path,
                    RefusedReason::Exists,
                    "a file or a directory has this path; remove it first",
                )),
            },
        }
    }

    /// Removes an entry with everything below it, and returns the number of removed entries. The
    /// target of a removed link stays. Removing `/` empties the tree.
    pub fn remove(&mut self, path: &str) -> usize {
        let Some(entry) = self.entry(path) else {
            return 0;
        };
        let id = entry.id;
        let mut doomed = Vec::new();
        if id == ROOT {
            if let NodeKind::Directory(children) = &mut self.node_mut(ROOT).kind {
                doomed.extend(std::mem::take(children).into_values());
            }
        } else {
            let Node { parent, name, .. } = self.node(id);
            let (parent, name) = (*parent, name.clone());
            if let NodeKind::Directory(children) = &mut self.node_mut(parent).kind {
                children.remove(&name);
            }
            doomed.push(id);
        }
        let mut removed = 0;
        while let Some(id) = doomed.pop() {
            if let Some(node) = self.nodes[id.0].take() {
                if let NodeKind::Directory(children) = node.kind {
                    doomed.extend(children.into_values());
                }
                self.free.push(id);
                removed += 1;
            }
        }
        if removed > 0 {
            self.revision += 1;
            self.structure = self.revision;
        }
        removed
    }

    /// Returns the entry with exactly this path, or `None` if there is none. Links are not
    /// followed.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<Entry<'_>> {
        path::check(path).ok()?;
        let mut id = ROOT;
        for segment in segments(path) {
            let NodeKind::Directory(children) = &self.node(id).kind else {
                return None;
            };
            id = *children.get(segment)?;
        }
        Some(Entry { tree: self, id })
    }

    /// Returns the entry to which a path leads after all links are followed, as when a program
    /// opens the path.
    ///
    /// # Errors
    /// Returns [`Unresolved`] if an entry on the path is missing or links form a loop.
    pub fn resolve(&self, path: &str) -> Result<Entry<'_>, Unresolved> {
        // Most paths contain neither links nor dots, and most paths that hosts request do not exist, so both cases are
        // fast.
        let mut at = ROOT;
        let mut rest = path.strip_prefix('/');
        while let Some(relative) = rest {
            let NodeKind::Directory(children) = &self.node(at).kind else {
                return Err(Unresolved::Missing);
            };
            let segment;
            (segment, rest) = path::split_first(relative);
            match children.get(segment) {
                Some(child) if !matches!(self.node(*child).kind, NodeKind::Link(_)) => at = *child,
                None if !matches!(segment, "" | "." | "..") => return Err(Unresolved::Missing),
                _ => {
                    path::check(path).map_err(|_| Unresolved::Missing)?;
                    return self.resolve_from(ROOT, path);
                }
            }
        }
        if path.starts_with('/') {
            Ok(Entry { tree: self, id: at })
        } else {
            Err(Unresolved::Missing)
        }
    }

    /// Returns every entry of the tree, in no particular order.
    pub fn entries(&self) -> impl Iterator<Item = Entry<'_>> {
        self.nodes
            .iter()
            .enumerate()
            .filter(|(_, node)| node.is_some())
            .map(|(index, _)| Entry {
                tree: self,
                id: EntryId(index),
            })
    }

    /// Returns the entry with this id, or `None` if the entry was removed.
    #[must_use]
    pub fn by_id(&self, id: EntryId) -> Option<Entry<'_>> {
        self.nodes.get(id.0)?.as_ref()?;
        Some(Entry { tree: self, id })
    }

    fn resolve_from(&self, base: EntryId, path: &str) -> Result<Entry<'_>, Unresolved> {
        // The segments that are not resolved yet. The next segment is the last item.
        let mut pending: Vec<&str> = segments(path).rev().collect();
        let mut at = if path.starts_with('/') { ROOT } else { base };
        let mut hops = 0;
        while let Some(segment) = pending.pop() {
            let NodeKind::Directory(children) = &self.node(at).kind else {
                return Err(Unresolved::Missing);
            };
            match segment {
                "" | "." => continue,
                ".." => {
                    at = self.node(at).parent;
                    continue;
                }
                _ => {}
            }
            let next = *children.get(segment).ok_or(Unresolved::Missing)?;
            if let NodeKind::Link(target) = &self.node(next).kind {
                hops += 1;
                if hops > MAX_LINK_HOPS {
                    return Err(Unresolved::Loop);
                }
                if target.starts_with('/') {
                    at = ROOT;
                }
                pending.extend(segments(target).rev());
            } else {
                at = next;
            }
        }
        Ok(Entry { tree: self, id: at })
    }

    /// Returns the slot for a path: an existing entry, or a free slot after its parent directories
    /// were created.
    fn place<'p>(&mut self, path: &'p str) -> Result<Slot<'p>, RefusedPath> {
        path::check(path).map_err(|problem| RefusedPath::malformed(path, problem))?;
        let mut at = ROOT;
        let mut segments = segments(path).peekable();
        // Nothing is created until the whole path is known to be free.
        while let Some(segment) = segments.peek() {
            match &self.node(at).kind {
                NodeKind::Directory(children) => match children.get(*segment) {
                    Some(child) => {
                        at = *child;
                        segments.next();
                    }
                    None => break,
                },
                NodeKind::File(_) | NodeKind::Link(_) => {
                    return Err(RefusedPath::new(
                        path,
                        RefusedReason::ParentIsNotADirectory,
                        format!(
                            "{} is a file or a link, so nothing can be below it",
                            Entry { tree: self, id: at }.path()
                        ),
                    ));
                }
            }
        }
        while let Some(segment) = segments.next() {
            if segments.peek().is_none() {
                return Ok(Slot::Vacant {
                    parent: at,
                    name: segment,
                });
            }
            at = self.insert(at, segment, NodeKind::Directory(BTreeMap::new()));
        }
        Ok(Slot::Taken(at))
    }

    fn insert(&mut self, parent: EntryId, name: &str, kind: NodeKind) -> EntryId {
        self.revision += 1;
        self.structure = self.revision;
        let node = Node {
            parent,
            name: name.into(),
            kind,
            revision: self.revision,
        };
        let id = if let Some(id) = self.free.pop() {
            self.nodes[id.0] = Some(node);
            id
        } else {
            self.nodes.push(Some(node));
            EntryId(self.nodes.len() - 1)
        };
        if let NodeKind::Directory(children) = &mut self.node_mut(parent).kind {
            children.insert(name.into(), id);
        }
        id
    }

    fn replace(&mut self, id: EntryId, kind: NodeKind) {
        self.revision += 1;
        let revision = self.revision;
        let node = self.node_mut(id);
        node.kind = kind;
        node.revision = revision;
    }

    fn node(&self, id: EntryId) -> &Node {
        self.nodes[id.0]
            .as_ref()
            .expect("ids inside the tree name live entries")
    }

    fn node_mut(&mut self, id: EntryId) -> &mut Node {
        self.nodes[id.0]
            .as_mut()
            .expect("ids inside the tree name live entries")
    }
}

enum Slot<'p> {
    Vacant { parent: EntryId, name: &'p str },
    Taken(EntryId),
}

fn segments(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// An entry of a tree: a directory, a file, or a link that is not followed.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'t> {
    tree: &'t Tree,
    id: EntryId,
}

impl<'t> Entry<'t> {
    /// Returns the entry's id, which stays valid after the borrow of the tree ends.
    #[must_use]
    pub fn id(self) -> EntryId {
        self.id
    }

    /// Returns the entry's name. The root's name is empty.
    #[must_use]
    pub fn name(self) -> &'t str {
        &self.tree.node(self.id).name
    }

    /// Returns the entry's kind.
    #[must_use]
    pub fn kind(self) -> EntryKind<'t> {
        match &self.tree.node(self.id).kind {
            NodeKind::Directory(_) => EntryKind::Directory,
            NodeKind::File(contents) => EntryKind::File(contents.as_ref()),
            NodeKind::Link(target) => EntryKind::Link(target),
        }
    }

    /// Returns the tree's revision at the last change of this entry. No two changes have the same
    /// revision.
    #[must_use]
    pub fn revision(self) -> u64 {
        self.tree.node(self.id).revision
    }

    /// Returns the entry's path without links, like the program `realpath`.
    #[must_use]
    pub fn path(self) -> String {
        let mut names = Vec::new();
        let mut id = self.id;
        while id != ROOT {
            let node = self.tree.node(id);
            names.push(&*node.name);
            id = node.parent;
        }
        if names.is_empty() {
            return "/".to_owned();
        }
        let mut path = String::with_capacity(names.iter().map(|name| name.len() + 1).sum());
        for name in names.iter().rev() {
            path.push('/');
            path.push_str(name);
        }
        path
    }

    /// Returns the directory that contains the entry; `None` for the root.
    #[must_use]
    pub fn parent(self) -> Option<Entry<'t>> {
        (self.id != ROOT).then(|| Entry {
            tree: self.tree,
            id: self.tree.node(self.id).parent,
        })
    }

    /// Returns the entry with this name in a directory; `None` if there is none.
    #[must_use]
    pub fn child(self, name: &str) -> Option<Entry<'t>> {
        match &self.tree.node(self.id).kind {
            NodeKind::Directory(children) => children.get(name).map(|id| Entry {
                tree: self.tree,
                id: *id,
            }),
            _ => None,
        }
    }

    /// Returns the contents of a file. Returns `None` if the contents are not loaded, or if the
    /// entry is not a file.
    #[must_use]
    pub fn contents(self) -> Option<&'t Contents> {
        match self.kind() {
            EntryKind::File(contents) => contents,
            _ => None,
        }
    }

    /// Returns the entries of a directory, sorted by name in byte order. Empty for a file or link.
    pub fn children(self) -> impl Iterator<Item = Entry<'t>> {
        let children = match &self.tree.node(self.id).kind {
            NodeKind::Directory(children) => Some(children),
            _ => None,
        };
        children
            .into_iter()
            .flat_map(BTreeMap::values)
            .map(move |id| Entry {
                tree: self.tree,
                id: *id,
            })
    }

    /// Follows links until an entry that is not a link, and returns that entry. Returns `self` if
    /// `self` is not a link.
    ///
    /// # Errors
    /// Returns [`Unresolved`] if the target of a link does not exist or links form a loop.
    pub fn follow(self) -> Result<Entry<'t>, Unresolved> {
        match self.kind() {
            EntryKind::Link(target) => {
                // A link to itself is resolved again from its directory, until the limit on the number of links is
                // reached.
                let base = self.tree.node(self.id).parent;
                self.tree.resolve_from(base, target)
            }
            _ => Ok(self),
        }
    }
}

impl std::fmt::Display for RefusedPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:?}: {}", self.path, self.message)
    }
}

impl std::error::Error for RefusedPath {}
