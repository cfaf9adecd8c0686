//! The words of all languages, and the search for them in a text.
//!
//! Each language has a table, the file `words/<language>.txt`. A line of a table is a [`Pattern`],
//! or a class with its words: `Class: word, stem*, several words`. A word matches whole words of
//! the text; a stem also matches longer words. In scripts without spaces, and in scripts that join
//! words, a word also matches inside of longer words. A space after the word in the table prevents
//! this.

use std::ops::Range;
use std::sync::LazyLock;

use super::grammar::{Class, Pattern, Patterns};
use crate::sort;

/// The position that a negation has in the sentences of a language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Negation {
    Before,
    After,
    Anywhere,
}

/// The word table of each language, and the position of a negation in a sentence of this language.
const LANGUAGES: [(&str, Negation); 9] = [
    (include_str!("words/english.txt"), Negation::Before),
    (include_str!("words/chinese.txt"), Negation::Before),
    (include_str!("words/japanese.txt"), Negation::After),
    (include_str!("words/korean.txt"), Negation::After),
    (include_str!("words/spanish.txt"), Negation::Before),
    (include_str!("words/portuguese.txt"), Negation::Before),
    (include_str!("words/french.txt"), Negation::Before),
    (include_str!("words/german.txt"), Negation::Anywhere),
    (include_str!("words/russian.txt"), Negation::Before),
];

/// The index of the English table in [`LANGUAGES`].
pub(super) const ENGLISH: u8 = 0;
pub(super) const CHINESE: u8 = 1;

/// The value for words of no particular language, such as addresses and names of files.
pub(super) const ANY_LANGUAGE: u8 = u8::MAX;

/// Returns the languages of the found words, each language once.
pub(super) fn languages<'h>(hits: impl Iterator<Item = &'h Hit>) -> Vec<u8> {
    let mut languages: Vec<u8> = Vec::new();
    for hit in hits {
        if hit.language != ANY_LANGUAGE && !languages.contains(&hit.language) {
            languages.push(hit.language);
        }
    }
    languages
}

/// A word, stem or phrase in a word table.
struct Term {
    key: u32,
    /// The first bytes of the term, for a quick comparison with the text.
    head: Head,
    text: &'static str,
    /// The bytes of the term, with ASCII letters in lowercase.
    bytes: Box<[u8]>,
    /// True if each letter of the term is ASCII, Chinese, Japanese or Korean. Such a term has no
    /// letter that [`fold`] changes.
    is_simple: bool,
    /// True if more letters may follow the term in the text, for example because it is a stem.
    is_open: bool,
    /// True if a dot must precede the term, as in the names of hidden files.
    is_dotted: bool,
    /// True if an instruction may be in a clause with this term.
    is_trigger: bool,
    class: Class,
    language: u8,
}

/// A word of a word table that occurs in a text, with its class and language.
#[derive(Debug, Clone)]
pub(super) struct Hit {
    pub bytes: Range<usize>,
    pub class: Class,
    /// The index of the word's language in [`LANGUAGES`], or [`ANY_LANGUAGE`].
    pub language: u8,
}

impl Hit {
    fn new(term: &Term, bytes: Range<usize>) -> Self {
        Self {
            bytes,
            class: term.class,
            language: term.language,
        }
    }
}

/// The words of the word tables that occur in a text.
#[derive(Default)]
pub(super) struct ListedWords {
    /// The words, in the order of the text.
    hits: Vec<Hit>,
    /// The byte offsets at which a trigger word begins, in ascending order. Only clauses with a
    /// trigger word are searched for instructions.
    pub triggers: Vec<usize>,
    /// The byte offsets of `](http`, at which the address of a link or an image begins.
    pub links: Vec<usize>,
    /// The byte offsets of `style=`, an attribute of an HTML element.
    pub styles: Vec<usize>,
}

impl ListedWords {
    /// Returns the words in a range of the text, in the order of the text.
    pub fn within(&self, bytes: &Range<usize>) -> impl Iterator<Item = &Hit> + use<'_> {
        let end = bytes.end;
        let hits = self.that_begin_in(bytes).iter();
        hits.filter(move |hit| hit.bytes.end <= end)
    }

    /// Returns the words that begin in a range of the text, in the order of the text. The last of
    /// them may end after the range.
    pub fn that_begin_in(&self, bytes: &Range<usize>) -> &[Hit] {
        let first = (self.hits).partition_point(|hit| hit.bytes.start < bytes.start);
        let hits = &self.hits[first..];
        &hits[..hits.partition_point(|hit| hit.bytes.start < bytes.end)]
    }
}

