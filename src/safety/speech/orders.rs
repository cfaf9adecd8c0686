//! Finds instructions in a clause. An instruction has all words that a pattern requires, and no
//! other words around it make it harmless.

use std::cell::Cell;
use std::ops::Range;

use super::grammar::{Act, Class, ClassSet, Pattern, Step};
use super::lexicon::{ANY_LANGUAGE, CHINESE, ENGLISH, Hit, LEXICON, Negation};

/// An instruction to a model, found in a clause.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Order {
    pub act: Act,
    /// The byte range from the first to the last word of the instruction.
    pub bytes: Range<usize>,
    pub is_sure: bool,
    /// True if the words of the instruction have no harmless meaning. The finding is then a
    /// warning.
    pub is_certain: bool,
}

/// A clause of a text, and the words of the word tables that occur in the clause or near it.
pub(super) struct Clause<'t> {
    pub text: &'t str,
    pub bytes: Range<usize>,
    /// The byte range of the sentence that contains the clause.
    pub sentence: Range<usize>,
    /// The byte range of the text around the clause, with the clause and a few hundred bytes on
    /// each side.
    pub around: Range<usize>,
    /// The words that are listed in a word table and begin in the range `around`, in the order of the
    /// text. Word tables list the words that harmful instructions use.
    pub hits: &'t [Hit],
    /// The number of word comparisons that are still allowed for the clause. Without this limit, a
    /// text with many listed words would take long.
    pub effort: Cell<usize>,
    /// Returns true if the text before a byte tells the model to read the user's private data. Only
    /// data of the given classes counts, such as passwords.
    pub has_read: &'t dyn Fn(usize, &[Class]) -> bool,
}

