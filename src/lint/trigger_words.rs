//! Searches a text for the words with which the searches of several rules begin. One pass over a
//! text finds the words of all these rules. A pass reads the whole text, and most texts have few of
//! the words.

use std::sync::LazyLock;

use super::rules::body::{machine_path, scaffold_leftover, unguarded_side_effect, unpinned_runner};
use super::rules::safety;
use super::texts::{TriggerList, TriggerPlace};
use crate::text::needles::Needles;

const LISTS: [TriggerList; 5] = [
    TriggerList::SideEffects,
    TriggerList::Placeholders,
    TriggerList::Runners,
    TriggerList::Secrets,
    TriggerList::Homes,
];

fn words(list: TriggerList) -> &'static [&'static str] {
    match list {
        TriggerList::SideEffects => &unguarded_side_effect::COMMANDS,
        TriggerList::Placeholders => &scaffold_leftover::WORDS,
        TriggerList::Runners => &unpinned_runner::WORDS,
        TriggerList::Secrets => safety::secret_prefixes(),
        TriggerList::Homes => &machine_path::HOMES,
    }
}

fn ignores_case(list: TriggerList) -> bool {
    matches!(list, TriggerList::SideEffects | TriggerList::Placeholders)
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
    let of_list = |list: TriggerList| {
        let words = words(list).iter().enumerate();
        words.map(move |(number, word)| TriggerWord { list, number, word })
    };
    LISTS.into_iter().flat_map(of_list).collect()
});

static LOWERCASE: LazyLock<Vec<String>> = LazyLock::new(|| {
    let words = WORDS.iter();
    words.map(|one| one.word.to_ascii_lowercase()).collect()
});

static PARTS: LazyLock<Vec<&str>> =
    LazyLock::new(|| LOWERCASE.iter().map(String::as_str).collect());

static SEARCH: LazyLock<Needles<'static>> = LazyLock::new(|| Needles::ignoring_ascii_case(&PARTS));

/// Returns the places in a text at which trigger words begin, in order.
pub(super) fn places(text: &str) -> Vec<TriggerPlace> {
    let places = SEARCH.places(text).into_iter();
    let places = places.filter_map(|(at, index)| {
        let TriggerWord { list, number, word } = WORDS[index];
        let is_word = ignores_case(list) || text[at..].starts_with(word);
        is_word.then_some(TriggerPlace { at, list, number })
    });
    places.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, list: TriggerList) -> Vec<(usize, usize)> {
        let found = places(text).into_iter().filter(|one| one.list == list);
        found.map(|one| (one.at, one.number)).collect()
    }

    #[test]
    fn each_word_of_a_list_is_found_with_its_position_in_the_list() {
        for list in LISTS {
            for (number, word) in words(list).iter().enumerate() {
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
}
