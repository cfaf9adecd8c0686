//! Edits of a user's configuration and installations, as data that the caller writes.

use serde::{Deserialize, Serialize, Serializer};

use crate::tree::Contents;

/// A file of the user's configuration with its new text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConfigEdit {
    /// The file.
    pub path: String,
    /// All of its text.
    pub text: String,
}

/// The effect of installing MCP servers that skills need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ServerInstallation {
    /// The user's configuration with the servers in it; none when there is none to put in.
    pub edit: Option<ConfigEdit>,
    /// The servers that the edit puts in, by name.
    pub installed: Vec<String>,
    /// The servers that cannot be put in, by name: the skill gives neither a URL nor a command for them.
    pub unreachable: Vec<String>,
}

/// The effect of installing the skills that a host brings along.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Installation {
    /// The fingerprint of the embedded files.
    pub fingerprint: String,
    /// True if what is installed has another one.
    pub needed: bool,
    /// The directory to remove with all in it; none when nothing is to be done or nothing is there.
    pub remove: Option<String>,
    /// The files to write, by absolute path; the marker is the last. Empty when nothing is to be done.
    pub write: Vec<InstalledFile>,
}

/// A file to write.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct InstalledFile {
    /// Where.
    pub path: String,
    /// Its text; none when it is no text.
    pub text: Option<String>,
    /// Its bytes, when it is no text.
    #[serde(serialize_with = "as_bytes")]
    #[cfg_attr(feature = "typescript", tsify(type = "Uint8Array | null"))]
    pub bytes: Option<Vec<u8>>,
}

impl InstalledFile {
    /// A file with its contents: text if they are UTF-8.
    #[must_use]
    pub fn new(path: String, contents: &Contents) -> Self {
        let text = contents.text().ok().map(str::to_owned);
        Self {
            path,
            bytes: text.is_none().then(|| contents.bytes().to_vec()),
            text,
        }
    }

    /// What to write.
    #[must_use]
    pub fn contents(&self) -> Contents {
        match (&self.text, &self.bytes) {
            (Some(text), _) => text.into(),
            (None, bytes) => bytes.clone().unwrap_or_default().into(),
        }
    }
}

/// Bytes as bytes, and not as a list of numbers.
fn as_bytes<S: Serializer>(bytes: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
    match bytes {
        Some(bytes) => serializer.serialize_bytes(bytes),
        None => serializer.serialize_none(),
    }
}
