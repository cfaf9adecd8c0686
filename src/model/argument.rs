//! [`ArgumentError`]: the error of a call with an invalid argument.

use std::fmt;

use crate::tree::path;

/// Returns an error if `directory` is not a valid path. The error names `argument`, the argument
/// that contains the path.
pub(crate) fn check_directory(argument: &str, directory: &str) -> Result<(), ArgumentError> {
    path::check(directory).map_err(|problem| {
        ArgumentError::new(argument, format!("{problem} (given: {directory:?})"))
    })
}

/// The error of a call with an invalid argument. Faults in skills never cause this error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArgumentError {
    /// The name of the invalid argument, such as `cwd`.
    pub argument: String,
    /// The message: what is wrong with the argument, and what is allowed.
    pub message: String,
    /// The part of the WebAssembly module that has to be loaded before the caller repeats the call.
    /// None if the argument itself is invalid.
    #[cfg(feature = "parts")]
    pub part: Option<&'static str>,
}

impl ArgumentError {
    /// Creates an error about the argument with this name.
    pub fn new(argument: impl Into<String>, message: impl Into<String>) -> Self {
        Self {
            argument: argument.into(),
            message: message.into(),
            #[cfg(feature = "parts")]
            part: None,
        }
    }

    /// Returns the error for an argument that needs `part`, a part of the WebAssembly module that
    /// is not loaded yet.
    #[cfg(feature = "parts")]
    pub fn of_part(argument: &str, part: &'static str) -> Self {
        Self {
            part: Some(part),
            ..Self::new(argument, "is of a part that is not loaded")
        }
    }

    /// Returns the same error with the argument's name extended to a path: `outer`, a dot, and the
    /// name. Callers use this if the invalid value is a field of the argument `outer`.
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
