//! Edits of a user's configuration and installations, as data that the caller writes.

use serde::{Deserialize, Serialize, Serializer};

use crate::tree::Contents;

/// A file of the user's configuration, with its new text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConfigEdit {
    /// The path of the file.
    pub path: String,
    /// The whole new text.
    pub text: String,
}

/// The effect of installing MCP servers that skills need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ServerInstallation {
    /// The user's configuration with the servers added; none if there is no server to add.
    pub edit: Option<ConfigEdit>,
    /// The servers that the edit adds, by name.
    pub installed: Vec<String>,
    /// The servers that cannot be added, by name, because the skill gives neither a URL nor a command for them.
    pub unreachable: Vec<String>,
}

/// The effect of installing the skills that a host brings along.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Installation {
    /// The fingerprint of the embedded files.
    pub fingerprint: String,
    /// True if the fingerprint of the installed files differs, so that they have to be written.
    pub needed: bool,
    /// The directory to remove with everything in it; none if nothing has to be done or the directory does not exist.
    pub remove: Option<String>,
    /// The files to write, by absolute path. The marker file is the last. Empty if nothing has to be done.
    pub write: Vec<InstalledFile>,
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct InstalledFile {
    /// The absolute path.
    pub path: String,
    /// The contents as text; none if they are not UTF-8.
    pub text: Option<String>,
    /// The contents as bytes, if they are not UTF-8.
    #[serde(serialize_with = "as_bytes")]
    #[cfg_attr(feature = "typescript", tsify(type = "Uint8Array | null"))]
    pub bytes: Option<Vec<u8>>,
}

impl InstalledFile {
    /// Creates a file with these contents: as text if they are UTF-8, otherwise as bytes.
    #[must_use]
    pub fn new(path: String, contents: &Contents) -> Self {
        let text = contents.text().ok().map(str::to_owned);
        Self {
            path,
            bytes: text.is_none().then(|| contents.bytes().to_vec()),
            text,
        }
    }

    /// Returns the contents to write.
    #[must_use]
    pub fn contents(&self) -> Contents {
        match (&self.text, &self.bytes) {
            (Some(text), _) => text.into(),
            (None, bytes) => bytes.clone().unwrap_or_default().into(),
        }
    }
}

/// Serializes bytes as bytes, not as a list of numbers.
fn as_bytes<S: Serializer>(bytes: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
    match bytes {
        Some(bytes) => serializer.serialize_bytes(bytes),
        None => serializer.serialize_none(),
    }
}