/// The words and patterns of all languages.
pub(super) struct Lexicon {
    terms: Terms,
    /// The patterns of each language, by the language's index.
    patterns: Vec<Patterns>,
}

/// A hash table of terms. The key of a term is computed from its first letters. Many terms begin
/// with the same word, such as `the`, so the key of a phrase is also computed from the first letters
/// of its second word.
struct Terms {
    terms: Vec<Term>,
    /// For each hash bucket, the index of its first term.
    starts: Vec<u16>,
    /// The keys of all terms. The key of most words of a text is not in the set. Such a word differs
    /// from all terms, so it is not compared with them.
    keys: KeySet,
    /// The keys of the words at which phrases begin.
    phrase_starts: KeySet,
}

/// A set of keys, stored as bits. Several keys share a bit.
struct KeySet(Vec<u64>);

impl KeySet {
    fn of(keys: impl Iterator<Item = u32>) -> Self {
        let mut bits = vec![0; 1 << (KEYS - 6)];
        for key in keys {
            let place = place(key, KEYS);
            bits[place >> 6] |= 1 << (place & 63);
        }
        Self(bits)
    }

    /// Returns false if the key is not in the set. May return true although the key is not in the
    /// set.
    fn may_have(&self, key: u32) -> bool {
        let place = place(key, KEYS);
        self.0[place >> 6] >> (place & 63) & 1 != 0
    }
}

/// The binary logarithm of the number of hash buckets. There are about as many buckets as terms, so
/// a bucket has only a few terms.
const BOXES: u32 = 13;

/// The binary logarithm of the number of bits in a [`KeySet`].
const KEYS: u32 = 16;

impl Terms {
    fn new(mut terms: Vec<Term>) -> Self {
        sort::by_key(&mut terms, |term| (place(term.key, BOXES), term.key));
        let mut starts = vec![0; (1 << BOXES) + 1];
        for term in &terms {
            starts[place(term.key, BOXES) + 1] += 1;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let words = |term: &Term| key_at(term.text, 0);
        let phrases = terms.iter().filter(|term| term.key != words(term));
        Self {
            keys: KeySet::of(terms.iter().map(|term| term.key)),
            phrase_starts: KeySet::of(phrases.map(words)),
            terms,
            starts,
        }
    }

    /// Returns the terms that may begin at the byte `at` of a text. `key` is the result of
    /// [`key_at`] or [`phrase_key`] for this byte: a hash of the first letters.
    fn at(&self, text: &str, at: usize, key: u32) -> impl Iterator<Item = &Term> {
        let place = place(key, BOXES);
        let within = usize::from(self.starts[place])..usize::from(self.starts[place + 1]);
        let start = first_bytes(&text.as_bytes()[at..]);
        let terms = self.terms[within].iter();
        terms.filter(move |term| term.key == key && term.head.may_begin(start))
    }
}

pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::from_tables);

impl Lexicon {
    fn from_tables() -> Self {
        let mut terms = Vec::new();
        let mut patterns = Vec::new();
        for (number, (table, _)) in (0_u8..).zip(&LANGUAGES) {
            let own: Vec<Pattern> = table.lines().filter_map(Pattern::read).collect();
            for (name, words) in table.lines().filter_map(|line| line.split_once(": ")) {
                let Some(class) = Class::named(name) else {
                    continue;
                };
                let is_trigger = |pattern: &Pattern| pattern.triggers.contains(&class);
                let is_trigger = class == Class::Fake || own.iter().any(is_trigger);
                for word in words.split(", ") {
                    terms.push(Term::new(word, class, number, is_trigger));
                }
            }
            patterns.push(Patterns::new(own));
        }
        Self {
            terms: Terms::new(terms),
            patterns,
        }
    }

