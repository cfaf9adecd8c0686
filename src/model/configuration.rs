//! Changes to a user's configuration and to installed files. Skillglass only describes these
//! changes, because it writes no files. The caller writes them.

use serde::{Deserialize, Serialize, Serializer};

use crate::tree::Contents;

/// A configuration file of the user, with the new text to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConfigEdit {
    /// The absolute path of the configuration file.
    pub path: String,
    /// The whole new text of the file.
    pub text: String,
}

/// The change to the user's configuration that adds the MCP servers that skills need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ServerInstallation {
    /// The configuration file with the servers added. None if there is no server to add.
    pub edit: Option<ConfigEdit>,
    /// The names of the servers that the edit adds.
    pub installed: Vec<String>,
    /// The names of the servers that cannot be added, because the skill gives no URL and no command
    /// for these servers.
    pub unreachable: Vec<String>,
}

/// The files to remove and to write so that the skills bundled with a host are installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Installation {
    /// The fingerprint (a hash) of the bundled files.
    pub fingerprint: String,
    /// True if the files have to be written, because the installed files have no fingerprint, or
    /// another fingerprint than the files of this version.
    pub needed: bool,
    /// The directory to delete with everything in it. None if nothing has to be done, or if the
    /// directory does not exist.
    pub remove: Option<String>,
    /// The files to write, with absolute paths. The last file contains `fingerprint`, so that a
    /// later run of the host can see which version of the bundled files is installed. Empty if
    /// nothing has to be done.
    pub write: Vec<InstalledFile>,
}

/// A file that an installation writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct InstalledFile {
    /// The absolute path of the file to write.
    pub path: String,
    /// The contents as text. None if the contents are not UTF-8, so that they are in `bytes`.
    pub text: Option<String>,
    /// The contents as bytes. None if the contents are UTF-8, so that they are in `text`.
    #[serde(serialize_with = "as_bytes")]
    #[cfg_attr(feature = "typescript", tsify(type = "Uint8Array | null"))]
    pub bytes: Option<Vec<u8>>,
}

impl InstalledFile {
    /// Creates a file to write. The contents are stored as text if they are UTF-8, otherwise as
    /// bytes.
    #[must_use]
    pub fn new(path: String, contents: &Contents) -> Self {
        let text = contents.text().ok().map(str::to_owned);
        Self {
            path,
            bytes: text.is_none().then(|| contents.bytes().to_vec()),
            text,
        }
    }

    /// Returns the contents to write, from `text` or `bytes`.
    #[must_use]
    pub fn contents(&self) -> Contents {
        match (&self.text, &self.bytes) {
            (Some(text), _) => text.into(),
            (None, bytes) => bytes.clone().unwrap_or_default().into(),
        }
    }
}

/// Serializes the bytes in the byte format of the serializer, not as a list of numbers.
fn as_bytes<S: Serializer>(bytes: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
    match bytes {
        Some(bytes) => serializer.serialize_bytes(bytes),
        None => serializer.serialize_none(),
    }
}
