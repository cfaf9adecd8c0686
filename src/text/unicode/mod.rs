//! Unicode: normalization, uppercase, letters, marks and word boundaries.
//!
//! | function | data natively | data in the npm package |
//! | --- | --- | --- |
//! | [`nfd`], [`nfkc`] | ICU4X | `String.prototype.normalize` |
//! | [`capitalized`] | Rust's standard library | `String.prototype.toUpperCase` |
//! | [`is_letter_or_number`], [`segments`] | `tables.rs` and `char` of Rust's standard library | the same |
//!
//! Normalization and uppercase need 35 kB of compressed tables, which every JavaScript engine already has. The feature
//! `platform-unicode` replaces them with the engine's methods. Both sides agree on all characters that both versions of
//! Unicode have, because Unicode never changes the normalization of an assigned character.
//!
//! Marks and word boundaries need 2 kB and are the same everywhere. `Intl.Segmenter` is no substitute: it splits Chinese, Japanese
//! and Thai by dictionaries that differ between engines, and older browsers do not have it.

mod segments;
mod tables;

use std::borrow::Cow;

pub(crate) use segments::segments;

#[cfg(not(all(feature = "platform-unicode", target_arch = "wasm32")))]
mod platform {
    //! ICU4X and Rust's standard library.

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
mod platform {
    //! The methods of JavaScript's strings.

    use std::borrow::Cow;

    use wasm_bindgen::prelude::*;

    #[wasm_bindgen]
    extern "C" {
        #[wasm_bindgen(js_name = String)]
        type Text;

        #[wasm_bindgen(method)]
        fn normalize(this: &Text, form: &str) -> String;

        #[wasm_bindgen(method, js_name = toUpperCase)]
        fn to_upper_case(this: &Text) -> String;
    }

    fn text(text: &str) -> Text {
        JsValue::from_str(text).unchecked_into()
    }

    pub(super) fn nfd(given: &str) -> Cow<'_, str> {
        Cow::Owned(text(given).normalize("NFD"))
    }

    pub(super) fn nfkc(given: &str) -> Cow<'_, str> {
        Cow::Owned(text(given).normalize("NFKC"))
    }

    pub(super) fn uppercase(c: char) -> String {
        text(c.encode_utf8(&mut [0; 4])).to_upper_case()
    }
}

/// Returns the text in Normalization Form D: letters and their marks as separate characters.
pub(crate) fn nfd(text: &str) -> Cow<'_, str> {
    if text.chars().all(is_plain) {
        return Cow::Borrowed(text);
    }
    platform::nfd(text)
}

/// Returns the text in Normalization Form KC: compatibility forms replaced, letters and their marks composed.
pub(crate) fn nfkc(text: &str) -> Cow<'_, str> {
    if text.chars().all(|c| is_plain(c) || is_composed(c)) {
        return Cow::Borrowed(text);
    }
    platform::nfkc(text)
}

/// Returns the text with its first character in uppercase.
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

/// Returns true if no normalization form changes the character, and it combines with no other.
fn is_plain(c: char) -> bool {
    matches!(c, '\0'..='\u{9f}' | '\u{4e00}'..='\u{9fff}')
}

/// Returns true for usual letters that NFKC does not change, and that combine with no character before them: Latin, Cyrillic,
/// kana, Hangul.
fn is_composed(c: char) -> bool {
    matches!(c, '\u{c0}'..='\u{131}' | '\u{400}'..='\u{481}' | '\u{3041}'..='\u{3096}'
        | '\u{30a1}'..='\u{30fe}' | '\u{ac00}'..='\u{d7a3}')
}

/// Returns true for letters and numbers by general category (L and N).
///
/// Python's `str.isalnum` uses these categories. `char::is_alphanumeric` also accepts vowel signs and circled letters.
pub(crate) fn is_letter_or_number(c: char) -> bool {
    c.is_alphanumeric() && !is_mark(c) && !is_circled_letter(c)
}

/// Returns true for symbols that Unicode counts as alphabetic, such as Ⓐ.
fn is_circled_letter(c: char) -> bool {
    matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f149}' | '\u{1f150}'..='\u{1f169}'
        | '\u{1f170}'..='\u{1f189}')
}

/// Returns true for combining marks: the general categories Mn, Mc and Me.
fn is_mark(c: char) -> bool {
    let code = u32::from(c);
    match code {
        0..0x300 => false,
        0x300..0x1_0000 => is_in_ranges(&tables::MARKS, code),
        0x1_0000..0x2_0000 => is_in_ranges(&tables::MARKS_OF_PLANE_1, code - 0x1_0000),
        _ => matches!(code, 0xe_0100..=0xe_01ef),
    }
}

