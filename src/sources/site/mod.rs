//! A site's index of skills, as `npx skills add https://…` reads it (`docs/skills-cli.md#sites`).

mod index;
mod report;
mod take;

pub use report::{Downloads, SiteNeed, SiteReport, SiteRequest};
pub use take::take_site;
