//! Computes the width of a text in a terminal, in columns.

use super::characters::{is_in_ranges, is_mark};
use super::tables;

/// The character that joins two emoji into one emoji.
const JOINER: char = '\u{200d}';

/// The character that requests the emoji form of the previous character.
const EMOJI_FORM: char = '\u{fe0f}';

/// Returns the number of columns that a text takes in a terminal. Wide characters, such as Chinese
/// characters and emoji, take two columns. Combining marks and format characters take no column.
/// All other characters take one column, including line ends. Joined emoji take the columns of the
/// first emoji.
///
/// The columns of two texts can be added if the first text ends with an ASCII character.
pub(crate) fn columns(text: &str) -> u64 {
    let mut columns = 0;
    // The columns of the last visible character. Zero after ASCII, because ASCII characters have no emoji forms here.
    let mut last = 0;
    let mut is_joined = false;
    let mut rest = text;
    loop {
        let ascii = ascii_length(rest.as_bytes());
        if ascii > 0 {
            (last, is_joined) = (0, false);
            columns += ascii as u64;
        }
        let Some(character) = rest[ascii..].chars().next() else {
            return columns;
        };
        rest = &rest[ascii + character.len_utf8()..];
        let width = match character {
            _ if is_joined || (last == 2 && is_skin_tone(character)) => 0,
            EMOJI_FORM => u64::from(last == 1),
            _ => width(character),
        };
        is_joined = character == JOINER && last > 0;
        last = match width {
            0 => last,
            _ if character == EMOJI_FORM => 2,
            width => width,
        };
        columns += width;
    }
}

/// Returns the number of ASCII bytes before the first other byte.
fn ascii_length(bytes: &[u8]) -> usize {
    const CHUNK: usize = 16;
    let chunks = bytes.chunks_exact(CHUNK);
    let start = CHUNK * chunks.take_while(|chunk| chunk.is_ascii()).count();
    start + (bytes[start..].iter().take_while(|byte| byte.is_ascii())).count()
}

/// Returns the number of columns that a character takes in a terminal.
fn width(character: char) -> u64 {
    match character {
        // The most frequent characters, because the tables take longer.
        '\u{a0}'..='\u{ac}' | '\u{ae}'..='\u{2ff}' | '\u{2010}'..='\u{2027}' => 1,
        '\u{4e00}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}' => 2,
        _ => width_in_tables(character),
    }
}

/// Returns the number of columns that a character takes in a terminal according to the tables of Unicode.
fn width_in_tables(character: char) -> u64 {
    let code = u32::from(character);
    let is_wide = match code {
        0..0x1100 => false,
        0x1100..0x1_0000 => is_in_ranges(&tables::WIDE, code),
        0x1_0000..0x2_0000 => is_in_ranges(&tables::WIDE_OF_PLANE_1, code - 0x1_0000),
        _ => matches!(code, 0x2_0000..=0x2_fffd | 0x3_0000..=0x3_fffd),
    };
    if is_wide {
        2
    } else {
        u64::from(!character.is_control() && !is_mark(character) && !is_invisible(character))
    }
}

/// Returns true if a character is a format character, which has no width.
fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}'
        | '\u{e0000}'..='\u{e007f}')
}

/// Returns true if a character is a modifier for the color of an emoji's skin.
fn is_skin_tone(character: char) -> bool {
    matches!(character, '\u{1f3fb}'..='\u{1f3ff}')
}

#[cfg(test)]
mod tests {
    use super::{columns, width, width_in_tables};

    #[test]
    fn frequent_characters_have_the_width_of_the_tables() {
        for character in '\u{80}'..=char::MAX {
            assert_eq!(
                width(character),
                width_in_tables(character),
                "{character:?}"
            );
        }
    }

    #[test]
    fn a_text_has_the_columns_of_a_terminal() {
        let cases = [
            ("", 0),
            ("pdf", 3),
            ("naïve", 5),
            ("nai\u{308}ve", 5),
            ("描述", 4),
            ("ｶﾞ", 2),
            ("ガ", 2),
            ("한", 2),
            ("…", 1),
            ("—", 1),
            ("🎉", 2),
            ("❤", 1),
            ("❤\u{fe0f}", 2),
            ("👍🏽", 2),
            ("👩\u{200d}💻", 2),
            ("🇩🇪", 2),
            ("a\u{200b}b", 2),
            ("描\n述", 5),
            ("𠀀", 2),
        ];
        for (text, expected) in cases {
            assert_eq!(columns(text), expected, "{text:?}");
        }
    }
}
