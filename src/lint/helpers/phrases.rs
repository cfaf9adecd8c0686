//! Tables of words and phrases that rules search for in texts. Each table is a file: `<group>/phrases/<table>.txt`.
//!
//! Each line is a phrase without the whitespace around it. Double quotes around a phrase preserve its whitespace. Empty
//! lines and lines that begin with `#` are skipped.

use std::sync::LazyLock;

/// A table of phrases. It is parsed when a rule needs it for the first time.
pub type Phrases = LazyLock<Vec<&'static str>>;

/// Parses a table that has one phrase on each line. Skips empty lines and lines that begin with
/// `#`.
pub fn parse(table: &'static str) -> Vec<&'static str> {
    let lines = table.lines().map(str::trim);
    let phrases = lines.filter(|line| !line.is_empty() && !line.starts_with('#'));
    phrases.map(unquoted).collect()
}

fn unquoted(line: &str) -> &str {
    let inner = line
        .strip_prefix('"')
        .and_then(|line| line.strip_suffix('"'));
    inner.unwrap_or(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_a_phrase_and_quotes_keep_its_blanks() {
        let table = "# Words\n\none\r\n two words \n\"if \"\n\" to \"\n# English\n\"\n";
        assert_eq!(parse(table), ["one", "two words", "if ", " to ", "\""]);
    }
}
