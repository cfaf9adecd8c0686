//! Comparison of hosts on the tree of a workspace.

use crate::compare::{self, CompareRequest, Comparison, HostTurn};
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::model::invocation::check_outputs;
use crate::model::memory::Memory;
use crate::model::turn::TurnRequest;
use crate::workspace::{Workspace, dropped};

impl Workspace {
    /// Compares how the requested hosts interpret each skill, and reports whether the skill is
    /// portable. Each obstacle has the smallest change that removes it.
    ///
    /// ```
    /// use skillglass::compare::CompareRequest;
    /// use skillglass::{Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
    /// workspace.write("/repo/.agents/skills/pdf/SKILL.md", "# Filling in forms")?;
    ///
    /// let hosts = vec!["codex".into(), "claude-code".into()];
    /// let comparison = workspace.compare(&CompareRequest { hosts, ..CompareRequest::default() })?;
    /// let [codex, claude_code] = &comparison.skills[0].cells[..] else { unreachable!() };
    /// assert!(codex.discovered && !codex.loaded);
    /// assert!(!claude_code.discovered && claude_code.loaded);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a host, edition or file is unknown.
    pub fn compare(&self, request: &CompareRequest) -> Result<Comparison, ArgumentError> {
        let skills = self.requested_files(&request.skills)?;
        self.with_pipelines(&request.hosts, |pipelines| {
            compare::compare(pipelines, self.inputs(), &skills, &self.compared)
        })
    }

    /// Runs the same turn in each requested host, and returns the result of each host.
    ///
    /// # Errors
    /// Returns an error if a host or edition is unknown, or if the request has the output of a
    /// command that no requested host runs.
    pub fn turns(
        &self,
        request: &TurnRequest,
        hosts: &[HostChoice],
    ) -> Result<Vec<HostTurn>, ArgumentError> {
        let request = self.with_variables(request);
        let turns: Vec<_> = self.with_pipelines(hosts, |pipelines| {
            let turns = pipelines.iter().map(|pipeline| HostTurn {
                host: pipeline.host().id().to_owned(),
                edition: pipeline.host().edition().to_owned(),
                turn: pipeline.view(self.inputs(), &[], &Memory::default(), |host, view| {
                    let mut turn = host.turn(view, &request);
                    dropped::explain(&mut turn, view.catalog);
                    turn
                }),
            });
            turns.collect()
        })?;
        if !request.outputs.is_empty() {
            let invocations = turns.iter().flat_map(|host| &host.turn.invocations);
            let invocations: Vec<_> = invocations.cloned().collect();
            check_outputs(&request.outputs, &invocations)?;
        }
        Ok(turns)
    }
}
