//! Diagnostics of the skills in a workspace, and their fixes.

use std::cell::RefCell;
use std::rc::Rc;

#[cfg(feature = "budget-plan")]
use crate::budget_plan::PlanCache;
#[cfg(feature = "dependencies")]
use crate::dependencies::DependencyCache;
#[cfg(feature = "health")]
use crate::health::HealthCache;
use crate::lint::{self, Asked, Diagnostic, FixRequest, Fixed, FoundInSkill, LintRequest, Linter};
use crate::memo::Memo;
use crate::model::argument::ArgumentError;
use crate::model::host_choice::HostChoice;
use crate::pipeline::HostPipeline;
use crate::tree::Tree;
use crate::workspace::Workspace;
use crate::workspace::skill_lists::ListCache;

impl Workspace {
    /// Removes the cached diagnostics if they were made before the part `safety` of the WebAssembly
    /// module was loaded. They lack the diagnostics of the rules in this part.
    #[cfg(feature = "parts")]
    pub fn forget_diagnostics_without_safety(&mut self) {
        if self.had_safety != lint::has_safety() {
            self.had_safety = lint::has_safety();
            self.lint_cache = lint::LintCache::default();
        }
    }

    /// Returns the sorted paths of the files that [`Self::lint`] needs for these hosts, but whose
    /// contents the tree does not have yet. The paths include Markdown files that hosts skip, and
    /// the scripts and references of skills. If `hosts` is empty, the hosts of `skillglass.json`
    /// are used.
    ///
    /// Rules do not read resource files of more than 1 MiB, so callers need not load larger files.
    /// The paths may include larger files, because the tree does not know the size of a file before
    /// it has the contents.
    ///
    /// # Errors
    /// Returns an error if a host or edition is unknown.
    pub fn plan_for_lint(&self, hosts: &[HostChoice]) -> Result<Vec<String>, ArgumentError> {
        let request = LintRequest {
            hosts: hosts.to_vec(),
            ..LintRequest::default()
        };
        let settings = lint::Settings::new(&request, self.inputs())?;
        self.with_pipelines(&settings.hosts, |pipelines| {
            lint::plan(pipelines, self.inputs())
        })
    }

    /// Returns the diagnostics of the skills, ordered by path and position. Each diagnostic names
    /// the hosts for which it is true, and has its fixes.
    ///
    /// ```
    /// use skillglass::lint::LintRequest;
    /// use skillglass::{Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
    /// workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription:Fill in forms.\n---\n# Forms\n")?;
    ///
    /// let found = workspace.lint(&LintRequest::default())?;
    /// assert_eq!((found[0].code.as_str(), found[0].range.start.line), ("missing-blank", 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error if a host, edition, file or rule is unknown.
    pub fn lint(&self, request: &LintRequest) -> Result<Vec<Diagnostic>, ArgumentError> {
        let found = self.lint_shared(request)?;
        Ok(found.into_iter().map(Rc::unwrap_or_clone).collect())
    }

    /// Returns the diagnostics of [`Self::lint`] without copying them. A diagnostic that did not
    /// change since the last call is the same object.
    ///
    /// # Errors
    /// Returns an error in the cases of [`Self::lint`].
    pub fn lint_shared(&self, request: &LintRequest) -> Result<Vec<Rc<Diagnostic>>, ArgumentError> {
        self.lint_rules(request, None)
    }

    /// Returns the diagnostics of [`Self::lint_shared`]. If `rules` is given, only these rules run,
    /// which is much faster than turning the other rules off.
    pub(crate) fn lint_rules(
        &self,
        request: &LintRequest,
        rules: Option<lint::RuleCodes>,
    ) -> Result<Vec<Rc<Diagnostic>>, ArgumentError> {
        let mut found = self.with_linter(request, rules, |linter| linter.run())?;
        if let Some(base) = &request.docs_base {
            for one in &mut found {
                Rc::make_mut(one).docs = lint::docs_address(base, &one.code);
            }
        }
        Ok(found)
    }

