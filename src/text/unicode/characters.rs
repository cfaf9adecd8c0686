//! Finds the general category of characters: letters, numbers, marks and digits.

use super::tables;

/// Returns true if a character is a letter or a number by its general category (L or N).
///
/// Python's `str.isalnum` uses these categories. `char::is_alphanumeric` also accepts dependent
/// vowels and circled letters.
pub(crate) fn is_letter_or_number(c: char) -> bool {
    c.is_alphanumeric() && !is_mark(c) && !is_circled_letter(c)
}

/// Returns true if a character is a symbol that Unicode counts as alphabetic, such as Ⓐ.
fn is_circled_letter(c: char) -> bool {
    matches!(c, '\u{24b6}'..='\u{24e9}' | '\u{1f130}'..='\u{1f149}' | '\u{1f150}'..='\u{1f169}'
        | '\u{1f170}'..='\u{1f189}')
}

/// Returns true if a character is a combining mark: its general category is Mn, Mc or Me.
pub(super) fn is_mark(c: char) -> bool {
    let code = u32::from(c);
    match code {
        0..0x300 => false,
        0x300..0x1_0000 => is_in_ranges(&tables::MARKS, code),
        0x1_0000..0x2_0000 => is_in_ranges(&tables::MARKS_OF_PLANE_1, code - 0x1_0000),
        _ => matches!(code, 0xe_0100..=0xe_01ef),
    }
}

/// Returns true if a character is a digit from 0 to 9 of any script: its general category is Nd.
pub(super) fn is_decimal_digit(c: char) -> bool {
    let code = u32::from(c);
    match code {
        0..0x1_0000 => is_in_ranges(&tables::DIGITS, code),
        0x1_0000..0x2_0000 => is_in_ranges(&tables::DIGITS_OF_PLANE_1, code - 0x1_0000),
        _ => false,
    }
}

/// Returns true if one of the sorted ranges contains the code. The ends of ranges are included.
pub(super) fn is_in_ranges(ranges: &[(u16, u16)], code: u32) -> bool {
    let next = ranges.partition_point(|(first, _)| u32::from(*first) <= code);
    let found = next.checked_sub(1).and_then(|index| ranges.get(index));
    found.is_some_and(|(_, last)| code <= u32::from(*last))
}

/// Returns false if the data of ICU4X and of Rust's standard library differ for a character,
/// because the standard library has an older version of Unicode. Tests skip such characters.
#[cfg(test)]
pub(super) fn is_known_to_the_compiler(c: char) -> bool {
    use icu_properties::props::{Alphabetic, GeneralCategory, GeneralCategoryGroup as Group};
    use icu_properties::{CodePointMapData, CodePointSetData};

    let category = CodePointMapData::<GeneralCategory>::new().get(c);
    c.is_alphabetic() == CodePointSetData::new::<Alphabetic>().contains(c)
        && c.is_numeric() == Group::Number.contains(category)
}

#[cfg(test)]
mod tests {
    use icu_properties::CodePointMapData;
    use icu_properties::props::{EastAsianWidth, GeneralCategory, GeneralCategoryGroup as Group};

    use super::*;

    fn is_in(c: char, group: Group) -> bool {
        group.contains(CodePointMapData::<GeneralCategory>::new().get(c))
    }

    #[test]
    fn letters_and_numbers_are_those_of_the_general_categories() {
        for c in ('\0'..=char::MAX).filter(|c| is_known_to_the_compiler(*c)) {
            let expected = is_in(c, Group::Letter) || is_in(c, Group::Number);
            assert_eq!(is_letter_or_number(c), expected, "{c:?}");
        }
    }

    /// Returns Rust code for a table of the characters in one Unicode plane for which `contains`
    /// returns true.
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
        let width = CodePointMapData::<EastAsianWidth>::new();
        let wide = |c| [EastAsianWidth::Wide, EastAsianWidth::Fullwidth].contains(&width.get(c));
        let expected = [
            "//! First and last code of each range. `UPDATE_UNICODE=1 cargo test unicode` writes this file from ICU4X.\n".to_owned(),
            constant("MARKS", "Combining marks (Mn, Mc and Me) below U+10000.", 0, mark),
            constant("MARKS_OF_PLANE_1", "The combining marks from U+10000 to U+1FFFF, as ranges of codes. The table has each code minus\n/// 0x10000, so that the codes fit into 16 bits.", 1, mark),
            constant("DIGITS", "Decimal digits (Nd) below U+10000.", 0, digit),
            constant("DIGITS_OF_PLANE_1", "The decimal digits from U+10000 to U+1FFFF, as ranges of codes. The table has each code minus\n/// 0x10000, so that the codes fit into 16 bits.", 1, digit),
            constant("WIDE", "Wide and fullwidth characters (W and F) below U+10000.", 0, wide),
            constant("WIDE_OF_PLANE_1", "The wide characters from U+10000 to U+1FFFF, as ranges of codes. The table has each code minus\n/// 0x10000, so that the codes fit into 16 bits.", 1, wide),
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
