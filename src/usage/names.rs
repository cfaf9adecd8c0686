//! Decides which names of skills the report shows. A log may have any text where a name is
//! expected, so an unknown name is shown only if it cannot be a secret.

/// The text that is shown instead of a name that may be a secret.
const WITHHELD: &str = "(withheld)";

/// The maximum length, in bytes, of an unknown skill name that the report shows. A longer name is
/// withheld.
const MAX_NAME: usize = 64;

/// The maximum length, in bytes, of a word with digits in an unknown skill name. A longer word may
/// be a key, so the name is withheld.
const MAX_MIXED: usize = 8;

/// Returns the name that the report shows. `is_known` is true if the tree or a list of skills
/// contains the name. An unknown name that may be a secret is withheld.
pub(super) fn shown(name: &str, is_known: bool) -> String {
    if is_known || is_plain(name) {
        name.to_owned()
    } else {
        WITHHELD.to_owned()
    }
}

/// Returns true if a name consists of short words of lowercase letters and digits, separated by
/// `-`, `_`, `:`, `.` or `/`. Such a name cannot be a secret, because API keys and tokens have
/// longer words or other characters.
fn is_plain(name: &str) -> bool {
    let is_word = |word: &str| {
        let has_digit = word.bytes().any(|byte| byte.is_ascii_digit());
        let is_ascii = word
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
        !word.is_empty() && is_ascii && word.len() <= if has_digit { MAX_MIXED } else { 24 }
    };
    name.len() <= MAX_NAME && name.split(['-', '_', ':', '.', '/']).all(is_word)
}