    /// Returns the findings in each requested skill, before settings and ignore comments are
    /// applied. Several threads can share the work: each has a workspace with the same files and
    /// checks some of the skills. One thread passes all results to [`Self::lint`] as
    /// [`LintRequest::known`].
    ///
    /// ```
    /// use skillglass::lint::LintRequest;
    /// use skillglass::{Workspace, WorkspaceOptions};
    ///
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
    /// workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription:Fill in forms.\n---\n# Forms\n")?;
    ///
    /// let known = workspace.lint_skills(&LintRequest::default())?;
    /// let combined = workspace.lint(&LintRequest { known, ..LintRequest::default() })?;
    /// assert_eq!(combined, workspace.lint(&LintRequest::default())?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error in the cases of [`Self::lint`].
    pub fn lint_skills(&self, request: &LintRequest) -> Result<Vec<FoundInSkill>, ArgumentError> {
        self.with_linter(request, None, |linter| linter.of_each_skill())
    }

    /// Calls `run` with a linter for a request. If `rules` is given, only these rules run.
    fn with_linter<T>(
        &self,
        request: &LintRequest,
        rules: Option<lint::RuleCodes>,
        run: impl FnOnce(&Linter<'_>) -> T,
    ) -> Result<T, ArgumentError> {
        let skills = self.requested_files(&request.skills)?;
        let mut settings = lint::Settings::new(request, self.inputs())?;
        settings.only = rules;
        let asked = Asked {
            skills: &skills,
            known: &request.known,
        };
        self.with_pipelines(&settings.hosts, |pipelines| {
            lint::with_linter(
                pipelines,
                self.inputs(),
                asked,
                &settings,
                &self.lint_cache,
                &self.compared,
                run,
            )
        })
    }

    /// Returns the contents of the files that the fixes of diagnostics change. Fixes are applied
    /// repeatedly until none is left, in at most twenty rounds. The workspace is unchanged.
    ///
    /// ```
    /// use skillglass::lint::FixRequest;
    /// use skillglass::{Workspace, WorkspaceOptions};
    ///
    /// let path = "/repo/.agents/skills/pdf/SKILL.md";
    /// let mut workspace = Workspace::new(&WorkspaceOptions::new("/repo"))?;
    /// workspace.write(path, "---\nname: pdf\ndescription:Fill in forms.\n---\n# Forms\n")?;
    ///
    /// let fixed = workspace.fix(&FixRequest::default())?;
    /// assert_eq!(fixed.files[path], "---\nname: pdf\ndescription: Fill in forms.\n---\n# Forms\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// Returns an error in the cases of [`Self::lint`].
    pub fn fix(&self, request: &FixRequest) -> Result<Fixed, ArgumentError> {
        request.check_codes()?;
        let found = self.lint(&request.lint())?;
        // Caches are keyed by tree revision, so the fixed copy needs its own workspace.
        let others = self.others.borrow();
        let others = others.iter().map(HostPipeline::fork).collect();
        let mut copy = Self {
            pipeline: self.pipeline.fork(),
            environment: self.environment.clone(),
            host_options: self.host_options.clone(),
            options: self.options.clone(),
            tree: Tree::new(),
            refused: self.refused.clone(),
            lists: ListCache::default(),
            others: RefCell::new(others),
            index: Memo::default(),
            #[cfg(feature = "passages")]
            passages: RefCell::default(),
            #[cfg(feature = "dependencies")]
            dependencies: DependencyCache::default(),
            #[cfg(feature = "budget-plan")]
            plans: PlanCache::default(),
            #[cfg(feature = "health")]
            health: HealthCache::default(),
            compared: self.compared.fork(),
            lint_cache: self.lint_cache.fork(),
            #[cfg(feature = "parts")]
            had_safety: self.had_safety,
        };
        lint::fix(&self.tree, request, found, |tree, skills| {
            copy.tree.clone_from(tree);
            copy.lint(&LintRequest {
                skills: skills.to_vec(),
                ..request.lint()
            })
        })
    }
}
