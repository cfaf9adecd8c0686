//! `SiteRequest` and `SiteReport`: the input and the result of `take_site`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::install::{InstallReport, InstallRequest};
use crate::sources::archive::ArchiveFormat;
use crate::sources::problem::SourceProblem;
use crate::tree::Contents;

/// The downloaded files of a website, by the requested URL. None if the website does not have the
/// file.
pub type Downloads = BTreeMap<String, Option<Contents>>;

/// A request for [`take_site`](super::take_site).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRequest {
    /// The URL of the website or of a path on the website, such as `https://example.org/docs`.
    pub url: String,
    /// The options for the installation of the skills. The website's skills are written into the
    /// folder `source` of the tree, which is emptied first.
    pub install: InstallRequest,
}

crate::record! { SiteRequest: has(url, install) needs(url, install) }

/// The result of `take_site`: the skills of a website.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SiteReport {
    /// The files that the caller still has to fetch or unpack. If the list is empty, the report is
    /// final.
    pub needs: Vec<SiteNeed>,
    /// The URL of the index whose skills are used. None if the requested URL itself is a skill or
    /// an archive, or if no skill was found.
    pub index: Option<String>,
    /// The problems in the website's files. At most 1,000 problems are listed.
    pub problems: Vec<SourceProblem>,
    /// The number of further problems that are not listed.
    pub more_problems: usize,
    /// The skills with the folders into which they are installed, or the reason why no skill is installed.
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
    /// A file that the caller has to fetch. Redirects must be followed.
    Fetch {
        /// The URL to fetch.
        url: String,
        /// True if the URL has the same origin as the requested URL of the website.
        same_origin: bool,
    },
    /// A fetched archive that the caller has to unpack.
    Unpack {
        /// The URL of the archive.
        url: String,
        /// The format of the archive.
        format: ArchiveFormat,
    },
}
