//! `Workspace`: a tree of files seen through a host.

use std::cell::RefCell;
use std::mem::take;
use std::rc::Rc;

use skillglass::ArgumentError;
use skillglass::model::host_choice::HostChoice;
use skillglass::model::invocation::check_outputs;
use skillglass::model::turn::TurnRequest;
use skillglass::tree::WriteReport;
use wasm_bindgen::prelude::*;

#[cfg(feature = "codex")]
use crate::codex::Codex;
use crate::given::GivenCatalog;
#[cfg(feature = "lint")]
use crate::given::GivenDiagnostics;
use crate::session::Session;
use crate::thrown::Thrown;
use crate::values::Json;
use crate::{arguments, parts};

/// A workspace with its sessions and groups of methods; nothing once it is freed.
pub type Shared = Rc<RefCell<Option<skillglass::Workspace>>>;

/// The answer of a method, or the argument that is wrong.
pub type Answered = Result<(), ArgumentError>;

/// Asks a workspace for an answer.
#[inline(never)]
pub fn ask(
    shared: &Shared,
    question: &mut dyn FnMut(&skillglass::Workspace, &mut Json) -> Answered,
) -> Result<JsValue, Thrown> {
    match &*shared.borrow() {
        Some(workspace) => answered(&mut |answer| question(workspace, answer)),
        None => Err(Thrown::freed("Workspace")),
    }
}

/// Asks for an answer that changes the workspace.
#[inline(never)]
pub fn change(
    shared: &Shared,
    question: &mut dyn FnMut(&mut skillglass::Workspace, &mut Json) -> Answered,
) -> Result<JsValue, Thrown> {
    match &mut *shared.borrow_mut() {
        Some(workspace) => answered(&mut |answer| question(workspace, answer)),
        None => Err(Thrown::freed("Workspace")),
    }
}

/// Converts an answer to JavaScript.
#[inline(never)]
pub fn answered(question: &mut dyn FnMut(&mut Json) -> Answered) -> Result<JsValue, Thrown> {
    let mut answer = Json::default();
    question(&mut answer)?;
    Ok(answer.into_js())
}

/// Returns a value of a workspace that is not JSON.
pub fn look<T>(shared: &Shared, at: impl FnOnce(&skillglass::Workspace) -> T) -> Result<T, Thrown> {
    match &*shared.borrow() {
        Some(workspace) => Ok(at(workspace)),
        None => Err(Thrown::freed("Workspace")),
    }
}

/// A tree of files seen through a host. Every answer is kept until something that it depends on changes.
///
/// Free it with `free()` or `using` when it is no longer needed; its sessions end with it.
#[wasm_bindgen]
pub struct Workspace(pub(crate) Shared, pub(crate) RefCell<Given>);

/// What callers were given before.
#[derive(Default)]
pub(crate) struct Given {
    catalog: GivenCatalog,
    #[cfg(feature = "lint")]
    pub diagnostics: GivenDiagnostics,
}

impl Drop for Workspace {
    fn drop(&mut self) {
        if let Ok(mut workspace) = self.0.try_borrow_mut() {
            workspace.take();
        }
    }
}

#[wasm_bindgen]
impl Workspace {
    /// An empty tree.
    ///
    /// Throws an `ArgumentError` that names the option that is missing, unknown or wrong.
    #[wasm_bindgen(constructor)]
    pub fn new(
        #[wasm_bindgen(unchecked_param_type = "WorkspaceOptions")] options: JsValue,
    ) -> Result<Workspace, Thrown> {
        let options = arguments::options(options)?;
        let workspace = skillglass::Workspace::new(&options)?;
        Ok(Self(
            Rc::new(RefCell::new(Some(workspace))),
            RefCell::default(),
        ))
    }

