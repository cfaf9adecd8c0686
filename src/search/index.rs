//! The search index, which ranks skills by the formula BM25F over their names, descriptions and
//! headings.

use serde::{Deserialize, Serialize};

use super::document::{Document, FIELD_TERMS};
use super::words;
use crate::hashing::HashMap;
use crate::sort;

/// A field of a skill that the search uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "lowercase")]
pub enum SearchField {
    /// The skill's name and its aliases.
    Name,
    /// The skill's description.
    Description,
    /// The headings of the skill's text.
    Headings,
}

const FIELDS: [SearchField; 3] = [
    SearchField::Name,
    SearchField::Description,
    SearchField::Headings,
];

/// The weight of a term in each field: name, description, headings. The weights were chosen with the public requests of
/// the test set; other values change the results little.
const WEIGHTS: [f64; FIELDS.len()] = [2.0, 1.0, 0.5];

/// The influence of a field's length on the weight of the field's terms, from 0 (none) to 1 (BM25's `b`).
const LENGTH_SHARE: f64 = 0.5;

/// The saturation of repeated terms (BM25's `k1`), with its usual value.
const SATURATION: f64 = 1.2;

/// The maximum number of different terms of one request that the search uses. Further terms are
/// ignored.
const REQUEST_TERMS: usize = 256;

/// The number of steps between 0 and 1 to which scores are rounded. Without rounding, the order of
/// hits could depend on the platform, because platforms compute the last bits of logarithms
/// differently.
const SCORE_STEPS: f64 = 1e6;

/// Options for a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(default, deny_unknown_fields)]
pub struct SearchOptions {
    /// The maximum number of hits to return; 10 by default.
    pub limit: usize,
}

crate::record! { SearchOptions: has(limit) from Self::default() }

impl Default for SearchOptions {
    fn default() -> Self {
        Self { limit: 10 }
    }
}

/// A skill that contains terms of the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Hit {
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The skill's name.
    pub name: String,
    /// The score, above 0. Only scores of hits for the same request can be compared.
    pub score: f64,
    /// The request's terms that the skill contains, in the request's order.
    pub matched: Vec<MatchedTerm>,
}

/// A term that occurs in a request and in a skill.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
pub struct MatchedTerm {
    /// The term in its normalized form: case-folded, and without a plural ending. In scripts
    /// without spaces between words, each term has two characters.
    pub term: String,
    /// The fields of the skill that contain the term.
    pub fields: Vec<SearchField>,
}

/// A skill that competes with the original skill. The original skill is the skill whose competitors
/// the caller requested. In a search for the original skill's name and description, the competitor
/// also has a high score.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[non_exhaustive]
pub struct Competitor {
    /// The path of the skill's `SKILL.md`.
    pub path: String,
    /// The name of the competing skill.
    pub name: String,
    /// The competitor's score divided by the score of the original skill, whose competitors the
    /// caller requested. Both scores are for a search with the original skill's name and
    /// description. The value is above 1 if the competitor ranks first.
    pub share: f64,
    /// The terms that this competitor has in common with the name and description of the original
    /// skill, whose competitors the caller requested. The terms are in the order of the original
    /// skill's text.
    pub matched: Vec<MatchedTerm>,
}

/// The frequencies of a term in the fields of one document: name, description and headings.
#[derive(Debug, Clone, Copy)]
struct Posting {
    document: usize,
    frequencies: [u32; FIELDS.len()],
}

/// The documents that contain a term, in the order of the documents.
#[derive(Debug)]
struct Term {
    text: String,
    postings: Vec<Posting>,
}

/// The data that the index stores about one skill.
#[derive(Debug)]
struct IndexedSkill {
    path: String,
    name: String,
    lengths: [u32; FIELDS.len()],
    /// The different terms of the document's name and description, in order. There are at most
    /// [`REQUEST_TERMS`] terms.
    own: Vec<usize>,
}

