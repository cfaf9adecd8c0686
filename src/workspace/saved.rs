//! [`SavedSession`]: a conversation that can be stored and continued later.

use serde::Serialize;

use crate::model::argument::ArgumentError;
use crate::workspace::{Session, Workspace};

/// The version of the format of saved conversations. The version changes when older saved
/// conversations can no longer be read.
const VERSION: u32 = 1;

/// A conversation as plain data, for storage as JSON. [`Session::save`] creates it, and
/// [`Session::start`] continues it.
///
/// The data contains the user's answers, including the values of variables, and the texts of used
/// skills. Store it as securely as the conversation.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
pub struct SavedSession {
    /// The version of the format in which the conversation is saved.
    pub version: u32,
    /// The id of the host with which the conversation was held.
    pub host: String,
    /// The edition of the host with which the conversation was held.
    pub edition: String,
    /// The memory of the conversation, as JSON text. Callers must not depend on its structure.
    pub memory: String,
}

crate::record! { SavedSession: has(version, host, edition, memory) needs(version, host, edition, memory) }

impl SavedSession {
    /// Builds the saved form of a conversation that was held in this workspace.
    pub(super) fn new(workspace: &Workspace, session: &Session) -> Self {
        let host = workspace.host();
        Self {
            version: VERSION,
            host: host.id().to_owned(),
            edition: host.edition().to_owned(),
            // Writing cannot fail, because all keys of the memory are texts. `read` refuses an empty memory.
            memory: serde_json::to_string(session).unwrap_or_default(),
        }
    }

    /// Restores the conversation from its saved form.
    ///
    /// # Errors
    /// Returns an error if the version is unknown, if the conversation was held with another host
    /// or edition, or if the memory is damaged.
    pub(super) fn read(&self, workspace: &Workspace) -> Result<Session, ArgumentError> {
        if self.version != VERSION {
            let message = format!(
                "there is no version {}; this release reads version {VERSION}",
                self.version
            );
            return Err(ArgumentError::new("saved.version", message));
        }
        let host = workspace.host();
        let place = if self.host != host.id() {
            Some("saved.host")
        } else if self.edition != host.edition() {
            Some("saved.edition")
        } else {
            None
        };
        if let Some(place) = place {
            let message = format!(
                "the conversation was held with {}@{}, and the host of this workspace is {}@{}",
                self.host,
                self.edition,
                host.id(),
                host.edition()
            );
            return Err(ArgumentError::new(place, message));
        }
        serde_json::from_str(&self.memory)
            .map_err(|error| ArgumentError::new("saved.memory", error.to_string()))
    }
}