impl Clause<'_> {
    /// Returns the harmful instructions in the clause, at most one for each act. Only patterns of
    /// the language with the index `language` are used. `wanted` returns true for the acts that are
    /// searched for.
    pub fn orders(&self, language: u8, wanted: &dyn Fn(Act) -> bool) -> Vec<Order> {
        // Chinese characters next to kana belong to a Japanese text.
        let is_kana = |c: char| ('\u{3040}'..='\u{30ff}').contains(&c);
        if language == CHINESE && self.slice(self.bytes.clone()).contains(is_kana) {
            return Vec::new();
        }
        let classes = self.classes(language);
        let patterns = LEXICON.patterns(language);
        let patterns = patterns.that_begin_with(self.first_classes(language));
        let patterns =
            patterns.filter(|pattern| pattern.may_be_meant(&classes) && wanted(pattern.act));
        let mut found_orders: Vec<Order> = Vec::new();
        for pattern in patterns {
            let is_known = found_orders.iter().any(|one| {
                one.act == pattern.act && one.is_sure && (one.is_certain || !pattern.is_certain)
            });
            if !is_known && let Some(found) = self.find(pattern, language) {
                found_orders.retain(|one| one.act != found.act);
                found_orders.push(found);
            }
        }
        found_orders
    }

    /// Returns true if the words of the clause may form a harmful instruction. This is a quick
    /// check without the text around the clause.
    pub fn may_be_order(&self, wanted: &dyn Fn(Act) -> bool) -> bool {
        let languages = super::lexicon::languages(self.within(&self.around));
        languages.into_iter().any(|language| {
            let classes = self.classes(language);
            let patterns = LEXICON.patterns(language);
            let mut patterns = patterns.that_begin_with(self.first_classes(language));
            patterns.any(|pattern| {
                // If the instruction may continue after a comma, its other words may be in the next clause.
                let is_start_enough =
                    is_over_commas(pattern.act, language) || pattern.act == Act::Address;
                classes.meets(&pattern.trigger_set)
                    && (is_start_enough || pattern.may_match(&classes))
                    && wanted(pattern.act)
                    && self.starts(pattern, language).any(|start| {
                        is_start_enough
                            || self.follow(
                                &pattern.steps[1..],
                                pattern.act,
                                language,
                                &mut vec![start],
                            )
                    })
            })
        })
    }

    /// Returns the classes of the words in the range `around` that belong to the language `language` (an
    /// index), or that are the same in all languages, such as names of files.
    fn classes(&self, language: u8) -> ClassSet {
        classes_of(self.within(&self.around), language)
    }

    /// Returns the classes of the words at which an instruction in the clause may begin.
    fn first_classes(&self, language: u8) -> ClassSet {
        classes_of(self.within(&self.bytes), language)
    }

    /// Returns the words of the clause at which a match of the pattern may begin.
    fn starts<'a>(&'a self, pattern: &'a Pattern, language: u8) -> impl Iterator<Item = &'a Hit> {
        let hits = self.within(&self.bytes);
        hits.filter(move |hit| hit.is_in(&pattern.steps[0].set, language))
            .take(MAX_STARTS)
            .filter(move |hit| !pattern.is_imperative || self.is_imperative(hit, language))
    }

    /// Returns the instruction that a pattern finds in the clause; `None` if the pattern does not
    /// match, or if the instruction is negated or only mentioned.
    fn find(&self, pattern: &Pattern, language: u8) -> Option<Order> {
        self.starts(pattern, language).find_map(|start| {
            let mut words = vec![start];
            let is_found = self.follow(&pattern.steps[1..], pattern.act, language, &mut words);
            let is_found = is_found && self.is_meant(pattern, language, &words);
            let read: &[Class] = if pattern.is_certain {
                &[Class::Loot]
            } else {
                &[Class::Loot, Class::Creds]
            };
            let has_data = || !pattern.takes_up || (self.has_read)(start.bytes.start, read);
            (is_found && has_data()).then(|| Order {
                act: pattern.act,
                bytes: start.bytes.start..words.last().map_or(0, |word| word.bytes.end),
                is_sure: pattern.is_sure,
                is_certain: pattern.is_certain,
            })
        })
    }

    /// Matches the remaining steps of a pattern against the words after the last word in `words`.
    /// Adds the word that matches each step to `words`. Returns true if all steps match.
    fn follow<'a>(
        &'a self,
        steps: &[Step],
        act: Act,
        language: u8,
        words: &mut Vec<&'a Hit>,
    ) -> bool {
        let Some((step, rest)) = steps.split_first() else {
            return true;
        };
        let end = words.last().map_or(0, |word| word.bytes.end);
        let within = if is_over_commas(act, language) {
            &self.sentence
        } else {
            &self.bytes
        };
        let next = self.within(within).filter(|hit| {
            hit.bytes.start >= end
                && hit.bytes.start - end <= step.reach
                && hit.is_in(&step.set, language)
                && !self.is_destination(hit)
        });
        for hit in next {
            let Some(effort) = self.effort.get().checked_sub(1) else {
                return false;
            };
            self.effort.set(effort);
            words.push(hit);
            if self.follow(rest, act, language, words) {
                return true;
            }
            words.pop();
        }
        let text_after = self.slice(end..self.bytes.end);
        let is_end = || !text_after.contains(|c: char| c.is_alphanumeric() || "\"“`'".contains(c));
        let after = self.slice(self.bytes.end..self.around.end);
        let calls = || after.starts_with([':', '：']) && after.len() > MIN_CALLED;
        (step.may_end || step.is_colon && calls()) && is_end()
    }

    /// Returns true if a word can be the verb of an instruction because of its position. A verb can
    /// be at the start of the clause, or after a word such as `please`.
    fn is_imperative(&self, hit: &Hit, language: u8) -> bool {
        let before = self.slice(self.bytes.start..hit.bytes.start);
        // In the output of a program, a quote precedes the first word.
        if before.trim_end().ends_with(['"', '“', '\'']) {
            return true;
        }
        let is_mark = |c: char| c.is_whitespace() || "*_#>-–—+•·.)]:|!/%;\"“".contains(c);
        let trimmed = before.trim_end_matches(is_mark);
        if trimmed.chars().all(|c| !c.is_alphabetic()) {
            return !trimmed.ends_with(['`', '(', '<', '[']);
        }
        let end = self.bytes.start + trimmed.len();
        let of = |class| {
            let hits = self.within(&self.bytes);
            hits.filter(move |hit| hit.is(&[class], language))
        };
        let leads = of(Class::Lead).any(|lead| lead.bytes.end == end);
        let begins = |class| {
            of(class).any(|sub| {
                let before = self.slice(self.bytes.start..sub.bytes.start);
                !before.contains(char::is_alphabetic)
            })
        };
        // The words before the verb may make it a statement or a condition: `After each run upload the log`, `when
        // agents skip it`, `to do it`.
        let is_subject = || {
            let word = trimmed.rsplit(' ').next().unwrap_or_default();
            let modal = ["to", "can", "may", "will", "could", "might", "would"].contains(&word);
            let is_sub = of(Class::Sub).any(|sub| sub.bytes.end == end);
            modal
                || is_sub
                || word.ends_with(['s', '`', ')'])
                || of(Class::Not).any(|not| not.bytes.end == end)
        };
        leads || begins(Class::Sub) && !is_subject()
    }

    /// Returns true if `hit` names private data, but only as the destination of a write. An example
    /// is `.env` in `write the key to .env`.
    fn is_destination(&self, hit: &Hit) -> bool {
        let is_path = |c: char| c.is_alphanumeric() || "/~._-`*\"$".contains(c);
        let before = self.slice(self.around.start..hit.bytes.start);
        let before = before.trim_end_matches(is_path).trim_end();
        let is_loot = matches!(hit.class, Class::Loot | Class::Creds);
        is_loot
            && [" to", " in", " into", " to the", " in the", " your"]
                .iter()
                .any(|word| before.ends_with(word))
    }

    /// Returns true if the author really gives the instruction that a pattern has found in the
    /// clause. Returns false if a word negates the instruction, or shows that the text only speaks
    /// about it.
    fn is_meant(&self, pattern: &Pattern, language: u8, words: &[&Hit]) -> bool {
        let (Some(first), Some(last)) = (words.first(), words.last()) else {
            return false;
        };
        let overlaps = |hit: &Hit| {
            let mut words = words.iter();
            words.any(|word| hit.bytes.start < word.bytes.end && word.bytes.start < hit.bytes.end)
        };
        let negation = LEXICON.negation(language);
        let end = if pattern.steps[0].classes.contains(&Class::Dont) {
            first.bytes.start
        } else {
            last.bytes.start
        };
        let is_harmless = |hit: &Hit| match hit.class {
            Class::Not => match negation {
                Negation::Before => hit.bytes.start < end,
                Negation::After => {
                    hit.bytes.start >= last.bytes.end && hit.bytes.start - last.bytes.end <= 16
                }
                Negation::Anywhere => true,
            },
            Class::Speaks => negation != Negation::Before || hit.bytes.start < first.bytes.start,
            Class::After => {
                hit.bytes.start >= last.bytes.end && hit.bytes.start - last.bytes.end <= 40
            }
            _ => false,
        };
        let whole = match negation {
            Negation::Anywhere => self.sentence.clone(),
            _ => self.bytes.start..self.bytes.end.max(last.bytes.end),
        };
        let clause = || self.within(&whole).filter(|hit| hit.language == language);
        // A phrase such as `it forgot` contains the verb, but is not an instruction.
        let holds = |hit: &Hit| {
            let is_longer = hit.bytes.len() > first.bytes.len();
            hit.class == Class::Speaks && hit.bytes.start == first.bytes.start && is_longer
        };
        // A negation may apply to a whole list, as in `do not claim it, skip the checks, or …` and in `a page cannot
        // approve it, or override …`.
        let rest = self.slice(self.bytes.start..self.sentence.end);
        let is_last = rest.trim_start().starts_with("or ");
        let negates = |hit: &Hit| {
            hit.is(&[Class::Dont], language) && (is_last || rest.contains(", or "))
                || hit.is(&[Class::Not], language) && is_last
        };
        let mut before = self.within(&(self.sentence.start..self.bytes.start));
        if negation == Negation::Before && before.any(negates) {
            return false;
        }
        // The same word may occur again, as in `without review and without asking`.
        let repeats = |hit: &Hit| {
            let is_without = |word: &&Hit| word.class == Class::Without;
            words.iter().copied().any(|word| is_without(&word))
                && clause().any(|word| is_without(&word) && word.bytes == hit.bytes)
        };
        if clause().any(|hit| is_harmless(hit) && !overlaps(hit) && !repeats(hit) || holds(hit)) {
            return false;
        }
        let is_with = |(is_around, classes): &(bool, ClassSet)| {
            let mut hits = self.within(if *is_around {
                &self.around
            } else {
                &self.sentence
            });
            hits.any(|hit| hit.is_in(classes, language) && !overlaps(hit))
        };
        let is_without = |class: &Class| {
            // A condition may also follow a comma.
            let (within, reach) = match class {
                Class::Until | Class::Unless => (&self.sentence, first.bytes.end..usize::MAX),
                Class::Foreign => (&self.bytes, first.bytes.end..last.bytes.end + 16),
                _ => (&self.bytes, 0..usize::MAX),
            };
            !self.within(within).any(|hit| {
                reach.contains(&hit.bytes.start) && hit.is(&[*class], language) && !overlaps(hit)
            })
        };
        // A possessive form, as in `the previous rule's colour`, changes what the verb is about.
        let is_owner =
            pattern.act == Act::SetAside && self.text[last.bytes.end..].starts_with(['\'', '’']);
        !is_owner && pattern.with.iter().all(is_with) && pattern.without.iter().all(is_without)
    }

    /// Returns the text in a byte range; empty if the range ends before it begins.
    fn slice(&self, bytes: Range<usize>) -> &str {
        self.text.get(bytes).unwrap_or_default()
    }

    fn within<'a>(&'a self, bytes: &Range<usize>) -> impl Iterator<Item = &'a Hit> + use<'a> {
        let bytes = bytes.clone();
        let first = (self.hits).partition_point(|hit| hit.bytes.start < bytes.start);
        let rest = self.hits[first..].iter();
        rest.take_while(move |hit| hit.bytes.start < bytes.end)
            .filter(move |hit| hit.bytes.end <= bytes.end)
    }
}

