//! Installs the skills bundled with Codex (`docs/hosts/codex.md#bundled-skills`). The result is a
//! description: the folder to delete, and the files to write.

use std::collections::BTreeMap;
use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::model::configuration::{Installation, InstalledFile};
use crate::tree::{Contents, Tree, path};

/// The folder of the bundled skills, relative to the Codex home.
const FOLDER: &str = "skills/.system";

/// The name of the file that contains the fingerprint of the installed skills.
const MARKER: &str = ".codex-system-skills.marker";

/// A constant that is a part of the fingerprint of the installed skills. A version of Codex that
/// installs skills in another way has another constant, so that all skills are installed again.
const SALT: &str = "v1";

/// Returns the files to write and the folder to remove in order to install the bundled skills.
/// `embedded` has the contents of the files by their paths in the folder of bundled skills. Nothing
/// is written if this folder already has the fingerprint of `embedded`.
pub(super) fn plan(
    tree: &Tree,
    codex_home: &str,
    embedded: &BTreeMap<String, Contents>,
) -> Installation {
    let folder = path::join(codex_home, FOLDER);
    let marker = path::join(&folder, MARKER);
    let fingerprint = fingerprint(embedded);
    let installed = tree
        .resolve(&marker)
        .ok()
        .and_then(|entry| entry.contents()?.text().ok());
    let needed = installed.is_none_or(|installed| installed.trim() != fingerprint);
    let mut write = Vec::new();
    if needed {
        write.extend(
            (embedded.iter())
                .map(|(path, contents)| InstalledFile::new(path::join(&folder, path), contents)),
        );
        let text = format!("{fingerprint}\n");
        write.push(InstalledFile::new(marker, &text.into()));
    }
    Installation {
        fingerprint,
        needed,
        remove: (needed && tree.resolve(&folder).is_ok()).then_some(folder),
        write,
    }
}

/// Returns a hash of [`SALT`], the sorted paths of all directories and files, and the hashes of the
/// files' contents.
fn fingerprint(embedded: &BTreeMap<String, Contents>) -> String {
    let mut entries: BTreeMap<&str, Option<u64>> = BTreeMap::new();
    for (file, contents) in embedded {
        entries.insert(file, Some(hash([contents.bytes()])));
        let mut directory = file.as_str();
        while let Some((above, _)) = directory.rsplit_once('/') {
            entries.insert(above, None);
            directory = above;
        }
    }
    let mut parts = vec![SALT.as_bytes().to_vec()];
    for (path, contents) in entries {
        parts.push(path.as_bytes().to_vec());
        parts.push(contents.map(u64::to_le_bytes).map_or(Vec::new(), Vec::from));
    }
    format!("{:x}", hash(parts.iter().map(Vec::as_slice)))
}

fn hash<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> u64 {
    let mut hasher = SipHasher13::new();
    for part in parts {
        hasher.write(part);
        // The length distinguishes the parts `ab` and `c` from the parts `a` and `bc`.
        hasher.write_usize(part.len());
    }
    hasher.finish()
}
