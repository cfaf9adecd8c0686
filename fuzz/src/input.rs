//! Converts the bytes of an input to a case.
//!
//! A byte of a text below 0x80 is the character itself. Other bytes are words of the target's dictionary. A mutation of
//! one byte can therefore insert a whole key, mark or unusual character, and inputs stay short. A text ends with a zero
//! byte. The corpus is written in these numbers, so a new word is added at the end of its dictionary.

/// Characters that readers count, fold or skip in different ways. Every dictionary ends with them.
const ODD: &[&str] = &[
    "\u{feff}",
    "\u{a0}",
    "\u{85}",
    "\u{2028}",
    "\u{3000}",
    "\u{200b}",
    "\u{202e}",
    "\u{0}",
    "\u{7f}",
    "\r\n",
    "\r",
    "\t",
    "é",
    "e\u{301}",
    "ß",
    "İ",
    "١",
    "用户",
    "😀",
    "\u{e000}",
    "\u{fffd}",
    "\u{ffff}",
    "\u{10ffff}",
    "\u{1b}",
    "\\",
    "\"",
    "'",
    "`",
];

/// Reads an input from its beginning. After its end all bytes are zero.
pub struct Input<'i> {
    bytes: &'i [u8],
    words: &'static [&'static str],
}

impl<'i> Input<'i> {
    /// Creates an input whose texts use these words.
    pub fn new(bytes: &'i [u8], words: &'static [&'static str]) -> Self {
        Self { bytes, words }
    }

    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    pub fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.bytes.split_first() else {
            return 0;
        };
        self.bytes = rest;
        *first
    }

    pub fn flag(&mut self) -> bool {
        self.byte() & 1 == 1
    }

    /// Returns a number below `end`, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    pub fn pick<'v, T>(&mut self, values: &'v [T]) -> &'v T {
        &values[self.below(values.len())]
    }

    /// Returns a text up to a zero byte or the end.
    pub fn text(&mut self) -> String {
        let end = self.bytes.iter().position(|byte| *byte == 0);
        let (text, rest) = self.bytes.split_at(end.unwrap_or(self.bytes.len()));
        self.bytes = rest.get(1..).unwrap_or_default();
        self.decoded(text)
    }

    /// Returns the remaining bytes as a text.
    pub fn rest(&mut self) -> String {
        let text = std::mem::take(&mut self.bytes);
        self.decoded(text)
    }

    /// Returns the contents of a file: a text, or, if the first byte is 0xff, the bytes unchanged, which need not be
    /// UTF-8.
    pub fn contents(&mut self) -> Vec<u8> {
        if self.bytes.first() != Some(&0xff) {
            return self.text().into_bytes();
        }
        let end = self.bytes.iter().position(|byte| *byte == 0);
        let (raw, rest) = self.bytes.split_at(end.unwrap_or(self.bytes.len()));
        self.bytes = rest.get(1..).unwrap_or_default();
        raw[1..].to_vec()
    }

    fn decoded(&self, text: &[u8]) -> String {
        let mut decoded = String::with_capacity(text.len() * 2);
        for byte in text {
            match byte {
                0..0x80 => decoded.push(char::from(*byte)),
                _ => {
                    let word = usize::from(byte - 0x80);
                    let word = (self.words.get(word)).or_else(|| ODD.get(word - self.words.len()));
                    decoded.push_str(word.unwrap_or(&"\u{1f600}"));
                }
            }
        }
        decoded
    }
}
