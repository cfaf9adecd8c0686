//! The lists of skills that clients request, and changes to the user's configuration and home
//! directory.

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
    /// Returns the lists of skills that a client requests: one list for each working directory, in
    /// the request's order.
    ///
    /// # Errors
    /// Returns an error if a directory is not an absolute path.
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
            // The search index is cached by the tree's revision, which a reload does not change.
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

    /// Returns the catalog of a working directory, and whether it came from a cache or a scan.
    pub(super) fn list(&self, cwd: &str) -> (Arc<Catalog>, ListSource) {
        let environment = Environment {
            cwd: cwd.to_owned(),
            ..self.environment.clone()
        };
        // If a host never replaces the skills that it found first, it ignores changes of the tree, so its caches stay.
        let revision = if self.keeps_catalog() {
            0
        } else {
            self.tree.revision()
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

    /// Returns how many lists of [`Self::list_skills`] came from each cache, and how many from
    /// scans.
    #[must_use]
    pub fn list_counts(&self) -> ListCounts {
        self.lists.counts()
    }

    /// Returns the text of the user's configuration after a skill has been enabled or disabled.
    /// Comments and layout are unchanged. Nothing is written.
    ///
    /// # Errors
    /// Returns an error if no skill has this path, if the user has no configuration, or if the
    /// configuration cannot be edited.
    pub fn set_enabled(&self, skill: &str, enabled: bool) -> Result<ConfigEdit, ArgumentError> {
        let catalog = self.catalog();
        let found = catalog.skills.iter().find(|known| known.path == skill);
        let found = found.ok_or_else(|| no_such_skill(skill))?;
        self.configuration("edit of its configuration")?
            .set_enabled(&self.tree, &self.environment, found, enabled)
    }

    /// Returns the text of the user's configuration with the MCP servers that skills need. Comments
    /// and layout are unchanged. Nothing is written.
    ///
    /// # Errors
    /// Returns an error if the user has no configuration, or if the configuration cannot be edited.
    pub fn install_servers(
        &self,
        servers: &[ToolDependency],
    ) -> Result<ServerInstallation, ArgumentError> {
        self.configuration("installation of servers")?
            .install_servers(&self.tree, &self.environment, servers)
    }

    /// Returns the file changes that install the skills bundled with the host. `embedded` has the
    /// contents of the bundled files, by path relative to the folder of bundled skills. Nothing is
    /// written.
    ///
    /// # Errors
    /// Returns an error if there is no folder in which the skills can be installed, or if a path is
    /// not a plain relative path.
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
