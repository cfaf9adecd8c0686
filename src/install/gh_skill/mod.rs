//! Emulates `gh skill` of the GitHub CLI: the skills that it finds in a repository, the findings of
//! `gh skill publish`, and the files that `gh skill install` writes (`docs/gh-skill.md`).
//!
//! The rules of `gh skill` differ from those of the `skills` CLI ([`install`](super::install())). A
//! repository may pass the checks of one program and fail the checks of the other.

mod agents;
mod find;
mod frontmatter;
mod git;
mod names;
mod place;
mod publish;
mod report;
mod yaml;

pub use agents::agents;
#[cfg(feature = "locks")]
pub(crate) use agents::all_folders;
#[cfg(feature = "locks")]
pub(crate) use frontmatter::{InstalledFrom, installed_from};
pub use report::{
    GhContent, GhConvention, GhEntry, GhFinding, GhFix, GhInstall, GhPassedOver,
    GhPassedOverReason, GhPublish, GhRemote, GhSeverity, GhSkill, GhSkillReport, GhSkillRequest,
};

use crate::model::argument::{ArgumentError, check_directory};
use crate::tree::Tree;
use crate::tree::path;

/// Returns the skills that `gh skill` finds in a repository, the findings of `gh skill publish`, and the files that `gh
/// skill install` writes.
///
/// ```
/// use skillglass::install::gh_skill::{self, GhSkillRequest};
/// use skillglass::tree::Tree;
///
/// let mut tree = Tree::new();
/// tree.write("/repo/skills/pdf/SKILL.md", Some("---\nname: PDF\ndescription: Fill in forms.\n---\n".into()))?;
/// let report = gh_skill::check(&tree, &GhSkillRequest {
///     source: "/repo".to_owned(),
///     project: "/project".to_owned(),
///     agent: Some("claude-code".to_owned()),
///     ..GhSkillRequest::default()
/// })?;
/// assert_eq!(report.publish.findings[0].message, r#"name "PDF" does not match directory name "pdf""#);
/// assert_eq!(report.install.installed, ["PDF"]);
/// assert_eq!(report.install.target, "/project/.claude/skills");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// Returns an error if a directory is not an absolute path, if an agent is unknown, or if `user` is set without a home.
pub fn check(tree: &Tree, request: &GhSkillRequest) -> Result<GhSkillReport, ArgumentError> {
    let target = target(request)?;
    let found = find::find(tree, request);
    let mut skills = found.skills;
    let publish = match &request.remote {
        // `gh skill publish` always reads a local folder, even if skills are installed from a repository.
        Some(_) => {
            let local = GhSkillRequest {
                remote: None,
                ..request.clone()
            };
            let found = find::find(tree, &local);
            publish::publish(tree, request, &found.skills, found.error)
        }
        None => publish::publish(tree, request, &skills, found.error.clone()),
    };
    let mut install = GhInstall {
        target,
        ..GhInstall::default()
    };
    match place::choose(request, &mut skills, found.error) {
        Ok(()) => place::place(tree, request, &skills, &mut install),
        Err(error) => install.error = Some(error),
    }
    let mut passed_over = found.passed_over;
    if !request.hidden {
        let hidden = skills.iter().filter(|skill| skill.convention.is_hidden());
        passed_over.extend(hidden.map(|skill| {
            GhPassedOver {
                path: skill.path.clone(),
                reason: GhPassedOverReason::HiddenFolder,
                help:
                    "Move the skill's folder into `skills`, or install with `--allow-hidden-dirs`."
                        .to_owned(),
            }
        }));
        skills.retain(|skill| !skill.convention.is_hidden());
    }
    crate::sort::by(&mut passed_over, |left, right| left.path.cmp(&right.path));
    Ok(GhSkillReport {
        skills,
        passed_over,
        publish,
        install,
    })
}

/// Returns the folder into which `gh skill` installs the skills of a request.
fn target(request: &GhSkillRequest) -> Result<String, ArgumentError> {
    check_directory("source", &request.source)?;
    check_directory("project", &request.project)?;
    if let Some(home) = &request.home {
        check_directory("home", home)?;
    }
    let agent = request.agent.as_deref().unwrap_or(agents::DEFAULT_AGENT);
    let Some((project, home)) = agents::folders(agent) else {
        let known: Vec<_> = agents::agents().collect();
        let message = format!("there is no agent {agent:?}; there is {}", known.join(", "));
        return Err(ArgumentError::new("agent", message));
    };
    if let Some(directory) = &request.directory {
        check_directory("directory", directory)?;
        return Ok(directory.clone());
    }
    match (&request.home, request.user) {
        (_, false) => Ok(path::join(&request.project, project)),
        (Some(own), true) => Ok(path::join(own, home)),
        (None, true) => Err(ArgumentError::new(
            "home",
            "is missing, and `user` needs it",
        )),
    }
}
