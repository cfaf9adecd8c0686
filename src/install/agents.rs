//! The agents for which the `skills` CLI installs skills, each with its folders.

use super::report::InstallRequest;
use crate::model::argument::ArgumentError;

/// A line for each agent: its identifier, its folder in a project, and its folder in the home. `-`
/// means that the agent has no such folder.
const AGENTS: &str = include_str!("agents.txt");

/// The folder from which most agents read skills.
pub(super) const UNIVERSAL: &str = ".agents/skills";

/// Returns the identifiers of the agents, in the order in which the `skills` CLI lists them.
pub fn agents() -> impl Iterator<Item = &'static str> {
    AGENTS.lines().filter_map(|line| line.split(' ').next())
}

/// Returns the folders into which the `skills` CLI installs, without repetition. The folders are
/// relative to a project, or to the home if `global` is true.
#[cfg(feature = "locks")]
pub(crate) fn folders(global: bool) -> impl Iterator<Item = &'static str> {
    let rows = AGENTS.lines().filter_map(move |line| {
        let mut folders = line.split(' ').skip(1);
        let (project, home) = (folders.next()?, folders.next()?);
        if global {
            home.strip_prefix("~/")
        } else {
            Some(project)
        }
    });
    std::iter::once(UNIVERSAL).chain(rows)
}

/// Returns the folders into which a request installs, without repetition. The folders are relative
/// to the project, or to the home. Returns an error if an agent is unknown, or if `global` is set
/// without a home.
pub(super) fn targets(request: &InstallRequest) -> Result<Vec<String>, ArgumentError> {
    let mut targets: Vec<String> = Vec::new();
    if request.global && request.home.is_none() {
        return Err(ArgumentError::new(
            "home",
            "is missing, and `global` needs it",
        ));
    }
    for (index, id) in request.agents.iter().enumerate() {
        let line = AGENTS
            .lines()
            .find(|line| line.split(' ').next() == Some(id));
        let Some(line) = line else {
            let known: Vec<_> = agents().collect();
            let message = format!("there is no agent {id:?}; there is {}", known.join(", "));
            return Err(ArgumentError::new(format!("agents[{index}]"), message));
        };
        let mut folders = line.split(' ').skip(1);
        let (project, global) = (folders.next(), folders.next());
        let folder = if !request.global || project == Some(UNIVERSAL) {
            // For the user, agents with the shared folder also use the shared folder, even if the agent itself reads
            // another folder.
            project
        } else {
            global.and_then(|global| global.strip_prefix("~/"))
        };
        if let Some(folder) = folder
            && targets.iter().all(|known| known != folder)
        {
            targets.push(folder.to_owned());
        }
    }
    if targets.is_empty() {
        targets.push(UNIVERSAL.to_owned());
    }
    Ok(targets)
}
