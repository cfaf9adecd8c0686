//! The same skills and turns through several hosts.

use crate::compare::{self, CompareRequest, Comparison, HostTurn};
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::model::invocation::check_outputs;
use crate::model::memory::Memory;
use crate::model::turn::TurnRequest;
use crate::workspace::{Workspace, dropped};

impl Workspace {
    /// Every skill through every host asked for: what each makes of it, every "no" with the smallest change that makes it
    /// a "yes", and whether the skill is portable.
    ///
    /// # Errors
    /// When there is no such host, edition or file.
    pub fn compare(&self, request: &CompareRequest) -> Result<Comparison, ArgumentError> {
        let asked = self.asked(&request.skills)?;
        self.through(&request.hosts, |pipelines| {
            compare::compare(pipelines, self.inputs(), &asked, &self.compared)
        })
    }

    /// The same turn through each host asked for.
    ///
    /// # Errors
    /// When there is no such host or edition, or no host asked for one of the outputs.
    pub fn turns(
        &self,
        request: &TurnRequest,
        hosts: &[HostChoice],
    ) -> Result<Vec<HostTurn>, ArgumentError> {
        let request = self.with_variables(request);
        let turns: Vec<_> = self.through(hosts, |pipelines| {
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
