//! Finds names of AI models that no longer work. The table `models.txt` lists the models with its
//! sources.

use super::day::Day;
use super::report::{HealthKind, HealthRequest, HealthSymptom};
use super::symptom::symptom;
use super::texts::Text;
use crate::hashing::HashMap;
use crate::model::argument::ArgumentError;
use crate::text::document::floor_char_boundary;
use crate::text::markdown::SpanKind;

/// A model is reported if it stops working within this number of days.
const SOON: i64 = 90;

/// The number of bytes that are searched on each side of a model's name for a word such as
/// `legacy`. The search does not leave the line of the name. No host has this limit.
const LINE: usize = 200;

const RETIRED: u32 = 60;
const RETIRED_SOON: u32 = 20;

/// The days on which models stop working.
pub(super) struct Models {
    days: HashMap<String, (String, Day)>,
}

impl Models {
    /// Creates the table of models and of the days on which they stop working. The table is built
    /// in, and the request can change it. Returns an error if the request gives a model a day that
    /// is not a valid date such as `2026-11-26`.
    pub fn new(request: &HealthRequest) -> Result<Self, ArgumentError> {
        let lines = include_str!("models.txt").lines();
        let rows = lines
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| {
                let (id, written) = line.split_once(' ')?;
                Some((normal(id), (written.to_owned(), Day::parse(written)?)))
            });
        let mut days: HashMap<_, _> = rows.collect();
        for (id, written) in &request.models {
            if written.is_empty() {
                days.remove(&normal(id));
            } else {
                let day = Day::read(&format!("models[{id:?}]"), written)?;
                days.insert(normal(id), (written.clone(), day));
            }
        }
        Ok(Self { days })
    }

    /// Reports the models that a text names and that have stopped working or will soon stop
    /// working. A model is reported once, even if the text names it several times.
    pub fn find(&self, text: &Text<'_>, today: Day, symptoms: &mut Vec<HealthSymptom>) {
        let mut seen: Vec<&str> = Vec::new();
        for (start, id) in ids(text.text) {
            if text.span_at(start) == Some(SpanKind::Link) || seen.contains(&id) {
                continue;
            }
            let Some((written, day)) = self.day(id) else {
                continue;
            };
            if text.is_markdown
                && matches!(text.span_at(start), None | Some(SpanKind::Code))
                && is_only_mentioned(text.text, start, id)
            {
                continue;
            }
            if text.is_markdown && is_known(text.text, start) {
                continue;
            }
            let (weight, message) = if *day <= today {
                (
                    RETIRED,
                    format!("the model {id} has not worked since {written}"),
                )
            } else if day.0 - today.0 <= SOON {
                (
                    RETIRED_SOON,
                    format!("the model {id} stops working on {written}"),
                )
            } else {
                continue;
            };
            seen.push(id);
            symptoms.push(symptom(
                HealthKind::RetiredModel,
                weight,
                text,
                start..start + id.len(),
                message,
            ));
        }
    }

    /// Returns the day on which a model stops working, as written and as parsed. Returns `None` if
    /// the table of models does not have the id. If necessary, a date, a number or `latest` at the
    /// end of the id is ignored.
    fn day(&self, id: &str) -> Option<&(String, Day)> {
        let id = normal(id);
        let known = self.days.get(&id);
        known.or_else(|| {
            let (family, release) = id.rsplit_once('-')?;
            let is_date = release.len() == 8 && release.bytes().all(|byte| byte.is_ascii_digit());
            let is_number = release.len() == 3 && release.starts_with('0');
            let is_release = release == "latest" || is_date || is_number;
            self.days.get(family).filter(|_| is_release)
        })
    }
}

/// Converts a model's id to the form that the table of models uses: lowercase, with hyphens in
/// place of dots.
fn normal(id: &str) -> String {
    id.to_ascii_lowercase().replace('.', "-")
}

/// Returns the words of a text that may be the id of a model, each with the index of its first
/// byte.
fn ids(text: &str) -> impl Iterator<Item = (usize, &str)> {
    const FAMILIES: [&str; 9] = [
        "claude-",
        "gpt-",
        "gemini-",
        "text-",
        "code-davinci",
        "o1-",
        "o3-",
        "o4-",
        "davinci",
    ];
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '.' | '_');
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < text.len() {
            let rest = &text[at..];
            let start = at + rest.find(is_part)?;
            let length = text[start..]
                .find(|c: char| !is_part(c))
                .unwrap_or(text.len() - start);
            at = start + length;
            let word = text[start..at].trim_end_matches(['.', '-', '_']);
            if FAMILIES.iter().any(|family| word.starts_with(family)) {
                return Some((start, word));
            }
        }
        None
    })
}

/// Returns true if the line that names a model at the byte offset `start` contains a word such as
/// `legacy` or `expires`. Such a word shows that the author knows that the model is outdated.
fn is_known(text: &str, start: usize) -> bool {
    const WORDS: [&str; 6] = [
        "legacy",
        "deprecated",
        "retired",
        "sunset",
        "expires",
        "alias",
    ];
    let from = text[..start].rfind('\n').map_or(0, |at| at + 1);
    let from = floor_char_boundary(text, from.max(start.saturating_sub(LINE)));
    let to = text[start..].find('\n').map_or(text.len(), |at| start + at);
    let to = floor_char_boundary(text, to.min(start + LINE));
    let line = text[from..to].to_lowercase();
    WORDS.iter().any(|word| line.contains(word))
}

/// Returns true if a sentence names a model only for a comparison: `unlike gpt-4`, `gpt-4-level`.
fn is_only_mentioned(text: &str, start: usize, id: &str) -> bool {
    const BEFORE: [&str; 13] = [
        "unlike ",
        "not ",
        "instead of ",
        "replaces ",
        "formerly ",
        "than ",
        "over ",
        "retired ",
        "deprecated ",
        "like ",
        "such as ",
        "e.g. ",
        "例如",
    ];
    let before = text[..start]
        .trim_end_matches(['`', '*', '"'])
        .to_ascii_lowercase();
    let after = &text[start + id.len()..];
    BEFORE.iter().any(|word| before.ends_with(word))
        || ["-level", "-class", " level", " class", "-style"]
            .iter()
            .any(|end| after.starts_with(end))
}