/// A search index over the names, descriptions and headings of skills.
#[derive(Debug)]
pub struct Index {
    entries: Vec<IndexedSkill>,
    average_lengths: [f64; FIELDS.len()],
    /// For each term, the index of the term in `terms`.
    vocabulary: HashMap<String, usize>,
    terms: Vec<Term>,
}

impl Index {
    /// Builds an index of the documents. Only the first 2,000 terms of each field are indexed.
    #[must_use]
    pub fn new(documents: &[Document]) -> Self {
        let mut index = Self {
            entries: Vec::with_capacity(documents.len()),
            average_lengths: [0.0; FIELDS.len()],
            vocabulary: HashMap::default(),
            terms: Vec::new(),
        };
        for document in documents {
            index.add(document);
        }
        for (field, average) in index.average_lengths.iter_mut().enumerate() {
            let sum: f64 = index
                .entries
                .iter()
                .map(|entry| f64::from(entry.lengths[field]))
                .sum();
            *average = sum / documents.len().max(1) as f64;
        }
        index
    }

    fn add(&mut self, document: &Document) {
        let number = self.entries.len();
        let mut lengths = [0; FIELDS.len()];
        let mut own = Vec::new();
        for (field, kind) in FIELDS.into_iter().enumerate() {
            let (text, more): (_, &[String]) = match kind {
                SearchField::Name => (Some(&document.name), &document.aliases),
                SearchField::Description => (Some(&document.description), &[]),
                SearchField::Headings => (None, &document.headings),
            };
            let texts = text.into_iter().chain(more);
            for term in texts.flat_map(|text| words::terms(text)).take(FIELD_TERMS) {
                let term = self.number_of(term);
                let postings = &mut self.terms[term].postings;
                if postings
                    .last()
                    .is_none_or(|posting| posting.document != number)
                {
                    postings.push(Posting {
                        document: number,
                        frequencies: [0; FIELDS.len()],
                    });
                    if kind != SearchField::Headings && own.len() < REQUEST_TERMS {
                        own.push(term);
                    }
                }
                if let Some(posting) = postings.last_mut() {
                    posting.frequencies[field] += 1;
                }
                lengths[field] += 1;
            }
        }
        self.entries.push(IndexedSkill {
            path: document.path.clone(),
            name: document.name.clone(),
            lengths,
            own,
        });
    }

    fn number_of(&mut self, term: String) -> usize {
        if let Some(number) = self.vocabulary.get(&term) {
            return *number;
        }
        self.terms.push(Term {
            text: term.clone(),
            postings: Vec::new(),
        });
        self.vocabulary.insert(term, self.terms.len() - 1);
        self.terms.len() - 1
    }

    /// Returns the skills that share a term with the request, the best skill first. Skills with equal scores are sorted
    /// by name, then by path. Only the first 256 different terms of the request that occur in any skill are used.
    #[must_use]
    pub fn search(&self, request: &str, options: &SearchOptions) -> Vec<Hit> {
        self.hits(&self.terms_of(request), 0.0, options.limit)
    }

    /// Returns the skills that compete for a request, the best skill first. The score of each skill
    /// is at least `closeness` (from 0 to 1) times the best score. If only one skill is returned,
    /// no skill competes with it.
    #[must_use]
    pub fn competing_for(&self, request: &str, closeness: f64) -> Vec<Hit> {
        self.hits(&self.terms_of(request), closeness, usize::MAX)
    }

    /// Returns the competitors of a skill, the best competitor first. The search request is the
    /// skill's name and description. For this request, a competitor's score is at least `closeness`
    /// (from 0 to 1) times the skill's own score. Returns `None` if the path is not in the index.
    #[must_use]
    pub fn competitors_of(&self, path: &str, closeness: f64) -> Option<Vec<Competitor>> {
        let number = self.entries.iter().position(|entry| entry.path == path)?;
        let own = &self.entries[number].own;
        let scores = self.scores(own);
        let mut ranked = self.ranked(&scores, scores[number] * closeness);
        ranked.retain(|other| *other != number);
        let competitors = ranked.into_iter().map(|other| Competitor {
            path: self.entries[other].path.clone(),
            name: self.entries[other].name.clone(),
            share: scores[other] / scores[number],
            matched: self.matched(own, other),
        });
        Some(competitors.collect())
    }