    /// Finds the words of the word tables in a text, in one pass.
    pub fn read(&self, text: &str) -> ListedWords {
        let mut words = ListedWords::default();
        let bytes = text.as_bytes();
        each_start(text, |at| {
            match bytes[at] {
                b'h' if bytes[at..].starts_with(b"http") && bytes[..at].ends_with(b"](") => {
                    words.links.push(at - 2);
                }
                b's' if bytes[at..].starts_with(b"style=") => words.styles.push(at),
                _ => {}
            }
            let key = key_at(text, at);
            let mut is_trigger = false;
            let hits = &mut words.hits;
            let mut add = |term: &Term, end| {
                is_trigger |= term.is_trigger;
                hits.push(Hit::new(term, at..end));
            };
            self.each_at(text, at, key, &mut add);
            if self.terms.phrase_starts.may_have(key)
                && let Some(phrase) = phrase_key(text, at, key)
            {
                self.each_at(text, at, phrase, &mut add);
            }
            if is_trigger {
                words.triggers.push(at);
            }
            // The word may be a single character of a script without spaces.
            let single = ideograph(text.as_bytes(), at).map(|c| next_key(next_key(c, 0), 0));
            let single = single.or_else(|| {
                let c = text[at..].chars().next().filter(|c| joins_words(*c));
                c.map(|c| key_of([fold(c), '\0', '\0']))
            });
            if let Some(single) = single.filter(|single| *single != key) {
                let hits = &mut words.hits;
                self.each_at(text, at, single, &mut |term, end| {
                    hits.push(Hit::new(term, at..end));
                });
            }
        });
        words
    }

    fn each_at(&self, text: &str, at: usize, key: u32, add: &mut dyn FnMut(&Term, usize)) {
        if !self.terms.keys.may_have(key) {
            return;
        }
        for term in self.terms.at(text, at, key) {
            if let Some(end) = term.end(text, at) {
                add(term, end);
            }
        }
    }

    /// Returns the patterns in the word table of a language. The patterns describe harmful
    /// instructions.
    pub fn patterns(&self, language: u8) -> &Patterns {
        &self.patterns[usize::from(language)]
    }

    /// Returns the position that a negation has in the sentences of a language.
    pub fn negation(&self, language: u8) -> Negation {
        LANGUAGES[usize::from(language)].1
    }
}

impl Term {
    fn new(word: &'static str, class: Class, language: u8, is_trigger: bool) -> Self {
        let text = word.trim_matches(['*', ' ', '.']);
        let first = text.chars().next().unwrap_or_default();
        let is_open = word.ends_with(['*', '\'']) || joins_words(first) && !word.ends_with(' ');
        let key = key_at(text, 0);
        Self {
            key: phrase_key(text, 0, key).unwrap_or(key),
            head: Head::of(text, is_open),
            text,
            bytes: text.to_ascii_lowercase().into_bytes().into(),
            is_simple: text
                .chars()
                .all(|c| c.is_ascii() || has_one_spelling(first_byte(c))),
            is_open,
            is_dotted: word.starts_with('.'),
            is_trigger,
            class,
            // The names of files are the same in all languages.
            language: if word.starts_with('.') || word.starts_with("id_") {
                ANY_LANGUAGE
            } else {
                language
            },
        }
    }

    /// Compares a text at byte `at` with the term. Returns the byte after the last letter of the
    /// term, or `None` if the text does not contain the term there.
    fn letters_end(&self, text: &str, at: usize) -> Option<usize> {
        let bytes = text.as_bytes();
        let mut end = at;
        for wanted in &self.bytes {
            let byte = *bytes.get(end)?;
            if *wanted == b' ' {
                let is_one_space =
                    byte == b' ' && bytes.get(end + 1).is_some_and(u8::is_ascii_alphanumeric);
                end = if is_one_space {
                    end + 1
                } else {
                    next_word(text, end)?
                };
            } else if byte == *wanted || byte.to_ascii_lowercase() == *wanted {
                end += 1;
            } else if wanted.is_ascii() && (byte.is_ascii() || has_one_spelling(byte))
                || !wanted.is_ascii() && self.is_simple
            {
                return None;
            } else {
                return self.folded_letters_end(text, at);
            }
        }
        Some(end)
    }

    /// Compares a text at byte `at` with the term. Accents and the full-width forms of letters are
    /// ignored. Returns the byte after the last letter of the term, or `None` if the text does not
    /// contain the term there.
    fn folded_letters_end(&self, text: &str, at: usize) -> Option<usize> {
        let mut end = at;
        for wanted in self.text.chars() {
            if wanted == ' ' {
                end = next_word(text, end)?;
                continue;
            }
            let c = text[end..].chars().next()?;
            if fold(c) != fold(wanted) {
                return None;
            }
            end += c.len_utf8();
        }
        Some(end)
    }

