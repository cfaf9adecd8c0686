//! The options and operands of a command.

use super::words::Word;

/// An argument of a command: an option with its value, or an operand.
#[derive(Debug)]
pub(super) struct Argument {
    /// The option with its dashes, such as `-o`; empty for an operand. Short options that are
    /// written together, such as `-fs`, are one name.
    pub name: String,
    pub text: String,
    /// The index of the command's word that contains `text`.
    pub index: usize,
}

/// Parses options in all spellings: `-o x`, `-ox`, `-fo x`, `--output x`, `--output=x`. `shorts`
/// has the letters of options that take a value, and `longs` the names of such options. If
/// `all_take` is true, as for PowerShell, each option takes the next word as its value unless that
/// word is another option.
pub(super) fn arguments(
    words: &[Word],
    shorts: &str,
    longs: &[&str],
    all_take: bool,
) -> Vec<Argument> {
    let mut all = Vec::new();
    let mut index = 0;
    let mut is_behind = false;
    while let Some(word) = words.get(index) {
        let text = word.text.as_str();
        let push = |all: &mut Vec<Argument>, name: &str, text: &str, index: usize| {
            all.push(Argument {
                name: name.to_owned(),
                text: text.to_owned(),
                index,
            });
        };
        let next = words.get(index + 1).map(|word| word.text.as_str());
        if is_behind || !text.starts_with('-') || text.len() == 1 {
            push(&mut all, "", text, index);
        } else if text == "--" {
            is_behind = true;
        } else if all_take || text.starts_with("--") {
            let takes = all_take || longs.contains(&text);
            match (text.split_once(['=', ':']), next) {
                (Some((name, value)), _) => push(&mut all, name, value, index),
                (None, Some(next)) if takes && !(all_take && next.starts_with('-')) => {
                    index += 1;
                    push(&mut all, text, next, index);
                }
                _ => push(&mut all, text, "", index),
            }
        } else {
            let at = text[1..].find(|letter: char| shorts.contains(letter));
            let at = at.map(|at| at + 2);
            match (at.and_then(|at| text.get(..at).zip(text.get(at..))), next) {
                (Some((name, "")), Some(next)) => {
                    index += 1;
                    push_short(&mut all, name, next, index);
                }
                (Some((name, value)), _) => push_short(&mut all, name, value, index),
                (None, _) => push(&mut all, text, "", index),
            }
        }
        index += 1;
    }
    all
}

/// Adds short options that are written together. Only the last of them has a value.
fn push_short(all: &mut Vec<Argument>, cluster: &str, text: &str, index: usize) {
    let (others, last) = cluster.split_at(cluster.len() - 1);
    if others.len() > 1 {
        all.push(Argument {
            name: others.to_owned(),
            text: String::new(),
            index,
        });
    }
    all.push(Argument {
        name: format!("-{last}"),
        text: text.to_owned(),
        index,
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::safety::commands::words;

    #[test]
    fn options_are_read_in_all_spellings() {
        let cases = [
            ("-o x y", "-o=x =y"),
            ("-ox y", "-o=x =y"),
            ("-fsSLo x y", "-fsSL= -o=x =y"),
            ("--out x --out=z -v", "--out=x --out=z -v="),
            ("- -- -o", "=- =-o"),
        ];
        for (text, expected) in cases {
            let script = words::read(text, 0);
            let words = &script.pipelines[0].commands[0].words;
            let all = arguments(words, "o", &["--out"], false);
            let all: Vec<_> = all
                .iter()
                .map(|one| format!("{}={}", one.name, one.text))
                .collect();
            assert_eq!(all.join(" "), expected, "{text}");
        }
    }
}
