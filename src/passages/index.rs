//! An index that ranks passages by the formula BM25F over their headings, path and text. A change
//! of the tree updates only the changed texts.

use std::ops::Range;

use super::files::{TextFile, texts};
use super::report::{
    MatchedWord, Passage, PassageField, Passages, PassagesOptions, SkippedText, SkippedTextReason,
};
use super::split::{Splits, split};
use crate::hashing::{HashMap, HashSet};
use crate::search;
use crate::sort;
use crate::text::budget::{BudgetUnit, Size};
use crate::text::document::{PlaceIndex, floor_char_boundary};
use crate::tree::{Contents, Entry, EntryId, Tree};

const FIELDS: [PassageField; 3] = [
    PassageField::Headings,
    PassageField::Path,
    PassageField::Text,
];

/// The weights of a word in the fields of a passage: headings, path, text.
const WEIGHTS: [f64; FIELDS.len()] = [1.5, 0.75, 1.0];

/// The weight of a word in the heading directly above a passage, when passages are ranked. A word
/// in an outer heading has the weight 1.
const OWN_HEADING: u16 = 2;

/// The maximum number of words of a heading that are indexed. The number is limited because each
/// passage repeats the words of its headings. No host has this limit.
const HEADING_TERMS: usize = 50;

/// The parameter `b` of BM25: the influence of a field's length on the weight of the field's words.
/// 0 means no influence, and 1 means the full influence.
const LENGTH_SHARE: f64 = 0.5;

/// The saturation of repeated words (BM25's `k1`), with its usual value.
const SATURATION: f64 = 1.2;

/// The maximum number of different words in a search request. Further words are ignored.
const REQUEST_TERMS: usize = 256;

/// The number of steps between 0 and 1 to which scores are rounded, so that passages have the same order on all
/// platforms.
const SCORE_STEPS: f64 = 1e6;

/// The maximum number of bytes of a text in which words are searched. The rest of a longer text is
/// ignored. No host has this limit.
const MAX_TEXT: usize = 1 << 20;

/// The number of outdated passages that may always stay in the index. If there are more, and if
/// more than a third of all passages are outdated, the outdated passages are deleted. A passage is
/// outdated if its text was changed or removed.
const MANY_DEAD: usize = 4_096;

/// The frequencies of a word in the fields of one passage.
#[derive(Debug, Clone, Copy)]
struct Posting {
    passage: u32,
    frequencies: [u16; FIELDS.len()],
}

/// A passage in the index. Its position in [`PassageIndex::passages`] stays the same as long as its
/// text does not change.
#[derive(Debug)]
struct Indexed {
    /// The index of the passage's text in [`PassageIndex::texts`]. None if the text has changed or was removed.
    text: Option<u32>,
    bytes: Range<u32>,
    heading: Option<usize>,
    lengths: [u32; FIELDS.len()],
}

/// A text whose passages are in the index.
#[derive(Debug)]
struct IndexedText {
    file: TextFile,
    /// The file's revision when the text was indexed. If the file has another revision, the text is indexed again.
    revision: u64,
    splits: Splits,
    /// The range of the text's passages in [`PassageIndex::passages`].
    passages: Range<usize>,
    skipped: Option<SkippedTextReason>,
}

/// An index of the passages of a tree.
#[derive(Debug, Default)]
pub(crate) struct PassageIndex {
    /// The revisions of the tree and of the tree's structure for which the index is up to date.
    /// None before the first update.
    revision: Option<(u64, u64)>,
    texts: Vec<IndexedText>,
    passages: Vec<Indexed>,
    dead: usize,
    /// The index of each word in `postings`.
    vocabulary: HashMap<String, u32>,
    /// For each word, the passages that contain the word, in the order of `passages`.
    postings: Vec<Vec<Posting>>,
    /// The number of times that texts were indexed, for all texts together.
    indexed: u64,
}

