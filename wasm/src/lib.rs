//! The JavaScript surface of skillglass: arguments in, the core's answer, values out.
//!
//! Each method has the same shape. A wrong argument is thrown as an `Error` that names it; what is wrong
//! with a skill is part of the answer.

mod arguments;
#[cfg(test)]
mod tests;
mod values;

use std::collections::BTreeMap;

use skillglass::compare::HostChoice;
use skillglass::hosts::standard;
use skillglass::lint::{Diagnostic, Fix, FixRequest, lsp, sarif, schema};
use skillglass::tree::WriteReport;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A file's contents: text, bytes, or null for "exists, not read yet". */
export type FileContents = string | Uint8Array | null;
"#;

/// Prints panics of debugging builds to the console, with their place. There should be none.
#[cfg(debug_assertions)]
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}

/// The package's version.
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// The hosts, each with its editions, oldest first.
#[wasm_bindgen(unchecked_return_type = "HostEditions[]")]
pub fn hosts() -> Result<JsValue, JsError> {
    values::to_js(&skillglass::hosts::hosts())
}

/// The rules of `lint`, by group.
#[wasm_bindgen(unchecked_return_type = "Rule[]")]
pub fn rules() -> Result<JsValue, JsError> {
    values::to_js(&skillglass::lint::rules())
}

/// What is wrong with the skills among some files of one project, with the paths as they were given: a `Map` or a record
/// from relative or absolute paths to contents. A `SKILL.md` by itself is taken for a skill in a folder of its own name.
///
/// Throws an `Error` when there is no such host, edition, file or rule, or a path cannot be one.
#[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
pub fn lint(
    #[wasm_bindgen(
        unchecked_param_type = "ReadonlyMap<string, FileContents> | Readonly<Record<string, FileContents>>"
    )]
    files: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "LintRequest")] request: JsValue,
) -> Result<JsValue, JsError> {
    let files = arguments::files(&files)?.into_iter().collect();
    let request = arguments::optional_request("request", request)?;
    values::to_js(&skillglass::workspace::lint_files(files, &request)?)
}

/// Applies fixes to texts, given by path: each whole or, where it gets in the way of one before or does not fit, not at
/// all.
#[wasm_bindgen(js_name = applyFixes, unchecked_return_type = "Applied")]
pub fn apply_fixes(
    #[wasm_bindgen(
        unchecked_param_type = "ReadonlyMap<string, FileContents> | Readonly<Record<string, FileContents>>"
    )]
    files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly Fix[]")] fixes: JsValue,
) -> Result<JsValue, JsError> {
    let files: BTreeMap<_, _> = arguments::files(&files)?.into_iter().collect();
    let fixes: Vec<Fix> = arguments::list("fixes", fixes)?;
    let text = |path: &str| files.get(path)?.as_ref()?.text().ok();
    values::to_js(&skillglass::lint::apply(text, &fixes))
}

/// Findings in the shapes of the Language Server Protocol, by file: diagnostics, and code actions for their fixes.
#[wasm_bindgen(js_name = toLsp, unchecked_return_type = "LspFile[]")]
pub fn to_lsp(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let diagnostics: Vec<Diagnostic> = arguments::list("diagnostics", diagnostics)?;
    let options = arguments::optional_request("options", options)?;
    values::to_js(&lsp::diagnostics(&diagnostics, &options))
}