    /// Returns the distinct terms of the request that occur in at least one skill, in the order of the request.
    fn terms_of(&self, request: &str) -> Vec<usize> {
        let mut terms = Vec::new();
        for term in words::terms(request) {
            if let Some(term) = self.vocabulary.get(&term)
                && !terms.contains(term)
            {
                terms.push(*term);
            }
            if terms.len() == REQUEST_TERMS {
                break;
            }
        }
        terms
    }

    fn hits(&self, terms: &[usize], closeness: f64, limit: usize) -> Vec<Hit> {
        let scores = self.scores(terms);
        let best = scores.iter().copied().fold(0.0, f64::max);
        let ranked = self.ranked(&scores, best * closeness);
        let hits = ranked.into_iter().take(limit).map(|number| Hit {
            path: self.entries[number].path.clone(),
            name: self.entries[number].name.clone(),
            score: scores[number],
            matched: self.matched(terms, number),
        });
        hits.collect()
    }

    /// Returns the score of each document for these terms, in the order of the documents.
    fn scores(&self, terms: &[usize]) -> Vec<f64> {
        let mut scores = vec![0.0; self.entries.len()];
        for term in terms {
            let postings = &self.terms[*term].postings;
            let rarity = self.rarity(postings.len());
            for posting in postings {
                let frequency = self.weighted_frequency(posting);
                scores[posting.document] +=
                    rarity * frequency * (SATURATION + 1.0) / (SATURATION + frequency);
            }
        }
        for score in &mut scores {
            *score = (*score * SCORE_STEPS).round() / SCORE_STEPS;
        }
        scores
    }

    /// Returns the inverse document frequency of a term, which is high for a rare term and never negative.
    fn rarity(&self, documents: usize) -> f64 {
        let having = documents as f64;
        let lacking = (self.entries.len() - documents) as f64;
        ((lacking + 0.5) / (having + 0.5)).ln_1p()
    }

    fn weighted_frequency(&self, posting: &Posting) -> f64 {
        let lengths = &self.entries[posting.document].lengths;
        (0..FIELDS.len())
            .filter(|field| posting.frequencies[*field] > 0)
            .map(|field| {
                let length = f64::from(lengths[field]) / self.average_lengths[field];
                WEIGHTS[field] * f64::from(posting.frequencies[field])
                    / (1.0 - LENGTH_SHARE + LENGTH_SHARE * length)
            })
            .sum()
    }

    /// Returns the documents whose score is above 0 and at least `least`, the best document first. Documents with equal
    /// scores are sorted by name, then by path.
    fn ranked(&self, scores: &[f64], least: f64) -> Vec<usize> {
        let mut ranked: Vec<usize> = (0..scores.len())
            .filter(|number| scores[*number] > 0.0 && scores[*number] >= least)
            .collect();
        sort::by(&mut ranked, |left, right| {
            let [a, b] = [left, right].map(|number| &self.entries[*number]);
            scores[*right]
                .total_cmp(&scores[*left])
                .then_with(|| (&a.name, &a.path).cmp(&(&b.name, &b.path)))
                .then_with(|| left.cmp(right))
        });
        ranked
    }

    /// Returns those of the given terms that a document contains. Each returned term has the fields
    /// of the document that contain the term.
    fn matched(&self, terms: &[usize], document: usize) -> Vec<MatchedTerm> {
        let matched = terms.iter().filter_map(|term| {
            let Term { text, postings } = &self.terms[*term];
            let found = postings.binary_search_by_key(&document, |posting| posting.document);
            let frequencies = postings[found.ok()?].frequencies;
            let fields = FIELDS.into_iter().zip(frequencies);
            Some(MatchedTerm {
                term: text.clone(),
                fields: fields
                    .filter(|(_, frequency)| *frequency > 0)
                    .map(|(field, _)| field)
                    .collect(),
            })
        });
        matched.collect()
    }
}
