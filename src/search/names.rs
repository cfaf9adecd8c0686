//! Finds skills that a prompt names in plain language: "use the pdf filler skill" names `pdf-filler`.
//!
//! A found name is only a candidate. No host selects a skill because of such a name, so the caller decides.

use std::ops;

use serde::{Deserialize, Serialize};

use super::words::{self, Script};
use crate::hashing::HashMap;
use crate::text::document::{PlaceIndex, Range};

/// The maximum length of a name in letters. Longer names are not searched for.
const MAX_LETTERS: usize = 128;

/// The maximum number of searched names that have the same letters, such as `pdf-filler` and
/// `PdfFiller`. Further names with the same letters are ignored.
const MAX_ALIKE: usize = 16;

/// The maximum number of candidates that are returned. Candidates at the start of the text are returned first.
const MAX_CANDIDATES: usize = 1000;

/// A skill whose name occurs in a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct NamedCandidate {
    /// The skill's name, as the caller gave it.
    pub name: String,
    /// The place of the name in the text.
    pub range: Range,
    /// The likelihood that the name in the text means the skill.
    pub strength: Strength,
}

/// The likelihood that a name in a text means the skill.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// The text contains the name with the same separators. Only case and full-width characters may
    /// differ. The text most likely means the skill. If the name is a single ordinary word such as
    /// "pdf", it must also be in quotation marks, in backticks or next to the word "skill".
    Exact,
    /// The text contains a name of several words with other separators: "code review" for `code-review`.
    Loose,
    /// The text contains a name that is a single ordinary word: "pdf" may be the skill, or only the format.
    Weak,
}

crate::choice! { Strength: Exact = "exact", Loose = "loose", Weak = "weak" }

/// Words for "skill" in several languages. An ordinary word next to such a word counts as a name.
const SKILL_WORDS: [&str; 7] = [
    "skills",
    "skill",
    "技能",
    "スキル",
    "스킬",
    "habilidad",
    "compétence",
];

/// Pairs of quotation marks that may surround a name.
const QUOTES: [(char, char); 9] = [
    ('`', '`'),
    ('"', '"'),
    ('\'', '\''),
    ('“', '”'),
    ('„', '“'),
    ('‘', '’'),
    ('«', '»'),
    ('「', '」'),
    ('《', '》'),
];

/// Returns the names that occur in a text, in the order of the text, at most 1,000.
///
/// - Case and full width are ignored.
/// - One separator (a space, `-`, `_` or `:`) may be between two words of the text only where the
///   name has a separator, or a change of case or script as in `PdfFiller`.
/// - Several separators, or other characters such as `&`, may be between two words of the text only
///   where the name has them, too.
/// - A name ends where a word ends, or anywhere in scripts without spaces.
/// - The longest name wins. Of names that differ only in separators and case, 16 are returned.
/// - A name is ignored in a path, an address, a file's name, a longer identifier or a `$mention`.
///   Names of more than 128 letters are ignored, too.
#[must_use]
pub fn named_in<'n>(text: &str, names: impl IntoIterator<Item = &'n str>) -> Vec<NamedCandidate> {
    let names = Names::new(names);
    let letters = Letters::of(text);
    let places = PlaceIndex::new(text);
    let mut candidates = Vec::new();
    let mut at = 0;
    while at < letters.all.len() && candidates.len() < MAX_CANDIDATES {
        let Some((end, found)) = names.longest(text, &letters, at) else {
            at += 1;
            continue;
        };
        let bytes = letters.all[at].bytes.start..letters.all[end - 1].bytes.end;
        candidates.extend(found.into_iter().map(|name| NamedCandidate {
            name: name.given.to_owned(),
            range: places.range(bytes.clone()),
            strength: name.strength(text, &bytes),
        }));
        at = end;
    }
    candidates.truncate(MAX_CANDIDATES);
    candidates
}

/// The letters of a text, in the form in which names are compared.
struct Letters {
    all: Vec<Letter>,
}