    /// Returns the byte of a text at which the term ends, if the term begins at the byte `at`;
    /// `None` if it does not. For a stem, this is the end of the word.
    fn end(&self, text: &str, at: usize) -> Option<usize> {
        let end = self.letters_end(text, at)?;
        let rest = &text[end..];
        // The files `.env.example`, `id_rsa.pub` and similar files are not private.
        const PUBLIC: [&str; 4] = [".example", ".sample", ".template", ".pub"];
        let is_path = |c: &char| c.is_ascii_alphanumeric() || "._/-".contains(*c);
        if rest.starts_with(['.', '/', '_']) {
            let length = rest.chars().take(MAX_ENDING).take_while(is_path).count();
            if PUBLIC.iter().any(|ending| rest[..length].ends_with(ending)) {
                return None;
            }
        }
        let is_hidden = || {
            let before = text[..at].strip_suffix('.');
            before
                .is_some_and(|before| !before.ends_with(|c: char| c.is_alphanumeric() || c == '_'))
        };
        if self.is_dotted && !is_hidden() {
            return None;
        }
        let joins = self.text.chars().next_back().is_some_and(joins_words);
        if !rest.starts_with(is_letter) {
            return Some(end);
        }
        if !self.is_open {
            return None;
        }
        // The match of a stem includes the rest of the word.
        let is_stem = !joins && self.text.ends_with(is_letter);
        Some(if is_stem { end + ending(rest) } else { end })
    }
}

/// Returns the length in bytes of the letters at the start of a text. At most [`MAX_ENDING`] letters are counted.
fn ending(text: &str) -> usize {
    let letters = text.chars().take(MAX_ENDING);
    letters
        .take_while(|c| is_letter(*c))
        .map(char::len_utf8)
        .sum()
}

/// The maximum number of letters that are read after a stem to find the end of the word.
const MAX_ENDING: usize = 64;

/// The maximum number of bytes between two words of a phrase. A line may end between the words, and
/// the next line may begin with the characters of a quotation or a comment.
const MAX_BETWEEN: usize = 24;

/// Returns the byte offset at which the next word of a phrase begins. `end` is the end of the
/// previous word. Only whitespace and the marks of Markdown or comments, such as `*` and `#`, may
/// be between the two words. Returns `None` if there is no such character, or if there are too
/// many.
fn next_word(text: &str, end: usize) -> Option<usize> {
    let rest = text[end..].trim_start_matches(is_between);
    let start = text.len() - rest.len();
    (start > end && start - end <= MAX_BETWEEN).then_some(start)
}

fn first_byte(c: char) -> u8 {
    c.encode_utf8(&mut [0; 4]).as_bytes()[0]
}

/// Returns true if a character that begins with this byte is Chinese, Japanese or Korean. [`fold`]
/// never changes such a character, and never converts another character to it.
fn has_one_spelling(byte: u8) -> bool {
    matches!(byte, 0xe3..=0xed)
}

/// Returns true if a character may be between two words: whitespace, or a character that marks up
/// Markdown or begins a comment, such as `*` and `#`.
fn is_between(c: char) -> bool {
    c.is_whitespace() || matches!(c, '*' | '_' | '-' | '>' | '#' | '/')
}

/// The number of bytes of a term that are compared at once.
const HEAD: usize = 8;

/// The first bytes of a term, as numbers that are compared with the first bytes of a text at once.
/// The first byte of the term is the lowest byte of a number.
struct Head {
    /// The bytes of the term, with ASCII letters in lowercase.
    bytes: u64,
    /// A mask of the bytes of the first word.
    word: u64,
    /// The number of letters and digits at the start of a short term. A word with more letters or
    /// digits does not match the term. `None` if longer words can match the term.
    ends_after: Option<usize>,
    /// True if the first bytes are Chinese, Japanese or Korean characters, which have one spelling.
    /// Other letters are compared only with ASCII: `é` must match `e`.
    has_one_spelling: bool,
}

