//! A tree, its surroundings and a host, with every stage kept until something that it depends on changes.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::clients::{ListCounts, ListSkillsRequest, Lists, SkillsListEntry};
use crate::environment::{ArgumentError, Environment, WorkspaceOptions};
use crate::host::{self, ConfigEdit, Host, Installation, View};
use crate::invocation::{Invocation, SkillCall};
use crate::lens::{Lens, Scene};
use crate::listing::Listing;
use crate::memory::{MAIN_AGENT, Memory};
use crate::path;
use crate::skill::Catalog;
use crate::tree::{Contents, RefusedPath, Tree, WriteReport};
use crate::turn::{Turn, TurnRequest};

/// See the [module](self).
///
/// ```
/// use skillglass::{Workspace, WorkspaceOptions};
///
/// let mut workspace = Workspace::new(&WorkspaceOptions {
///     cwd: "/repo".to_owned(),
///     home: Some("/home/me".to_owned()),
///     ..WorkspaceOptions::default()
/// })?;
/// workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n")?;
/// assert_eq!(workspace.catalog().skills[0].name, "pdf");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Workspace {
    lens: Lens,
    environment: Environment,
    tree: Tree,
    refused: BTreeMap<String, RefusedPath>,
    lists: RefCell<Lists>,
}

impl Workspace {
    /// An empty tree in these surroundings.
    ///
    /// # Errors
    /// An [`ArgumentError`] when a directory is no absolute path, or the host or edition is not known.
    pub fn new(options: &WorkspaceOptions) -> Result<Self, ArgumentError> {
        Ok(Self {
            lens: Lens::new(host::open(
                options.host.as_deref(),
                options.edition.as_deref(),
            )?),
            environment: Environment::try_from(options)?,
            tree: Tree::new(),
            refused: BTreeMap::new(),
            lists: RefCell::default(),
        })
    }

    /// The tree as it stands.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Puts a file in place, with the directories above it.
    ///
    /// # Errors
    /// A [`RefusedPath`], which the catalog keeps too until the path is removed.
    pub fn write(&mut self, path: &str, contents: impl Into<Contents>) -> Result<(), RefusedPath> {
        let outcome = self.tree.write(path, Some(contents.into()));
        self.note(outcome)
    }

