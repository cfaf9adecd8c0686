//! Finds the known word that the author of a misspelt word most likely meant.

/// Returns the known word that is most similar to `word`; `None` if no known word is similar enough.
pub(super) fn nearest<'k>(word: &str, known: impl IntoIterator<Item = &'k str>) -> Option<&'k str> {
    // The maximum length of a compared word, in bytes. Longer words are not compared, because comparing two words
    // takes time proportional to the product of their lengths.
    const LONGEST: usize = 64;
    if word.len() > LONGEST {
        return None;
    }
    let lower = word.to_lowercase();
    let scored = known.into_iter().map(|known| {
        let distance = strsim::osa_distance(&lower, known);
        (distance, known)
    });
    let (distance, known) = scored.min_by_key(|(distance, _)| *distance)?;
    // Up to a third of the word's characters may differ. In a word of fewer than three characters, one character may
    // differ.
    (distance <= (word.chars().count() / 3).max(1)).then_some(known)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_word_has_a_nearest_and_another_word_none() {
        let known = ["codex", "claude-code", "opencode"];
        for (word, expected) in [
            ("claud-code", Some("claude-code")),
            ("Codex", Some("codex")),
            ("opnecode", Some("opencode")),
            ("vi", None),
            ("standard", None),
            (&"codex".repeat(20), None),
        ] {
            assert_eq!(nearest(word, known), expected, "{word}");
        }
    }
}
