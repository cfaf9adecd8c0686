//! The dependencies of the skills in a workspace.

use crate::dependencies::{self, DependenciesRequest, Inventory};
use crate::model::argument::ArgumentError;
use crate::pipeline::HostPipeline;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the dependencies of the skills in this tree: programs, variables, MCP servers,
    /// plugins and other skills. Each dependency has its positions in the texts, and the steps to
    /// install, check and remove it. No program runs. The [module](crate::dependencies) has an
    /// example.
    ///
    /// # Errors
    /// Returns an error if a host or edition is unknown, or if a file of `without` does not exist.
    pub fn dependencies(&self, request: &DependenciesRequest) -> Result<Inventory, ArgumentError> {
        let without = self
            .requested_files(&request.without)
            .map_err(|mut error| {
                error.argument = error.argument.replacen("skills", "without", 1);
                error
            })?;
        let inventory = |pipelines: &[&HostPipeline]| {
            dependencies::inventory(
                pipelines,
                self.inputs(),
                request,
                &without,
                &self.dependencies,
            )
        };
        if request.hosts.is_empty() {
            return Ok(inventory(&[&self.pipeline]));
        }
        self.with_pipelines(&request.hosts, inventory)
    }
}
