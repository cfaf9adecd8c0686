//! The descriptions that lists of hosts cut or leave out: by a cap on each, or by a budget for all together.

use crate::compare::{Alone, ListedAs, Obstacle};
use crate::lint::skill_context::SkillContext;
use crate::lint::verdict::HostEdition;
use crate::model::obstacle::UseObstacle;

/// A cut that some hosts make alike.
pub struct Cut<'a> {
    pub limit: Limit,
    /// Characters that are missing; none where all of the skill is.
    pub by: Option<usize>,
    pub hosts: Vec<HostEdition<'a>>,
}

/// The reason for which a host cuts a description.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Limit {
    /// A cap on each description: it cuts one when there is no other skill, either.
    Cap,
    /// A budget for all descriptions together.
    Budget,
}

/// The cuts in a skill's description, in the order of the first host of each.
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
        // A skill that is left out is worse off than one that is cut: in a small window also on its own.
        let (limit, by) = match by.map(|_| alone()) {
            Some(ListedAs::Cut { by }) => (Limit::Cap, Some(by)),
            _ => (Limit::Budget, by),
        };
        match cuts
            .iter_mut()
            .find(|known| (known.limit, known.by) == (limit, by))
        {
            Some(known) => known.hosts.push(verdict.who()),
            None => cuts.push(Cut {
                limit,
                by,
                hosts: vec![verdict.who()],
            }),
        }
    }
    cuts
}
