//! Ranks skills for a request in plain words. The ranking shows which skills compete for the request.
//!
//! ```
//! use skillglass::search::{Document, Index, SearchOptions};
//!
//! let skill = |name: &str, description: &str| Document {
//!     path: format!("/{name}/SKILL.md"),
//!     name: name.to_owned(),
//!     description: description.to_owned(),
//!     ..Document::default()
//! };
//! let index = Index::new(&[
//!     skill("pdf-filler", "Fill in PDF forms."),
//!     skill("csv-cleaner", "Clean up tables."),
//! ]);
//! let hits = index.search("fill in this form", &SearchOptions::default());
//! assert_eq!(hits[0].name, "pdf-filler");
//! ```
//!
//! The formula is BM25F (Robertson, Zaragoza and Taylor 2004). The frequencies of a term in name, description and
//! headings are weighted, divided by the relative length of the field, and added before saturation. `docs/search.md`
//! has measurements of the ranking.

mod document;
mod duplicates;
mod headings;
mod index;
mod names;
mod words;

pub use document::Document;
pub(crate) use duplicates::Duplicates;
pub use duplicates::{DuplicatePair, NearDuplicates, near_duplicates};
pub use headings::headings;
pub(crate) use headings::outline;
pub use index::{Competitor, Hit, Index, MatchedTerm, SearchField, SearchOptions};
pub use names::{NamedCandidate, Strength, named_in};
#[cfg(any(feature = "passages", feature = "health", feature = "triggers"))]
pub(crate) use words::terms;