    /// Other options for the same files: those that are given. An absent one stays as it is, null unsets one. What
    /// depends on nothing that changed is not worked out again.
    ///
    /// Throws an `ArgumentError` that names the option that is unknown or wrong; nothing has changed then.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Partial<WorkspaceOptions>")] options: JsValue,
    ) -> Result<(), Thrown> {
        let before = look(&self.0, |workspace| workspace.options().clone())?;
        let options = arguments::changed_options(before, options)?;
        change(&self.0, &mut |workspace, _| workspace.set_options(&options))?;
        Ok(())
    }

    /// Writes one file, with the directories above it.
    ///
    /// A path that no tree can hold is refused, with the reason, in the report and in the catalog. It is not thrown, since
    /// paths come with the files, from an archive or a repository, and one bad path is no mistake of the caller's. With
    /// `{ strict: true }` it is.
    #[wasm_bindgen(unchecked_return_type = "WriteReport")]
    pub fn write(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "FileContents")] contents: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "WriteOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        let mut path = arguments::text("path", path)?;
        let mut contents = arguments::contents("contents", &contents)?;
        let strict = arguments::is_strict(options)?.then_some(Named::Path);
        self.report(strict, &mut |workspace| {
            workspace.write_all(vec![(take(&mut path), contents.take())])
        })
    }

    /// Writes many files: a `Map` or a record from path to contents. Nothing is written when an argument is wrong;
    /// a path that is refused (see `write`) keeps no other from being written, `strict` or not.
    #[wasm_bindgen(js_name = writeAll, unchecked_return_type = "WriteReport")]
    pub fn write_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Files")] files: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "WriteOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        let mut files = arguments::files(&files)?;
        let strict = arguments::is_strict(options)?.then_some(Named::File);
        self.report(strict, &mut |workspace| {
            workspace.write_all(take(&mut files))
        })
    }

    /// Makes a directory, and those above it. Files make their directories themselves. Refuses as `write` does.
    #[wasm_bindgen(unchecked_return_type = "WriteReport")]
    pub fn mkdir(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "WriteOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        let path = arguments::text("path", path)?;
        let strict = arguments::is_strict(options)?.then_some(Named::Path);
        self.report(strict, &mut |workspace| {
            WriteReport::of(workspace.make_directory(&path))
        })
    }

    /// Makes a symbolic link. The target may be absolute, relative to the link's directory, or missing. Refuses as `write`
    /// does.
    #[wasm_bindgen(unchecked_return_type = "WriteReport")]
    pub fn symlink(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] target: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "WriteOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        let path = arguments::text("path", path)?;
        let target = arguments::text("target", target)?;
        let strict = arguments::is_strict(options)?.then_some(Named::Path);
        self.report(strict, &mut |workspace| {
            WriteReport::of(workspace.link(&path, &target))
        })
    }

    /// Removes a file, a link, or a directory with all below it; says how many entries went. A refused path is
    /// forgotten.
    #[wasm_bindgen(unchecked_return_type = "number")]
    pub fn remove(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<JsValue, Thrown> {
        let path = arguments::text("path", path)?;
        change(&self.0, &mut |workspace, answer| {
            answer.give(&workspace.remove(&path))
        })
    }

    /// The files that the host would read and whose contents are still null, sorted; with a request, those that any of
    /// its hosts would read, and with `for: "lint"` those that the rules of `lint` read besides.
    ///
    /// Throws an `ArgumentError` when there is no such host or edition.
    #[wasm_bindgen(unchecked_return_type = "string[]")]
    pub fn plan(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PlanRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        let request: Option<PlanRequest> = arguments::read("request", request)?;
        #[cfg(feature = "lint")]
        if let Some(PlanRequest {
            hosts,
            reader: Some(PlanReader::Lint),
        }) = &request
        {
            return (parts::lint()?.plan)(self, hosts);
        }
        ask(&self.0, &mut |workspace, answer| {
            answer.give(&match &request {
                None => workspace.plan(),
                Some(request) => workspace.plan_for(&request.hosts)?,
            })
        })
    }

    /// The skill whose file, or a link to it, has that path; null when the host has none.
    #[wasm_bindgen(unchecked_return_type = "Skill | null")]
    pub fn skill(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<JsValue, Thrown> {
        let path = arguments::text("path", path)?;
        ask(&self.0, &mut |workspace, answer| {
            answer.give(&workspace.skill(&path))
        })
    }

    /// A conversation in this workspace.
    #[wasm_bindgen(js_name = startSession)]
    pub fn start_session(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "SessionOptions")] options: JsValue,
    ) -> Result<Session, Thrown> {
        let options = arguments::optional("options", options)?;
        Ok(Session {
            workspace: Rc::clone(&self.0),
            session: RefCell::new(skillglass::Session::with_options(options)),
        })
    }

    /// What only Codex has. With another host its methods throw an `ArgumentError`.
    #[cfg(feature = "codex")]
    #[wasm_bindgen(getter)]
    pub fn codex(&self) -> Codex {
        Codex(Rc::clone(&self.0))
    }

    /// What the host finds and loads, and why not for all the rest. A skill, an error, or another entry of its lists that
    /// did not change since the last call is the same object, so change none.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self) -> Result<JsValue, Thrown> {
        let catalog = look(&self.0, skillglass::Workspace::catalog)?;
        Ok(self.1.borrow_mut().catalog.value(catalog))
    }

    /// What the model is shown of the skills when a session starts.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(&self) -> Result<JsValue, Thrown> {
        ask(&self.0, &mut |workspace, answer| {
            answer.give(&workspace.listing())
        })
    }

    /// What one turn's inputs choose, what each mention came to, and the messages that the host injects. A string is a
    /// request with that text alone.
    ///
    /// Throws an `ArgumentError` that names the part of the request that is wrong.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        let request = arguments::turn(request)?;
        check_plain_names(&request)?;
        ask(&self.0, &mut |workspace, answer| {
            let turn = workspace.turn(&request);
            check_outputs(&request.outputs, &turn.invocations)?;
            answer.give(&turn)
        })
    }

    /// What the model's call of the host's tool for skills comes to. When it waits for outputs, run its requests and call
    /// again with them.
    ///
    /// Throws an `ArgumentError` when the host has no such tool, or names the part of the call that is wrong.
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        let call = arguments::read("call", call)?;
        ask(&self.0, &mut |workspace, answer| {
            answer.give(&workspace.invoke(&call)?)
        })
    }

    /// What `npx skills add` finds in a repository of this tree, what it skips and why, and where it installs the rest.
    ///
    /// Throws an `ArgumentError` when a directory is no absolute path, an agent is unknown, or `global` has no home.
    #[cfg(feature = "install")]
    #[wasm_bindgen(unchecked_return_type = "InstallReport")]
    pub fn install(
        &self,
        #[wasm_bindgen(unchecked_param_type = "InstallRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::install()?.install)(self, request)
    }

    /// Puts what a report says to be installed into the tree, for hosts to look at: what lies there goes first.
    #[cfg(feature = "install")]
    #[wasm_bindgen(js_name = putInstalled, unchecked_return_type = "WriteReport")]
    pub fn put_installed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "InstallReport")] report: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::install()?.put_installed)(self, report)
    }

    /// What `npx skills add` takes from a site, put into the folder `install.source` of this tree, which is emptied first, and
    /// what it still has to be told: fetch and unpack what is in `needs`, and ask again with that, too. `putInstalled(install)`
    /// installs it.
    ///
    /// Throws an `ArgumentError` when the URL is none of HTTP, a directory is no absolute path or not one of its own, an agent is
    /// unknown, or `global` has no home.
    #[cfg(feature = "sources")]
    #[wasm_bindgen(js_name = takeSite, unchecked_return_type = "SiteReport")]
    pub fn take_site(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SiteRequest")] request: JsValue,
        #[wasm_bindgen(unchecked_param_type = "Downloads")] files: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "Archives")] archives: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::sources()?.take_site)(self, request, files, archives)
    }

    /// The skills of an MCP server that has the extension `io.modelcontextprotocol/skills`, put into the folder `install.source` of
    /// this tree, which is emptied first, and the calls that are still to be made: make those in `needs`, and ask again with their
    /// answers, too. `putInstalled(install)` puts the skills where hosts look.
    ///
    /// Throws an `ArgumentError` when a directory is no absolute path or not one of its own, an agent is unknown, or `global` has
    /// no home.
    #[cfg(feature = "sources")]
    #[wasm_bindgen(js_name = takeMcpSkills, unchecked_return_type = "McpReport")]
    pub fn take_mcp_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "McpRequest")] request: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly McpAnswer[]")] answers: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::sources()?.take_mcp_skills)(self, request, answers)
    }

    /// Every skill through every host asked for (without any the usual ones, each in its default edition): what each makes
    /// of it, every "no" with the smallest change that makes it a "yes", and whether the skill is portable.
    ///
    /// Throws an `ArgumentError` when there is no such host or edition.
    #[cfg(feature = "compare")]
    #[wasm_bindgen(unchecked_return_type = "Comparison")]
    pub fn compare(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "CompareRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::compare()?.compare)(self, request)
    }

    /// What is wrong with the skills, by path and place: where, for which hosts, and what mends it. A diagnostic that did
    /// not change since the last call is the same object, so change none.
    ///
    /// Throws an `ArgumentError` when there is no such host, edition, file or rule.
    #[cfg(feature = "lint")]
    #[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
    pub fn lint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "LintRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::lint()?.lint)(self, request)
    }

    /// What the safe fixes of what is wrong with the skills make of the files, round by round until none are left.
    /// Nothing is written.
    ///
    /// Throws an `ArgumentError` when there is no such host, edition, file or rule.
    #[cfg(feature = "lint")]
    #[wasm_bindgen(unchecked_return_type = "Fixed")]
    pub fn fix(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "FixRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::lint()?.fix)(self, request)
    }

    /// The files beside skills' own and what names them: of the skills whose files are given, or of every folder with a
    /// `SKILL.md`.
    ///
    /// Throws an `ArgumentError` when there is no such file.
    #[wasm_bindgen(unchecked_return_type = "SkillResources[]")]
    pub fn resources(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly string[] | null")] skills: JsValue,
    ) -> Result<JsValue, Thrown> {
        let skills: Vec<String> = arguments::optional("skills", skills)?;
        ask(&self.0, &mut |workspace, answer| {
            answer.give(&workspace.resources(&skills)?)
        })
    }

    /// What each host asked for (without any the usual ones, each in its default edition) makes of the same turn.
    ///
    /// Throws an `ArgumentError` when there is no such host or edition, when no host asked for one of the outputs, or names
    /// the part of the request that is wrong.
    #[cfg(feature = "compare")]
    #[wasm_bindgen(unchecked_return_type = "HostTurn[]")]
    pub fn turns(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly HostChoice[]")] hosts: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::compare()?.turns)(self, request, hosts)
    }

    /// The skills that fit a request in plain words, best first: what would compete for it.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "Hit[]")]
    pub fn search(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.search)(self, request, options)
    }

    /// The skills that reach at least `closeness` (from 0 to 1) of a skill's own score for its own name and description.
    ///
    /// Throws an `ArgumentError` when no loaded skill has that path.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "Competitor[]")]
    pub fn competitors(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] closeness: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.competitors)(self, skill, closeness)
    }

    /// Pairs of skills whose descriptions are at least that similar (up to 1, the same words in the same order).
    #[cfg(feature = "search")]
    #[wasm_bindgen(js_name = nearDuplicates, unchecked_return_type = "NearDuplicates")]
    pub fn near_duplicates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] threshold: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.near_duplicates)(self, threshold)
    }

    /// The skills that a text names in plain words, with where: candidates that no host would inject by itself. A turn
    /// injects them when its request says `plainNames`.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "NamedSkill[]")]
    pub fn candidates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.candidates)(self, text)
    }

    /// The path of the skill that a shell command of the model's, run in `workdir`, uses without a mention: it reads the
    /// skill's file or runs one of its scripts. Hosts count that and inject nothing.
    #[wasm_bindgen(js_name = implicitUse, unchecked_return_type = "string | null")]
    pub fn implicit_use(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] workdir: JsValue,
    ) -> Result<JsValue, Thrown> {
        let command = arguments::text("command", command)?;
        let workdir = arguments::text("workdir", workdir)?;
        ask(&self.0, &mut |workspace, answer| {
            answer.give(&workspace.implicit_use(&command, &workdir)?)
        })
    }

    /// Rises with every change of the tree.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> Result<f64, Thrown> {
        look(&self.0, |workspace| workspace.tree().revision() as f64)
    }

    /// How many files have been parsed so far: an edit costs one.
    #[wasm_bindgen(getter, js_name = filesParsed)]
    pub fn files_parsed(&self) -> Result<f64, Thrown> {
        look(&self.0, |workspace| workspace.files_parsed() as f64)
    }
}

