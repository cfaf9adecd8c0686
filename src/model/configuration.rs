//! Edits of a user's configuration and installations, as data that the caller writes.

use serde::{Deserialize, Serialize};

/// A file of the user's configuration with its new text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct ConfigEdit {
    /// The file.
    pub path: String,
    /// All of its text.
    pub text: String,
}

/// The effect of installing the skills that a host brings along.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
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
pub struct InstalledFile {
    /// Where.
    pub path: String,
    /// What.
    pub text: String,
}