    /// Says that a file exists whose contents have not been read yet; [`Self::plan`] asks for those that count.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn write_unread(&mut self, path: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.write(path, None);
        self.note(outcome)
    }

    /// Writes many files, a file without contents as [`Self::write_unread`] does. A path that is refused keeps no other
    /// from being written.
    pub fn write_all(
        &mut self,
        files: impl IntoIterator<Item = (String, Option<Contents>)>,
    ) -> WriteReport {
        let mut report = WriteReport::default();
        for (path, contents) in files {
            report.add(match contents {
                Some(contents) => self.write(&path, contents),
                None => self.write_unread(&path),
            });
        }
        report
    }

    /// Makes a directory.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn make_directory(&mut self, path: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.make_directory(path);
        self.note(outcome)
    }

    /// Makes a symbolic link.
    ///
    /// # Errors
    /// As [`Self::write`].
    pub fn link(&mut self, path: &str, target: &str) -> Result<(), RefusedPath> {
        let outcome = self.tree.link(path, target);
        self.note(outcome)
    }

    /// Takes an entry away with all below it and says how many entries went. A refused path is forgotten.
    pub fn remove(&mut self, path: &str) -> usize {
        if self.refused.remove(path).is_some() {
            self.lens.forget_catalogs();
        }
        self.tree.remove(path)
    }

    /// The files that the host would read and whose contents have not been given, sorted.
    #[must_use]
    pub fn plan(&self) -> Vec<String> {
        self.lens.plan(self.scene())
    }

    /// What the host finds and loads, and why not for the rest.
    #[must_use]
    pub fn catalog(&self) -> Arc<Catalog> {
        self.lens.catalog(self.scene())
    }

    /// What the model is shown at the start.
    #[must_use]
    pub fn listing(&self) -> Listing {
        self.view(&[], &Memory::default(), |host, view| {
            host.list(view, MAIN_AGENT)
        })
    }

    /// What a turn chooses and injects.
    #[must_use]
    pub fn turn(&self, request: &TurnRequest) -> Turn {
        self.view(&[], &Memory::default(), |host, view| {
            host.turn(view, request)
        })
    }

    /// What the model's call of the host's tool for skills comes to.
    ///
    /// # Errors
    /// When the host has no such tool.
    pub fn invoke(&self, call: &SkillCall) -> Result<Invocation, ArgumentError> {
        let invocation = self.view(&[], &Memory::default(), |host, view| {
            host.invoke(view, call)
        });
        self.has_tool(invocation)
    }

    /// The path of the skill that a shell command of the model's, run in `workdir`, uses without a mention: it reads the
    /// skill's file or runs one of its scripts. Hosts count that and inject nothing.
    ///
    /// # Errors
    /// When `workdir` is no absolute path.
    pub fn implicit_use(
        &self,
        command: &str,
        workdir: &str,
    ) -> Result<Option<String>, ArgumentError> {
        path::check(workdir)
            .map_err(|problem| ArgumentError::new("workdir", problem.to_string()))?;
        Ok(self.view(&[], &Memory::default(), |host, view| {
            let skill = host.implicit_use(view, command, workdir);
            skill.map(|skill| skill.path.clone())
        }))
    }

    /// Asks the host something about the tree after more files were touched, in a conversation that has seen this.
    pub(crate) fn view<T>(
        &self,
        touched: &[String],
        memory: &Memory,
        ask: impl FnOnce(&dyn Host, &View<'_>) -> T,
    ) -> T {
        self.lens.view(self.scene(), touched, memory, ask)
    }

    pub(crate) fn host(&self) -> &dyn Host {
        self.lens.host()
    }

    pub(crate) fn has_tool(
        &self,
        invocation: Option<Invocation>,
    ) -> Result<Invocation, ArgumentError> {
        invocation.ok_or_else(|| {
            let host = self.host().id();
            ArgumentError::new("host", format!("{host} gives the model no tool for skills"))
        })
    }

    /// The catalog after more files were touched.
    pub(crate) fn catalog_after(&self, touched: &[String]) -> Arc<Catalog> {
        self.lens.catalog_after(self.scene(), touched)
    }

    fn scene(&self) -> Scene<'_> {
        Scene {
            tree: &self.tree,
            environment: &self.environment,
            refused: &self.refused,
        }
    }

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
        if request.force_reload {
            self.lens.forget();
        }
        let mut lists = self.lists.borrow_mut();
        lists.refresh(self.tree.revision(), request.force_reload);
        let own = [self.environment.cwd.clone()];
        let cwds = match &request.cwds[..] {
            [] => &own[..],
            cwds => cwds,
        };
        let entries = cwds.iter().map(|cwd| {
            let environment = Environment {
                cwd: cwd.clone(),
                ..self.environment.clone()
            };
            let catalog = lists.catalog(
                cwd,
                || self.host().configuration(&self.tree, &environment),
                || {
                    let discovery = self.host().discover(&self.tree, &environment);
                    let scene = Scene {
                        environment: &environment,
                        ..self.scene()
                    };
                    self.lens.assemble(scene, &discovery)
                },
            );
            SkillsListEntry {
                cwd: cwd.clone(),
                skills: catalog.skills.clone(),
                errors: catalog.errors.clone(),
            }
        });
        Ok(entries.collect())
    }

    /// How [`Self::list_skills`] came by its answers so far.
    #[must_use]
    pub fn list_counts(&self) -> ListCounts {
        self.lists.borrow().counts
    }

    /// The user's configuration with a skill enabled or disabled, comments and layout kept. Nothing is written.
    ///
    /// # Errors
    /// When no skill has that path, there is no user's configuration, or it cannot be edited.
    pub fn set_enabled(&self, skill: &str, enabled: bool) -> Result<ConfigEdit, ArgumentError> {
        let catalog = self.catalog();
        let found = catalog.skills.iter().find(|known| known.path == skill);
        let found = found.ok_or_else(|| {
            ArgumentError::new(
                "skill",
                format!("no skill of the catalog has the path {skill:?}"),
            )
        })?;
        self.host()
            .set_enabled(&self.tree, &self.environment, found, enabled)
    }

    /// What installing the skills that the host brings along would do, given their files by path relative to their
    /// folder. Nothing is written.
    ///
    /// # Errors
    /// When there is no place to install to, or a path is not relative and plain.
    pub fn system_skills(
        &self,
        embedded: &BTreeMap<String, String>,
    ) -> Result<Installation, ArgumentError> {
        for relative in embedded.keys() {
            path::check(&path::join("/", relative)).map_err(|problem| {
                ArgumentError::new(format!("embedded[{relative:?}]"), problem.to_string())
            })?;
        }
        self.host()
            .system_skills(&self.tree, &self.environment, embedded)
    }

    /// How many files have been parsed so far: an edit costs one.
    #[must_use]
    pub fn files_parsed(&self) -> u64 {
        self.lens.files_parsed()
    }

    fn note(&mut self, outcome: Result<(), RefusedPath>) -> Result<(), RefusedPath> {
        if let Err(refused) = &outcome {
            self.refused.insert(refused.path.clone(), refused.clone());
            self.lens.forget_catalogs();
        }
        outcome
    }
}
