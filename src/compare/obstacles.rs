//! The reasons why a host does not find, list or use a skill, each with the smallest change that
//! helps.

use super::comparison::{CompareStage, ListedAs, Obstacle, SkillInHost};
use super::placement::target;
use crate::host::Host;
use crate::model::catalog::{Ignored, LeftOutReason};
use crate::model::listing::ListingEntry;
use crate::model::obstacle::UseObstacle;
use crate::model::skill::{DescriptionSource, Frontmatter, Skill, Visibility};
use crate::pipeline::Inputs;
use crate::text::yaml;

/// Returns the obstacle for a file at a location that the host does not search. The suggested change is to copy the
/// folder, so that other hosts still find the original.
pub(super) fn outside(host: &dyn Host, inputs: Inputs<'_>, file: &str) -> Obstacle {
    let placement = host.placement(inputs.environment);
    let (target, folder) = target(file, &placement);
    Obstacle {
        stage: CompareStage::Discover,
        reason: LeftOutReason::OutsideRoots.into(),
        message: "the host does not look there".to_owned(),
        change: match folder {
            Some(_) => format!("Copy the skill's folder into {placement}."),
            None => format!("Copy it to {target}."),
        },
        place: None,
    }
}

/// Returns the obstacles that prevent a loaded skill from being listed or used.
pub(super) fn obstacles(
    host: &dyn Host,
    skill: &Skill,
    cell: &SkillInHost,
    entry: Option<&ListingEntry>,
    broken: Option<&Ignored>,
) -> Vec<Obstacle> {
    if let Some(obstacle) = idle(skill) {
        return vec![obstacle];
    }
    let mut obstacles = Vec::new();
    let none = Frontmatter::default();
    let fields = skill.frontmatter.as_deref().unwrap_or(&none);
    if skill.model_invocable {
        obstacles.extend(in_list(host, skill, cell, entry, broken));
        // The host shows the start of the skill's text instead of the description.
        if let Some(broken) = broken.filter(|_| !skill.description.is_empty()) {
            obstacles.push(ignored(broken, UseObstacle::FrontmatterIgnored));
        }
    } else {
        let (reason, change) = hidden_by(host, skill, fields);
        let message = "only the user may invoke it, so the model never sees it";
        obstacles.push(no(CompareStage::Model, reason, message, change));
    }
    if !skill.user_invocable {
        let (reason, message, change) = if fields.user_invocable == Some(false) {
            (
                UseObstacle::NotUserInvocable,
                "the user cannot invoke it by its name",
                "Remove `user-invocable: false` from the frontmatter.",
            )
        } else if let Some((message, change)) = host.format().not_typed(skill) {
            (UseObstacle::NotUserInvocable, message, change)
        } else {
            (
                UseObstacle::NameTaken,
                "a command of the same name takes precedence, so typing the name does not invoke the skill",
                "Give it another name.",
            )
        };
        obstacles.push(no(CompareStage::User, reason, message, change));
    }
    obstacles
}

fn no(
    stage: CompareStage,
    reason: UseObstacle,
    message: impl Into<String>,
    change: &str,
) -> Obstacle {
    Obstacle {
        stage,
        reason: reason.into(),
        message: message.into(),
        change: change.to_owned(),
        place: None,
    }
}

/// Returns the obstacle for a skill that nobody can use now: the skill is disabled, is not eligible,
/// or becomes active only after a matching file was touched. Returns `None` if the skill can be used.
fn idle(skill: &Skill) -> Option<Obstacle> {
    let offered = skill.eligibility.as_deref().filter(|it| !it.offered);
    let missing = offered.map(|eligibility| eligibility.missing.in_words());
    let (reason, message, change) = match missing.as_deref() {
        _ if !skill.enabled => (
            UseObstacle::Disabled,
            "the configuration disables it".to_owned(),
            "Take the rule that disables it out of the configuration.",
        ),
        // No requirement is missing. The host's report compares `os` less strictly than the host's prompt does.
        Some("") => (
            UseObstacle::NotEligible,
            "its `os` is not the system's own name for itself".to_owned(),
            "Write `linux`, `darwin` or `win32` in `os`.",
        ),
        Some(missing) => (
            UseObstacle::NotEligible,
            format!("it requires something that is missing: {missing}"),
            "Provide it, or take it out of the frontmatter's `metadata`.",
        ),
        None if !skill.active => (
            UseObstacle::NotActive,
            "it waits for a file that its `paths` match".to_owned(),
            "Touch such a file, or leave `paths` out.",
        ),
        None => return None,
    };
    Some(no(CompareStage::Load, reason, message, change))
}

