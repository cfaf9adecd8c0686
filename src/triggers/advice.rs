//! Suggests words that an author should add to a description or remove from it, and counts the
//! prompts that would then pass.

use std::collections::{BTreeMap, BTreeSet};

use super::judge::{count, judge};
use super::offered::Offered;
use super::prompts::Prompt;
use super::report::{SkillTriggers, TriggerResult, TriggerWord};
use crate::hashing::HashMap;
use crate::search::{self, Document, Index};
use crate::sort;

/// The maximum number of words that an author should add to one description. It is also the maximum
/// number of words that the author should remove. No host has this limit.
const MAX_WORDS: usize = 5;

/// Fills the reports of the skills with words that an author should add to each description, and
/// with words that the author should remove. Returns the number of prompts that would pass after
/// all these changes.
pub(super) fn add_words(
    skills: &mut [SkillTriggers],
    results: &[TriggerResult],
    prompts: &[Prompt],
    offered: &Offered,
) -> usize {
    let passed = count(results, Some(true));
    let words = Words::new(prompts, offered);
    for skill in skills.iter_mut() {
        let Some(number) = skill.path.as_deref().and_then(|path| offered.number(path)) else {
            continue;
        };
        skill.add = words.to_add(number, results, offered);
        skill.take = words.to_take(number, results, offered);
    }
    let changed = skills
        .iter()
        .filter(|skill| !skill.add.is_empty() || !skill.take.is_empty());
    let mut documents = offered.documents.clone();
    let mut is_changed = false;
    for skill in changed {
        let number = skill.path.as_deref().and_then(|path| offered.number(path));
        if let Some(number) = number {
            is_changed = true;
            documents[number].description = with_words(&documents[number], skill);
        }
    }
    if !is_changed {
        return passed;
    }
    let index = Index::new(&documents);
    let judged: Vec<_> = (prompts.iter())
        .map(|prompt| judge(prompt, offered, &index))
        .collect();
    count(&judged, Some(true))
}

/// Returns the words of a description as the author should write it: without the words in
/// `skill.take`, and with the words in `skill.add`.
fn with_words(document: &Document, skill: &SkillTriggers) -> String {
    let is_taken = |term: &String| skill.take.iter().any(|word| word.term == *term);
    let kept = search::terms(&document.description).filter(|term| !is_taken(term));
    let added = skill.add.iter().map(|word| word.term.clone());
    kept.chain(added).collect::<Vec<_>>().join(" ")
}

/// Returns true if a term may be added to a description. Numbers, and terms of one or two ASCII
/// characters, are parts of a version or of a name.
fn is_word(term: &str) -> bool {
    !term.is_ascii() || term.len() > 2 && term.bytes().any(|byte| byte.is_ascii_alphabetic())
}

/// The words of prompts and of offered skills.
struct Words {
    prompts: Vec<BTreeSet<String>>,
    /// For each offered skill, the words of its name and the words of its description.
    skills: Vec<[BTreeSet<String>; 2]>,
    /// For each word, the number of offered skills whose name or description contains it.
    having: HashMap<String, usize>,
}

impl Words {
    fn new(prompts: &[Prompt], offered: &Offered) -> Self {
        let prompts = prompts
            .iter()
            .map(|prompt| sort::collect_set(search::terms(&prompt.text)));
        let documents = offered.documents.iter();
        let skills: Vec<[BTreeSet<String>; 2]> = documents
            .map(|document| {
                [&document.name, &document.description]
                    .map(|text| sort::collect_set(search::terms(text)))
            })
            .collect();
        let mut having: HashMap<String, usize> = HashMap::default();
        for [name, description] in &skills {
            for term in name.union(description) {
                *having.entry(term.clone()).or_default() += 1;
            }
        }
        Self {
            prompts: prompts.collect(),
            skills,
            having,
        }
    }

    /// Returns the most frequent words of a skill's failed prompts that the skill's name and
    /// description lack. Words of prompts that should not trigger the skill are left out, and so
    /// are words that most skills have, numbers, and words of one or two letters.
    fn to_add(
        &self,
        number: usize,
        results: &[TriggerResult],
        offered: &Offered,
    ) -> Vec<TriggerWord> {
        let [name, description] = &self.skills[number];
        let path = &offered.documents[number].path;
        let mut failed: BTreeMap<&String, usize> = BTreeMap::new();
        let mut unwanted: BTreeSet<&String> = BTreeSet::new();
        for (result, terms) in results.iter().zip(&self.prompts) {
            if result.path.as_ref() != Some(path) {
                continue;
            }
            if !result.should_trigger {
                unwanted.extend(terms);
            } else if result.passed == Some(false) {
                for term in terms {
                    *failed.entry(term).or_default() += 1;
                }
            }
        }
        failed.retain(|term, _| {
            let is_own = name.contains(*term) || description.contains(*term);
            let having = self.having.get(*term).copied().unwrap_or_default();
            !is_own && is_word(term) && !unwanted.contains(*term) && 2 * having <= self.skills.len()
        });
        self.best(failed, 0)
    }

    /// Returns the most frequent words that should be removed from a description. Such words occur
    /// in prompts for which the skill wrongly ranks first, but not in prompts that should trigger
    /// the skill.
    fn to_take(
        &self,
        number: usize,
        results: &[TriggerResult],
        offered: &Offered,
    ) -> Vec<TriggerWord> {
        let [_, description] = &self.skills[number];
        let document = &offered.documents[number];
        let mut wrong: BTreeMap<&String, usize> = BTreeMap::new();
        let mut wanted: BTreeSet<&String> = BTreeSet::new();
        for (result, terms) in results.iter().zip(&self.prompts) {
            let is_own = result.path.as_ref() == Some(&document.path);
            if is_own && result.should_trigger {
                wanted.extend(terms);
            }
            let is_first = result.first.as_ref() == Some(&document.name);
            if result.passed == Some(false) && is_first && is_own != result.should_trigger {
                for term in terms {
                    *wrong.entry(term).or_default() += 1;
                }
            }
        }
        wrong.retain(|term, _| description.contains(*term) && !wanted.contains(*term));
        self.best(wrong, 1)
    }

    /// Returns the words that occur in the most prompts, at most [`MAX_WORDS`] words. `counts` has
    /// the number of prompts for each word. Of two words with equal numbers of prompts, the word
    /// that occurs in fewer other skills is first.
    ///
    /// `own` is 1 if the skill itself has the words, otherwise 0. It is subtracted from the number
    /// of skills with a word, so that only other skills are counted.
    fn best(&self, counts: BTreeMap<&String, usize>, own: usize) -> Vec<TriggerWord> {
        let counts = counts.into_iter();
        let mut words: Vec<_> = counts
            .map(|(term, prompts)| TriggerWord {
                term: term.clone(),
                prompts,
                others: self
                    .having
                    .get(term)
                    .map_or(0, |having| having.saturating_sub(own)),
            })
            .collect();
        sort::by(&mut words, |one, other| {
            (other.prompts, one.others, &one.term).cmp(&(one.prompts, other.others, &other.term))
        });
        words.truncate(MAX_WORDS);
        words
    }
}