/// Findings as a SARIF 2.1.0 log, for code scanners.
#[wasm_bindgen(js_name = toSarif, unchecked_return_type = "SarifLog")]
pub fn to_sarif(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, JsError> {
    let diagnostics: Vec<Diagnostic> = arguments::list("diagnostics", diagnostics)?;
    let options = arguments::optional_request("options", options)?;
    values::to_js(&sarif::log(&diagnostics, &options))
}

/// The fields that a host knows, those of the frontmatter first; without an edition in its default.
///
/// Throws an `Error` when there is no such host or edition.
#[wasm_bindgen(unchecked_return_type = "Field[]")]
pub fn fields(
    #[wasm_bindgen(unchecked_param_type = "string")] host: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string | null")] edition: JsValue,
) -> Result<JsValue, JsError> {
    let host = arguments::text("host", &host)?;
    let edition = arguments::optional_text("edition", &edition)?;
    values::to_js(&skillglass::hosts::fields(&host, edition.as_deref())?)
}

/// A JSON Schema (draft 2020-12) of what a host takes in a file: of the `frontmatter` of a `SKILL.md`, of
/// `agents/openai.yaml` (null for a host that does not read it), or without a host of the `configuration`,
/// `skillglass.json`.
///
/// Throws an `Error` when there is no such kind, host or edition.
#[wasm_bindgen(unchecked_return_type = "Record<string, unknown> | null")]
pub fn schema(
    #[wasm_bindgen(
        unchecked_param_type = "\"frontmatter\" | \"agents/openai.yaml\" | \"configuration\""
    )]
    kind: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string | null")] host: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "string | null")] edition: JsValue,
) -> Result<JsValue, JsError> {
    let kind = arguments::text("kind", &kind)?;
    let host = arguments::optional_text("host", &host)?;
    let edition = arguments::optional_text("edition", &edition)?;
    let edition = edition.as_deref();
    let of_host = || {
        host.as_deref()
            .ok_or_else(|| JsError::new("host: which one's schema?"))
    };
    match kind.as_str() {
        "frontmatter" => values::to_js(&schema::frontmatter(of_host()?, edition)?),
        "agents/openai.yaml" => values::to_js(&schema::openai_yaml(of_host()?, edition)?),
        "configuration" => values::to_js(&schema::configuration()),
        _ => Err(JsError::new(
            "kind: must be frontmatter, agents/openai.yaml or configuration",
        )),
    }
}

/// What the open standard's reference validator finds wrong with the text of a `SKILL.md` in a folder of that name, in
/// its order; nothing when the skill is valid.
#[wasm_bindgen(unchecked_return_type = "Finding[]")]
pub fn validate(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] folder: JsValue,
) -> Result<JsValue, JsError> {
    let text = arguments::text("text", &text)?;
    let folder = arguments::text("folder", &folder)?;
    values::to_js(&standard::validate(&text, &folder))
}

/// A tree of files seen through a host. Every answer is kept until something that it depends on changes.
///
/// Free it with `free()` or `using` when it is no longer needed.
#[wasm_bindgen]
pub struct Workspace(skillglass::Workspace);

