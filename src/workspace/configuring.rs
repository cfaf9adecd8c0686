//! The lists that clients ask for, and the edits of the user's configuration and home.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::host::configuration::Configuration;
use crate::model::argument::ArgumentError;
use crate::model::catalog::Catalog;
use crate::model::configuration::{ConfigEdit, Installation, ServerInstallation};
use crate::model::environment::Environment;
use crate::model::skill::ToolDependency;
use crate::pipeline::Inputs;
use crate::tree::{Contents, path};
use crate::workspace::skill_lists::{ListCounts, ListSkillsRequest, ListSource, SkillsListEntry};
use crate::workspace::{Workspace, no_such_skill};

impl Workspace {
    /// The lists that a client asks for, one for each working directory, in the request's order.
    ///
    /// # Errors
    /// When a directory is no absolute path.
    pub fn list_skills(
        &self,
        request: &ListSkillsRequest,
    ) -> Result<Vec<SkillsListEntry>, ArgumentError> {
        for (index, cwd) in request.cwds.iter().enumerate() {
            path::check(cwd).map_err(|problem| {
                ArgumentError::new(format!("cwds[{index}]"), problem.to_string())
            })?;
        }
        let own = [self.environment.cwd.clone()];
        let cwds = match &request.cwds[..] {
            [] => &own[..],
            cwds => cwds,
        };
        if request.force_reload {
            self.pipeline.forget();
            self.lists.forget_directories(cwds);
            // What is searched may have been kept longer than the tree stayed the same.
            #[cfg(feature = "search")]
            self.index.clear();
        }
        let entries = cwds.iter().map(|cwd| {
            let (catalog, source) = self.list(cwd);
            self.lists.count(source);
            SkillsListEntry {
                cwd: cwd.clone(),
                skills: catalog.skills.clone(),
                errors: catalog.errors.clone(),
            }
        });
        Ok(entries.collect())
    }

    /// The catalog of a directory: from a cache, or scanned.
    pub(super) fn list(&self, cwd: &str) -> (Arc<Catalog>, ListSource) {
        let environment = Environment {
            cwd: cwd.to_owned(),
            ..self.environment.clone()
        };
        // No change of the tree empties the caches of a host that goes on with what it found first.
        let revision = match self.keeps_catalog() {
            true => 0,
            false => self.tree.revision(),
        };
        self.lists.catalog(
            cwd,
            revision,
            || match self.host().configuration() {
                Some(configuration) => configuration.key(&self.tree, &environment),
                None => environment.cwd.clone(),
            },
            || {
                let discovery = self.host().discover(&self.tree, &environment);
                let inputs = Inputs {
                    environment: &environment,
                    ..self.inputs()
                };
                self.pipeline.assemble(inputs, &discovery)
            },
        )
    }

    /// How [`Self::list_skills`] came by its answers so far.
    #[must_use]
    pub fn list_counts(&self) -> ListCounts {
        self.lists.counts()
    }

    /// The user's configuration with a skill enabled or disabled, comments and layout kept. Nothing is written.
    ///
    /// # Errors
    /// When no skill has that path, there is no user's configuration, or it cannot be edited.
    pub fn set_enabled(&self, skill: &str, enabled: bool) -> Result<ConfigEdit, ArgumentError> {
        let catalog = self.catalog();
        let found = catalog.skills.iter().find(|known| known.path == skill);
        let found = found.ok_or_else(|| no_such_skill(skill))?;
        self.configuration("edit of its configuration")?
            .set_enabled(&self.tree, &self.environment, found, enabled)
    }

    /// The user's configuration with MCP servers that skills need put in, comments and layout kept. Nothing is written.
    ///
    /// # Errors
    /// When there is no user's configuration, or it cannot be edited.
    pub fn install_servers(
        &self,
        servers: &[ToolDependency],
    ) -> Result<ServerInstallation, ArgumentError> {
        self.configuration("installation of servers")?
            .install_servers(&self.tree, &self.environment, servers)
    }

    /// The effect of installing the skills that the host brings along, given their files by path relative to their
    /// folder. Nothing is written.
    ///
    /// # Errors
    /// When there is no place to install to, or a path is not relative and plain.
    pub fn system_skills(
        &self,
        embedded: &BTreeMap<String, Contents>,
    ) -> Result<Installation, ArgumentError> {
        for relative in embedded.keys() {
            if relative.starts_with('/') {
                let message = "begins with a slash; a path relative to the skills' folder does not";
                return Err(ArgumentError::new(
                    format!("embedded[{relative:?}]"),
                    message,
                ));
            }
            path::check(&path::join("/", relative)).map_err(|problem| {
                ArgumentError::new(format!("embedded[{relative:?}]"), problem.to_string())
            })?;
        }
        self.configuration("installation of bundled skills")?
            .system_skills(&self.tree, &self.environment, embedded)
    }

    fn configuration(&self, what: &str) -> Result<&dyn Configuration, ArgumentError> {
        let host = self.host();
        host.configuration()
            .ok_or_else(|| ArgumentError::new("host", format!("{} knows no {what}", host.id())))
    }
}
