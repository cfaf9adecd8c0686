//! Splits a text at word boundaries, by the rules of Unicode Standard Annex #29.

use super::characters::{is_decimal_digit, is_in_ranges, is_mark};

/// The role of a character in the rules for word boundaries: a value of Unicode's property
/// `Word_Break`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    /// A letter of a script in which words are separated.
    Letter,
    Digit,
    Katakana,
    /// `_` and similar characters, which are part of a word if they are next to any character of the word.
    Connector,
    /// `:` and similar characters, which are part of a word if they are between two letters.
    BetweenLetters,
    /// `,` and similar characters, which are part of a number if they are between two digits.
    BetweenDigits,
    /// `.`, `'` and similar characters. Such a character is part of a word if it is between two
    /// letters, and part of a number if it is between two digits.
    Between,
    /// A mark, a joiner or an invisible format character, which belongs to the previous character.
    Attached,
    /// A character that is a segment of its own: a space, punctuation, or a letter of a script without word separators,
    /// such as Han or Thai.
    Other,
}

/// Splits a text at word boundaries, and returns each segment with its byte offset.
///
/// Unicode Standard Annex #29 has more rules for Hebrew quotes, emoji sequences, spaces and line
/// breaks. They are left out because they do not change which letters are in one segment.
pub(crate) fn segments(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut start = 0;
    std::iter::from_fn(move || {
        let rest = text.get(start..).filter(|rest| !rest.is_empty())?;
        let segment = &rest[..first_boundary(rest)];
        let at = start;
        start += segment.len();
        Some((at, segment))
    })
}

/// Returns the byte offset of the first word boundary after the start of a text.
fn first_boundary(text: &str) -> usize {
    let mut chars = text.char_indices();
    let mut left = chars.next().map_or(Class::Other, |(_, c)| Class::of(c));
    while let Some((at, c)) = chars.next() {
        let right = Class::of(c);
        if right == Class::Attached {
            continue;
        }
        let next = || {
            let mut classes = chars.clone().map(|(_, c)| Class::of(c));
            classes.find(|class| *class != Class::Attached)
        };
        left = match (left, right) {
            (Class::Letter | Class::Digit | Class::Connector, Class::Letter | Class::Digit) => {
                right
            }
            (Class::Katakana | Class::Connector, Class::Katakana) => right,
            (
                Class::Letter | Class::Digit | Class::Katakana | Class::Connector,
                Class::Connector,
            ) => right,
            // Marks are ignored: the character after a mark is compared with the character before the mark.
            (Class::Letter, Class::BetweenLetters | Class::Between)
                if next() == Some(Class::Letter) =>
            {
                left
            }
            (Class::Digit, Class::BetweenDigits | Class::Between)
                if next() == Some(Class::Digit) =>
            {
                left
            }
            _ => return at,
        };
    }
    text.len()
}

