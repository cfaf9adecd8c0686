//! How the bytes of an input become a case.
//!
//! Below 0x80 a byte of a text is the character itself. From there on it stands for a word of the target's dictionary, so that a
//! mutation of one byte puts in a whole key, sign or odd character, and inputs stay short. A text ends with a zero byte.
//! The corpus is written in these numbers: a new word goes to the end of its dictionary.

/// Characters that readers count, fold or skip each in their own way; every dictionary ends with them.
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

/// Reads an input from its beginning; behind its end everything is zero.
pub struct Input<'i> {
    bytes: &'i [u8],
    words: &'static [&'static str],
}

impl<'i> Input<'i> {
    /// An input whose texts use these words.
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

    /// A number below `end`, which is at most 256.
    pub fn below(&mut self, end: usize) -> usize {
        usize::from(self.byte()) % end
    }

    pub fn pick<'v, T>(&mut self, values: &'v [T]) -> &'v T {
        &values[self.below(values.len())]
    }

    /// A text up to a zero byte or the end.
    pub fn text(&mut self) -> String {
        let end = self.bytes.iter().position(|byte| *byte == 0);
        let (text, rest) = self.bytes.split_at(end.unwrap_or(self.bytes.len()));
        self.bytes = rest.get(1..).unwrap_or_default();
        self.decoded(text)
    }

    /// All that is left, as a text.
    pub fn rest(&mut self) -> String {
        let text = std::mem::take(&mut self.bytes);
        self.decoded(text)
    }

    /// The contents of a file: a text, or the bytes as they are, which need not be UTF-8, when the first one is 0xff.
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
