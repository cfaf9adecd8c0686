//! Reads the index of skills of a website, like `npx skills add https://…`
//! (`docs/skills-cli.md#sites`).

mod index;
mod report;
mod take;

pub use report::{Downloads, SiteNeed, SiteReport, SiteRequest};
pub use take::take_site;