#[wasm_bindgen]
impl Workspace {
    /// An empty tree.
    ///
    /// Throws an `Error` that names the option that is missing, unknown or wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "WorkspaceOptions")] options: JsValue,
    ) -> Result<Workspace, JsError> {
        let options = arguments::options(&options)?;
        Ok(Self(skillglass::Workspace::new(&options)?))
    }

    /// Writes one file, with the directories above it. A path that no tree can hold is refused, with the reason, here
    /// and in the catalog.
    #[wasm_bindgen(unchecked_return_type = "WriteReport")]
    pub fn write(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "FileContents")] contents: JsValue,
    ) -> Result<JsValue, JsError> {
        let path = arguments::text("path", &path)?;
        let contents = arguments::contents("contents", &contents)?;
        values::to_js(&self.0.write_all([(path, contents)]))
    }

    /// Writes many files: a `Map` or a record from path to contents. Nothing is written when an argument is wrong;
    /// a path that is refused keeps no other from being written.
    #[wasm_bindgen(js_name = writeAll, unchecked_return_type = "WriteReport")]
    pub fn write_all(
        &mut self,
        #[wasm_bindgen(
            unchecked_param_type = "ReadonlyMap<string, FileContents> | Readonly<Record<string, FileContents>>"
        )]
        files: JsValue,
    ) -> Result<JsValue, JsError> {
        values::to_js(&self.0.write_all(arguments::files(&files)?))
    }

    /// Makes a directory, and those above it. Files make their directories themselves.
    #[wasm_bindgen(unchecked_return_type = "WriteReport")]
    pub fn mkdir(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<JsValue, JsError> {
        let path = arguments::text("path", &path)?;
        values::to_js(&WriteReport::of(self.0.make_directory(&path)))
    }

    /// Makes a symbolic link. The target may be absolute, relative to the link's directory, or missing.
    #[wasm_bindgen(unchecked_return_type = "WriteReport")]
    pub fn symlink(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] target: JsValue,
    ) -> Result<JsValue, JsError> {
        let path = arguments::text("path", &path)?;
        let target = arguments::text("target", &target)?;
        values::to_js(&WriteReport::of(self.0.link(&path, &target)))
    }

    /// Removes a file, a link, or a directory with all below it; says how many entries went. A refused path is
    /// forgotten.
    pub fn remove(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<usize, JsError> {
        Ok(self.0.remove(&arguments::text("path", &path)?))
    }

    /// The files that the host would read and whose contents are still null, sorted.
    pub fn plan(&self) -> Vec<String> {
        self.0.plan()
    }

    /// What the host finds and loads, and why not for all the rest.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self) -> Result<JsValue, JsError> {
        values::to_js(&*self.0.catalog())
    }

    /// What the model is shown of the skills when a session starts.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(&self) -> Result<JsValue, JsError> {
        values::to_js(&self.0.listing())
    }

    /// What one turn's inputs choose, what each mention came to, and the messages that the host injects.
    ///
    /// Throws an `Error` that names the part of the request that is wrong.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        values::to_js(&self.0.turn(&arguments::request("request", request)?))
    }

    /// What the model's call of the host's tool for skills comes to. When it waits for outputs, run its requests and call
    /// again with them.
    ///
    /// Throws an `Error` when the host has no such tool, or names the part of the call that is wrong.
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, JsError> {
        values::to_js(&self.0.invoke(&arguments::request("call", call)?)?)
    }

    /// Every skill through every host asked for (each in its default edition when none is): what each makes of it, every
    /// "no" with the smallest change that makes it a "yes", and whether the skill is portable.
    ///
    /// Throws an `Error` when there is no such host or edition.
    #[wasm_bindgen(unchecked_return_type = "Comparison")]
    pub fn compare(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "CompareRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request = arguments::optional_request("request", request)?;
        values::to_js(&self.0.compare(&request)?)
    }

    /// What is wrong with the skills, by path and place: where, for which hosts, and what mends it.
    ///
    /// Throws an `Error` when there is no such host, edition, file or rule.
    #[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
    pub fn lint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "LintRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        values::to_js(
            &self
                .0
                .lint(&arguments::optional_request("request", request)?)?,
        )
    }

    /// What the safe fixes of what is wrong with the skills make of the files, round by round until none are left.
    /// Nothing is written.
    ///
    /// Throws an `Error` when there is no such host, edition, file or rule.
    #[wasm_bindgen(unchecked_return_type = "Fixed")]
    pub fn fix(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "FixRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request: FixRequest = arguments::optional_request("request", request)?;
        values::to_js(&self.0.fix(&request)?)
    }

    /// The files beside skills' own and what names them: of the skills whose files are given, or of every folder with a
    /// `SKILL.md`.
    ///
    /// Throws an `Error` when there is no such file.
    #[wasm_bindgen(unchecked_return_type = "SkillResources[]")]
    pub fn resources(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly string[] | null")] skills: JsValue,
    ) -> Result<JsValue, JsError> {
        let skills: Vec<String> = arguments::optional_list("skills", skills)?;
        values::to_js(&self.0.resources(&skills)?)
    }

    /// What each host asked for (each in its default edition when none is) makes of the same turn.
    ///
    /// Throws an `Error` when there is no such host or edition, or names the part of the request that is wrong.
    #[wasm_bindgen(unchecked_return_type = "HostTurn[]")]
    pub fn turns(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly HostChoice[]")] hosts: JsValue,
    ) -> Result<JsValue, JsError> {
        let request = arguments::request("request", request)?;
        let hosts: Vec<HostChoice> = arguments::optional_list("hosts", hosts)?;
        values::to_js(&self.0.turns(&request, &hosts)?)
    }

    /// The skills that fit a request in plain words, best first: what would compete for it.
    #[wasm_bindgen(unchecked_return_type = "Hit[]")]
    pub fn search(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
    ) -> Result<JsValue, JsError> {
        let request = arguments::text("request", &request)?;
        let options = arguments::optional_request("options", options)?;
        values::to_js(&self.0.search(&request, &options))
    }

    /// The skills that reach at least `closeness` (from 0 to 1) of a skill's own score for its own name and description.
    ///
    /// Throws an `Error` when no loaded skill has that path.
    #[wasm_bindgen(unchecked_return_type = "Competitor[]")]
    pub fn competitors(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] closeness: JsValue,
    ) -> Result<JsValue, JsError> {
        let skill = arguments::text("skill", &skill)?;
        let closeness = arguments::share("closeness", &closeness)?;
        values::to_js(&self.0.competitors(&skill, closeness)?)
    }

    /// Pairs of skills whose descriptions are at least that similar (up to 1, the same words in the same order).
    #[wasm_bindgen(js_name = nearDuplicates, unchecked_return_type = "NearDuplicates")]
    pub fn near_duplicates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] threshold: JsValue,
    ) -> Result<JsValue, JsError> {
        let threshold = arguments::share("threshold", &threshold)?;
        values::to_js(&self.0.near_duplicates(threshold))
    }

    /// The skills that a text names in plain words, with where: candidates that no host would inject by itself. A turn
    /// injects them when its request says `plainNames`.
    #[wasm_bindgen(unchecked_return_type = "NamedSkill[]")]
    pub fn candidates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    ) -> Result<JsValue, JsError> {
        values::to_js(&self.0.candidates(&arguments::text("text", &text)?))
    }

    /// The path of the skill that a shell command of the model's, run in `workdir`, uses without a mention: it reads the
    /// skill's file or runs one of its scripts. Hosts count that and inject nothing.
    #[wasm_bindgen(js_name = implicitUse, unchecked_return_type = "string | null")]
    pub fn implicit_use(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] workdir: JsValue,
    ) -> Result<JsValue, JsError> {
        let command = arguments::text("command", &command)?;
        let workdir = arguments::text("workdir", &workdir)?;
        values::to_js(&self.0.implicit_use(&command, &workdir)?)
    }

    /// The lists of skills that a client asks for, one for each working directory, in the request's order.
    #[wasm_bindgen(js_name = listSkills, unchecked_return_type = "SkillsListEntry[]")]
    pub fn list_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ListSkillsRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request = arguments::request("request", request)?;
        values::to_js(&self.0.list_skills(&request)?)
    }

    /// How `listSkills` came by its answers so far: from which cache, or scanned.
    #[wasm_bindgen(js_name = listCounts, unchecked_return_type = "ListCounts")]
    pub fn list_counts(&self) -> Result<JsValue, JsError> {
        values::to_js(&self.0.list_counts())
    }

    /// The user's configuration with a skill (by the path of its `SKILL.md`) enabled or disabled, comments and layout
    /// kept. Nothing is written.
    ///
    /// Throws an `Error` when the catalog has no such skill, or the configuration cannot be edited.
    #[wasm_bindgen(js_name = setEnabled, unchecked_return_type = "ConfigEdit")]
    pub fn set_enabled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] enabled: JsValue,
    ) -> Result<JsValue, JsError> {
        let skill = arguments::text("skill", &skill)?;
        let enabled = arguments::flag("enabled", &enabled)?;
        values::to_js(&self.0.set_enabled(&skill, enabled)?)
    }

    /// What installing the skills that the host brings along would do, given their texts by path relative to their
    /// folder. Nothing is written.
    #[wasm_bindgen(js_name = systemSkills, unchecked_return_type = "Installation")]
    pub fn system_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string>")] embedded: JsValue,
    ) -> Result<JsValue, JsError> {
        let embedded = arguments::record("embedded", embedded)?;
        values::to_js(&self.0.system_skills(&embedded)?)
    }

    /// Rises with every change of the tree.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> f64 {
        self.0.tree().revision() as f64
    }

    /// How many files have been parsed so far: an edit costs one.
    #[wasm_bindgen(getter, js_name = filesParsed)]
    pub fn files_parsed(&self) -> f64 {
        self.0.files_parsed() as f64
    }
}