#[derive(Debug)]
struct Letter {
    folded: char,
    /// The byte range of this letter in the text.
    bytes: ops::Range<usize>,
    /// The kind of text between this letter and the letter before it.
    gap: Gap,
    /// True if a name may start at this letter. This depends on the letter's script and its
    /// position in a word.
    starts: bool,
    ends: bool,
}

/// The kind of text between a letter and the letter before it. A name in a text may contain some
/// kinds of gap only at the positions at which the skill's own name allows them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// No gap: the letter directly follows the letter before it, in the same word.
    None,
    /// The letter directly follows the letter before it, but a new word may begin there. The reason
    /// is that the two letters differ in case or script, or that their script has no spaces between
    /// words.
    Soft,
    /// One separator between a letter and the letter before it, such as a space or a hyphen.
    Separator,
    /// More than one separator between a letter and the letter before it, or any other text, such
    /// as ` & `. The text `cats & dogs` contains the name `cats & dogs`, but not the name
    /// `cats-dogs`.
    Break,
}

impl Letters {
    fn of(text: &str) -> Self {
        let mut all: Vec<Letter> = Vec::new();
        let mut before: Option<(Script, usize)> = None;
        for word in words::words(text) {
            let (gap, apart) = match before {
                None => (Gap::Break, true),
                Some((script, end)) => {
                    let gap = gap(&text[end..word.bytes.start]);
                    (gap, gap != Gap::Soft || script != word.script)
                }
            };
            if let Some(last) = all.last_mut() {
                last.ends |= apart;
            }
            let written = text[word.bytes.clone()].char_indices();
            for (index, (folded, (at, c))) in word.folded.chars().zip(written).enumerate() {
                let start = word.bytes.start + at;
                let first = index == 0;
                let unspaced = word.script == Script::Unspaced;
                all.push(Letter {
                    folded,
                    bytes: start..start + c.len_utf8(),
                    gap: if first {
                        gap
                    } else if unspaced {
                        Gap::Soft
                    } else {
                        Gap::None
                    },
                    starts: if first { apart } else { unspaced },
                    ends: unspaced || word.script == Script::Hangul,
                });
            }
            before = Some((word.script, word.bytes.end));
        }
        if let Some(last) = all.last_mut() {
            last.ends = true;
        }
        Self { all }
    }
}

fn gap(between: &str) -> Gap {
    let mut chars = between.chars();
    match (chars.next(), chars.next()) {
        (None, _) => Gap::Soft,
        (Some(c), None)
            if c.is_whitespace() || matches!(c, '-' | '_' | ':' | '‐' | '‑' | '：' | '＿') =>
        {
            Gap::Separator
        }
        _ => Gap::Break,
    }
}

struct Name<'n> {
    given: &'n str,
    /// A bit for each letter of the name. Bit `i` is set if a separator is allowed before letter
    /// `i` when the name occurs in a text. For the name `PdfFiller`, bit 3 is set, so that the text
    /// `pdf filler` contains the name.
    separable: u128,
    /// A bit for each letter of the name. Bit `i` is set if the name has more than one separator,
    /// or other text such as ` & `, before letter `i`. When the name occurs in a text, such a
    /// [`Gap::Break`] is allowed only before these letters.
    breaks: u128,
    /// True if the name is unlikely to be an ordinary word, because it has several words or a
    /// digit.
    distinctive: bool,
}

impl Name<'_> {
    fn strength(&self, text: &str, bytes: &ops::Range<usize>) -> Strength {
        let as_given =
            folded_with_separators(self.given) == folded_with_separators(&text[bytes.clone()]);
        match (self.distinctive, as_given) {
            (true, true) => Strength::Exact,
            (true, false) => Strength::Loose,
            (false, _) if is_marked(text, bytes) => Strength::Exact,
            (false, _) => Strength::Weak,
        }
    }
}

fn folded_with_separators(name: &str) -> String {
    words::fold(name.trim())
}

