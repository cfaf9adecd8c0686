//! Descriptions that hosts' lists truncate or leave out. The cause is a cap on each description, or a budget for all
//! descriptions together.

use crate::compare::{Alone, ListedAs, Obstacle};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::HostEdition;
use crate::model::obstacle::UseObstacle;

/// A way in which hosts shorten or leave out a description, with the hosts that do so.
pub struct Cut<'a> {
    pub limit: Limit,
    /// The number of characters that are not shown; `None` if the whole skill is left out.
    pub by: Option<usize>,
    pub hosts: Vec<HostEdition<'a>>,
}

/// The limit that causes a host to cut a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// A cap on each description, which does not depend on other skills.
    Cap,
    /// A budget for all descriptions together.
    Budget,
}

/// Returns the ways in which hosts cut a skill's description. Hosts with the same cut share an
/// item. The items are in the order of their first hosts.
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
        // If the host also cuts the description when it loads only this skill, the limit is a cap. If the skill is left
        // out even then, the cause is the budget of a small context window.
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