impl Class {
    fn of(c: char) -> Self {
        match c {
            'a'..='z' | 'A'..='Z' => Self::Letter,
            '0'..='9' => Self::Digit,
            '_' => Self::Connector,
            '.' | '\'' => Self::Between,
            ':' => Self::BetweenLetters,
            ',' | ';' => Self::BetweenDigits,
            '\0'..='\u{7f}' => Self::Other,
            // The usual letters of Chinese, Japanese and Korean need no tables.
            '\u{3041}'..='\u{3096}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => {
                Self::Other
            }
            '\u{ac00}'..='\u{d7a3}' => Self::Letter,
            _ => Self::of_other(c),
        }
    }

    fn of_other(c: char) -> Self {
        if is_mark(c) || is_invisible(c) {
            return Self::Attached;
        }
        match c {
            '\u{202f}'
            | '\u{203f}'
            | '\u{2040}'
            | '\u{2054}'
            | '\u{fe33}'
            | '\u{fe34}'
            | '\u{fe4d}'..='\u{fe4f}'
            | '\u{ff3f}' => Self::Connector,
            '\u{b7}' | '\u{387}' | '\u{55f}' | '\u{5f4}' | '\u{2027}' | '\u{fe13}' | '\u{fe55}'
            | '\u{ff1a}' => Self::BetweenLetters,
            '\u{37e}' | '\u{589}' | '\u{60c}' | '\u{60d}' | '\u{66c}' | '\u{7f8}' | '\u{2044}'
            | '\u{fe50}' | '\u{fe54}' | '\u{ff0c}' | '\u{ff1b}' => Self::BetweenDigits,
            '\u{2018}' | '\u{2019}' | '\u{2024}' | '\u{fe52}' | '\u{ff07}' | '\u{ff0e}' => {
                Self::Between
            }
            _ if is_katakana(c) => Self::Katakana,
            _ if is_unspaced(c) => Self::Other,
            _ if c.is_alphabetic() || is_letter_like(c) => Self::Letter,
            // Superscripts, fractions and circled numbers are not digits here: each is a segment of its own.
            _ if is_decimal_digit(c) || is_digit_like(c) => Self::Digit,
            _ => Self::Other,
        }
    }
}

/// Returns true for a joiner, a format character and similar characters. Like a mark, such a
/// character belongs to the previous character, but it is not a mark in Unicode.
fn is_invisible(c: char) -> bool {
    matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200c}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}' | '\u{feff}' | '\u{ff9e}' | '\u{ff9f}'
        | '\u{fff9}'..='\u{fffb}' | '\u{13430}'..='\u{1343f}' | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}' | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

fn is_katakana(c: char) -> bool {
    matches!(c, '\u{3031}'..='\u{3035}' | '\u{309b}' | '\u{309c}' | '\u{30a0}'..='\u{30fa}'
        | '\u{30fc}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{32d0}'..='\u{32fe}'
        | '\u{3300}'..='\u{3357}' | '\u{ff66}'..='\u{ff9d}' | '\u{1aff0}'..='\u{1aff3}'
        | '\u{1aff5}'..='\u{1affb}' | '\u{1affd}' | '\u{1affe}' | '\u{1b000}'
        | '\u{1b120}'..='\u{1b128}' | '\u{1b155}' | '\u{1b164}'..='\u{1b168}')
}

/// Returns true if a character is an ideograph, or belongs to a script in which words can be found only with a
/// dictionary.
fn is_unspaced(c: char) -> bool {
    const BLOCKS: [(u16, u16); 14] = [
        (0x0e00, 0x0eff),
        (0x1000, 0x109f),
        (0x1780, 0x17ff),
        (0x1950, 0x19df),
        (0x1a20, 0x1aaf),
        (0x3006, 0x3007),
        (0x3021, 0x3029),
        (0x3038, 0x303a),
        (0x3041, 0x309f),
        (0x3400, 0x4dbf),
        (0x4e00, 0x9fff),
        (0xa9e0, 0xa9ff),
        (0xaa60, 0xaadf),
        (0xf900, 0xfaff),
    ];
    const OF_PLANE_1: [(u16, u16); 4] = [
        (0x1700, 0x174f),
        (0x6ff2, 0x6ff6),
        (0x7000, 0x8dff),
        (0xb000, 0xb2ff),
    ];
    let is_listed = match u32::from(c) {
        code @ 0..0x1_0000 => is_in_ranges(&BLOCKS, code),
        code @ 0x1_0000..0x2_0000 => is_in_ranges(&OF_PLANE_1, code - 0x1_0000),
        _ => true,
    };
    is_listed && c.is_alphabetic()
}

