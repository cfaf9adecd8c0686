//! `SiteRequest` and `SiteReport`: the input and the result of `take_site`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::install::{InstallReport, InstallRequest};
use crate::sources::archive::ArchiveFormat;
use crate::sources::problem::SourceProblem;
use crate::tree::Contents;

/// The downloaded files of a site, by requested URL. The contents are `None` if the site does not have the file.
pub type Downloads = BTreeMap<String, Option<Contents>>;

/// A request for [`take_site`](super::take_site).
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct SiteRequest {
    /// The URL of the site or of a path on the site, such as `https://example.org/docs`.
    pub url: String,
    /// The options for the installation of the skills. `source` is the folder of the tree into which the site's skills
    /// are written. This folder is emptied first.
    pub install: InstallRequest,
}

crate::record! { SiteRequest: has(url, install) needs(url, install) }

/// The result of `take_site`: the skills of a website.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(tsify::Tsify))]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct SiteReport {
    /// The files that the caller still has to fetch or unpack. If the list is empty, the report is final.
    pub needs: Vec<SiteNeed>,
    /// The URL of the index whose skills are used. `None` if the requested URL itself is a skill or an archive.
    pub index: Option<String>,
    /// The problems of the site's data. At most 1,000 problems are listed.
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
        /// True if the URL has the same origin as the requested site.
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