impl Head {
    /// Builds the head of a term. `is_open` is true if more letters may follow the term.
    fn of(text: &str, is_open: bool) -> Self {
        let bytes = text.as_bytes();
        let has_one_spelling = has_one_spelling(bytes.first().copied().unwrap_or_default());
        let length = if has_one_spelling {
            let simple = text
                .chars()
                .take_while(|c| self::has_one_spelling(first_byte(*c)));
            simple.map(char::len_utf8).sum()
        } else {
            letters(bytes)
        };
        let ends = bytes.get(length) == Some(&b' ') || length == bytes.len() && !is_open;
        Self {
            bytes: first_bytes(bytes),
            word: mask(length),
            ends_after: (length < HEAD && ends && !has_one_spelling).then_some(length),
            has_one_spelling,
        }
    }

    /// Returns true if a term with this head may begin where a text begins. `text` is the result of
    /// [`first_bytes`] for the text.
    fn may_begin(&self, text: u64) -> bool {
        let is_other = |mask: u64| {
            let is_comparable = self.has_one_spelling || text & mask & NOT_ASCII == 0;
            is_comparable && (text ^ self.bytes) & mask != 0
        };
        let byte = |at: usize| (text >> (8 * at)) as u8;
        let goes_on = |length: usize| byte(length).is_ascii_alphanumeric();
        !is_other(self.word) && !self.ends_after.is_some_and(goes_on)
    }
}

/// The bits that are set in bytes outside of ASCII.
const NOT_ASCII: u64 = u64::MAX / 0xff * 0x80;

/// Returns the first bytes of a text as a number, with ASCII letters in lowercase. If the text is
/// shorter, the missing bytes are zero.
fn first_bytes(text: &[u8]) -> u64 {
    let mut bytes = [0; HEAD];
    match text.first_chunk() {
        Some(first) => bytes = *first,
        None => bytes[..text.len()].copy_from_slice(text),
    }
    bytes.make_ascii_lowercase();
    u64::from_le_bytes(bytes)
}

/// Returns a mask of the first bytes of a number, beginning with the lowest byte.
fn mask(length: usize) -> u64 {
    if length >= HEAD {
        u64::MAX
    } else {
        (1 << (8 * length)) - 1
    }
}

/// Returns the number of ASCII letters and digits at the start of a text.
fn letters(text: &[u8]) -> usize {
    text.iter()
        .take_while(|byte| byte.is_ascii_alphanumeric())
        .count()
}

/// Returns the position of a key in a hash table or a set of bits. The number of positions is two
/// to the power of `bits`.
fn place(key: u32, bits: u32) -> usize {
    (key.wrapping_mul(0x9e37_79b1) >> (32 - bits)) as usize
}

/// Returns a hash of the first letters of the word at the byte `at`, as the key for the hash table
/// of terms. Three letters count; in a script that joins words, such as Arabic, only two.
fn key_at(text: &str, at: usize) -> u32 {
    let bytes = text.as_bytes();
    let mut key = 0;
    // Most words are in ASCII, where each letter is one byte.
    let mut is_over = false;
    for number in 0..3 {
        let byte = bytes.get(at + number).copied().unwrap_or(b' ');
        if byte >= 0x80 && !is_over {
            return key_of_letters(text, at);
        }
        is_over |= !byte.is_ascii_alphanumeric();
        let letter = if is_over {
            0
        } else {
            byte.to_ascii_lowercase()
        };
        key = next_key(key, u32::from(letter));
    }
    key
}

/// Returns a hash of the first letters of the two words at the byte `at`, as the key of a phrase.
/// `key` is the result of [`key_at`] for the first word. Returns `None` if a second word does not
/// follow, or if one of the words has letters whose basic form is not ASCII.
fn phrase_key(text: &str, at: usize, key: u32) -> Option<u32> {
    let letter = |at: usize| {
        let c = match text.as_bytes().get(at)? {
            byte if byte.is_ascii() => char::from(byte.to_ascii_lowercase()),
            _ => fold(text[at..].chars().next()?),
        };
        c.is_ascii_alphanumeric().then_some(c)
    };
    let width = |at: usize| text[at..].chars().next().map_or(1, char::len_utf8);
    let mut end = at;
    while letter(end).is_some() {
        end += width(end);
    }
    let second = next_word(text, end)?;
    let (first, next) = (letter(second)?, letter(second + width(second))?);
    let phrase = next_key(next_key(key, u32::from(first)), u32::from(next));
    (phrase != key).then_some(phrase)
}

