//! The virtual file tree: the only world that the hosts see.
//!
//! Directories, files (with contents, or known but not read yet) and symbolic links,
//! under absolute paths. Every change bumps a revision, so that whoever derived
//! something from the tree knows when to derive it again.

pub(crate) mod gitignore;
pub mod path;
pub mod resources;
pub(crate) mod skill_file;
pub(crate) mod skill_text;

use std::collections::BTreeMap;
use std::str::Utf8Error;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::tree::path::PathProblem;

/// Links followed before a path is called a loop: Linux's limit.
const MAX_LINK_HOPS: usize = 40;

/// The reason why a path was not taken into the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "kebab-case")]
pub enum RefusedReason {
    /// It does not begin with `/`.
    NotAbsolute,
    /// It has two slashes in a row or one at its end.
    EmptySegment,
    /// It has a segment `.` or `..`.
    DotSegment,
    /// It holds a NUL character.
    Nul,
    /// It is longer than 4,096 bytes.
    TooLong,
    /// A directory stands there already, so no file can.
    IsADirectory,
    /// A link stands there already; write to its target.
    IsALink,
    /// A file or a link stands where a directory would have to be.
    ParentIsNotADirectory,
    /// Something else stands there already.
    Exists,
}

/// A path that was not taken into the tree, with the reason. The rest of the tree is not touched by it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct RefusedPath {
    /// The path as it was given.
    pub path: String,
    /// The reason, as a code.
    pub reason: RefusedReason,
    /// The reason and the remedy, in words.
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

/// The outcome of writing some paths.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct WriteReport {
    /// The number of paths taken in.
    pub written: usize,
    /// Those that were not, with the reason.
    pub refused: Vec<RefusedPath>,
}

impl WriteReport {
    /// The report of one path.
    #[must_use]
    pub fn of(outcome: Result<(), RefusedPath>) -> Self {
        let mut report = Self::default();
        report.add(outcome);
        report
    }

    /// Counts one more path.
    pub fn add(&mut self, outcome: Result<(), RefusedPath>) {
        match outcome {
            Ok(()) => self.written += 1,
            Err(refused) => self.refused.push(refused),
        }
    }
}

/// Names an entry for as long as it is in the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntryId(usize);

const ROOT: EntryId = EntryId(0);

/// The contents of a file. Text that came as such is never validated again.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Contents {
    /// UTF-8.
    Text(Arc<str>),
    /// Bytes that may be anything.
    Bytes(Arc<[u8]>),
}

impl Contents {
    /// The text.
    ///
    /// # Errors
    /// When the bytes are not UTF-8.
    pub fn text(&self) -> Result<&str, Utf8Error> {
        match self {
            Self::Text(text) => Ok(text),
            Self::Bytes(bytes) => std::str::from_utf8(bytes),
        }
    }

    /// The bytes.
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
enum Kind {
    Directory(BTreeMap<Box<str>, EntryId>),
    File(Option<Contents>),
    Link(Box<str>),
}

#[derive(Debug, Clone)]
struct Node {
    parent: EntryId,
    name: Box<str>,
    kind: Kind,
    /// The tree's revision when this entry last changed.
    revision: u64,
}

/// The kind of an entry, links not followed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryKind<'t> {
    /// A directory.
    Directory,
    /// A file with its contents, or none when they have not been read yet.
    File(Option<&'t Contents>),
    /// A symbolic link with its target, as it was written.
    Link(&'t str),
}

/// The reason why a path leads nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unresolved {
    /// Nothing of that name, or a file where a directory was needed.
    Missing,
    /// Links that lead to one another, or more of them than Linux follows (40).
    Loop,
}

/// Directories, files and links. See the [module](self).
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
    /// A tree with nothing but its root directory.
    #[must_use]
    pub fn new() -> Self {
        let root = Node {
            parent: ROOT,
            name: "".into(),
            kind: Kind::Directory(BTreeMap::new()),
            revision: 0,
        };
        Self {
            nodes: vec![Some(root)],
            free: Vec::new(),
            revision: 0,
            structure: 0,
        }
    }

    /// Rises with every change. Writing what is there already is no change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The revision of the last change to anything but the contents of files.
    #[must_use]
    pub fn structure_revision(&self) -> u64 {
        self.structure
    }

    /// Puts a file in place, with the directories above it. `None` means that it exists and has not been read yet.
    ///
    /// # Errors
    /// A [`RefusedPath`] when the path is malformed or taken by something that is not a file.
    pub fn write(&mut self, path: &str, contents: Option<Contents>) -> Result<(), RefusedPath> {
        match self.place(path)? {
            Place::Vacant { parent, name } => {
                self.insert(parent, name, Kind::File(contents));
                Ok(())
            }
            Place::Taken(id) => match &self.node(id).kind {
                Kind::File(old) if *old == contents => Ok(()),
                Kind::File(_) => {
                    self.replace(id, Kind::File(contents));
                    Ok(())
                }
                Kind::Directory(_) => Err(RefusedPath::new(
                    path,
                    RefusedReason::IsADirectory,
                    "a directory stands there; remove it first",
                )),
                Kind::Link(_) => Err(RefusedPath::new(
                    path,
                    RefusedReason::IsALink,
                    "a link stands there; write to its target, or remove it first",
                )),
            },
        }
    }

