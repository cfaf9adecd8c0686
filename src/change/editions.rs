//! Computes the changes between two editions of a host for one tree.

use super::between::between;
use super::report::{DiffRequest, EditionState, HostDiff, Since, SinceRequest};
use super::side::Side;
use crate::compare::ListedAs;
use crate::hosts::{self, HostEditions};
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the changes for the skills of this tree between two editions of a host. Each change has its reason. The
    /// [module](crate::change) has an example.
    ///
    /// # Errors
    /// Returns an error if a host, edition or file is unknown, or if the request does not name two editions of one host.
    pub fn diff(&self, request: &DiffRequest) -> Result<HostDiff, ArgumentError> {
        let (from, to) = (
            choice("from", &request.from)?,
            choice(
                "to",
                request
                    .to
                    .as_ref()
                    .unwrap_or(&request.from.default_edition()),
            )?,
        );
        if from.host != to.host {
            let message = format!(
                "is {}, and `from` is {}; name two editions of one host, or call `compare` for two hosts",
                to.host, from.host
            );
            return Err(ArgumentError::new("to", message));
        }
        if from == to {
            let known = editions("from", &from.host)?.editions;
            let message = format!(
                "is {from}, and `to` is the same; name another edition, of {}",
                known.join(", ")
            );
            return Err(ArgumentError::new("from", message));
        }
        let skills = self.requested_files(&request.skills)?;
        with_sides(self, &[from, to], |before, after| {
            between(before, after, &skills)
        })
    }

    /// Returns the edition in which a host began to list a skill, or in which the host stopped
    /// listing the skill. The result also has the state of the skill in each edition, with the
    /// reason if the host does not list the whole skill.
    ///
    /// ```
    /// use skillglass::change::SinceRequest;
    /// use skillglass::{Workspace, WorkspaceOptions};
    ///
    /// let path = "/repo/.agents/skills/pdf/SKILL.md";
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
    /// workspace.write(path, "---\ndescription: Fill in forms.\n---\n")?;
    ///
    /// let since = workspace.since(&SinceRequest { skill: path.to_owned(), host: "codex".into() })?;
    /// assert!(since.listed);
    /// assert_eq!(since.since.as_deref(), Some("2026-05"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if the host, edition or file is unknown.
    pub fn since(&self, request: &SinceRequest) -> Result<Since, ArgumentError> {
        let last = choice("host", &request.host)?;
        let file = self.requested_files(std::slice::from_ref(&request.skill));
        let file = file.map_err(|error| ArgumentError::new("skill", error.message))?;
        let known = editions("host", &last.host)?;
        let end = known
            .editions
            .iter()
            .position(|one| Some(one) == last.edition.as_ref());
        let known_to_last = &known.editions[..=end.unwrap_or_default()];
        let choices: Vec<_> = (known_to_last.iter())
            .map(|edition| HostChoice {
                host: last.host.clone(),
                edition: Some(edition.clone()),
            })
            .collect();
        let states: Vec<_> = self.with_pipelines(&choices, |pipelines| {
            let states = pipelines.iter().map(|pipeline| {
                let side = Side::new(pipeline, self.inputs());
                state(&side, &file[0])
            });
            states.collect()
        })?;
        let is_listed = |state: &EditionState| state.listed != ListedAs::Nothing;
        let listed = states.last().is_some_and(is_listed);
        let other = states.iter().rposition(|state| is_listed(state) != listed);
        Ok(Since {
            host: last.host,
            label: known.label,
            skill: file[0].clone(),
            listed,
            since: other.map(|index| states[index + 1].edition.clone()),
            editions: states,
        })
    }
}

/// Loads the workspace's skills with each of the two editions in `pair`, calls `ask` with the two
/// results, and returns the value that `ask` returns.
pub(super) fn with_sides<T>(
    workspace: &Workspace,
    pair: &[HostChoice; 2],
    ask: impl FnOnce(&Side<'_>, &Side<'_>) -> T,
) -> Result<T, ArgumentError> {
    workspace.with_pipelines(pair, |pipelines| {
        let side = |index: usize| Side::new(pipelines[index], workspace.inputs());
        ask(&side(0), &side(1))
    })
}

fn state(side: &Side<'_>, file: &str) -> EditionState {
    let skill = side.place.skill(file);
    EditionState {
        edition: side.pipeline.host().edition().to_owned(),
        loaded: skill.is_some(),
        listed: skill.map_or(ListedAs::Nothing, |skill| side.place.listed(skill)),
        because: match skill {
            Some(skill) => side.obstacle(skill),
            None => side.absent(file),
        },
    }
}

/// Returns a host with an explicit edition. If the choice names no edition, the default edition is
/// used.
///
/// # Errors
/// Returns an error about `argument` if the host or edition is unknown.
fn choice(argument: &str, asked: &HostChoice) -> Result<HostChoice, ArgumentError> {
    let chosen = hosts::choices(std::slice::from_ref(asked));
    // The list has only one item, so the error is renamed to the argument.
    let chosen = chosen.map_err(|error| ArgumentError {
        argument: error.argument.replacen("hosts[0]", argument, 1),
        ..error
    })?;
    let mut chosen = chosen.into_iter().map(|(host, edition)| HostChoice {
        host,
        edition: Some(edition),
    });
    Ok(chosen.next().unwrap_or_default())
}

/// Returns the editions of a host.
///
/// # Errors
/// Returns an error about `argument` if the host is unknown.
pub(super) fn editions(argument: &str, host: &str) -> Result<HostEditions, ArgumentError> {
    hosts::check(host).map_err(|error| ArgumentError {
        argument: argument.to_owned(),
        ..error
    })?;
    let mut known = hosts::hosts().into_iter();
    let found = known.find(|known| known.host == host);
    found.ok_or_else(|| ArgumentError::new(argument, "has no editions"))
}

impl HostChoice {
    /// Returns the choice without an edition, so the default edition is used.
    fn default_edition(&self) -> Self {
        Self {
            host: self.host.clone(),
            edition: None,
        }
    }
}
