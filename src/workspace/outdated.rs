//! The symptoms of outdated skills in a workspace.

use crate::health::{self, HealthReport, HealthRequest, Judgement};
use crate::model::argument::ArgumentError;
use crate::workspace::Workspace;

impl Workspace {
    /// Reports symptoms of outdated skills, the most outdated skill first. The
    /// [module](crate::health) has an example.
    ///
    /// Symptoms are cached. After an edit, only the texts of the changed skill are searched again.
    ///
    /// # Errors
    /// Returns an error if a day is not a date such as `2026-11-26`, or if a host, edition or file
    /// is unknown.
    pub fn health(&self, request: &HealthRequest) -> Result<HealthReport, ArgumentError> {
        let judgement = Judgement::new(request)?;
        let skills = self.requested_files(&request.skills)?;
        let found = self.lint_rules(&health::lint_request(request), Some(health::RULES))?;
        self.with_pipelines(&request.hosts, |pipelines| {
            health::report(
                pipelines,
                self.inputs(),
                request,
                &judgement,
                (&skills, &found),
                &self.health,
            )
        })
    }
}