/// The names to search for, as a tree of their letters (trie).
struct Names<'n> {
    names: Vec<Name<'n>>,
    /// For each pair of a node and a letter, the next node. Node 0 is the root.
    edges: HashMap<[usize; 2], usize>,
    /// For each node, the indices of the names that end there.
    ending: Vec<Vec<usize>>,
}

impl<'n> Names<'n> {
    fn new(given: impl IntoIterator<Item = &'n str>) -> Self {
        let mut tree = Self {
            names: Vec::new(),
            edges: HashMap::default(),
            ending: vec![Vec::new()],
        };
        for given in given {
            let letters = Letters::of(given).all;
            if letters.is_empty() || letters.len() > MAX_LETTERS {
                continue;
            }
            let (mut separable, mut breaks) = (0, 0);
            let mut node = 0;
            for (index, letter) in letters.iter().enumerate() {
                separable |= u128::from(letter.gap != Gap::None) << index;
                breaks |= u128::from(letter.gap == Gap::Break) << index;
                let next = tree.ending.len();
                let edge = [node, letter.folded as usize];
                node = *tree.edges.entry(edge).or_insert(next);
                if node == next {
                    tree.ending.push(Vec::new());
                }
            }
            let alike = &mut tree.ending[node];
            let known = alike.iter().any(|name| tree.names[*name].given == given);
            if known || alike.len() == MAX_ALIKE {
                continue;
            }
            alike.push(tree.names.len());
            tree.names.push(Name {
                given,
                separable,
                breaks,
                distinctive: is_distinctive(given, &letters),
            });
        }
        tree
    }

    /// Returns the longest name that starts at a letter. The result is the index of the letter
    /// after the name, and all names that are spelled with these letters. Returns `None` if no name
    /// starts at the letter.
    fn longest(
        &self,
        text: &str,
        letters: &Letters,
        start: usize,
    ) -> Option<(usize, Vec<&Name<'n>>)> {
        let letters = &letters.all;
        if !letters[start].starts || continues_backward(text, letters[start].bytes.start) {
            return None;
        }
        let mut longest = None;
        let mut node = 0;
        let (mut separators, mut breaks) = (0, 0);
        for (length, letter) in letters[start..].iter().enumerate().take(MAX_LETTERS) {
            if length > 0 {
                separators |= u128::from(letter.gap == Gap::Separator) << length;
                breaks |= u128::from(letter.gap == Gap::Break) << length;
            }
            let Some(next) = self.edges.get(&[node, letter.folded as usize]) else {
                break;
            };
            node = *next;
            if !letter.ends {
                continue;
            }
            let names: Vec<&Name> = self.ending[node]
                .iter()
                .map(|name| &self.names[*name])
                .filter(|name| separators & !name.separable == 0 && breaks & !name.breaks == 0)
                .collect();
            if !names.is_empty() && !continues_forward(text, letter.bytes.end) {
                longest = Some((start + length + 1, names));
            }
        }
        longest
    }
}

/// Returns true if a name is unlikely to be an ordinary word. Such a name has several words, a
/// digit, or at least three characters of a script such as Han, in which ordinary words are
/// shorter.
fn is_distinctive(name: &str, letters: &[Letter]) -> bool {
    let unspaced = letters
        .iter()
        .filter(|letter| words::Script::of(letter.folded) == Script::Unspaced);
    let words = words::words(name).count();
    words > 1 || letters.iter().any(|letter| letter.folded.is_numeric()) || unspaced.count() > 2
}

/// Returns true if the text before the name shows that the name is only the end of a path, an address, an identifier or
/// a mention.
fn continues_backward(text: &str, start: usize) -> bool {
    let mut before = text[..start].chars().rev();
    match before.next() {
        Some('$' | '/' | '\\' | '@' | '#' | '~' | '=' | '&' | '%') => true,
        Some('.' | '-' | '_' | ':') => before.next().is_some_and(is_identifier),
        _ => false,
    }
}