/// Returns true if a character is a modifier or punctuation that Unicode counts as part of a word,
/// although the character is not alphabetic.
fn is_letter_like(c: char) -> bool {
    matches!(c, '\u{b8}' | '\u{2c2}'..='\u{2c5}' | '\u{2d2}'..='\u{2d7}' | '\u{2de}' | '\u{2df}'
        | '\u{2e5}'..='\u{2eb}' | '\u{2ed}' | '\u{2ef}'..='\u{2ff}' | '\u{55a}'..='\u{55c}' | '\u{55e}'
        | '\u{58a}' | '\u{5f3}' | '\u{70f}' | '\u{a708}'..='\u{a716}' | '\u{a720}' | '\u{a721}'
        | '\u{a789}' | '\u{a78a}' | '\u{ab5b}')
}

/// Returns true if a character is part of a number although the character is not a digit, such as
/// an Arabic decimal separator.
fn is_digit_like(c: char) -> bool {
    matches!(
        c,
        '\u{600}'
            ..='\u{605}'
                | '\u{66b}'
                | '\u{6dd}'
                | '\u{890}'
                | '\u{891}'
                | '\u{8e2}'
                | '\u{19da}'
                | '\u{110bd}'
                | '\u{110cd}'
    )
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointMapData;
    use icu_properties::props::WordBreak;
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    use super::super::characters::is_known_to_the_compiler;
    use super::*;

    fn class_by_icu(c: char) -> Class {
        match CodePointMapData::<WordBreak>::new().get(c) {
            WordBreak::ALetter | WordBreak::HebrewLetter => Class::Letter,
            WordBreak::Numeric => Class::Digit,
            WordBreak::Katakana => Class::Katakana,
            WordBreak::ExtendNumLet => Class::Connector,
            WordBreak::MidLetter => Class::BetweenLetters,
            WordBreak::MidNum => Class::BetweenDigits,
            WordBreak::MidNumLet | WordBreak::SingleQuote => Class::Between,
            WordBreak::Extend | WordBreak::Format | WordBreak::ZWJ => Class::Attached,
            _ => Class::Other,
        }
    }

    #[test]
    fn each_character_has_the_class_that_unicode_gives_it() {
        for c in ('\0'..=char::MAX).filter(|c| is_known_to_the_compiler(*c)) {
            assert_eq!(Class::of(c), class_by_icu(c), "{c:?}");
        }
    }

    #[test]
    fn words_of_ten_scripts_are_split_at_their_boundaries() {
        let cases: &[(&str, &[&str])] = &[
            ("Fill forms.", &["Fill", " ", "forms", "."]),
            ("v2.3, 1,000", &["v2.3", ",", " ", "1,000"]),
            ("l’été_1 naïve", &["l’été_1", " ", "naïve"]),
            ("Привет, мир", &["Привет", ",", " ", "мир"]),
            ("καλημέρα!", &["καλημέρα", "!"]),
            ("שלום עולם", &["שלום", " ", "עולם"]),
            ("مرحبا ١٢٣", &["مرحبا", " ", "١٢٣"]),
            ("हिन्दी में", &["हिन्दी", " ", "में"]),
            ("合同审查", &["合", "同", "审", "查"]),
            ("取引の", &["取", "引", "の"]),
            ("メール２", &["メール", "２"]),
            ("이력서를 씀", &["이력서를", " ", "씀"]),
            ("ไทย", &["ไ", "ท", "ย"]),
            ("m² ½", &["m", "²", " ", "½"]),
        ];
        for (text, expected) in cases {
            let found: Vec<_> = segments(text).map(|(_, segment)| segment).collect();
            assert_eq!(found, *expected, "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn boundaries_are_those_of_another_implementation(
            chars in proptest::collection::vec(
                prop::sample::select("ab1٣_‿:·.’,;،アｱﾞー合のไำ가éא\u{301}\u{93f}क\u{200d}\u{ad}²Ⓐ㋐\u{2d7}!-".chars().collect::<Vec<_>>()),
                0..12,
            ),
        ) {
            let text: String = chars.into_iter().collect();
            let found: Vec<_> = segments(&text).collect();
            let expected: Vec<_> = text.split_word_bound_indices().collect();
            prop_assert_eq!(found, expected);
        }
    }
}