/// Returns the same hash as [`key_at`] for the word at the byte `at`. Unlike [`key_at`], supports
/// letters outside of ASCII.
fn key_of_letters(text: &str, at: usize) -> u32 {
    let bytes = text.as_bytes();
    // The key is made from two Chinese characters, or from one if no second Chinese character follows.
    if let (Some(first), Some(next)) = (ideograph(bytes, at), bytes.get(at + 3)) {
        let second = ideograph(bytes, at + 3);
        let is_end = next.is_ascii() && !next.is_ascii_alphanumeric();
        if second.is_some() || is_end {
            let key = next_key(next_key(0, first), second.unwrap_or_default());
            return next_key(key, 0);
        }
    }
    let mut letters = ['\0'; 3];
    let mut length = 3;
    for (number, c) in text[at..].chars().take(3).enumerate() {
        if !is_letter(c) || number == length {
            break;
        }
        letters[number] = fold(c);
        if number == 0 && joins_words(c) {
            length = 2;
        }
    }
    key_of(letters)
}

/// Returns the code point of the Chinese character at a byte. Returns `None` if there is no
/// character from U+4000 to U+9FFF at this byte.
fn ideograph(bytes: &[u8], at: usize) -> Option<u32> {
    match bytes.get(at..at + 3)? {
        [first @ 0xe4..=0xe9, second, third] => Some(
            u32::from(first & 0x0f) << 12 | u32::from(second & 0x3f) << 6 | u32::from(third & 0x3f),
        ),
        _ => None,
    }
}

fn key_of(letters: [char; 3]) -> u32 {
    let [first, second, third] = letters.map(u32::from);
    next_key(next_key(next_key(0, first), second), third)
}

fn next_key(key: u32, letter: u32) -> u32 {
    key.wrapping_mul(0x0100_0193) ^ letter
}

/// Calls `call` with each byte at which a word begins. In a script that joins words, such as
/// Arabic, every letter counts as the start of a word.
fn each_start(text: &str, mut call: impl FnMut(usize)) {
    let bytes = text.as_bytes();
    let mut in_word = false;
    let mut at = 0;
    while at < bytes.len() {
        let byte = bytes[at];
        if byte < 0x80 {
            let is_letter = byte.is_ascii_alphanumeric();
            if is_letter && !in_word {
                call(at);
            }
            in_word = is_letter;
            at += 1;
            continue;
        }
        if matches!(byte, 0xe4..=0xe9) {
            // Every Chinese character may begin a word.
            call(at);
            in_word = false;
            at += 3;
            continue;
        }
        let Some(c) = text[at..].chars().next() else {
            return;
        };
        let joins = joins_words(c);
        let is_letter = is_letter(c);
        if is_letter && (joins || !in_word) {
            call(at);
        }
        in_word = is_letter && !joins;
        at += c.len_utf8();
    }
}

/// Returns true if a character belongs to a script without spaces, such as Chinese, or to a script
/// that joins words, such as Arabic.
pub(super) fn joins_words(c: char) -> bool {
    matches!(c, '\u{600}'..='\u{6ff}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{ac00}'..='\u{d7a3}'
        | '\u{f900}'..='\u{faff}')
        && is_letter(c)
}

/// Returns true if a character belongs to a word. Vowel marks belong to a word, although the standard library does not
/// count them as letters.
pub(super) fn is_letter(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_alphanumeric(),
        '\u{4000}'..='\u{9fff}' => true,
        // These characters are superscript digits, quotes and other punctuation of Latin-1.
        '\u{80}'..='\u{bf}' | '×' | '÷' => false,
        '\u{60c}' | '\u{61b}' | '\u{61f}' | '\u{66a}'..='\u{66d}' | '\u{6d4}' => false,
        '\u{964}' | '\u{965}' => false,
        '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' | '\u{30fb}' => false,
        '\u{fe10}'..='\u{fe6f}' | '\u{feff}' => false,
        '\u{ff00}'..='\u{ffef}' => fold(c).is_ascii_alphanumeric(),
        _ => u32::from(c) < 0x1f000,
    }
}

