//! `SiteRequest` and `SiteReport`: the input and the result of `take_site`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::install::{InstallReport, InstallRequest};
use crate::sources::archive::ArchiveFormat;
use crate::sources::problem::SourceProblem;
use crate::tree::Contents;

/// The downloaded files of a site, by requested URL; `None` if the site has no such file.
pub type Downloads = BTreeMap<String, Option<Contents>>;

/// A request for [`take_site`](super::take_site).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRequest {
    /// The site, or a path on it, such as `https://example.org/docs`.
    pub url: String,
    /// The installation of the skills. `source` is the folder of the tree that the skills are written to; it is emptied
    /// first.
    pub install: InstallRequest,
}

crate::record! { SiteRequest: has(url, install) needs(url, install) }

/// The result of `take_site`: the skills of a website.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SiteReport {
    /// The files that the caller still has to fetch or unpack. If there are none, the report is final.
    pub needs: Vec<SiteNeed>,
    /// The URL of the index whose skills are used; `None` if the URL itself is a skill or an archive.
    pub index: Option<String>,
    /// The problems of the site's data, at most 1,000.
    pub problems: Vec<SourceProblem>,
    /// The number of problems beyond those 1,000.
    pub more_problems: usize,
    /// The skills with the folders that they are installed in, or why there are none.
    pub install: InstallReport,
}

/// A file that the caller has to fetch or unpack.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
#[non_exhaustive]
pub enum SiteNeed {
    /// A file to fetch; redirects are followed.
    Fetch {
        /// The URL to fetch.
        url: String,
        /// True if the URL has the same origin as the requested site.
        same_origin: bool,
    },
    /// A fetched file to unpack.
    Unpack {
        /// The URL of the file.
        url: String,
        /// The format of the archive.
        format: ArchiveFormat,
    },
}