impl PassageIndex {
    /// Returns the passages that contain words of a request. First updates the index with the
    /// changes of the tree.
    pub(crate) fn search(
        &mut self,
        tree: &Tree,
        request: &str,
        skills: &[EntryId],
        options: &PassagesOptions,
    ) -> Passages {
        self.update(tree);
        let skills: HashSet<EntryId> = skills.iter().copied().collect();
        let asked: Vec<bool> = (self.texts.iter())
            .map(|text| {
                (skills.is_empty() || skills.contains(&text.file.skill))
                    && (options.skill_files || text.file.entry != text.file.skill)
            })
            .collect();
        let terms = self.terms_of(request);
        let ranked = self.ranked(&terms, &asked);
        let mut found = Passages {
            passages: Vec::new(),
            tokens: 0,
            too_long: 0,
            skipped: self.skipped(tree, &asked),
        };
        let mut left_out = 0;
        let mut places: HashMap<u32, PlaceIndex<'_>> = HashMap::default();
        for (passage, score) in ranked {
            if found.passages.len() == options.limit {
                break;
            }
            let indexed = &self.passages[passage as usize];
            let Some(number) = indexed.text else { continue };
            let text = &self.texts[number as usize];
            let Some(whole) = tree.by_id(text.file.entry).and_then(utf8) else {
                continue;
            };
            let bytes = indexed.bytes.start as usize..indexed.bytes.end as usize;
            let Some(part) = whole.get(bytes.clone()) else {
                continue;
            };
            let tokens = BudgetUnit::Tokens.cost(Size::of(part));
            if (options.max_tokens).is_some_and(|most| found.tokens + tokens > most) {
                left_out += 1;
                continue;
            }
            found.tokens += tokens;
            found.too_long = left_out;
            let places = places
                .entry(number)
                .or_insert_with(|| PlaceIndex::new(whole));
            let path = |entry| tree.by_id(entry).map(Entry::path).unwrap_or_default();
            let trail = text.splits.trail(indexed.heading).into_iter();
            found.passages.push(Passage {
                path: path(text.file.entry),
                skill: path(text.file.skill),
                headings: trail.map(str::to_owned).collect(),
                range: places.range(bytes),
                score,
                tokens,
                text: part.to_owned(),
                matched: self.matched(&terms, passage),
            });
        }
        if found.passages.is_empty() {
            found.too_long = left_out;
        }
        found
    }

    /// Returns the number of times that texts were indexed, for all texts together. For example, an
    /// edit of one text adds 1.
    pub(crate) fn texts_indexed(&self) -> u64 {
        self.indexed
    }

    /// Updates the index with the changes of a tree.
    fn update(&mut self, tree: &Tree) {
        let revision = (tree.revision(), tree.structure_revision());
        if self.revision == Some(revision) {
            return;
        }
        let is_same_structure = self
            .revision
            .is_some_and(|(_, structure)| structure == revision.1);
        self.revision = Some(revision);
        if !is_same_structure {
            self.replace_files(texts(tree));
        }
        for number in 0..self.texts.len() {
            let entry = tree.by_id(self.texts[number].file.entry);
            let revision = entry.map_or(0, Entry::revision);
            if self.texts[number].revision != revision {
                self.remove(number);
                self.texts[number].revision = revision;
                self.add(number, entry);
            }
        }
        if self.dead > MANY_DEAD.max(self.passages.len() / 3) {
            self.compact();
        }
    }

    /// Replaces the list of texts. A text that is also in the new list keeps its passages.
    fn replace_files(&mut self, files: Vec<TextFile>) {
        let old = std::mem::take(&mut self.texts);
        let mut known: HashMap<(EntryId, EntryId), IndexedText> = (old.into_iter())
            .map(|text| ((text.file.skill, text.file.entry), text))
            .collect();
        for file in files {
            let text = known.remove(&(file.skill, file.entry));
            let is_same = text.as_ref().is_some_and(|text| text.file == file);
            let text = match text {
                Some(text) if is_same => {
                    let number = self.texts.len() as u32;
                    for passage in &mut self.passages[text.passages.clone()] {
                        passage.text = Some(number);
                    }
                    text
                }
                other => {
                    if let Some(text) = other {
                        self.bury(text.passages);
                    }
                    IndexedText {
                        file,
                        // No entry has this revision, so `update` indexes the text.
                        revision: u64::MAX,
                        splits: Splits::default(),
                        passages: 0..0,
                        skipped: None,
                    }
                }
            };
            self.texts.push(text);
        }
        for (_, text) in known {
            self.bury(text.passages);
        }
    }

    fn bury(&mut self, passages: Range<usize>) {
        self.dead += passages.len();
        for passage in &mut self.passages[passages] {
            passage.text = None;
        }
    }

    /// Marks the passages of a text as removed from the index.
    fn remove(&mut self, number: usize) {
        let text = &mut self.texts[number];
        text.splits = Splits::default();
        text.skipped = None;
        let passages = std::mem::take(&mut text.passages);
        self.bury(passages);
    }

