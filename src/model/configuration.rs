//! Changes to a user's configuration and to installed files, as data. The caller writes the changes, because Skillglass
//! writes no files.

use serde::{Deserialize, Serialize, Serializer};

use crate::tree::Contents;

/// A file of the user's configuration, with its new text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConfigEdit {
    /// The absolute path of the configuration file.
    pub path: String,
    /// The whole new text of the file.
    pub text: String,
}

/// The change that adds the MCP servers that skills need.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct ServerInstallation {
    /// The user's configuration with the servers added; none if there is no server to add.
    pub edit: Option<ConfigEdit>,
    /// The servers that the edit adds, by name.
    pub installed: Vec<String>,
    /// The names of the servers that cannot be added, because the skill gives neither a URL nor a command for these
    /// servers.
    pub unreachable: Vec<String>,
}

/// The files to remove and to write so that the skills bundled with a host are installed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Installation {
    /// The fingerprint (a hash) of the bundled files.
    pub fingerprint: String,
    /// True if the installed files have a different fingerprint or no fingerprint, so the files have to be written.
    pub needed: bool,
    /// The directory to remove with everything in it; none if nothing has to be done or the directory does not exist.
    pub remove: Option<String>,
    /// The files to write, by absolute path. The marker file is the last. Empty if nothing has to be done.
    pub write: Vec<InstalledFile>,
}

/// A file that an installation writes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct InstalledFile {
    /// The absolute path of the file to write.
    pub path: String,
    /// The contents as text; none if the contents are not UTF-8.
    pub text: Option<String>,
    /// The contents as bytes; none if the contents are UTF-8.
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

/// Serializes the contents as a byte array, not as a list of numbers.
fn as_bytes<S: Serializer>(bytes: &Option<Vec<u8>>, serializer: S) -> Result<S::Ok, S::Error> {
    match bytes {
        Some(bytes) => serializer.serialize_bytes(bytes),
        None => serializer.serialize_none(),
    }
}