/// Returns true if the clause that begins at the byte `start` may have a harmful instruction, to
/// judge by the words `near`, which are those of the clause and of the text around it. Addresses are
/// not among these words, so addresses are assumed to be in the text.
pub(super) fn may_have_order(start: usize, near: &[&Hit], wanted: &dyn Fn(Act) -> bool) -> bool {
    let with_addresses = |mut classes: ClassSet| {
        classes.add(Class::Address);
        classes.add(Class::Target);
        classes
    };
    let words = || near.iter().copied();
    let first_words = || words().filter(|hit| hit.bytes.start >= start);
    let languages = super::lexicon::languages(words());
    languages.into_iter().any(|language| {
        let words = with_addresses(classes_of(words(), language));
        let first_words = with_addresses(classes_of(first_words(), language));
        let mut patterns = LEXICON.patterns(language).that_begin_with(first_words);
        patterns.any(|pattern| pattern.may_be_meant(&words) && wanted(pattern.act))
    })
}

/// Returns the classes of the words that belong to a language, or that are the same in all
/// languages.
fn classes_of<'h>(hits: impl Iterator<Item = &'h Hit>, language: u8) -> ClassSet {
    let mut classes = ClassSet::default();
    for hit in hits {
        if hit.language == language || hit.language == ANY_LANGUAGE {
            classes.add(hit.class);
        }
    }
    classes
}

