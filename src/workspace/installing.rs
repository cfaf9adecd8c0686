//! Installation of skills with the `skills` CLI or `gh skill`, from this tree, a website or an MCP
//! server.

use crate::install::gh_skill::{self, GhContent, GhSkillReport, GhSkillRequest};
use crate::install::{self, InstallReport, InstallRequest, InstalledContent};
use crate::model::argument::ArgumentError;
#[cfg(feature = "sources")]
use crate::sources::{
    self, Archives, Downloads, McpAnswer, McpReport, McpRequest, SiteReport, SiteRequest,
};
use crate::tree::WriteReport;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the skills that `npx skills add` finds in a repository of this tree. The report also
    /// has the folders in which the command installs skills, and the skills that it skips, with the
    /// reasons.
    ///
    /// # Errors
    /// Returns an error in the cases of [`install::install`].
    pub fn install(&self, request: &InstallRequest) -> Result<InstallReport, ArgumentError> {
        install::install(&self.tree, request)
    }

    /// Writes the files of an installation into the tree, so that hosts find the skills. Existing
    /// entries with the same paths are removed first. Files with rejected paths are skipped.
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

    /// Returns the skills that `gh skill` finds in a repository of this tree. The report also has
    /// the findings of `gh skill publish`, and the files that `gh skill install` writes.
    ///
    /// # Errors
    /// Returns an error in the cases of [`gh_skill::check`].
    pub fn gh_skill(&self, request: &GhSkillRequest) -> Result<GhSkillReport, ArgumentError> {
        gh_skill::check(&self.tree, request)
    }

    /// Writes the files of `gh skill install` into the tree, so that hosts find the skills. Files
    /// with rejected paths are skipped.
    ///
    /// # Errors
    /// Returns an error in the cases of [`gh_skill::check`].
    pub fn put_gh_skill(&mut self, request: &GhSkillRequest) -> Result<WriteReport, ArgumentError> {
        let report = self.gh_skill(request)?;
        let mut written = WriteReport::default();
        for entry in report.install.entries {
            written.add(match entry.content {
                GhContent::File { from } => {
                    let file = self.tree.resolve(&from).ok();
                    match file.and_then(|file| file.contents()).cloned() {
                        Some(contents) => self.write(&entry.path, contents),
                        None => self.write_unread(&entry.path),
                    }
                }
                GhContent::Text { text } => self.write(&entry.path, text),
                GhContent::Directory => self.make_directory(&entry.path),
            });
        }
        Ok(written)
    }

    /// Writes the skills that `npx skills add` takes from a website into the folder
    /// `request.install.source` of this tree. Returns a report of the skills, and the web requests
    /// whose answers are still needed. [`Self::put_installed`] then installs the skills.
    ///
    /// # Errors
    /// Returns an error in the cases of [`sources::take_site`].
    #[cfg(feature = "sources")]
    pub fn take_site(
        &mut self,
        request: &SiteRequest,
        downloads: &Downloads,
        archives: &Archives,
    ) -> Result<SiteReport, ArgumentError> {
        sources::take_site(&mut self.tree, request, downloads, archives)
    }

    /// Writes the skills of an MCP server into the folder `request.install.source` of this tree.
    /// Returns a report of the skills, and the calls to the server whose answers are still needed.
    /// [`Self::put_installed`] then writes the skills to the folders of hosts.
    ///
    /// # Errors
    /// Returns an error in the cases of [`sources::take_mcp_skills`].
    #[cfg(feature = "sources")]
    pub fn take_mcp_skills(
        &mut self,
        request: &McpRequest,
        answers: &[McpAnswer],
    ) -> Result<McpReport, ArgumentError> {
        sources::take_mcp_skills(&mut self.tree, request, answers)
    }
}
