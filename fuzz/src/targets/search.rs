//! Search, near duplicates and headings over any texts.

use skillglass::search::{Document, Hit, Index, SearchOptions, headings, near_duplicates};

use crate::input::Input;

const WORDS: &[&str] = &[
    "pdf ",
    "PDF",
    "forms ",
    "fill-in ",
    "code review ",
    "running ",
    "runs ",
    "时间",
    "用户你好",
    "ﾃｽﾄ",
    "ﬁ",
    "Å",
    "# ",
    "\n# ",
    "\n## ",
    "\n---\n",
    "\n===\n",
    "```\n",
    "~~~\n",
    "    ",
    "_",
    "-",
    "'s ",
    "12",
    "1.2",
    "\u{301}",
    "👩‍👩‍👧",
    "ss ",
    "the the ",
    "<h1>",
    "[a](b)",
    "**a**",
];

pub fn run(bytes: &[u8]) {
    let mut input = Input::new(bytes, WORDS);
    let request = input.text();
    let mut documents = Vec::new();
    while !input.is_empty() && documents.len() < 24 {
        let body = input.text();
        documents.push(Document {
            path: format!("/{}", documents.len()),
            name: input.text(),
            aliases: vec![input.text()],
            description: input.text(),
            headings: headings(&body),
        });
    }
    let index = Index::new(&documents);
    let hits = index.search(&request, &SearchOptions::default());
    assert!(
        hits.iter()
            .all(|hit| hit.score.is_finite() && hit.score > 0.0),
        "{hits:?}"
    );
    assert!(
        hits.is_sorted_by(|one, other| one.score >= other.score),
        "{hits:?}"
    );
    for document in &documents {
        index
            .competitors_of(&document.path, 0.5)
            .expect("it is in the index");
    }
    for threshold in [0.3, 0.9] {
        let found = near_duplicates(&documents, threshold);
        assert!(
            found.pairs.iter().all(|pair| pair.similarity >= threshold),
            "{found:?}"
        );
    }
    documents.reverse();
    let backwards = Index::new(&documents).search(&request, &SearchOptions::default());
    assert_eq!(backwards.len(), hits.len());
    // Documents with equal scores are in their original order.
    let best = |hits: &[Hit]| hits.first().map(|hit| hit.score.to_bits());
    assert_eq!(best(&backwards), best(&hits), "{backwards:?}, {hits:?}");
}
