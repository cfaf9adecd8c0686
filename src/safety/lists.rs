//! Lists in a single text: of words, which spaces separate, and of parts of texts, which vertical
//! bars separate.

/// Returns true if a word is in a list, in which spaces separate words.
pub(in crate::safety) fn is_in(word: &str, list: &str) -> bool {
    list.split_ascii_whitespace().any(|one| one == word)
}

/// Returns true if a text contains one of the parts in a list, in which vertical bars separate the
/// parts.
pub(in crate::safety) fn has_part(text: &str, parts: &str) -> bool {
    parts.split('|').any(|part| text.contains(part))
}

/// Returns the rows of a table, each with its columns. Each line is a row, and ` : ` separates the
/// columns.
pub(in crate::safety) fn rows<const COLUMNS: usize>(
    table: &'static str,
) -> impl Iterator<Item = [&'static str; COLUMNS]> {
    let lines = table.lines().filter(|line| !line.is_empty());
    lines.map(|line| {
        let mut columns = line.split(" : ").map(str::trim);
        std::array::from_fn(|_| columns.next().unwrap_or_default())
    })
}