impl Workspace {
    /// Writes something, and reports it; or throws the first path that is refused.
    #[inline(never)]
    fn report(
        &self,
        strict: Option<Named>,
        write: &mut dyn FnMut(&mut skillglass::Workspace) -> WriteReport,
    ) -> Result<JsValue, Thrown> {
        change(&self.0, &mut |workspace, answer| {
            let report = write(workspace);
            match (strict, report.refused.first()) {
                (Some(named), Some(refused)) => {
                    let argument = match named {
                        Named::Path => "path".to_owned(),
                        Named::File => format!("files[{:?}]", refused.path),
                    };
                    Err(ArgumentError::new(argument, &*refused.message))
                }
                _ => answer.give(&report),
            }
        })
    }
}

/// Checks that skills which a turn's texts name in plain words can be found, if the request asks for them.
///
/// # Errors
/// When the part of search is not loaded.
pub fn check_plain_names(request: &TurnRequest) -> Result<(), Thrown> {
    #[cfg(feature = "search")]
    if request.plain_names.is_some() {
        parts::search()?;
    }
    let _ = request;
    Ok(())
}

/// The files that are planned.
struct PlanRequest {
    hosts: Vec<HostChoice>,
    #[cfg(feature = "lint")]
    reader: Option<PlanReader>,
}

skillglass::record! { PlanRequest: has(hosts, #[cfg(feature = "lint")] reader = "for") }

/// The reader of planned files, besides the hosts.
#[cfg(feature = "lint")]
#[derive(Clone, Copy)]
enum PlanReader {
    Lint,
}

#[cfg(feature = "lint")]
skillglass::choice! { PlanReader: Lint = "lint" }

/// What a refused path is called when it is thrown.
#[derive(Clone, Copy)]
enum Named {
    Path,
    File,
}
