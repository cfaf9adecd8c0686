//! Splits text into words, and words into the terms that search compares.

use std::collections::VecDeque;
use std::ops::Range;

use crate::text::document::floor_char_boundary;
use crate::text::unicode;

/// The maximum length of a word in bytes. The end of a longer word is ignored. A compound of
/// several words, such as `pdf-filler`, is also a term of its own, but only if it has at most this
/// length.
const TERM_BYTES: usize = 64;

/// English words that say nothing about a request's topic, in alphabetical order. Common words of
/// other languages are not in the list, because such a list made the results of searches worse.
/// Most skills are in English, so even a common word of another language helps to find the skills
/// in this language.
const STOP_WORDS: &[&str] = &[
    "a", "about", "after", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "because", "been", "before", "being", "but", "by", "can", "could", "did", "do", "does",
    "doing", "each", "every", "few", "for", "from", "get", "give", "had", "has", "have", "having",
    "he", "her", "here", "him", "his", "how", "i", "if", "in", "into", "is", "it", "its", "just",
    "let", "like", "may", "me", "might", "more", "most", "must", "my", "need", "no", "nor", "not",
    "now", "of", "off", "on", "only", "or", "other", "our", "out", "over", "own", "please",
    "shall", "she", "should", "so", "some", "such", "tell", "than", "that", "the", "their", "them",
    "then", "there", "these", "they", "this", "those", "through", "to", "too", "us", "use", "used",
    "user", "using", "very", "want", "was", "we", "were", "what", "when", "where", "which",
    "while", "who", "whom", "whose", "why", "will", "with", "would", "you", "your",
];

/// The endings that English writes after an apostrophe.
const CLITICS: [&str; 7] = ["s", "t", "d", "m", "re", "ve", "ll"];

/// The way in which a writing system marks the end of a word.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Script {
    /// Latin, Greek, Cyrillic, Arabic and similar scripts, and digits: a space or a punctuation
    /// mark ends a word.
    Spaced,
    /// Korean: a space ends a word, but particles are attached to the word.
    Hangul,
    /// Katakana: a word ends where another script begins.
    Katakana,
    /// Han, Hiragana, Thai, Lao, Khmer and Burmese: the end of a word is not marked.
    Unspaced,
}

impl Script {
    pub(super) fn of(c: char) -> Self {
        match c {
            '\u{1100}'..='\u{11ff}'
            | '\u{3130}'..='\u{318f}'
            | '\u{a960}'..='\u{a97f}'
            | '\u{ac00}'..='\u{d7ff}'
            | '\u{ffa0}'..='\u{ffdc}' => Self::Hangul,
            '\u{30a0}'..='\u{30ff}' | '\u{31f0}'..='\u{31ff}' | '\u{ff66}'..='\u{ff9f}' => {
                Self::Katakana
            }
            '\u{e00}'..='\u{eff}'
            | '\u{1000}'..='\u{109f}'
            | '\u{1780}'..='\u{17ff}'
            | '\u{2e80}'..='\u{2fdf}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3021}'..='\u{3029}'
            | '\u{3040}'..='\u{309f}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => Self::Unspaced,
            _ => Self::Spaced,
        }
    }
}

/// A run of characters of one script, or one part of a camelCase name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// The word's letters in the form that is compared: in lowercase and normal width. The number
    /// of letters is the same as in the text.
    pub folded: String,
    pub script: Script,
    /// The byte range of the word in the text.
    pub bytes: Range<usize>,
}

/// Returns the words of a text, in order. In a script without spaces between words, such as Han, a
/// sequence of neighbouring characters is one word.
pub(super) fn words(text: &str) -> impl Iterator<Item = Word> + '_ {
    let mut subwords = unicode::segments(text)
        .flat_map(|(start, run)| subwords(run).map(move |(at, subword)| (start + at, subword)))
        .map(|(start, subword)| {
            let script = subword.chars().next().map_or(Script::Spaced, Script::of);
            (script, start..start + subword.len())
        })
        .peekable();
    std::iter::from_fn(move || {
        let (script, mut bytes) = subwords.next()?;
        while let Some((_, more)) = subwords.next_if(|(next, more)| {
            script != Script::Spaced && *next == script && more.start == bytes.end
        }) {
            bytes.end = more.end;
        }
        Some(Word {
            folded: fold(&text[bytes.clone()]),
            script,
            bytes,
        })
    })
}