/// Returns true if the text after the name shows that the name is only the start of a path, an
/// address or an identifier. A hyphen before the word "skill" does not show this: in `pdf-skill`,
/// `pdf` is a whole name.
fn continues_forward(text: &str, end: usize) -> bool {
    let mut after = text[end..].chars();
    match after.next() {
        Some('/' | '\\' | '@' | '=') => true,
        Some('.' | '-' | '_' | ':') => {
            !starts_with_skill_word(after.as_str()) && after.next().is_some_and(is_identifier)
        }
        _ => false,
    }
}

fn is_identifier(c: char) -> bool {
    c.is_alphanumeric() && Script::of(c) == Script::Spaced
}

/// Returns true if the name is in quotation marks, or next to one of the words in `SKILL_WORDS`,
/// such as "skill".
fn is_marked(text: &str, bytes: &ops::Range<usize>) -> bool {
    let (before, after) = (&text[..bytes.start], &text[bytes.end..]);
    let outside = before.chars().next_back().zip(after.chars().next());
    if outside.is_some_and(|pair| QUOTES.contains(&pair)) {
        return true;
    }
    let is_between = |c: char| c.is_whitespace() || c == '-' || c == ':' || c == '：';
    let before = before.trim_end_matches(is_between);
    ends_with_skill_word(before) || starts_with_skill_word(after.trim_start_matches(is_between))
}

fn starts_with_skill_word(text: &str) -> bool {
    let near: String = text.chars().take(12).flat_map(char::to_lowercase).collect();
    SKILL_WORDS.iter().any(|word| {
        near.strip_prefix(word)
            .is_some_and(|rest| !(word.is_ascii() && rest.starts_with(is_identifier)))
    })
}

