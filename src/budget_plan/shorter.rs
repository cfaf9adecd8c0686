//! Proposes shorter descriptions. A proposal is the beginning of the author's description.

/// Words that a shortened text must not end with, such as articles and conjunctions.
const DANGLING: &[&str] = &[
    "a",
    "an",
    "and",
    "any",
    "as",
    "at",
    "by",
    "e.g",
    "for",
    "from",
    "i.e",
    "in",
    "including",
    "into",
    "of",
    "on",
    "or",
    "such",
    "that",
    "the",
    "this",
    "to",
    "use",
    "using",
    "when",
    "which",
    "with",
    "your",
];

/// Returns the beginning of a text, up to the end of a sentence or a word, with at most `limit`
/// characters. Returns `None` if the text already fits, or if no word ends within the limit. For a
/// greater limit, the result is never shorter. The search for the best limit relies on this rule.
pub(super) fn shorter(folded: &str, limit: usize) -> Option<String> {
    if folded.chars().count() <= limit {
        return None;
    }
    let end = folded
        .char_indices()
        .nth(limit)
        .map_or(folded.len(), |(at, _)| at);
    let within = &folded[..end];
    // The end of a sentence is preferred if the sentence uses at least half of the limit.
    let sentence = &within[..sentence_end(folded, end).unwrap_or_default()];
    let kept = if !sentence.is_empty() && sentence.chars().count() * 2 >= limit {
        sentence
    } else {
        let words = without_dangling_words(&within[..word_end(folded, end)?]);
        std::cmp::max_by_key(words, sentence, |text| text.len())
    };
    (!kept.is_empty() && kept.len() < folded.len()).then(|| kept.to_owned())
}

/// Returns the position after the last sentence that ends within the first `end` bytes. Returns
/// `None` if no sentence ends there.
fn sentence_end(text: &str, end: usize) -> Option<usize> {
    let mut found = None;
    for (at, character) in text[..end].char_indices() {
        let after = at + character.len_utf8();
        let is_end = match character {
            '。' | '！' | '？' | '；' => true,
            '.' | '!' | '?' => text[after..].starts_with(' ') && !is_abbreviation(&text[..at]),
            _ => false,
        };
        if is_end {
            found = Some(after);
        }
    }
    found
}

/// Returns true if the text ends with an abbreviation. A full stop after an abbreviation does not end a sentence.
fn is_abbreviation(text: &str) -> bool {
    let word = text.rsplit([' ', '(']).next().unwrap_or_default();
    word.contains('.') || matches!(word, "etc" | "vs" | "incl" | "approx" | "No")
}

/// Returns the last position, up to the byte `end`, at which a word ends. Returns `None` if no word
/// ends there. In scripts without spaces between words, each character counts as a word.
fn word_end(text: &str, end: usize) -> Option<usize> {
    let mut found = None;
    let mut before: Option<char> = None;
    for (at, character) in text.char_indices() {
        if at > end {
            break;
        }
        let is_boundary =
            character == ' ' || is_unspaced(character) || before.is_some_and(is_unspaced);
        if at > 0 && is_boundary {
            found = Some(at);
        }
        before = Some(character);
    }
    found
}

/// Returns true if a character belongs to an East Asian script, in which a text may be cut after
/// any character.
fn is_unspaced(character: char) -> bool {
    matches!(character, '\u{2e80}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

fn without_dangling_words(text: &str) -> &str {
    let marks = |c: char| {
        !c.is_alphanumeric() && !matches!(c, ')' | ']' | '`' | '"' | '\'' | '*' | '%' | '+' | '#')
    };
    let mut kept = text.trim_end_matches(marks);
    while let Some((rest, last)) = kept.rsplit_once(' ')
        && DANGLING.contains(&last.to_lowercase().as_str())
    {
        kept = rest.trim_end_matches(marks);
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposal_is_the_beginning_of_the_authors_own_words() {
        let cases: &[(&str, usize, Option<&str>)] = &[
            ("Fills in forms.", 15, None),
            ("Fills in forms. Reads tables.", 20, Some("Fills in forms.")),
            (
                "Fills in forms. Reads very long tables of values.",
                45,
                Some("Fills in forms. Reads very long tables"),
            ),
            (
                "Fills in the forms of the office",
                24,
                Some("Fills in the forms"),
            ),
            (
                "Reads files, e.g. tables of values",
                20,
                Some("Reads files"),
            ),
            ("Reads files; and then", 15, Some("Reads files")),
            (
                "Lists what to use. Unbreakableword-with-more-parts",
                40,
                Some("Lists what to use."),
            ),
            ("用于填写表格。然后检查结果。", 9, Some("用于填写表格。")),
            ("用于填写很长的表格和检查结果", 5, Some("用于填写很")),
            ("Unbreakable", 5, None),
            ("", 5, None),
        ];
        for (text, limit, expected) in cases {
            assert_eq!(
                shorter(text, *limit).as_deref(),
                *expected,
                "{text:?} at {limit}"
            );
        }
    }

    #[test]
    fn a_greater_limit_never_results_in_a_shorter_text() {
        let texts = [
            "Fills in forms, such as using that for the. Unbreakable-word-with-more-parts-than-a-sentence. Of the",
            "用于 the a 填写表格。An unbreakable-word-of-any-length and the like.",
        ];
        for text in texts {
            let lengths = (1..text.chars().count()).map(|limit| shorter(text, limit));
            let lengths = lengths.map(|text| text.map_or(0, |text| text.len()));
            assert!(lengths.is_sorted(), "{text}");
        }
    }
}