/// Returns the text in lowercase and in normal width. The number of letters stays the same. If the lowercase form of a
/// letter has several letters, only the first of them is used.
///
/// Full Unicode normalization (NFKC) is not used, because it would add 62 kB of compressed code,
/// more than the rest of the search.
pub(super) fn fold(text: &str) -> String {
    text.chars().map(fold_letter).collect()
}

fn fold_letter(c: char) -> char {
    let narrow = match c {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(c) - 0xfee0).unwrap_or(c),
        _ => c,
    };
    narrow.to_lowercase().next().unwrap_or(narrow)
}

/// Splits a word, as Unicode defines words, at `_`, `'`, `.` and similar characters, at changes of
/// script, and between the parts of camelCase.
fn subwords(run: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut end = 0;
    std::iter::from_fn(move || {
        let start = end + run[end..].find(char::is_alphanumeric)?;
        end = subword_end(run, start);
        Some((start, &run[start..end]))
    })
}

fn subword_end(run: &str, start: usize) -> usize {
    let mut chars = run[start..].char_indices();
    let mut before: Option<char> = None;
    while let Some((at, c)) = chars.next() {
        if is_joint(c) {
            return start + at;
        }
        // A character that is neither letter, digit nor joint is a mark that belongs to the previous letter.
        if !c.is_alphanumeric() {
            continue;
        }
        if let Some(before) = before
            && (Script::of(before) != Script::of(c) || is_hump(before, c, chars.as_str()))
        {
            return start + at;
        }
        before = Some(c);
    }
    run.len()
}

/// Returns true if a word of camelCase starts at `c`. `PDFForm` is two words and `PDFs` is one word. After an uppercase
/// letter, a second uppercase letter starts a word only if two lowercase letters follow.
fn is_hump(before: char, c: char, rest: &str) -> bool {
    let starts_small = || {
        rest.chars()
            .take_while(|c| c.is_lowercase())
            .take(2)
            .count()
            == 2
    };
    c.is_uppercase() && (before.is_lowercase() || before.is_uppercase() && starts_small())
}

/// Returns true if Unicode allows a character between the letters of a word, such as an apostrophe or a full stop.
fn is_joint(c: char) -> bool {
    c.is_ascii_punctuation()
        || matches!(
            c,
            '’' | '‘' | '·' | '‧' | '․' | '‿' | '⁀' | '＿' | '：' | '．' | '＇'
        )
}

/// Returns the terms of a text, in order. In scripts with spaces, each word is a term. After the parts of a compound
/// (`pdf-filler`, `pdfFiller`), the whole compound is also a term. In scripts without word separators, each pair of
/// neighbouring characters is a term.
pub(crate) fn terms(text: &str) -> impl Iterator<Item = String> + '_ {
    let mut words = words(text).fuse();
    let mut compound = Compound::default();
    let mut ready = VecDeque::new();
    let mut end = 0;
    std::iter::from_fn(move || {
        while ready.is_empty() {
            let Some(word) = words.next() else {
                return compound.take();
            };
            let between = &text[end..word.bytes.start];
            end = word.bytes.end;
            if word.script != Script::Spaced {
                ready.extend(compound.take());
                ready.extend(pairs(&word.folded));
                continue;
            }
            if !matches!(between, "" | "-" | "_") {
                ready.extend(compound.take());
            }
            compound.push(&word.folded);
            let clitic = matches!(between, "'" | "’") && CLITICS.contains(&word.folded.as_str());
            if !clitic && STOP_WORDS.binary_search(&word.folded.as_str()).is_err() {
                ready.push_back(stem(cut(word.folded)));
            }
        }
        ready.pop_front()
    })
}

/// A compound: several words without spaces between them, such as `pdf-filler`. The whole compound becomes an
/// additional term.
#[derive(Default)]
struct Compound {
    text: String,
    parts: usize,
}

