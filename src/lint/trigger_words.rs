//! Words with which the searches of several rules begin. One pass over a text finds the words of all
//! these rules. A pass reads the whole text, and most texts have few of the words.

use std::sync::LazyLock;

use super::rules::body::{machine_path, scaffold_leftover, unguarded_side_effect, unpinned_runner};
use super::rules::safety;
use super::texts::SkillText;
use crate::text::needles::Needles;

/// The list of trigger words of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TriggerList {
    /// Commands whose effects are hard to undo, in lowercase. Their case in a text does not matter.
    SideEffects,
    /// Words in placeholders of templates, in lowercase. Their case in a text does not matter.
    Placeholders,
    /// Words in commands that run a package.
    Runners,
    /// The beginnings of tokens, and marks of addresses with a password and of private keys.
    Secrets,
    /// The folders of users' home directories.
    Homes,
}

impl TriggerList {
    const ALL: [Self; 5] = [
        Self::SideEffects,
        Self::Placeholders,
        Self::Runners,
        Self::Secrets,
        Self::Homes,
    ];

    fn words(self) -> &'static [&'static str] {
        match self {
            Self::SideEffects => &unguarded_side_effect::COMMANDS,
            Self::Placeholders => &scaffold_leftover::WORDS,
            Self::Runners => &unpinned_runner::WORDS,
            Self::Secrets => safety::secret_prefixes(),
            Self::Homes => &machine_path::HOMES,
        }
    }

    fn ignores_case(self) -> bool {
        matches!(self, Self::SideEffects | Self::Placeholders)
    }
}

/// A trigger word.
struct TriggerWord {
    list: TriggerList,
    /// The position of the word in its list.
    number: usize,
    word: &'static str,
}

/// The words of all lists.
static WORDS: LazyLock<Vec<TriggerWord>> = LazyLock::new(|| {
    let words = |list: TriggerList| {
        let words = list.words().iter().enumerate();
        words.map(move |(number, word)| TriggerWord { list, number, word })
    };
    TriggerList::ALL.into_iter().flat_map(words).collect()
});

static LOWERCASE: LazyLock<Vec<String>> = LazyLock::new(|| {
    let words = WORDS.iter();
    words.map(|one| one.word.to_ascii_lowercase()).collect()
});

static PARTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| LOWERCASE.iter().map(String::as_str).collect());

static SEARCH: LazyLock<Needles<'static>> = LazyLock::new(|| Needles::ignoring_ascii_case(&PARTS));

impl<'a> SkillText<'a> {
    /// Returns the places in the whole text at which words of a list begin, in order. Each place is
    /// a byte offset, with the position of the word in its list.
    pub(super) fn trigger_words(&self, list: TriggerList) -> impl Iterator<Item = (usize, usize)> {
        let places = self.triggers.get_or_init(|| SEARCH.places(self.text));
        places.iter().filter_map(move |(at, index)| {
            let one = &WORDS[*index];
            let is_listed =
                one.list == list && (list.ignores_case() || self.text[*at..].starts_with(one.word));
            is_listed.then_some((*at, one.number))
        })
    }

    /// Returns those [lines](Self::lines) of the body that contain a word of a list.
    pub(super) fn lines_with(&self, list: TriggerList) -> impl Iterator<Item = (usize, &'a str)> {
        let text: &'a str = self.text;
        let body = self.body.clone();
        // The byte at which the previous line ends.
        let mut read = body.start;
        let lines = self.trigger_words(list).filter_map(move |(at, _)| {
            if at < read || at >= body.end {
                return None;
            }
            let start = read + text[read..at].rfind('\n').map_or(0, |end| end + 1);
            let length = text[at..body.end].find('\n');
            read = length.map_or(body.end, |length| at + length + 1);
            Some((start, text[start..read].trim_end_matches(['\n', '\r']), at))
        });
        let lines = lines.filter(|(start, line, at)| *at < start + line.len());
        lines.map(|(start, line, _)| (start, line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, list: TriggerList) -> Vec<(usize, usize)> {
        let text = SkillText::new("SKILL.md".to_owned(), None, text, 0..text.len());
        text.trigger_words(list).collect()
    }

    #[test]
    fn each_word_of_a_list_is_found_with_its_position_in_the_list() {
        for list in TriggerList::ALL {
            for (number, word) in list.words().iter().enumerate() {
                let text = format!("a {word} b");
                assert!(found(&text, list).contains(&(2, number)), "{word}");
            }
        }
    }

    #[test]
    fn case_matters_only_in_names_of_programs_secrets_and_folders() {
        let cases = [
            ("a TODO", TriggerList::Placeholders, 1),
            ("GIT PUSH --FORCE", TriggerList::SideEffects, 1),
            ("NPX a", TriggerList::Runners, 0),
            ("EYJ", TriggerList::Secrets, 0),
            ("/users/", TriggerList::Homes, 0),
        ];
        for (text, list, expected) in cases {
            assert_eq!(found(text, list).len(), expected, "{text}");
        }
    }

    #[test]
    fn a_line_with_two_words_is_returned_once() {
        let text = "x\nnpx a; npx b\r\ny\nuvx c";
        let text = SkillText::new("SKILL.md".to_owned(), None, text, 2..text.len());
        let lines: Vec<_> = text.lines_with(TriggerList::Runners).collect();
        assert_eq!(lines, [(2, "npx a; npx b"), (18, "uvx c")]);
    }
}
