//! Errors about invalid arguments of callers.

use std::fmt;

use crate::tree::path;

/// Checks that an argument can be the path of a directory.
pub(crate) fn check_directory(argument: &str, directory: &str) -> Result<(), ArgumentError> {
    path::check(directory).map_err(|problem| {
        ArgumentError::new(argument, format!("{problem} (given: {directory:?})"))
    })
}

/// The error of a call with an invalid argument. Faulty skills never cause this error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentError {
    /// The argument, such as `cwd`.
    pub argument: String,
    /// The message: the mistake in the argument, and what is allowed.
    pub message: String,
    /// The name of the part of the WebAssembly module that has to be loaded before the call can be answered; none if
    /// the argument itself is invalid.
    #[cfg(feature = "parts")]
    pub part: Option<&'static str>,
}

impl ArgumentError {
    /// Creates an error about the argument with the given name.
    pub fn new(argument: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            argument: argument.into(),
            message: message.into(),
            #[cfg(feature = "parts")]
            part: None,
        }
    }

    /// Returns the error for an argument that needs a part of the WebAssembly module that is not loaded yet.
    #[cfg(feature = "parts")]
    pub fn of_part(argument: &str, part: &'static str) -> Self {
        Self {
            part: Some(part),
            ..Self::new(argument, "is of a part that is not loaded")
        }
    }

    /// Returns the error for an argument that is a member of the argument `outer`: the name in the error becomes the
    /// path from `outer` to the member.
    #[must_use]
    pub(crate) fn inside(self, outer: &str) -> Self {
        Self {
            argument: format!("{outer}.{}", self.argument),
            ..self
        }
    }
}

impl fmt::Display for ArgumentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.argument, self.message)
    }
}

impl std::error::Error for ArgumentError {}