fn ends_with_skill_word(text: &str) -> bool {
    let near: Vec<char> = text.chars().rev().take(12).collect();
    let near: String = near
        .into_iter()
        .rev()
        .flat_map(char::to_lowercase)
        .collect();
    SKILL_WORDS.iter().any(|word| {
        near.strip_suffix(word)
            .is_some_and(|rest| !(word.is_ascii() && rest.ends_with(is_identifier)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Finds names in a text. Returns the name, the part of the text that matches the name, and the
    /// strength of the match.
    fn found<'a>(text: &'a str, names: &[&str]) -> Vec<(String, &'a str, Strength)> {
        named_in(text, names.iter().copied())
            .into_iter()
            .map(|named| {
                let bytes = named.range.start.byte..named.range.end.byte;
                (named.name, &text[bytes], named.strength)
            })
            .collect()
    }

    #[test]
    fn a_name_is_found_however_its_words_are_joined() {
        let cases = [
            ("use the pdf filler skill", "pdf filler", Strength::Loose),
            ("use pdf-filler, please", "pdf-filler", Strength::Exact),
            ("PDF-Filler!", "PDF-Filler", Strength::Exact),
            ("ＰＤＦ－filler pdf_filler", "pdf_filler", Strength::Loose),
            ("the PdfFiller", "PdfFiller", Strength::Loose),
            ("try pdf:filler.", "pdf:filler", Strength::Loose),
            ("try pdffiller", "pdffiller", Strength::Loose),
            ("den pdf-filler-Skill nehmen", "pdf-filler", Strength::Exact),
            ("请用pdf-filler填写", "pdf-filler", Strength::Exact),
            ("pdf-filler를 써 줘", "pdf-filler", Strength::Exact),
            ("pdf\nfiller", "pdf\nfiller", Strength::Loose),
        ];
        for (text, covered, strength) in cases {
            let expected = [("pdf-filler".to_owned(), covered, strength)];
            assert_eq!(found(text, &["pdf-filler"]), expected, "{text:?}");
        }
    }

    #[test]
    fn what_only_looks_like_a_name_is_passed_over() {
        let cases = [
            ("the pdf  filler", "pdf-filler"),
            ("pdf, filler", "pdf-filler"),
            ("pdf fillers", "pdf-filler"),
            ("my-pdf-filler", "pdf-filler"),
            ("pdf-filler-2", "pdf-filler"),
            ("$pdf-filler", "pdf-filler"),
            ("/skills/pdf-filler/SKILL.md", "pdf-filler"),
            ("report.pdf", "pdf"),
            ("pdf.js", "pdf"),
            ("pdfs", "pdf"),
            ("JavaScript", "script"),
            ("the rapist", "therapist"),
            ("カレンダー", "カレン"),
            ("합격이력서", "이력서"),
        ];
        for (text, name) in cases {
            assert_eq!(found(text, &[name]), [], "{text:?}");
        }
    }

    #[test]
    fn an_ordinary_word_is_a_weak_name_unless_something_marks_it() {
        let cases = [
            ("fill in the pdf", "pdf", Strength::Weak),
            ("use the PDF skill", "PDF", Strength::Exact),
            ("with skill: pdf", "pdf", Strength::Exact),
            ("the `pdf` one", "pdf", Strength::Exact),
            ("pdfスキルで", "pdf", Strength::Exact),
            ("pdf skillful", "pdf", Strength::Weak),
        ];
        for (text, covered, strength) in cases {
            let expected = [("pdf".to_owned(), covered, strength)];
            assert_eq!(found(text, &["pdf"]), expected, "{text:?}");
        }
        assert_eq!(found("on k8s", &["k8s"])[0].2, Strength::Exact);
    }

    #[test]
    fn names_in_scripts_without_blanks_are_found_inside_a_sentence() {
        let cases = [
            ("帮我做合同审查吧", "合同审查", "合同审查", Strength::Exact),
            ("请翻译这段", "翻译", "翻译", Strength::Weak),
            ("使用翻译技能", "翻译", "翻译", Strength::Exact),
            (
                "PDF フォームに入力",
                "pdfフォーム",
                "PDF フォーム",
                Strength::Loose,
            ),
            ("이력서를 고쳐줘", "이력서", "이력서", Strength::Weak),
        ];
        for (text, name, covered, strength) in cases {
            assert_eq!(
                found(text, &[name]),
                [(name.to_owned(), covered, strength)],
                "{text:?}"
            );
        }
    }

    #[test]
    fn the_longest_name_wins_and_names_that_are_spelled_alike_are_all_reported() {
        let names = ["pdf", "pdf-filler", "pdf_filler", "filler-tools"];
        let text = "pdf filler tools, then pdf";
        let names: Vec<_> = found(text, &names)
            .into_iter()
            .map(|(name, covered, _)| (name, covered))
            .collect();
        assert_eq!(
            names,
            [
                ("pdf-filler".to_owned(), "pdf filler"),
                ("pdf_filler".to_owned(), "pdf filler"),
                ("pdf".to_owned(), "pdf"),
            ]
        );
    }

    #[test]
    fn a_name_with_other_marks_is_found_as_it_is_written() {
        let name = "Ledger (v2) - audit/tax";
        assert_eq!(
            found("run Ledger (v2) - audit/tax", &[name]),
            [(name.to_owned(), name, Strength::Exact)]
        );
        assert_eq!(
            found("run Ledger v2 audit tax", &[name])[0].2,
            Strength::Loose
        );
        assert_eq!(
            found("run Ledger (v2). Audit, (tax)", &["ledger-v2-audit-tax"]),
            []
        );
    }

    #[test]
    fn a_place_is_given_in_utf16_units_too() {
        let named = &named_in("😀\nuse k8s", ["k8s"])[0];
        assert_eq!((named.range.start.offset, named.range.start.byte), (7, 9));
        assert_eq!((named.range.start.line, named.range.start.column), (2, 5));
    }

    #[test]
    fn long_names_and_long_answers_are_limited() {
        let name = "a".repeat(MAX_LETTERS + 1);
        assert_eq!(named_in(&name, [name.as_str()]), []);
        assert_eq!(
            named_in(&"k8s, ".repeat(2 * MAX_CANDIDATES), ["k8s"]).len(),
            MAX_CANDIDATES
        );
    }
}
