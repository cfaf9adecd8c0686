//! Extracts sentences and headings from Markdown, without the markup.

/// The maximum number of characters in a description that is made from a skill's text. No host has this limit.
const MAX_CHARACTERS: usize = 400;

/// The minimum number of words in a text that counts as a sentence. In scripts without spaces, the
/// minimum is `MIN_LETTERS` characters.
const MIN_WORDS: usize = 3;
const MIN_LETTERS: usize = 8;

/// Returns the first sentences of the first paragraph of prose, without markup; `None` if there is
/// no such paragraph.
pub fn first_sentences(body: &str) -> Option<String> {
    let mut paragraph = String::new();
    let mut fence: Option<&str> = None;
    let mut lines = body.lines().map(str::trim).peekable();
    while let Some(line) = lines.next() {
        let marks = line.len() - line.trim_start_matches(['`', '~']).len();
        let is_fence = marks >= 3;
        match fence {
            Some(open) if is_fence && line.starts_with(open) => fence = None,
            Some(_) => continue,
            None if is_fence => fence = Some(&line[..marks]),
            None => {}
        }
        // A line is a heading if the next line underlines it.
        let is_underline = |line: &str| {
            !line.is_empty()
                && (line.trim_matches('=').is_empty() || line.trim_matches('-').is_empty())
        };
        let is_heading = lines.peek().is_some_and(|next| is_underline(next));
        if !is_fence && is_plain(line) && !is_heading {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph.push_str(line);
            continue;
        }
        if let Some(sentences) = sentences(&paragraph) {
            return Some(sentences);
        }
        paragraph.clear();
    }
    sentences(&paragraph)
}

/// Returns the first heading, without markup; `None` if there is no heading.
pub fn first_heading(body: &str) -> Option<String> {
    let mut headings = body.lines().filter(|line| line.starts_with('#'));
    let heading = headings.next()?.trim_matches(['#', ' ', '\r']);
    Some(clean(heading)).filter(|heading| heading.contains(char::is_alphanumeric))
}

/// Returns true if a line is plain text. Headings, quotations, list items, tables, tags, pictures, fences, fields and
/// horizontal rules are not plain text.
fn is_plain(line: &str) -> bool {
    let marks = [
        "#", ">", "|", "<", "!", "[", "{", "}", "```", "~~~", "- ", "* ", "+ ", "•", "--", "==",
        "++", "%%",
    ];
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_numbered = digits > 0 && line[digits..].starts_with(['.', ')', '、']);
    let is_field = line.split_once([':', '：', '=']).is_some_and(|(key, _)| {
        let is_of_key = |byte: u8| byte.is_ascii_lowercase() || matches!(byte, b'-' | b'_');
        let key = key.trim_end().trim_matches('"');
        !key.is_empty() && key.bytes().all(is_of_key)
    });
    line.contains(char::is_alphanumeric)
        && !marks.iter().any(|mark| line.starts_with(mark))
        && !is_numbered
        && !is_field
}

/// Returns the first sentences of a paragraph, up to [`MAX_CHARACTERS`]; `None` if the paragraph does not consist of
/// sentences.
fn sentences(paragraph: &str) -> Option<String> {
    let text = clean(paragraph);
    let mut end = 0;
    for (count, (at, character)) in text.char_indices().enumerate() {
        let after = &text[at + character.len_utf8()..];
        let is_end = match character {
            '.' | '!' | '?' => after.is_empty() || after.starts_with(' '),
            '。' | '！' | '？' => true,
            _ => after.is_empty(),
        };
        if count >= MAX_CHARACTERS && end > 0 {
            break;
        }
        if is_end {
            end = at + character.len_utf8();
        }
    }
    let text = text[..end].trim();
    let words = text
        .split(' ')
        .filter(|word| word.contains(char::is_alphanumeric))
        .count();
    let letters = text
        .chars()
        .filter(|c| c.is_alphabetic() && !c.is_ascii())
        .count();
    let is_sentence = (words >= MIN_WORDS || letters >= MIN_LETTERS)
        && text.chars().count() <= 2 * MAX_CHARACTERS
        && !text.ends_with([':', '：', ','])
        && !text.contains(['<', '>']);
    is_sentence.then(|| text.to_owned())
}

/// Returns a Markdown text without emphasis, code markup and the targets of links.
fn clean(text: &str) -> String {
    let mut cleaned = String::with_capacity(text.len());
    let mut at = 0;
    while let Some(character) = text[at..].chars().next() {
        let after = &text[at + character.len_utf8()..];
        let next = after.chars().next();
        let last = cleaned.chars().next_back();
        let is_of_word = |character: Option<char>| character.is_some_and(char::is_alphanumeric);
        at += character.len_utf8();
        match character {
            '`' => {}
            '*' if next.is_some_and(|next| next != ' ') || last.is_some_and(|last| last != ' ') => {
            }
            '_' if !is_of_word(last) || !is_of_word(next) && next != Some('_') => {}
            '~' if next == Some('~') => at += 1,
            '\\' if next.is_some_and(|next| next.is_ascii_punctuation()) => {}
            '!' if next == Some('[') => {}
            '[' => match link(after) {
                Some((inside, length)) => {
                    cleaned.push_str(&clean(inside));
                    at += length;
                }
                None => cleaned.push('['),
            },
            character => cleaned.push(character),
        }
    }
    cleaned
}

/// Parses the rest of a link after its opening bracket. Returns the link's text and the length of
/// the link in bytes; `None` if the text is not a link.
fn link(text: &str) -> Option<(&str, usize)> {
    let close = text.find(['[', ']'])?;
    let target = text[close..].strip_prefix("](")?;
    let end = target.find(')')?;
    Some((&text[..close], close + 2 + end + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_those_of_the_first_prose_without_marks() {
        let cases = [
            ("# Forms\n\nFill in forms.\n", Some("Fill in forms.")),
            (
                "> Somebody wrote this.\n\n- one entry of it\n\n1. two\n\nFills **in** [PDF](a.md) `forms`.\n",
                Some("Fills in PDF forms."),
            ),
            (
                "```sh\nrun this and that\n```\nIt runs *this* and\nthat_one. More.",
                Some("It runs this and that_one. More."),
            ),
            ("Purpose:\n\n| a b c d |\n", None),
            ("name: a b c d\n", None),
            ("A title of this\n===\n\n<p>It is not prose.</p>\n", None),
            (
                "填写 PDF 表单并保存副本。",
                Some("填写 PDF 表单并保存副本。"),
            ),
            ("Forms", None),
        ];
        for (body, expected) in cases {
            assert_eq!(first_sentences(body).as_deref(), expected, "{body:?}");
        }
        let long = format!("{}. Short one.", "word ".repeat(300).trim());
        assert_eq!(first_sentences(&long), None);
        let many = "It does one thing. ".repeat(60);
        let made = first_sentences(&many).unwrap();
        assert!(
            made.len() <= MAX_CHARACTERS && made.ends_with("one thing."),
            "{made}"
        );
    }
}
