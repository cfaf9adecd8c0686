//! An index of the tree's files by the last one or two segments of their paths. If a text names a
//! path that does not exist, rules use the index to find a file with a similar path.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::rc::Rc;

use crate::memo::Memo;
use crate::sort;
use crate::tree::{Entry, EntryId, EntryKind, Tree};

/// The maximum number of files that one search inspects. Some trees have thousands of files with
/// the same name, such as `index.md`. No host has this limit.
const MAX_ALIKE: usize = 256;

/// The cached index of files. Valid until an entry of the tree is added, removed or moved.
pub(super) type FileIndices = Memo<(), u64, Rc<FileIndex>>;

/// An index that finds the files of a tree by the last one or two segments of their paths.
pub(super) struct FileIndex {
    /// Two entries for each file, sorted by hash. One has the hash of the path's last segment, and
    /// the other has the hash of the last two segments.
    ends: Vec<(u32, EntryId)>,
}

impl FileIndex {
    /// Returns the index of the current tree. If no entry was added, removed or moved, the cached
    /// index is returned.
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

    /// Returns the files with this name. If a folder name is given, only files directly in a folder of that name are
    /// returned.
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
