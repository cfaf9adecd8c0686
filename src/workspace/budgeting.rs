//! The budget plan of a host's list.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::budget_plan::{self, BudgetFilesRequest, BudgetPlan, BudgetPlanRequest};
use crate::model::argument::ArgumentError;
use crate::pipeline::Inputs;
use crate::workspace::Workspace;

impl Workspace {
    /// Returns the smallest set of changes after which a host's list shows every listed skill whole. Nothing is written.
    ///
    /// The plan is proved: its edits are made in a copy of the tree, and the emulated host lists the skills of this
    /// copy. Each change is necessary: without it, the list is too long again. The [module](crate::budget_plan) has an
    /// example.
    ///
    /// # Errors
    /// Returns an error if a host or edition is unknown, if the window is below 1, or if the request names a file that
    /// does not exist.
    pub fn budget_plan(&self, request: &BudgetPlanRequest) -> Result<BudgetPlan, ArgumentError> {
        if let Some(window @ ..1) = request.window {
            let message =
                format!("is {window}; it must be a whole number of tokens from 1, or absent");
            return Err(ArgumentError::new("window", message));
        }
        let keep = self.requested_files(&request.keep).map_err(|error| {
            let argument = error.argument.replacen("skills", "keep", 1);
            ArgumentError::new(argument, error.message)
        })?;
        let mut environment = self.environment().clone();
        if request.window.is_some() {
            environment.context_window = request.window;
        }
        self.with_pipelines(
            &[budget_plan::choice(
                &request.host,
                request.edition.as_deref(),
            )?],
            |pipelines| {
                let inputs = Inputs {
                    environment: &environment,
                    ..self.inputs()
                };
                budget_plan::plan(pipelines[0], inputs, request, &keep, &self.plans)
            },
        )
    }

    /// Returns the new full text of each file that the requested changes edit, by path. The changes
    /// are taken from a [`BudgetPlan`]. Nothing is written to the tree.
    ///
    /// # Errors
    /// Returns an error if a host or edition is unknown, or if a change cannot be made.
    pub fn budget_files(
        &self,
        request: &BudgetFilesRequest,
    ) -> Result<Rc<BTreeMap<String, Rc<str>>>, ArgumentError> {
        self.with_pipelines(
            &[budget_plan::choice(
                &request.host,
                request.edition.as_deref(),
            )?],
            |pipelines| budget_plan::files(pipelines[0], self.inputs(), &request.changes),
        )?
    }
}
