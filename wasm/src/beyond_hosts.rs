//! The methods of a workspace that have no counterpart in a host.

use wasm_bindgen::prelude::*;

use crate::parts;
use crate::thrown::Thrown;
use crate::workspace::Workspace;

#[wasm_bindgen]
impl Workspace {
    /// Returns the smallest set of changes after which a host's list shows every listed skill with
    /// its whole description. The plan also has the new texts of the changed files. The emulated
    /// host lists the skills of these files, which proves that the plan works. Nothing is written.
    /// Such plans come from Skillglass, not from a host.
    ///
    /// The parts of a plan that did not change since the last call are the same objects as before,
    /// so do not modify them.
    ///
    /// Throws an `ArgumentError` if a host, edition or file is unknown, or if the context window in
    /// the request is below 1 token.
    #[cfg(feature = "budget-plan")]
    #[wasm_bindgen(js_name = budgetPlan, unchecked_return_type = "BudgetPlan")]
    pub fn budget_plan(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BudgetPlanRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::budget_plan()?.budget_plan)(self, request)
    }

    /// Returns the new full text of each file that the given changes edit, by path. The changes are
    /// taken from a plan of `budgetPlan`. Nothing is written to the tree.
    ///
    /// Throws an `ArgumentError` if a host, edition or skill is unknown, or if a change cannot be made.
    #[cfg(feature = "budget-plan")]
    #[wasm_bindgen(js_name = budgetFiles, unchecked_return_type = "Record<string, string>")]
    pub fn budget_files(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BudgetFilesRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::budget_plan()?.budget_files)(self, request)
    }

    /// Returns the symptoms of outdated skills, the most outdated skill first. Each symptom has its
    /// place in a file, and a weight from 1 to 100: a larger weight means that the skill is more
    /// likely outdated. No network is used. This check comes from Skillglass, not from a host. If
    /// the symptoms of a skill did not change since the last call, the result contains the same
    /// object for the skill, so do not modify it.
    ///
    /// Throws an `ArgumentError` if a day is not a date such as `2026-11-26`, or if a host, edition or file is unknown.
    #[cfg(feature = "health")]
    #[wasm_bindgen(unchecked_return_type = "HealthReport")]
    pub fn health(
        &self,
        #[wasm_bindgen(unchecked_param_type = "HealthRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::health()?.health)(self, request)
    }

    /// Ranks the skills that a host offers to its model for each prompt. For each prompt, the
    /// report shows whether the right skill is first. It also shows which other skills fit the
    /// prompt, and which words of the prompt they contain. For each skill, the report has words to
    /// add to the description or to remove from the description. No model is called. This ranking
    /// comes from Skillglass, not from a host.
    ///
    /// If the request has neither prompts nor files, the files in the folders `evals` of all skills are read. A file
    /// that cannot be read is a finding.
    ///
    /// Throws an `ArgumentError` if the host or edition is unknown, if a file does not exist, or if a prompt of the request
    /// names a skill that the host does not load.
    #[cfg(feature = "triggers")]
    #[wasm_bindgen(unchecked_return_type = "TriggersReport")]
    pub fn triggers(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "TriggersRequest | null")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::triggers()?.triggers)(self, request)
    }

    /// Returns the request that a host would send to its model for a prompt in a new conversation. The request has the
    /// list of skills, the tool for skills, the user's message and the skills that the message invokes. A placeholder
    /// replaces the rest of the host's system prompt. Nothing is sent.
    ///
    /// Throws an `ArgumentError` if the host, edition or format is unknown.
    #[cfg(feature = "triggers")]
    #[wasm_bindgen(unchecked_return_type = "HostRequest")]
    pub fn requests(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] prompt: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "RequestOptions | null")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::triggers()?.requests)(self, prompt, options)
    }

    /// Returns how skills are used in logs of sessions. For each skill, the report also has the
    /// state in the host that wrote the log, as Skillglass emulates the host. The skill with the
    /// most urgent problem is the first. The report has names of skills, times and counts, but no
    /// other text of a log.
    ///
    /// The lines of a log that cannot be read are in the `problems` of the log's report. The
    /// remaining lines of the log are read nevertheless.
    #[cfg(feature = "usage")]
    #[wasm_bindgen(unchecked_return_type = "UsageReport")]
    pub fn usage(
        &self,
        #[wasm_bindgen(unchecked_param_type = "UsageRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::usage()?.usage)(self, request)
    }

    /// Searches the Markdown and text files beside skills for the passages that best fit a request
    /// in plain words. Returns the best passage first. This search comes from Skillglass, not from
    /// a host. Each passage has its file, its headings, its range, its text and its estimated
    /// tokens (a quarter of its bytes). With `maxTokens`, passages are left out if their tokens
    /// would exceed this number in total. The index is cached, so after an edit only the changed
    /// texts are read again.
    ///
    /// Throws an `ArgumentError` if a file of `skills` does not exist.
    ///
    /// @example
    /// ```js
    /// const { passages } = workspace.passages("the form has a password", { limit: 3, maxTokens: 1000 });
    /// console.log(passages.map(({ path, headings, range }) => [path, headings.join(" > "), range.start.line]));
    /// ```
    #[cfg(feature = "passages")]
    #[wasm_bindgen(unchecked_return_type = "Passages")]
    pub fn passages(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "PassagesOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::passages()?.passages)(self, request, options)
    }

    /// Returns the dependencies of this tree's skills: programs, environment variables, MCP
    /// servers, plugins and other skills. Each dependency has the places in the skills' files that
    /// name the dependency. The report also has the steps to install, check and drop dependencies.
    /// Nothing is run. If the request has a list of installed dependencies (`installed`), the
    /// report has the missing dependencies. If the request has a list of skills to remove
    /// (`without`), the report has the dependencies that no other skill needs. Dependencies and
    /// steps that did not change since the last call are the same objects as before, so do not
    /// modify them.
    ///
    /// Throws an `ArgumentError` if a host or edition is unknown, or if a file of `without` does not exist.
    ///
    /// @example
    /// ```js
    /// const { plan } = workspace.dependencies({ installed: { programs: ["git"], variables: ["GITHUB_TOKEN"] } });
    /// console.log(plan.install.map(({ kind, name, required }) => [kind, name, required]));
    /// ```
    #[cfg(feature = "dependencies")]
    #[wasm_bindgen(unchecked_return_type = "Inventory")]
    pub fn dependencies(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "DependenciesRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::dependencies()?.dependencies)(self, request)
    }
}
