//! Builds the layout of every host from one folder of skills, and proves the result: each emulated host lists each
//! skill in the tree after the build.
//!
//! A build returns a plan. The plan has the files to write and to remove, the conflicts that prevent a write, and the
//! answers of the hosts. A record next to the built folders has the paths and digests of all built files. A build
//! overwrites and removes only files of the record, and only if nobody changed them since the last build.
//!
//! ```
//! use skillglass::build::BuildRequest;
//! use skillglass::{Workspace, WorkspaceOptions};
//!
//! let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
//! workspace.write("/repo/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n# Forms\n")?;
//!
//! let request = BuildRequest {
//!     from: "skills".to_owned(),
//!     hosts: vec!["codex".into(), "claude-code".into(), "opencode".into()],
//!     ..BuildRequest::default()
//! };
//! let plan = workspace.build(&request)?;
//! let folders: Vec<_> = plan.folders.iter().map(|folder| &*folder.path).collect();
//! assert_eq!(folders, ["/repo/.agents/skills", "/repo/.claude/skills"]);
//! assert!(plan.proof.iter().all(|row| row.same && row.times == 1));
//!
//! workspace.put_build(&request)?;
//! assert!(workspace.build(&request)?.is_up_to_date());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod changes;
mod fields;
mod fitting;
mod folders;
mod layout;
mod plan;
mod proof;
mod record;
mod report;
mod source;

pub use report::{
    BuildConflict, BuildConflictReason, BuildContent, BuildFolder, BuildHow, BuildNote, BuildPlan,
    BuildProof, BuildRequest, BuildScope, BuildWrite, BuiltPlugin,
};

use crate::model::argument::ArgumentError;
use crate::tree::WriteReport;
use crate::workspace::Workspace;

use plan::Build;

impl Workspace {
    /// Returns the plan of a build. The [module](crate::build) has an example. Nothing is written.
    ///
    /// # Errors
    /// Returns an error if a host or edition is unknown, if the folder of skills does not exist, if `scope` is `user`
    /// and the workspace has no home, or if the folder of the plugin is not in the project.
    pub fn build(&self, request: &BuildRequest) -> Result<BuildPlan, ArgumentError> {
        Ok(Build::new(self, request)?.plan())
    }

    /// Returns the sorted paths of the files that [`Self::build`] reads but whose contents the
    /// workspace does not have. Before a build, also read the files that [`Self::plan_for`]
    /// returns.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Self::build`].
    pub fn plan_for_build(&self, request: &BuildRequest) -> Result<Vec<String>, ArgumentError> {
        Ok(Build::new(self, request)?.unread())
    }

    /// Makes the changes of [`Self::build`] in the tree, so that hosts load the skills. If the tree
    /// refuses a path, the other files are written nevertheless.
    ///
    /// # Errors
    /// Returns an error in the same cases as [`Self::build`].
    pub fn put_build(&mut self, request: &BuildRequest) -> Result<WriteReport, ArgumentError> {
        let build = Build::new(self, request)?;
        let (plan, base) = (build.plan(), build.base);
        let mut after = self.tree().clone();
        changes::apply(&mut after, &plan, &base);
        let mut written = WriteReport::default();
        for path in &plan.removes {
            self.remove(path);
        }
        for folder in changes::emptied(self.tree(), &base, &plan.removes) {
            self.remove(&folder);
        }
        for write in &plan.writes {
            let contents = after.entry(&write.path).and_then(|entry| entry.contents());
            written.add(match (&write.content, contents) {
                (BuildContent::Link { target }, _) => self.link(&write.path, target),
                (_, Some(contents)) => self.write(&write.path, contents.clone()),
                (_, None) => self.write_unread(&write.path),
            });
        }
        Ok(written)
    }
}
