//! The opened host: its edition and the options of the caller.

use super::editions::Edition;
use super::options::ClaudeCodeOptions;

/// The edition and the checked options that every stage works with.
#[derive(Debug, Clone)]
pub(super) struct Setup {
    pub edition: &'static Edition,
    pub options: ClaudeCodeOptions,
}
