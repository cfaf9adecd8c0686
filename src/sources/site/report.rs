//! What is asked, and what comes of it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::install::{InstallReport, InstallRequest};
use crate::sources::archive::ArchiveFormat;
use crate::sources::problem::SourceProblem;
use crate::tree::Contents;

/// What a site answered, by the URL that was asked for; none where it has no such file.
pub type Downloads = BTreeMap<String, Option<Contents>>;

/// A request for [`take_site`](super::take_site).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRequest {
    /// The site, or a path on it, such as `https://example.org/docs`.
    pub url: String,
    /// Where what it offers goes. `source` is the folder of the tree that the skills are put into: it is emptied first.
    pub install: InstallRequest,
}

/// What a site offers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SiteReport {
    /// What is needed before the rest can be said; with nothing here, the report is final.
    pub needs: Vec<SiteNeed>,
    /// The URL of the index whose skills are taken; none when the URL itself is a skill or an archive.
    pub index: Option<String>,
    /// What is wrong, at most 1,000 problems.
    pub problems: Vec<SourceProblem>,
    /// The number of problems beyond those.
    pub more_problems: usize,
    /// The skills that are taken, where each is installed, and why none is.
    pub install: InstallReport,
}

/// Something that is needed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
#[non_exhaustive]
pub enum SiteNeed {
    /// A file is to be fetched, redirects followed.
    Fetch {
        /// Its URL, of HTTP.
        url: String,
        /// Whether it lies on the site that was asked about, and not elsewhere.
        same_origin: bool,
    },
    /// A file that was fetched is to be unpacked.
    Unpack {
        /// Its URL.
        url: String,
        /// The format.
        format: ArchiveFormat,
    },
}