/// Returns a character in its basic form: in lowercase, without marks that are often omitted.
fn fold(c: char) -> char {
    match c {
        '\0'..='\u{7f}' => c.to_ascii_lowercase(),
        'À'..='Å' | 'à'..='å' => 'a',
        'Ç' | 'ç' => 'c',
        'È'..='Ë' | 'è'..='ë' => 'e',
        'Ì'..='Ï' | 'ì'..='ï' | 'ı' | 'İ' => 'i',
        'Ñ' | 'ñ' => 'n',
        'Ò'..='Ö' | 'ò'..='ö' => 'o',
        'Ù'..='Ü' | 'ù'..='ü' => 'u',
        'ğ' | 'Ğ' => 'g',
        'ş' | 'Ş' => 's',
        'Œ' => 'œ',
        '’' | 'ʼ' => '\'',
        'Ё' | 'ё' => 'е',
        'А'..='Я' => char::from_u32(u32::from(c) + 0x20).unwrap_or(c),
        'أ' | 'إ' | 'آ' => 'ا',
        'ة' => 'ه',
        'ى' => 'ي',
        // These characters are full-width letters.
        '\u{ff01}'..='\u{ff5e}' => {
            let narrow = char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c);
            narrow.to_ascii_lowercase()
        }
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_a_table_is_a_class_or_a_pattern_and_every_word_can_be_found() {
        for (table, _) in &LANGUAGES {
            let lines = table.lines();
            for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
                let Some((name, words)) = line.split_once(": ") else {
                    let pattern = Pattern::read(line).expect(line);
                    assert!(!pattern.triggers.is_empty(), "{line}");
                    // Patterns are looked up by the class of their first word.
                    assert!(!pattern.steps[0].classes.is_empty(), "{line}");
                    let first = &pattern.steps[0];
                    assert!(!first.may_end && !first.is_colon, "{line}");
                    continue;
                };
                assert!(Class::named(name).is_some(), "{name}");
                for word in words.split(", ") {
                    let is_found = |text: &str| {
                        let found = LEXICON.read(text).hits;
                        found.iter().any(|hit| hit.bytes.end == text.len())
                    };
                    assert!(
                        is_found(word.trim_matches(['*', ' '])),
                        "{word:?} in {name}"
                    );
                }
            }
        }
    }

    #[test]
    fn the_key_of_a_word_is_the_same_whatever_its_letters_are_read_as() {
        let text = "a ab abc aBcd a-b ab! 1st é aé abé a用 ab用 用 用户 don't x";
        for (at, _) in text.char_indices().filter(|(_, c)| is_letter(*c)) {
            assert_eq!(
                key_at(text, at),
                key_of_letters(text, at),
                "{}",
                &text[at..]
            );
        }
    }

    #[test]
    fn a_phrase_is_found_in_capitals_over_lines_and_marks() {
        let tables = LANGUAGES.iter().flat_map(|(table, _)| table.lines());
        let classes = tables.filter_map(|line| line.split_once(": "));
        for phrase in classes.flat_map(|(_, words)| words.split(", ")) {
            let phrase = phrase.trim_matches(['*', ' ']);
            for between in ["\n> ", " **", "  "] {
                let text = phrase.to_ascii_uppercase().replace(' ', between);
                let found = LEXICON.read(&text).hits;
                let is_whole = |hit: &Hit| hit.bytes.end == text.len();
                assert!(found.iter().any(is_whole), "{text:?}");
            }
        }
    }

    #[test]
    fn a_word_is_found_in_capitals_and_without_its_marks() {
        let cases = [
            ("IGNORE it", "IGNORE", Class::Aside),
            ("ИГНОРИРУЙ", "ИГНОРИРУЙ", Class::Aside),
            ("confirmacion", "confirmacion", Class::Consent),
            ("Don’t", "Don’t", Class::Not),
            ("system\n> prompt", "system\n> prompt", Class::Own),
            ("**system** prompt", "system** prompt", Class::Own),
            ("ｉｇｎｏｒｅ", "ｉｇｎｏｒｅ", Class::Aside),
            ("请忽略它", "忽略", Class::Aside),
            ("n'oublie", "n'", Class::Not),
        ];
        for (text, word, class) in cases {
            let found = LEXICON.read(text).hits;
            let is_found = |hit: &Hit| &text[hit.bytes.clone()] == word && hit.class == class;
            assert!(found.iter().any(is_found), "{text}: {found:?}");
        }
    }

    #[test]
    fn a_word_ends_where_the_texts_does() {
        for text in ["ignored", "signore", "ignores", "forgetful"] {
            let found = LEXICON.read(text).hits;
            let is_aside = |hit: &Hit| hit.class == Class::Aside && hit.language == ENGLISH;
            assert!(!found.iter().any(is_aside), "{text}");
        }
    }
}
