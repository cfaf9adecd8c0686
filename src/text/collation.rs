//! Compares names like JavaScript's `localeCompare`: ICU's root collation, with a small table of our own.
//!
//! ASCII characters, accents and case have exactly the order of `localeCompare`. Letters of other scripts are ordered
//! by code point, after the Latin letters, because ICU's complete tables would be larger than a host's code.

use std::cmp::Ordering;

use super::unicode;

/// The ASCII characters other than letters and digits, in the order in which `localeCompare` sorts
/// them. Control characters that are not in this list are ignored.
const MARKS: &str = "\t\n\u{b}\u{c}\r _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$";

/// The smallest sort weight of characters that are neither letters nor digits nor in `MARKS`. The
/// weights of the `MARKS` are smaller. Digits and letters have larger weights.
const OTHER_MARKS: u32 = 0x100;
const DIGITS: u32 = 0x20_0000;
const LETTERS: u32 = 0x30_0000;

/// Letters that are sorted like other text. For example, `ß` is sorted like `ss`, and `ø` like `o`
/// with an accent.
const EXPANSIONS: [(char, &str); 8] = [
    ('ß', "ss"),
    ('æ', "ae"),
    ('œ', "oe"),
    ('ø', "o\u{338}"),
    ('đ', "d\u{335}"),
    ('ł', "l\u{335}"),
    ('ħ', "h\u{335}"),
    ('ı', "i\u{307}"),
];

/// Compares two names like JavaScript's `localeCompare`.
pub(crate) fn compare(left: &str, right: &str) -> Ordering {
    if left.is_ascii() && right.is_ascii() {
        return compare_ascii(left.as_bytes(), right.as_bytes());
    }
    Key::of(left).cmp(&Key::of(right))
}

/// The sort weight of each ASCII character, by its code. A character that is ignored has the weight
/// zero.
const ASCII: [u32; 128] = {
    let mut weights = [0; 128];
    let mut at = 0;
    while at < MARKS.len() {
        weights[MARKS.as_bytes()[at] as usize] = 1 + at as u32;
        at += 1;
    }
    let mut code = 0;
    while code < 128 {
        let character = code as u8;
        if character.is_ascii_digit() {
            weights[code] = DIGITS + (character - b'0') as u32;
        } else if character.is_ascii_alphabetic() {
            weights[code] = LETTERS + character.to_ascii_lowercase() as u32;
        }
        code += 1;
    }
    weights
};

/// Compares two ASCII names without building their sort keys. This is faster for sorting, because nearly all names are
/// ASCII.
fn compare_ascii(left: &[u8], right: &[u8]) -> Ordering {
    let mut by_case = Ordering::Equal;
    let (mut left, mut right) = (weights(left), weights(right));
    loop {
        match (left.next(), right.next()) {
            (None, None) => return by_case,
            (None, Some(_)) => return Ordering::Less,
            (Some(_), None) => return Ordering::Greater,
            (Some((letter, is_upper)), Some((other, other_is_upper))) => {
                let order = letter.cmp(&other);
                if order != Ordering::Equal {
                    return order;
                }
                by_case = by_case.then(is_upper.cmp(&other_is_upper));
            }
        }
    }
}

/// Returns the sort weight of each character of an ASCII name. The flag is true for an uppercase
/// letter. Characters that are ignored are left out.
fn weights(name: &[u8]) -> impl Iterator<Item = (u32, bool)> {
    name.iter().filter_map(|byte| {
        let weight = *ASCII.get(usize::from(*byte))?;
        (weight > 0).then_some((weight, byte.is_ascii_uppercase()))
    })
}

/// The sort key of a name. The letters of two keys are compared first, then the accents, then the case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    primary: Vec<u32>,
    secondary: Vec<u32>,
    tertiary: Vec<u32>,
}

impl Key {
    fn of(name: &str) -> Self {
        let mut key = Self {
            primary: Vec::new(),
            secondary: Vec::new(),
            tertiary: Vec::new(),
        };
        for character in unicode::nfd(name).chars() {
            let mut lower = character.to_lowercase();
            let small = match (lower.next(), lower.next()) {
                (Some(small), None) => small,
                _ => character,
            };
            let tertiary = u32::from(small != character);
            let expansion = EXPANSIONS.iter().find(|(letter, _)| *letter == small);
            match expansion {
                // The tertiary weights differ from those of the letters in `ae`, so that `æ` is not equal to `ae`.
                Some((_, letters)) => {
                    for letter in letters.chars() {
                        key.push(letter, tertiary + 2);
                    }
                }
                None => key.push(small, tertiary),
            }
        }
        key
    }

    fn push(&mut self, character: char, tertiary: u32) {
        let code = u32::from(character);
        if is_combining(character) {
            self.secondary.push(code);
            return;
        }
        let primary = if let Some(place) = MARKS.chars().position(|mark| mark == character) {
            1 + place as u32
        } else if is_ignored(character) {
            return;
        } else if let Some(digit) = character.to_digit(10) {
            DIGITS + digit
        } else if character.is_numeric() {
            DIGITS + code
        } else if character.is_alphabetic() {
            LETTERS + code
        } else {
            OTHER_MARKS + code
        };
        self.primary.push(primary);
        self.secondary.push(1);
        self.tertiary.push(tertiary);
    }
}

fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}' | '\u{483}'..='\u{487}' | '\u{1ab0}'..='\u{1aff}'
        | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}' | '\u{3099}' | '\u{309a}' | '\u{fe20}'..='\u{fe2f}')
}

fn is_ignored(character: char) -> bool {
    character.is_control()
        || matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_the_order_of_the_root_collation() {
        let sorted = [
            "_x", "-y", "#h", "~z", "1", "10", "2", "a", "A", "a b", "a_b", "a-b", "a.b", "a+b",
            "a1", "a10", "a2", "ab", "b", "B", "e", "é", "f", "ss", "ß", "Z", "日本",
        ];
        for pair in sorted.windows(2) {
            assert_eq!(compare(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
    }

    #[test]
    fn accents_count_before_capitals_and_behind_letters() {
        let sorted = ["resume", "Resume", "résumé", "Résumé", "resumes"];
        for pair in sorted.windows(2) {
            assert_eq!(compare(pair[0], pair[1]), Ordering::Less, "{pair:?}");
        }
    }

    #[test]
    fn names_of_ascii_characters_have_the_order_of_their_sort_keys() {
        let characters: Vec<String> = (0..128u8).map(|byte| char::from(byte).into()).collect();
        let mut names = characters.clone();
        names.extend(characters.iter().map(|character| format!("a{character}")));
        names.extend(characters.iter().map(|character| format!("{character}B")));
        names.extend(["", "aB", "Ab", "aBc", "abC"].map(str::to_owned));
        for left in &names {
            for right in &names {
                let by_keys = Key::of(left).cmp(&Key::of(right));
                assert_eq!(compare(left, right), by_keys, "{left:?} {right:?}");
            }
        }
    }

    #[test]
    fn two_ways_to_write_one_letter_are_equal() {
        assert_eq!(compare("é", "e\u{301}"), Ordering::Equal);
    }
}
