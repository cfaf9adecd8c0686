//! The agents for which `gh skill` installs skills, each with its folders.

/// A line for each agent that release 2.103.3 of GitHub CLI knows: its identifier, its folder in a
/// project, and its folder in the home directory.
const AGENTS: &str = include_str!("agents.txt");

/// The agent that is used if a request names no agent.
pub(super) const DEFAULT_AGENT: &str = "github-copilot";

/// Returns the identifiers of the agents, in the order in which `gh skill` lists them.
///
/// ```
/// use skillglass::install::gh_skill;
///
/// assert_eq!(gh_skill::agents().next(), Some("github-copilot"));
/// assert!(gh_skill::agents().any(|agent| agent == "claude-code"));
/// ```
pub fn agents() -> impl Iterator<Item = &'static str> {
    rows().map(|(agent, _, _)| agent)
}

/// Returns for each agent its identifier, the path of its folder in a project, and the path of its
/// folder in the home directory. Both paths are relative.
fn rows() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    AGENTS.lines().filter_map(|line| {
        let mut words = line.split(' ');
        let (agent, project, home) = (words.next()?, words.next()?, words.next()?);
        Some((agent, project, home.strip_prefix("~/")?))
    })
}

/// Returns the folder of an agent in a project, and its folder in the home. Both folders are
/// relative. Returns none if the agent is unknown.
pub(super) fn folders(agent: &str) -> Option<(&'static str, &'static str)> {
    let row = rows().find(|(known, _, _)| *known == agent)?;
    Some((row.1, row.2))
}

/// Returns the folders into which `gh skill` installs. The folders are relative to a project, or to
/// the home if `global` is true.
#[cfg(feature = "locks")]
pub(crate) fn all_folders(global: bool) -> impl Iterator<Item = &'static str> {
    rows().map(move |(_, project, home)| if global { home } else { project })
}

/// Returns the agents' folders for skills whose path in a project begins with a dot, such as
/// `.claude/skills`. Each folder is returned once, in the order of the agents.
pub(super) fn hidden_folders() -> Vec<&'static str> {
    let mut folders = Vec::new();
    for (_, project, _) in rows() {
        if project.starts_with('.') && !folders.contains(&project) {
            folders.push(project);
        }
    }
    folders
}