impl Compound {
    fn push(&mut self, part: &str) {
        // Without this limit, the compound in a malicious text could be as long as the text.
        if self.text.len() <= TERM_BYTES {
            self.text.push_str(part);
        }
        self.parts += 1;
    }

    /// Returns the words that were pushed, joined to one term, and removes them from `self`.
    /// Returns `None` if fewer than two words were pushed, or if the term would be too long.
    fn take(&mut self) -> Option<String> {
        let Self { text, parts } = std::mem::take(self);
        (parts > 1 && text.len() <= TERM_BYTES).then(|| stem(text))
    }
}

/// Returns each pair of neighbouring characters of a word. A single character is returned
/// unchanged.
fn pairs(run: &str) -> Vec<String> {
    let ends: Vec<usize> = run
        .char_indices()
        .map(|(at, c)| at + c.len_utf8())
        .collect();
    if ends.len() < 2 {
        return vec![run.to_owned()];
    }
    let starts = std::iter::once(0).chain(ends.iter().copied());
    let pairs = starts
        .zip(&ends[1..])
        .map(|(start, end)| run[start..*end].to_owned());
    pairs.collect()
}

fn cut(mut word: String) -> String {
    if word.len() > TERM_BYTES {
        word.truncate(floor_char_boundary(&word, TERM_BYTES));
    }
    word
}

/// Removes the ending of a plural with the "S" stemmer of Harman 1991. Snowball's English stemmer gave no better
/// results, and would make the module larger.
fn stem(mut word: String) -> String {
    if word.len() > 3 && word.is_ascii() {
        if word.ends_with("ies") {
            word.truncate(word.len() - 3);
            word.push('y');
        } else if word.ends_with('s') && !["ss", "us", "is"].iter().any(|end| word.ends_with(end)) {
            word.pop();
        }
    }
    word
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        terms(text).collect()
    }

    #[test]
    fn terms_are_words_parts_of_compounds_and_pairs_of_characters() {
        let cases: &[(&str, &[&str])] = &[
            ("Fill in forms", &["fill", "form"]),
            ("Café CAFÉ İzmir", &["café", "café", "izmir"]),
            ("pdf-filler", &["pdf", "filler", "pdffiller"]),
            ("pdf_filler", &["pdf", "filler", "pdffiller"]),
            ("pdfFiller", &["pdf", "filler", "pdffiller"]),
            ("PDFForm", &["pdf", "form", "pdfform"]),
            ("PDFs", &["pdf"]),
            ("k8s h5ad S3", &["k8s", "h5ad", "s3"]),
            ("report.pdf a/b v2.3", &["report", "pdf", "b", "v2", "3"]),
            ("what's l’été", &["l", "été"]),
            ("合同审查", &["合同", "同审", "审查"]),
            ("用pdf填写", &["用", "pdf", "填写"]),
            ("取引先のメール", &["取引", "引先", "先の", "メー", "ール"]),
            ("이력서를 AWS에", &["이력", "력서", "서를", "aws", "에"]),
            ("ＰＤＦ フォーム", &["pdf", "フォ", "ォー", "ーム"]),
            (
                "queries class status analysis",
                &["query", "class", "status", "analysis"],
            ),
            ("हिन्दी में", &["हिन्दी", "में"]),
            ("", &[]),
            ("-_- … 🦀", &[]),
        ];
        for (text, expected) in cases {
            assert_eq!(found(text), *expected, "{text:?}");
        }
    }

    #[test]
    fn stop_words_are_in_order() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn no_term_is_longer_than_the_limit() {
        let texts = ["a-".repeat(500), "ü".repeat(500), "aB".repeat(500)];
        for text in texts {
            assert!(found(&text).iter().all(|term| term.len() <= TERM_BYTES));
        }
    }

    #[test]
    fn a_word_covers_its_bytes_of_the_text() {
        let text = "用 pdfFiller、ｻﾝﾌﾟﾙ";
        let covered: Vec<_> = words(text).map(|word| &text[word.bytes]).collect();
        assert_eq!(covered, ["用", "pdf", "Filler", "ｻﾝﾌﾟﾙ"]);
    }
}
