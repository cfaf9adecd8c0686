//! What the `skills` CLI installs, from this tree, from a site and from an MCP server.

use crate::install::{self, InstallReport, InstallRequest, InstalledContent};
use crate::model::argument::ArgumentError;
#[cfg(feature = "sources")]
use crate::sources::{
    self, Archives, Downloads, McpAnswer, McpReport, McpRequest, SiteReport, SiteRequest,
};
use crate::tree::WriteReport;
use crate::workspace::Workspace;

impl Workspace {
    /// What `npx skills add` finds in a repository of this tree, what it skips and why, and where it installs the rest.
    ///
    /// # Errors
    /// As [`install::install`].
    pub fn install(&self, request: &InstallRequest) -> Result<InstallReport, ArgumentError> {
        install::install(&self.tree, request)
    }

    /// Puts what a report says to be installed into the tree, for hosts to look at: what lies there goes first. A path that is
    /// refused keeps no other from being put.
    pub fn put_installed(&mut self, report: &InstallReport) -> WriteReport {
        let mut written = WriteReport::default();
        for entry in &report.entries {
            written.add(match &entry.content {
                InstalledContent::File { from } => {
                    let file = self.tree.resolve(from).ok();
                    let contents = file.and_then(|file| file.contents()).cloned();
                    match contents {
                        Some(contents) => self.write(&entry.path, contents),
                        None => self.write_unread(&entry.path),
                    }
                }
                InstalledContent::Directory => self.make_directory(&entry.path),
                InstalledContent::Link { target } => self.link(&entry.path, target),
            });
        }
        written
    }

    /// What `npx skills add` takes from a site, put into the folder `request.install.source` of this tree, and what it still has to
    /// be told. [`Self::put_installed`] installs it.
    ///
    /// # Errors
    /// As [`sources::take_site`].
    #[cfg(feature = "sources")]
    pub fn take_site(
        &mut self,
        request: &SiteRequest,
        downloads: &Downloads,
        archives: &Archives,
    ) -> Result<SiteReport, ArgumentError> {
        sources::take_site(&mut self.tree, request, downloads, archives)
    }

    /// The skills of an MCP server, put into the folder `request.install.source` of this tree, and the calls that are still to be
    /// made. [`Self::put_installed`] puts them where hosts look.
    ///
    /// # Errors
    /// As [`sources::take_mcp_skills`].
    #[cfg(feature = "sources")]
    pub fn take_mcp_skills(
        &mut self,
        request: &McpRequest,
        answers: &[McpAnswer],
    ) -> Result<McpReport, ArgumentError> {
        sources::take_mcp_skills(&mut self.tree, request, answers)
    }
}
