//! Uses Unicode functions of the platform, such as those of JavaScript, so that no Unicode tables
//! are needed. The bindings provide the functions when the module starts.

use std::borrow::Cow;
use std::sync::OnceLock;

/// Functions for Unicode text that the surrounding platform provides. In JavaScript, these are
/// methods of strings.
#[derive(Debug, Clone, Copy)]
pub struct Platform {
    /// Returns a text in Normalization Form D.
    pub nfd: fn(&str) -> String,
    /// Returns a text in Normalization Form KC.
    pub nfkc: fn(&str) -> String,
    /// Returns a text in uppercase.
    pub uppercase: fn(&str) -> String,
}

static PLATFORM: OnceLock<Platform> = OnceLock::new();

/// Sets the Unicode functions of the platform. Only the first call has an effect.
pub fn provide(platform: Platform) {
    let _ = PLATFORM.set(platform);
}

/// Applies a Unicode function of the platform to a text. If no platform was provided, returns the
/// text unchanged.
fn apply(text: &str, function: fn(&Platform) -> fn(&str) -> String) -> Cow<'_, str> {
    match PLATFORM.get() {
        Some(platform) => Cow::Owned(function(platform)(text)),
        None => Cow::Borrowed(text),
    }
}

pub(super) fn nfd(text: &str) -> Cow<'_, str> {
    apply(text, |platform| platform.nfd)
}

pub(super) fn nfkc(text: &str) -> Cow<'_, str> {
    apply(text, |platform| platform.nfkc)
}

pub(super) fn uppercase(c: char) -> String {
    apply(c.encode_utf8(&mut [0; 4]), |platform| platform.uppercase).into_owned()
}
