//! Measures how often the search finds the expected skills of the labelled set. The test and
//! `examples/search_recall.rs` use this module.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::AddAssign;

use serde::Deserialize;
use skillglass::search::{Document, Index, SearchOptions};

/// The labelled set in `labelled.json`. Its field `about` describes how the set was made.
#[derive(Deserialize)]
pub struct LabelledSet {
    skills: Vec<Skill>,
    requests: Vec<Request>,
}

#[derive(Deserialize)]
struct Skill {
    name: String,
    description: String,
    headings: Vec<String>,
}

#[derive(Deserialize)]
struct Request {
    language: String,
    text: String,
    /// The names of the skills that count as right hits. The list is empty if no skill answers the
    /// request.
    skills: Vec<String>,
}

/// The number of requests, and how many of them have a right skill as the first hit, or among the
/// first five.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Score {
    pub requests: usize,
    pub at_1: usize,
    pub at_5: usize,
}

impl AddAssign for Score {
    fn add_assign(&mut self, other: Self) {
        self.requests += other.requests;
        self.at_1 += other.at_1;
        self.at_5 += other.at_5;
    }
}

/// The scores for the requests of one language, or of all languages.
#[derive(Debug, Clone, Copy, Default)]
pub struct Row {
    /// The score for the requests with which the search's weights were chosen. Those in `held_out`
    /// were not used for this.
    pub open: Score,
    pub held_out: Score,
}

/// The results of a search with each request of the labelled set.
#[derive(Default)]
pub struct Recall {
    pub languages: BTreeMap<String, Row>,
    pub all: Row,
    /// The number of requests that no skill answers.
    pub unanswerable: usize,
    /// The number of requests that no skill answers but for which the search finds a skill.
    pub answered: usize,
    /// The requests whose first hit is wrong, each with this hit.
    pub missed: Vec<String>,
}

impl LabelledSet {
    pub fn read() -> Self {
        serde_json::from_str(include_str!("labelled.json")).unwrap()
    }

    pub fn documents(&self) -> Vec<Document> {
        let documents = self.skills.iter().map(|skill| Document {
            path: format!("/skills/{}/SKILL.md", skill.name),
            name: skill.name.clone(),
            description: skill.description.clone(),
            headings: skill.headings.clone(),
            ..Document::default()
        });
        documents.collect()
    }

    pub fn recall(&self) -> Recall {
        let index = Index::new(&self.documents());
        let mut recall = Recall::default();
        let mut asked: BTreeMap<&str, usize> = BTreeMap::new();
        for request in &self.requests {
            let asked = asked.entry(&request.language).or_default();
            *asked += 1;
            let hits = index.search(&request.text, &SearchOptions { limit: 5 });
            if request.skills.is_empty() {
                recall.unanswerable += 1;
                recall.answered += usize::from(!hits.is_empty());
                continue;
            }
            let rank = hits
                .iter()
                .position(|hit| request.skills.contains(&hit.name));
            if rank != Some(0) {
                let first = hits.first().map_or("nothing", |hit| &hit.name);
                recall.missed.push(format!(
                    "{}  {:?}: {first}, not {}",
                    request.language,
                    request.text,
                    request.skills.join(" or ")
                ));
            }
            let score = Score {
                requests: 1,
                at_1: usize::from(rank == Some(0)),
                at_5: usize::from(rank.is_some()),
            };
            let row = recall
                .languages
                .entry(request.language.clone())
                .or_default();
            for row in [row, &mut recall.all] {
                // Every third request of a language is held out, as `about` describes.
                if asked.is_multiple_of(3) {
                    row.held_out += score;
                } else {
                    row.open += score;
                }
            }
        }
        recall
    }
}

impl fmt::Display for Recall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = [
            "open", "@1", "@5", "held out", "@1", "@5", "all", "@1", "@5",
        ];
        write!(f, "{:8}", "")?;
        for column in columns {
            write!(f, "{column:>10}")?;
        }
        writeln!(f)?;
        let rows = self
            .languages
            .iter()
            .map(|(name, row)| (name.as_str(), row));
        for (name, row) in rows.chain([("all", &self.all)]) {
            let mut both = row.open;
            both += row.held_out;
            write!(f, "{name:8}")?;
            for Score {
                requests,
                at_1,
                at_5,
            } in [row.open, row.held_out, both]
            {
                write!(f, "{requests:10}")?;
                for found in [at_1, at_5] {
                    let share = 100.0 * found as f64 / requests.max(1) as f64;
                    write!(f, "{:>10}", format!("{found} ({share:.0} %)"))?;
                }
            }
            writeln!(f)?;
        }
        write!(
            f,
            "{} requests that no skill answers: {} got a hit all the same",
            self.unanswerable, self.answered
        )
    }
}