/// Returns the reason why the host's list does not show a skill completely; `None` if there is no
/// obstacle. The skill must be one that the model may choose.
fn in_list(
    host: &dyn Host,
    skill: &Skill,
    cell: &SkillInHost,
    entry: Option<&ListingEntry>,
    broken: Option<&Ignored>,
) -> Option<Obstacle> {
    let is_on = skill.visibility == Visibility::On;
    let (reason, message, change) = match (&cell.listed, entry) {
        (ListedAs::Cut { by }, _) => (
            UseObstacle::Cut,
            format!("{by} characters of its description are not shown"),
            "Shorten the description, or leave more of the budget to it.",
        ),
        (ListedAs::Nothing, Some(_)) => (
            UseObstacle::OverBudget,
            "the budget of the list was spent before it".to_owned(),
            "Disable skills that are not needed, or shorten descriptions.",
        ),
        (ListedAs::Nothing, None) if !is_on => {
            let none = Frontmatter::default();
            let fields = skill.frontmatter.as_deref().unwrap_or(&none);
            let (reason, change) = hidden_by(host, skill, fields);
            (reason, "it is kept out of the list".to_owned(), change)
        }
        (ListedAs::Nothing, None)
            if skill.description.is_empty()
                || skill.description_source != DescriptionSource::Frontmatter =>
        {
            (
                UseObstacle::NotListed,
                "the host lists no skill without a description of its own".to_owned(),
                "Add `description:`.",
            )
        }
        (ListedAs::Nothing, None) => (
            UseObstacle::NoList,
            "the host shows its model no list of skills".to_owned(),
            "Take the rule that denies the tool for skills out of the settings.",
        ),
        (ListedAs::NameOnly, _) if is_on => match broken {
            Some(broken) => return Some(ignored(broken, UseObstacle::NoDescription)),
            None => (
                UseObstacle::NoDescription,
                "the model sees its name and no description".to_owned(),
                "Add `description:`.",
            ),
        },
        (ListedAs::Whole | ListedAs::NameOnly, _) => return None,
    };
    Some(no(CompareStage::List, reason, message, change))
}

/// Returns the obstacle for a skill whose whole frontmatter the host ignores.
fn ignored(broken: &Ignored, reason: UseObstacle) -> Obstacle {
    Obstacle {
        stage: CompareStage::List,
        reason: reason.into(),
        message: format!("the host ignores its frontmatter: {}", broken.message),
        change: yaml::advice(&broken.message).to_owned(),
        place: broken.place,
    }
}

/// Returns the reason why the model does not see a skill, and the change after which the model sees
/// the skill.
fn hidden_by(host: &dyn Host, skill: &Skill, fields: &Frontmatter) -> (UseObstacle, &'static str) {
    if let Some(hidden) = host.format().hides(skill) {
        hidden
    } else if fields.disable_model_invocation == Some(true) {
        (
            UseObstacle::DisableModelInvocation,
            "Take `disable-model-invocation` out of the frontmatter.",
        )
    } else {
        (
            UseObstacle::UserOnlyBySettings,
            "Take the rule that keeps it from the model out of the settings.",
        )
    }
}

/// Returns the first stage that a skill does not pass if the host leaves it out for this reason.
pub(super) fn stage(reason: LeftOutReason) -> CompareStage {
    match reason {
        LeftOutReason::Unreadable | LeftOutReason::Unread | LeftOutReason::SystemSkillInvalid => {
            CompareStage::Parse
        }
        LeftOutReason::Duplicate
        | LeftOutReason::OtherProduct
        | LeftOutReason::Configuration
        | LeftOutReason::LoadStopped
        | LeftOutReason::Shadowed => CompareStage::Load,
        _ => CompareStage::Discover,
    }
}
