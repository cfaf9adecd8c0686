//! Unicode: normalization, uppercase, letters, marks, word boundaries and columns of a terminal.
//!
//! | function | data natively | data in the npm package |
//! | --- | --- | --- |
//! | `nfd`, `nfkc` | ICU4X | `String.prototype.normalize` |
//! | `capitalized` | Rust's standard library | `String.prototype.toUpperCase` |
//! | `is_letter_or_number`, `segments`, `columns` | `tables.rs` and `char` of Rust's standard library | the same |
//!
//! Normalization and uppercase need 35 kB of compressed tables, which every JavaScript engine
//! already has. With the feature `platform-unicode`, the module's bindings provide functions of the
//! platform instead. ICU4X and the platform agree on all characters that are in both versions of
//! Unicode, because Unicode never changes the normalization of an assigned character.
//!
//! Marks and word boundaries need 2 kB and are the same everywhere. `Intl.Segmenter` is no
//! substitute. It splits Chinese, Japanese and Thai by dictionaries that differ between engines,
//! and older browsers do not have it.

mod characters;
mod columns;
mod segments;
mod tables;

use std::borrow::Cow;

pub(crate) use characters::is_letter_or_number;
pub(crate) use columns::columns;
pub(crate) use segments::segments;

#[cfg(not(all(feature = "platform-unicode", target_arch = "wasm32")))]
mod platform {
    //! Normalization and uppercase with the functions of ICU4X and of Rust's standard library.

    use std::borrow::Cow;

    use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

    pub(super) fn nfd(text: &str) -> Cow<'_, str> {
        const NFD: DecomposingNormalizerBorrowed<'static> =
            DecomposingNormalizerBorrowed::new_nfd();
        NFD.normalize(text)
    }

    pub(super) fn nfkc(text: &str) -> Cow<'_, str> {
        const NFKC: ComposingNormalizerBorrowed<'static> = ComposingNormalizerBorrowed::new_nfkc();
        NFKC.normalize(text)
    }

    pub(super) fn uppercase(c: char) -> String {
        c.to_uppercase().collect()
    }
}

#[cfg(all(feature = "platform-unicode", target_arch = "wasm32"))]
pub mod platform;

/// Returns a text in Normalization Form D: letters and their marks are separate characters.
pub(crate) fn nfd(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    platform::nfd(text)
}

/// Returns a text in Normalization Form KC: compatibility forms are replaced, and letters and their
/// marks are composed.
pub(crate) fn nfkc(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| is_plain(c) || is_composed(c)) {
        return Cow::Borrowed(text);
    }
    platform::nfkc(text)
}

/// Returns a text with its first character in uppercase.
pub(crate) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    match chars.next() {
        Some(first) if first.is_ascii() => {
            format!("{}{}", first.to_ascii_uppercase(), chars.as_str())
        }
        Some(first) => platform::uppercase(first) + chars.as_str(),
        None => String::new(),
    }
}

/// Returns true if no normalization form changes a character, and the character combines with no
/// other character.
fn is_plain(c: char) -> bool {
    matches!(c, '\0'..='\u{9f}' | '\u{4e00}'..='\u{9fff}')
}

/// Returns true if a character is a common Latin, Cyrillic, kana or Hangul letter. NFKC changes
/// none of these letters, and none of them combines with the character before it.
fn is_composed(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{131}' | '\u{400}'..='\u{481}' | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fe}' | '\u{ac00}'..='\u{d7a3}')
}

#[cfg(test)]
mod tests {
    use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

    use super::*;

    #[test]
    fn each_character_is_normalized_as_by_icu4x_after_letters_and_before_marks() {
        let nfd_by_icu = DecomposingNormalizerBorrowed::new_nfd();
        let nfkc_by_icu = ComposingNormalizerBorrowed::new_nfkc();
        // Later planes contain only variation selectors and private characters.
        for c in '\0'..='\u{3ffff}' {
            for text in [format!("e{c}中{c}"), format!("가{c}\u{3099}")] {
                assert_eq!(nfd(&text), nfd_by_icu.normalize(&text), "{text:?}");
                assert_eq!(nfkc(&text), nfkc_by_icu.normalize(&text), "{text:?}");
            }
        }
    }

    #[test]
    fn the_first_character_of_a_text_is_put_in_uppercase() {
        let cases = [
            ("", ""),
            ("pdf Tools", "Pdf Tools"),
            ("1a", "1a"),
            ("été", "Été"),
            ("ßa", "SSa"),
            ("ﬁx", "FIx"),
            ("技能", "技能"),
        ];
        for (text, expected) in cases {
            assert_eq!(capitalized(text), expected, "{text:?}");
        }
    }
}