/// Returns true for the digits from 0 to 9 of any script: the general category Nd.
fn is_decimal_digit(c: char) -> bool {
    let code = u32::from(c);
    match code {
        0..0x1_0000 => is_in_ranges(&tables::DIGITS, code),
        0x1_0000..0x2_0000 => is_in_ranges(&tables::DIGITS_OF_PLANE_1, code - 0x1_0000),
        _ => false,
    }
}

/// Returns true if one of the sorted ranges, whose ends are included, contains the code.
fn is_in_ranges(ranges: &[(u16, u16)], code: u32) -> bool {
    let next = ranges.partition_point(|(first, _)| u32::from(*first) <= code);
    let found = next.checked_sub(1).and_then(|index| ranges.get(index));
    found.is_some_and(|(_, last)| code <= u32::from(*last))
}

#[cfg(test)]
mod tests {
    use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};
    use icu_properties::props::{Alphabetic, GeneralCategory, GeneralCategoryGroup as Group};
    use icu_properties::{CodePointMapData, CodePointSetData};

    use super::*;

    fn is_in(c: char, group: Group) -> bool {
        group.contains(CodePointMapData::<GeneralCategory>::new().get(c))
    }

    /// Returns false for characters that are assigned in ICU4X's version of Unicode, but not in the compiler's.
    pub(super) fn is_known_to_the_compiler(c: char) -> bool {
        c.is_alphabetic() == CodePointSetData::new::<Alphabetic>().contains(c)
            && c.is_numeric() == is_in(c, Group::Number)
    }

    #[test]
    fn each_character_is_normalized_as_by_icu4x_after_letters_and_before_marks() {
        let nfd_by_icu = DecomposingNormalizerBorrowed::new_nfd();
        let nfkc_by_icu = ComposingNormalizerBorrowed::new_nfkc();
        // The planes after that have variation selectors and private characters.
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

    #[test]
    fn letters_and_numbers_are_those_of_the_general_categories() {
        for c in ('\0'..=char::MAX).filter(|c| is_known_to_the_compiler(*c)) {
            let expected = is_in(c, Group::Letter) || is_in(c, Group::Number);
            assert_eq!(is_letter_or_number(c), expected, "{c:?}");
        }
    }

    /// Writes the ranges of one plane as a constant.
    fn constant(name: &str, doc: &str, plane: u32, contains: impl Fn(char) -> bool) -> String {
        let mut ranges: Vec<(u32, u32)> = Vec::new();
        for code in 0..0x1_0000 {
            if char::from_u32((plane << 16) | code).is_some_and(&contains) {
                match ranges.last_mut() {
                    Some((_, last)) if *last + 1 == code => *last = code,
                    _ => ranges.push((code, code)),
                }
            }
        }
        let count = ranges.len();
        let mut text = format!(
            "\n/// {doc}\n#[rustfmt::skip]\npub(super) static {name}: [(u16, u16); {count}] = [\n"
        );
        for row in ranges.chunks(6) {
            let row: Vec<_> = (row.iter())
                .map(|(first, last)| format!("({first:#06x}, {last:#06x}),"))
                .collect();
            text += &format!("    {}\n", row.join(" "));
        }
        text + "];\n"
    }

    #[test]
    fn tables_hold_the_marks_and_digits_of_icu4x() {
        const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/text/unicode/tables.rs");
        let category = |c| CodePointMapData::<GeneralCategory>::new().get(c);
        let digit = |c| category(c) == GeneralCategory::DecimalNumber;
        let mark = |c| is_in(c, Group::Mark);
        let expected = [
            "//! First and last code of each range. `UPDATE_UNICODE=1 cargo test unicode` writes this file from ICU4X.\n".to_owned(),
            constant("MARKS", "Combining marks (Mn, Mc and Me) below U+10000.", 0, mark),
            constant("MARKS_OF_PLANE_1", "Combining marks from U+10000 to U+1FFFF, less 0x10000.", 1, mark),
            constant("DIGITS", "Decimal digits (Nd) below U+10000.", 0, digit),
            constant("DIGITS_OF_PLANE_1", "Decimal digits from U+10000 to U+1FFFF, less 0x10000.", 1, digit),
        ]
        .concat();
        if std::env::var_os("UPDATE_UNICODE").is_some() {
            std::fs::write(FILE, &expected).unwrap();
        }
        let written = std::fs::read_to_string(FILE).unwrap();
        assert!(written == expected, "UPDATE_UNICODE=1 writes {FILE}");
        // Other planes have no digits, and marks only where `is_mark` names them.
        for c in '\u{20000}'..=char::MAX {
            assert_eq!(
                (is_mark(c), is_decimal_digit(c)),
                (mark(c), digit(c)),
                "{c:?}"
            );
        }
    }
}
