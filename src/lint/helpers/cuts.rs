//! Descriptions that hosts' lists truncate or leave out, because of a cap on each description or a budget for all.

use crate::compare::{Alone, ListedAs, Obstacle};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::HostEdition;
use crate::model::obstacle::UseObstacle;

/// A cut of a description, with the hosts that make the same cut.
pub struct Cut<'a> {
    pub limit: Limit,
    /// The number of characters that are not shown; `None` if the whole skill is left out.
    pub by: Option<usize>,
    pub hosts: Vec<HostEdition<'a>>,
}

/// The limit because of which a host cuts a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// A cap on each description, which does not depend on other skills.
    Cap,
    /// A budget for all descriptions together.
    Budget,
}

/// Returns the cuts in a skill's description, in the order of the first host of each.
pub fn cuts<'a>(context: &SkillContext<'a>) -> Vec<Cut<'a>> {
    let mut cuts: Vec<Cut<'a>> = Vec::new();
    for verdict in &context.verdicts {
        let of_budget = |no: &Obstacle| no.reason == UseObstacle::OverBudget.into();
        let by = match verdict.cell.listed {
            ListedAs::Cut { by } => Some(by),
            ListedAs::Nothing if verdict.cell.obstacles.iter().any(of_budget) => None,
            _ => continue,
        };
        let alone = || {
            let host = verdict.pipeline.shared_host();
            Alone::new(host, context.environment, context.folder(), context.text)
                .parsed_as(context.parsed_by(verdict))
                .listed()
        };
        // The limit is a cap if the host also cuts the description of the skill on its own. A skill that is left out
        // even on its own exceeds the budget of a small context window.
        let (limit, by) = match by.map(|_| alone()) {
            Some(ListedAs::Cut { by }) => (Limit::Cap, Some(by)),
            _ => (Limit::Budget, by),
        };
        match cuts
            .iter_mut()
            .find(|known| (known.limit, known.by) == (limit, by))
        {
            Some(known) => known.hosts.push(verdict.host_edition()),
            None => cuts.push(Cut {
                limit,
                by,
                hosts: vec![verdict.host_edition()],
            }),
        }
    }
    cuts
}