    /// Adds the passages of a text to the index.
    fn add(&mut self, number: usize, entry: Option<Entry<'_>>) {
        let first = self.passages.len();
        self.texts[number].passages = first..first;
        let Some(contents) = entry.and_then(Entry::contents) else {
            self.texts[number].skipped = Some(SkippedTextReason::NotLoaded);
            return;
        };
        self.indexed += 1;
        let Ok(text) = contents.text() else {
            self.texts[number].skipped = Some(SkippedTextReason::NotUtf8);
            return;
        };
        // A file with this character contains data, although it has the extension of a text.
        if text.contains('\0') {
            self.texts[number].skipped = Some(SkippedTextReason::NotUtf8);
            return;
        }
        if text.len() > MAX_TEXT {
            self.texts[number].skipped = Some(SkippedTextReason::TooLong);
        }
        let text = &text[..floor_char_boundary(text, MAX_TEXT)];
        let file = &self.texts[number].file;
        let splits = split(text, file.is_markdown);
        let path = terms(&file.label);
        for passage in &splits.passages {
            let trail = splits.trail(passage.heading);
            let above = trail.len().saturating_sub(1);
            let mut headings: Vec<(String, u16)> = Vec::new();
            for (depth, heading) in trail.iter().enumerate() {
                let frequency = if depth == above { OWN_HEADING } else { 1 };
                let terms = search::terms(heading).take(HEADING_TERMS);
                headings.extend(terms.map(|term| (term, frequency)));
            }
            let words = terms(&text[passage.bytes.clone()]);
            let fields = [headings, path.clone(), words];
            self.add_passage(number, passage.bytes.clone(), passage.heading, fields);
        }
        let text = &mut self.texts[number];
        text.splits = splits;
        text.passages = first..self.passages.len();
    }

    fn add_passage(
        &mut self,
        text: usize,
        bytes: Range<usize>,
        heading: Option<usize>,
        fields: [Vec<(String, u16)>; FIELDS.len()],
    ) {
        let passage = self.passages.len() as u32;
        let mut lengths = [0; FIELDS.len()];
        for (field, words) in fields.into_iter().enumerate() {
            for (term, frequency) in words {
                let term = self.number_of(term);
                let postings = &mut self.postings[term as usize];
                if postings
                    .last()
                    .is_none_or(|posting| posting.passage != passage)
                {
                    postings.push(Posting {
                        passage,
                        frequencies: [0; FIELDS.len()],
                    });
                }
                if let Some(posting) = postings.last_mut() {
                    let count = &mut posting.frequencies[field];
                    *count = count.saturating_add(frequency);
                }
                lengths[field] += u32::from(frequency);
            }
        }
        self.passages.push(Indexed {
            text: Some(text as u32),
            bytes: bytes.start as u32..bytes.end as u32,
            heading,
            lengths,
        });
    }

    fn number_of(&mut self, term: String) -> u32 {
        if let Some(number) = self.vocabulary.get(&term) {
            return *number;
        }
        let number = self.postings.len() as u32;
        self.vocabulary.insert(term, number);
        self.postings.push(Vec::new());
        number
    }

    /// Deletes the passages that are marked as removed, and renumbers the other passages.
    fn compact(&mut self) {
        let mut numbers = vec![u32::MAX; self.passages.len()];
        let mut next = 0;
        for (number, passage) in numbers.iter_mut().zip(&self.passages) {
            if passage.text.is_some() {
                *number = next;
                next += 1;
            }
        }
        self.passages.retain(|passage| passage.text.is_some());
        for text in &mut self.texts {
            if !text.passages.is_empty() {
                let first = numbers[text.passages.start] as usize;
                text.passages = first..first + text.passages.len();
            }
        }
        for postings in &mut self.postings {
            postings.retain_mut(|posting| {
                posting.passage = numbers[posting.passage as usize];
                posting.passage != u32::MAX
            });
        }
        self.dead = 0;
    }

    /// Returns the distinct words of the request that are in the index, in the order of the request.
    fn terms_of(&self, request: &str) -> Vec<(String, u32)> {
        let mut found: Vec<(String, u32)> = Vec::new();
        for term in search::terms(request) {
            if let Some(number) = self.vocabulary.get(&term)
                && !found.iter().any(|(_, known)| known == number)
            {
                found.push((term, *number));
            }
            if found.len() == REQUEST_TERMS {
                break;
            }
        }
        found
    }

    /// Returns true if a passage belongs to a text for which `asked` is true. `asked` has a value
    /// for each text of the index.
    fn is_asked(&self, passage: &Indexed, asked: &[bool]) -> bool {
        passage.text.is_some_and(|text| asked[text as usize])
    }