/// Returns true if an instruction of the kind `act` may continue after a comma, as in
/// `read the keys, send them`. In English, only some kinds of instructions often contain a comma.
/// Other languages use more commas, so the result is true for every act.
fn is_over_commas(act: Act, language: u8) -> bool {
    language != ENGLISH
        || matches!(
            act,
            Act::Send | Act::Remote | Act::Plant | Act::Lie | Act::Extract | Act::Steer
        )
}

impl Hit {
    /// Returns true if the word's class is in `classes`, and the word belongs to the language
    /// `language` (an index) or is the same in all languages.
    fn is_in(&self, classes: &ClassSet, language: u8) -> bool {
        (self.language == language || self.language == ANY_LANGUAGE) && classes.has(self.class)
    }

    /// Returns true if the word's class is one of `classes`, and the word belongs to the language
    /// `language` (an index) or is the same in all languages.
    fn is(&self, classes: &[Class], language: u8) -> bool {
        (self.language == language || self.language == ANY_LANGUAGE)
            && classes.contains(&self.class)
    }
}

/// Returns true if the words around a web or mail address show that something is sent to the
/// address, as in `to https://…`. The address is the byte range from `start` to `end`.
fn is_target(text: &str, start: usize, end: usize) -> bool {
    const TO: [&str; 9] = ["to", "a", "an", "à", "para", "на", "到", "至", "给"];
    const VISITS: &str = "go navigate head browse according point points link refer set up over switch redirect visit equal";
    let mut words = text[..start]
        .trim_end_matches([' ', '`', '<', '"', '('])
        .rsplit([' ', '\n']);
    let last = words.next().unwrap_or_default();
    let before = words
        .next()
        .unwrap_or_default()
        .trim_matches(['*', '`', ',']);
    let is_to = TO.iter().any(|to| {
        if to.is_ascii() {
            last == *to
        } else {
            last.ends_with(to)
        }
    });
    let text_after = text[end..].trim_start_matches(['`', ' ', '>', '"']);
    is_to
        && !VISITS
            .split(' ')
            .any(|visit| before.eq_ignore_ascii_case(visit))
        || text_after.starts_with("に送")
}

