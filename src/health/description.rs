//! Finds descriptions whose words do not occur in the skill's text.

use std::collections::BTreeSet;

use super::report::{HealthKind, HealthSymptom};
use super::symptom::symptom;
use super::texts::{SkillTexts, Text};
use crate::lint;
use crate::search::terms;
use crate::sort;

/// The minimum number of different words in a description. A description with fewer words is not
/// compared with the skill's text.
const LEAST_TERMS: usize = 8;

/// The minimum number of different words in a skill's text. A text with fewer words is not compared
/// with the skill's description, because only few words of the description can occur in the text.
const LEAST_BODY: usize = 60;

/// The minimum percentage of the description's words that must occur in the skill's text and files.
/// A description with a smaller percentage is reported. This minimum is for scripts with spaces
/// between words. `LEAST_PERCENT_OF_PAIRS` is the minimum for Chinese, Japanese and Korean, where
/// pairs of characters are compared (`docs/health.md#how-good-the-symptoms-are`).
const LEAST_PERCENT: usize = 35;
const LEAST_PERCENT_OF_PAIRS: usize = 12;

const WEIGHT: u32 = 25;

/// Reports a description if almost none of its words occurs in the skill's text and files.
pub(super) fn find(own: &Text<'_>, texts: &SkillTexts<'_>, symptoms: &mut Vec<HealthSymptom>) {
    let Some(bytes) = lint::frontmatter_value(own.text, "description") else {
        return;
    };
    let description = &own.text[bytes.clone()];
    let mut body = sort::collect_set(terms(&own.text[own.body.clone()]));
    for other in texts.texts.iter().filter(|text| text.path != own.path) {
        body.extend(terms(other.text));
        body.extend(terms(crate::tree::path::file_name(&other.path)));
    }
    let of_description = sort::collect_set(terms(description));
    let prose = prose(own);
    let is_of_pairs = is_east_asian(description, 5);
    // If the description and the text are in different scripts, their words always differ.
    let is_same_script = is_of_pairs == is_east_asian(&prose, 10);
    // In a Chinese text, words in ASCII are mostly code, so the description is not compared with them.
    let of_script = body.iter().filter(|term| !is_of_pairs || !term.is_ascii());
    if of_description.len() < LEAST_TERMS || of_script.count() < LEAST_BODY || !is_same_script {
        return;
    }
    let least = if is_of_pairs {
        LEAST_PERCENT_OF_PAIRS
    } else {
        LEAST_PERCENT
    };
    let found = of_description
        .iter()
        .filter(|term| occurs(term, &body))
        .count();
    let percent = found * 100 / of_description.len();
    if percent < least {
        let message = format!(
            "{found} of the {} words of the description occur in the text",
            of_description.len()
        );
        symptoms.push(symptom(
            HealthKind::UnusedDescription,
            WEIGHT,
            own,
            bytes,
            message,
        ));
    }
}

/// Returns true if the words of a text contain a word or another form of the word, such as
/// `analyze` for `analysis`.
fn occurs(term: &str, body: &BTreeSet<String>) -> bool {
    if body.contains(term) {
        return true;
    }
    // Other forms of a longer word begin with the same letters: `analysis` and `analyze`.
    let length = term.chars().count();
    let kept = term
        .char_indices()
        .nth((length * 2 / 3).max(4))
        .map(|(at, _)| &term[..at]);
    kept.is_some_and(|start| {
        let mut following = body.range(start.to_owned()..);
        following.next().is_some_and(|word| word.starts_with(start))
    })
}

/// Returns the text of a skill's file after the frontmatter, without code, links and comments.
fn prose(own: &Text<'_>) -> String {
    let mut prose = String::new();
    let mut at = own.body.start;
    for span in &own.spans {
        if span.bytes.start >= at {
            prose.push_str(&own.text[at..span.bytes.start]);
            at = span.bytes.end;
        }
    }
    prose.push_str(own.text.get(at..).unwrap_or_default());
    prose
}

/// Returns true if more than a fraction of the letters of a text are Chinese, Japanese or Korean.
/// The fraction is `1 / one_of`: 5 means more than a fifth of the letters.
fn is_east_asian(text: &str, one_of: usize) -> bool {
    let is_one = |c: &char| matches!(c, '\u{3040}'..='\u{9fff}' | '\u{ac00}'..='\u{d7af}');
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    text.chars().filter(is_one).count() * one_of > letters
}
