//! An index of the tree's files by the ends of their paths, for files that are named where they are not.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::memo::Memo;
use crate::sort;
use crate::tree::{Entry, EntryId, EntryKind, Tree};

/// Files of one end that are inspected; the limit is ours, because some trees have thousands of `index.md`.
const MAX_ALIKE: usize = 256;

/// The index of one structure of the tree, which the first caller makes.
pub(super) type FileIndices = Memo<(), u64, Rc<FileIndex>>;

/// See the [module](self).
pub(super) struct FileIndex {
    /// Hashes of the last segment of each path, and of the last two, in order.
    ends: Vec<(u32, EntryId)>,
}

impl FileIndex {
    /// Returns the index of the tree as it is.
    pub fn of(tree: &Tree, indices: &FileIndices) -> Rc<Self> {
        indices.get_or_insert((), tree.structure_revision(), || Rc::new(Self::new(tree)))
    }

    fn new(tree: &Tree) -> Self {
        let files = tree
            .entries()
            .filter(|entry| matches!(entry.kind(), EntryKind::File(_)));
        let ends = files.flat_map(|file| {
            let folder = file.parent().map_or("", Entry::name);
            let ends = [hash("", file.name()), hash(folder, file.name())];
            ends.map(|end| (end, file.id()))
        });
        let mut ends: Vec<_> = ends.collect();
        sort::by_key(&mut ends, |end| *end);
        Self { ends }
    }

    /// Returns the files of a name, in the folder of a name if one is given.
    pub fn ending<'t>(
        &self,
        tree: &'t Tree,
        folder: Option<&str>,
        name: &str,
    ) -> impl Iterator<Item = Entry<'t>> {
        let wanted = hash(folder.unwrap_or_default(), name);
        let start = self.ends.partition_point(|(end, _)| *end < wanted);
        let alike = self.ends[start..].iter();
        let alike = alike
            .take_while(move |(end, _)| *end == wanted)
            .take(MAX_ALIKE);
        let files = alike.filter_map(|(_, file)| tree.by_id(*file));
        files.filter(move |file| {
            let is_in = |folder: &str| file.parent().is_some_and(|parent| parent.name() == folder);
            file.name() == name && folder.is_none_or(is_in)
        })
    }
}

fn hash(folder: &str, name: &str) -> u32 {
    let mut hasher = DefaultHasher::new();
    (folder, name).hash(&mut hasher);
    hasher.finish() as u32
}
