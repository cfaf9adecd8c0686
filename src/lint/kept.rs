//! What is kept from one look to the next, because it takes all skills and few edits change it.

use std::cell::RefCell;
use std::sync::Arc;

use crate::search::{self, Document, DuplicatePair};

/// Skills with the pairs among them whose descriptions are nearly the same.
type Alike = (Vec<Document>, Arc<[DuplicatePair]>);

/// See the [module](self).
#[derive(Default)]
pub(crate) struct Kept {
    alike: RefCell<Option<Alike>>,
}

impl Kept {
    /// See [`search::near_duplicates`]; the threshold is always the same.
    pub fn near_duplicates(&self, documents: &[Document], threshold: f64) -> Arc<[DuplicatePair]> {
        let mut alike = self.alike.borrow_mut();
        if let Some((among, pairs)) = &*alike
            && among == documents
        {
            return Arc::clone(pairs);
        }
        let pairs: Arc<[_]> = search::near_duplicates(documents, threshold).pairs.into();
        *alike = Some((documents.to_vec(), Arc::clone(&pairs)));
        pairs
    }
}