/// One conversation: what was answered in it, which skills it has been shown and has used, and what still holds.
///
/// Free it with `free()` or `using` when the conversation is over; the answers go with it.
#[wasm_bindgen]
#[derive(Default)]
pub struct Session(skillglass::Session);

#[wasm_bindgen]
impl Session {
    /// A conversation in which nothing has been said.
    #[wasm_bindgen(constructor)]
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// A new turn: as `workspace.turn(request)`, without questions for what was answered before.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest")] request: JsValue,
    ) -> Result<JsValue, JsError> {
        let request = arguments::request("request", request)?;
        values::to_js(&self.0.turn(&workspace.0, &request))
    }

    /// The model's call of the host's tool for skills: as `workspace.invoke(call)`, in the light of what came before.
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, JsError> {
        let call = arguments::request("call", call)?;
        values::to_js(&self.0.invoke(&workspace.0, &call)?)
    }

    /// What the host finds and loads now, after the files that this conversation touched.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self, workspace: &Workspace) -> Result<JsValue, JsError> {
        values::to_js(&*self.0.catalog(&workspace.0))
    }

    /// The files that the host would read now, after the files that this conversation touched, and whose contents are
    /// still null, sorted.
    pub fn plan(&self, workspace: &Workspace) -> Vec<String> {
        self.0.plan(&workspace.0)
    }

    /// What an agent (the main one without a name) is shown now; hosts that announce only what is new show what this
    /// agent has not been shown yet.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, JsError> {
        let agent = arguments::optional_text("agent", &agent)?;
        values::to_js(&self.0.listing(&workspace.0, agent.as_deref()))
    }

    /// Says that the model read or changed files: the skills that this brings. A command of the shell touches nothing.
    #[wasm_bindgen(unchecked_return_type = "Touch")]
    pub fn touch(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] paths: JsValue,
    ) -> Result<JsValue, JsError> {
        let paths = arguments::list("paths", paths)?;
        values::to_js(&self.0.touch(&workspace.0, &paths)?)
    }

    /// What a skill's sub-agent answered in the end, as the host tells the conversation. Its state is forgotten.
    #[wasm_bindgen(js_name = finishFork, unchecked_return_type = "Message | null")]
    pub fn finish_fork(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] result: JsValue,
    ) -> Result<JsValue, JsError> {
        let skill = arguments::text("skill", &skill)?;
        let result = arguments::text("result", &result)?;
        values::to_js(&self.0.finish_fork(&workspace.0, &skill, &result))
    }

    /// Forgets what an agent was shown and has used: it has ended.
    #[wasm_bindgen(js_name = endAgent)]
    pub fn end_agent(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "string")] agent: JsValue,
    ) -> Result<(), JsError> {
        self.0.end_agent(&arguments::text("agent", &agent)?);
        Ok(())
    }

    /// The conversation of an agent (the main one without a name) was compacted: what the host puts back.
    #[wasm_bindgen(unchecked_return_type = "Message[]")]
    pub fn compact(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, JsError> {
        let agent = arguments::optional_text("agent", &agent)?;
        values::to_js(&self.0.compact(&workspace.0, agent.as_deref()))
    }

    /// The skills put to use so far, the latest last.
    #[wasm_bindgen(unchecked_return_type = "InvokedSkill[]")]
    pub fn invoked(&self) -> Result<JsValue, JsError> {
        values::to_js(&self.0.invoked())
    }

    /// What an agent's invocations (the main one's without a name) changed and what still holds, the latest last: for
    /// the main agent until the user's next message, for another until it ends.
    #[wasm_bindgen(unchecked_return_type = "ContextChanges[]")]
    pub fn changes(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, JsError> {
        let agent = arguments::optional_text("agent", &agent)?;
        values::to_js(&self.0.changes(agent.as_deref()))
    }

    /// How often each skill was put to use in this conversation, by name.
    #[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
    pub fn usage(&self) -> Result<JsValue, JsError> {
        values::to_js(self.0.usage())
    }

    /// The hooks in force; with an event and what it is about (such as a tool's name), those that it runs.
    #[wasm_bindgen(unchecked_return_type = "RegisteredHook[]")]
    pub fn hooks(
        &self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] event: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] subject: JsValue,
    ) -> Result<JsValue, JsError> {
        let event = arguments::optional_text("event", &event)?;
        let subject = arguments::optional_text("subject", &subject)?.unwrap_or_default();
        match event {
            Some(event) => values::to_js(&self.0.hooks_for(&workspace.0, &event, &subject)),
            None => values::to_js(&self.0.hooks()),
        }
    }

    /// Says that a hook ran well; says whether it is gone, as one that runs once is.
    #[wasm_bindgen(js_name = hookSucceeded)]
    pub fn hook_succeeded(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<bool, JsError> {
        Ok(self.0.hook_succeeded(arguments::number("id", &id)?))
    }

    /// Takes the answers to questions, by question id, each as the strings that the client sent; says which variables
    /// got a value.
    pub fn answer(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string[]>")] answers: JsValue,
    ) -> Result<Vec<String>, JsError> {
        let answers = arguments::record("answers", answers)?;
        Ok(self.0.answer(&workspace.0, &answers))
    }

    /// The value that was given for a variable in this session.
    #[wasm_bindgen(unchecked_return_type = "string | null")]
    pub fn variable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<JsValue, JsError> {
        values::to_js(&self.0.variable(&arguments::text("name", &name)?))
    }

    /// The event of a shell command of the model's that uses a skill without a mention; one a turn and skill.
    #[wasm_bindgen(unchecked_return_type = "SkillEvent | null")]
    pub fn command(
        &mut self,
        workspace: &Workspace,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] workdir: JsValue,
    ) -> Result<JsValue, JsError> {
        let command = arguments::text("command", &command)?;
        let workdir = arguments::text("workdir", &workdir)?;
        values::to_js(&self.0.command(&workspace.0, &command, &workdir)?)
    }
}