    /// Returns the passages that contain a word of the request, with their scores, the best passage
    /// first. Passages with equal scores are in the order of their files, and of their positions in
    /// a file. The rarity of a word is computed only from the requested texts, so other skills do
    /// not change the result.
    fn ranked(&self, terms: &[(String, u32)], asked: &[bool]) -> Vec<(u32, f64)> {
        let alive = || self.passages.iter().filter(|one| self.is_asked(one, asked));
        let count = alive().count();
        let averages: [f64; FIELDS.len()] = std::array::from_fn(|field| {
            let sum: u64 = alive().map(|one| u64::from(one.lengths[field])).sum();
            sum as f64 / count.max(1) as f64
        });
        let mut scores: HashMap<u32, f64> = HashMap::default();
        for (_, term) in terms {
            let postings = self.postings[*term as usize].iter();
            let postings: Vec<_> = postings
                .filter(|posting| self.is_asked(&self.passages[posting.passage as usize], asked))
                .collect();
            let (having, lacking) = (postings.len() as f64, (count - postings.len()) as f64);
            let rarity = ((lacking + 0.5) / (having + 0.5)).ln_1p();
            for posting in postings {
                let frequency = self.weighted_frequency(posting, &averages);
                *scores.entry(posting.passage).or_default() +=
                    rarity * frequency * (SATURATION + 1.0) / (SATURATION + frequency);
            }
        }
        let rounded = |score: f64| (score * SCORE_STEPS).round() / SCORE_STEPS;
        let mut ranked: Vec<(u32, f64)> = (scores.into_iter())
            .map(|(passage, score)| (passage, rounded(score)))
            .filter(|(_, score)| *score > 0.0)
            .collect();
        let place = |number: u32| {
            let passage = &self.passages[number as usize];
            (passage.text, passage.bytes.start)
        };
        sort::by(&mut ranked, |left, right| {
            (right.1.total_cmp(&left.1)).then_with(|| place(left.0).cmp(&place(right.0)))
        });
        ranked
    }

    fn weighted_frequency(&self, posting: &Posting, averages: &[f64; FIELDS.len()]) -> f64 {
        let lengths = &self.passages[posting.passage as usize].lengths;
        (0..FIELDS.len())
            .filter(|field| posting.frequencies[*field] > 0)
            .map(|field| {
                let length = f64::from(lengths[field]) / averages[field];
                WEIGHTS[field] * f64::from(posting.frequencies[field])
                    / (1.0 - LENGTH_SHARE + LENGTH_SHARE * length)
            })
            .sum()
    }

    fn matched(&self, terms: &[(String, u32)], passage: u32) -> Vec<MatchedWord> {
        let matched = terms.iter().filter_map(|(term, number)| {
            let postings = &self.postings[*number as usize];
            let found = postings.binary_search_by_key(&passage, |posting| posting.passage);
            let frequencies = postings[found.ok()?].frequencies;
            let fields = FIELDS.into_iter().zip(frequencies);
            Some(MatchedWord {
                term: term.clone(),
                fields: fields
                    .filter(|(_, frequency)| *frequency > 0)
                    .map(|(field, _)| field)
                    .collect(),
            })
        });
        matched.collect()
    }

    /// Returns the requested texts that are left out of the search, and the requested texts that
    /// are too long to be searched completely.
    fn skipped(&self, tree: &Tree, asked: &[bool]) -> Vec<SkippedText> {
        let texts = self.texts.iter().zip(asked).filter(|(_, asked)| **asked);
        let mut skipped: Vec<_> = texts
            .filter_map(|(text, _)| {
                let reason = text.skipped?;
                let message = match reason {
                    SkippedTextReason::NotLoaded => {
                        "its contents are not loaded; write the file with its contents".to_owned()
                    }
                    SkippedTextReason::NotUtf8 => {
                        "it is not text in UTF-8; save it in UTF-8".to_owned()
                    }
                    SkippedTextReason::TooLong => format!(
                        "only its first {MAX_TEXT} bytes are ranked; divide it into several files"
                    ),
                };
                let path = tree.by_id(text.file.entry)?.path();
                Some(SkippedText {
                    path,
                    reason,
                    message,
                })
            })
            .collect();
        sort::by(&mut skipped, |left, right| left.path.cmp(&right.path));
        skipped.dedup();
        skipped
    }
}

fn terms(text: &str) -> Vec<(String, u16)> {
    search::terms(text).map(|term| (term, 1)).collect()
}

fn utf8(entry: Entry<'_>) -> Option<&str> {
    let contents: Option<&Contents> = entry.contents();
    contents?.text().ok()
}
