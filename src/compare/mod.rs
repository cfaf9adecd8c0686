//! Compares how several hosts interpret one tree: whether each skill works in each host, the texts
//! that the host shows the model, and the portability of each skill.
//!
//! If a host does not find a skill at its own path, the skill is inspected at the location of that host's project
//! skills. Authors can easily copy a folder there, so the location does not affect the verdict on portability.

mod alone;
mod cache;
mod column;
mod comparison;
#[cfg(any(feature = "build", feature = "change"))]
mod in_place;
mod lists;
mod obstacles;
mod placement;
mod portability;
mod verdicts;

use std::collections::BTreeSet;

pub(crate) use alone::{Alone, AloneUse};
pub(crate) use cache::{CompareCache, Facts, HostEditions, SkillVerdicts, Verdicts};
use column::Column;
pub use comparison::{
    BoundFeature, CompareRequest, CompareStage, Comparison, HostSummary, HostTurn, Injected,
    ListedAs, Obstacle, Portability, PortabilityFix, PortabilityVerdict, ReasonCount,
    SkillComparison, SkillInHost,
};
#[cfg(any(feature = "build", feature = "change"))]
pub(crate) use in_place::InPlace;
pub(crate) use portability::is_for_nobody;
pub(crate) use verdicts::verdicts;

pub use crate::model::host_choice::HostChoice;
use crate::pipeline::{HostPipeline, Inputs};
use crate::sort;
use crate::tree::path;

/// Compares how each host interprets the requested skills, or all skills if `asked` is empty.
pub(crate) fn compare(
    pipelines: &[&HostPipeline],
    inputs: Inputs<'_>,
    asked: &[String],
    cache: &CompareCache,
) -> Comparison {
    let columns: Vec<_> = pipelines
        .iter()
        .map(|pipeline| Column::new(pipeline, inputs, cache.of(pipeline.host(), Facts::All)))
        .collect();
    let files: BTreeSet<&str> = match asked {
        [] => sort::collect_set(columns.iter().flat_map(Column::files)),
        asked => sort::collect_set(asked.iter().map(String::as_str)),
    };
    let skills: Vec<_> = files
        .into_iter()
        .map(|file| {
            let inspections: Vec<_> = columns
                .iter()
                .map(|column| column.inspect(inputs, file))
                .collect();
            let portability = Portability::of(&columns, &inspections);
            SkillComparison {
                path: file.to_owned(),
                folder: path::file_name(path::parent(file).unwrap_or("/")).to_owned(),
                cells: inspections
                    .into_iter()
                    .map(|inspection| inspection.cell)
                    .collect(),
                portability,
            }
        })
        .collect();
    let hosts = columns.iter().enumerate();
    Comparison {
        hosts: hosts
            .map(|(index, column)| column.summary(index, &skills))
            .collect(),
        skills,
    }
}

impl Default for SkillInHost {
    fn default() -> Self {
        Self {
            discovered: false,
            as_if_at: None,
            parsed: false,
            loaded: false,
            name: None,
            aliases: Vec::new(),
            description: None,
            listed: ListedAs::Nothing,
            user: None,
            model: false,
            injects: None,
            obstacles: Vec::new(),
        }
    }
}