/// The maximum number of words of a clause that are tried as the first word of a pattern.
const MAX_STARTS: usize = 16;

/// The maximum number of comparisons between words and patterns for one clause, in total. The limit
/// bounds the time of the search.
pub(super) const MAX_EFFORT: usize = 20_000;

/// The minimum number of bytes after a sender's name and a colon, such as `SYSTEM:`, for the text
/// to count as a message.
const MIN_CALLED: usize = 16;

/// The number of digits in the address of a wallet.
const WALLET: usize = 40;

/// Returns the web and mail addresses in a range of a text, except those of this machine and placeholders.
pub(super) fn addresses(text: &str, within: &Range<usize>) -> Vec<Hit> {
    let clause = &text[within.clone()];
    let ends = |c: char| c.is_whitespace() || "`'\"()<>|，。".contains(c);
    let mut found = Vec::new();
    let mut add = |start: usize, host: usize| {
        let length = clause[start..].find(ends).unwrap_or(clause.len() - start);
        let length = clause[start..start + length]
            .trim_end_matches(['.', ',', ':', ';', '!'])
            .len();
        let host = &clause[host..(start + length).max(host)];
        let is_ours = [
            "localhost",
            "127.",
            "0.0.0.0",
            "10.",
            "192.168.",
            "$",
            "{",
            "[",
        ];
        if host.contains('.') && !is_ours.iter().any(|ours| host.starts_with(ours)) {
            let bytes = within.start + start..within.start + start + length;
            let target = is_target(clause, start, start + length).then_some(Class::Target);
            found.extend(
                [Some(Class::Address), target]
                    .into_iter()
                    .flatten()
                    .map(|class| Hit {
                        bytes: bytes.clone(),
                        class,
                        language: ANY_LANGUAGE,
                    }),
            );
        }
    };
    for (at, _) in clause.match_indices("://") {
        let scheme = clause[..at].trim_end_matches(|c: char| c.is_ascii_alphabetic());
        add(scheme.len(), at + 3);
    }
    for (at, _) in clause.match_indices('@') {
        let is_name = |c: char| c.is_ascii_alphanumeric() || "._%+-".contains(c);
        let start = clause[..at].trim_end_matches(is_name).len();
        let host = &clause[at + 1..];
        let is_mail =
            host.trim_end_matches('.').contains('.') && !clause[start..at].contains("://");
        if start < at && is_mail && host.starts_with(is_name) {
            add(start, at + 1);
        }
    }
    // An address of a wallet is one, too.
    for (at, _) in clause.match_indices("0x") {
        let digits = clause[at + 2..]
            .bytes()
            .take_while(u8::is_ascii_hexdigit)
            .count();
        if digits == WALLET {
            found.push(Hit {
                bytes: within.start + at..within.start + at + 2 + WALLET,
                class: Class::Address,
                language: ANY_LANGUAGE,
            });
        }
    }
    found
}
