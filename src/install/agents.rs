//! The agents that the program installs skills for, each with its folders.

use super::report::InstallRequest;
use crate::model::argument::ArgumentError;

/// Each agent with its folder in a project and in the home (`-` if it has none).
const AGENTS: &str = include_str!("agents.txt");

/// The folder that most agents share.
pub(super) const UNIVERSAL: &str = ".agents/skills";

/// Returns the identifiers of the agents, in the program's order.
pub fn agents() -> impl Iterator<Item = &'static str> {
    AGENTS.lines().filter_map(|line| line.split(' ').next())
}

/// Returns the folders that the program installs into, each once: relative to a project, or to the home if `global` is set.
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

/// Returns the distinct folders that a request installs into, relative to the project or the home.
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
            // Agents with the shared folder also use it for the user, whatever the agent itself reads.
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