    /// Makes a directory and those above it; nothing happens when it is there.
    ///
    /// # Errors
    /// A [`RefusedPath`] when the path is malformed or taken by a file or a link.
    pub fn make_directory(&mut self, path: &str) -> Result<(), RefusedPath> {
        match self.place(path)? {
            Place::Vacant { parent, name } => {
                self.insert(parent, name, Kind::Directory(BTreeMap::new()));
                Ok(())
            }
            Place::Taken(id) if matches!(self.node(id).kind, Kind::Directory(_)) => Ok(()),
            Place::Taken(_) => Err(RefusedPath::new(
                path,
                RefusedReason::Exists,
                "a file or a link stands there; remove it first",
            )),
        }
    }

    /// Makes a symbolic link, or points one that is there elsewhere. The target may be
    /// absolute or relative to the link's directory, may hold `..`, and need not exist.
    ///
    /// # Errors
    /// A [`RefusedPath`] when the path is malformed, the target is empty, holds a NUL or is
    /// too long, or when a file or directory stands there.
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
            Place::Vacant { parent, name } => {
                self.insert(parent, name, Kind::Link(target.into()));
                Ok(())
            }
            Place::Taken(id) => match &self.node(id).kind {
                Kind::Link(old) if **old == *target => Ok(()),
                Kind::Link(_) => {
                    self.replace(id, Kind::Link(target.into()));
                    self.structure = self.revision;
                    Ok(())
                }
                Kind::File(_) | Kind::Directory(_) => Err(RefusedPath::new(
                    path,
                    RefusedReason::Exists,
                    "a file or a directory stands there; remove it first",
                )),
            },
        }
    }

    /// Takes an entry away, with all below it, and says how many entries went. A link goes
    /// alone, its target stays. Removing `/` empties the tree.
    pub fn remove(&mut self, path: &str) -> usize {
        let Some(entry) = self.entry(path) else {
            return 0;
        };
        let id = entry.id;
        let mut doomed = Vec::new();
        if id == ROOT {
            if let Kind::Directory(children) = &mut self.node_mut(ROOT).kind {
                doomed.extend(std::mem::take(children).into_values());
            }
        } else {
            let Node { parent, name, .. } = self.node(id);
            let (parent, name) = (*parent, name.clone());
            if let Kind::Directory(children) = &mut self.node_mut(parent).kind {
                children.remove(&name);
            }
            doomed.push(id);
        }
        let mut removed = 0;
        while let Some(id) = doomed.pop() {
            if let Some(node) = self.nodes[id.0].take() {
                if let Kind::Directory(children) = node.kind {
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

    /// The entry at exactly this path: no link is followed, on the way or at the end.
    #[must_use]
    pub fn entry(&self, path: &str) -> Option<Entry<'_>> {
        path::check(path).ok()?;
        let mut id = ROOT;
        for segment in segments(path) {
            let Kind::Directory(children) = &self.node(id).kind else {
                return None;
            };
            id = *children.get(segment)?;
        }
        Some(Entry { tree: self, id })
    }

    /// The entry that a path leads to, links followed everywhere, as opening it would.
    ///
    /// # Errors
    /// [`Unresolved`] when something on the way is missing or loops.
    pub fn resolve(&self, path: &str) -> Result<Entry<'_>, Unresolved> {
        // Most paths have neither links nor dots.
        let mut at = ROOT;
        let mut segments = path.strip_prefix('/').unwrap_or("").split('/');
        let is_plain = segments.all(|segment| {
            let Kind::Directory(children) = &self.node(at).kind else {
                return false;
            };
            let child = children.get(segment).copied();
            let child = child.filter(|id| !matches!(self.node(*id).kind, Kind::Link(_)));
            at = child.unwrap_or(at);
            child.is_some()
        });
        if is_plain {
            return Ok(Entry { tree: self, id: at });
        }
        path::check(path).map_err(|_| Unresolved::Missing)?;
        self.resolve_from(ROOT, path)
    }

    /// Every entry of the tree, in no particular order.
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

    /// The entry of that name, if it is still in the tree.
    #[must_use]
    pub fn by_id(&self, id: EntryId) -> Option<Entry<'_>> {
        self.nodes.get(id.0)?.as_ref()?;
        Some(Entry { tree: self, id })
    }

    fn resolve_from(&self, base: EntryId, path: &str) -> Result<Entry<'_>, Unresolved> {
        // Segments still to walk, the next one last.
        let mut pending: Vec<&str> = segments(path).rev().collect();
        let mut at = if path.starts_with('/') { ROOT } else { base };
        let mut hops = 0;
        while let Some(segment) = pending.pop() {
            let Kind::Directory(children) = &self.node(at).kind else {
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
            if let Kind::Link(target) = &self.node(next).kind {
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

    /// Where an entry of this path is or would be; the directories above it are made.
    fn place<'p>(&mut self, path: &'p str) -> Result<Place<'p>, RefusedPath> {
        path::check(path).map_err(|problem| RefusedPath::malformed(path, problem))?;
        let mut at = ROOT;
        let mut segments = segments(path).peekable();
        // Nothing is made before the whole way is known to be free.
        while let Some(segment) = segments.peek() {
            match &self.node(at).kind {
                Kind::Directory(children) => match children.get(*segment) {
                    Some(child) => {
                        at = *child;
                        segments.next();
                    }
                    None => break,
                },
                Kind::File(_) | Kind::Link(_) => {
                    return Err(RefusedPath::new(
                        path,
                        RefusedReason::ParentIsNotADirectory,
                        format!(
                            "{} is a file or a link, so nothing can lie below it",
                            Entry { tree: self, id: at }.path()
                        ),
                    ));
                }
            }
        }
        while let Some(segment) = segments.next() {
            if segments.peek().is_none() {
                return Ok(Place::Vacant {
                    parent: at,
                    name: segment,
                });
            }
            at = self.insert(at, segment, Kind::Directory(BTreeMap::new()));
        }
        Ok(Place::Taken(at))
    }

    fn insert(&mut self, parent: EntryId, name: &str, kind: Kind) -> EntryId {
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
        if let Kind::Directory(children) = &mut self.node_mut(parent).kind {
            children.insert(name.into(), id);
        }
        id
    }

    fn replace(&mut self, id: EntryId, kind: Kind) {
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

enum Place<'p> {
    Vacant { parent: EntryId, name: &'p str },
    Taken(EntryId),
}

fn segments(path: &str) -> impl DoubleEndedIterator<Item = &str> {
    path.split('/').filter(|segment| !segment.is_empty())
}

/// One entry of a tree, links not followed.
#[derive(Debug, Clone, Copy)]
pub struct Entry<'t> {
    tree: &'t Tree,
    id: EntryId,
}

impl<'t> Entry<'t> {
    /// Names the entry beyond this borrow.
    #[must_use]
    pub fn id(self) -> EntryId {
        self.id
    }

    /// Its name; empty for the root.
    #[must_use]
    pub fn name(self) -> &'t str {
        &self.tree.node(self.id).name
    }

    /// Its kind.
    #[must_use]
    pub fn kind(self) -> EntryKind<'t> {
        match &self.tree.node(self.id).kind {
            Kind::Directory(_) => EntryKind::Directory,
            Kind::File(contents) => EntryKind::File(contents.as_ref()),
            Kind::Link(target) => EntryKind::Link(target),
        }
    }

    /// The tree's revision when this entry last changed; no two changes share one.
    #[must_use]
    pub fn revision(self) -> u64 {
        self.tree.node(self.id).revision
    }

    /// Its path without links: what `realpath` prints.
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

    /// The directory that it is in; none for the root.
    #[must_use]
    pub fn parent(self) -> Option<Entry<'t>> {
        (self.id != ROOT).then(|| Entry {
            tree: self.tree,
            id: self.tree.node(self.id).parent,
        })
    }

    /// The entry of that name in a directory.
    #[must_use]
    pub fn child(self, name: &str) -> Option<Entry<'t>> {
        match &self.tree.node(self.id).kind {
            Kind::Directory(children) => children.get(name).map(|id| Entry {
                tree: self.tree,
                id: *id,
            }),
            _ => None,
        }
    }

    /// The contents of a file that has been read.
    #[must_use]
    pub fn contents(self) -> Option<&'t Contents> {
        match self.kind() {
            EntryKind::File(contents) => contents,
            _ => None,
        }
    }

    /// The entries of a directory, by name in byte order; none for files and links.
    pub fn children(self) -> impl Iterator<Item = Entry<'t>> {
        let children = match &self.tree.node(self.id).kind {
            Kind::Directory(children) => Some(children),
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

    /// Where a link leads in the end; any other entry leads to itself.
    ///
    /// # Errors
    /// [`Unresolved`] when it dangles or loops.
    pub fn follow(self) -> Result<Entry<'t>, Unresolved> {
        match self.kind() {
            EntryKind::Link(target) => {
                // A link that names itself costs one hop less than its chain; the limit still ends it.
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
