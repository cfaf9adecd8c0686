//! The JavaScript surface of skillglass: arguments in, the core's answer, values out.
//!
//! Each method has the same shape. A wrong argument is thrown as an `ArgumentError` that names it; what is wrong
//! with a skill is part of the answer. Arguments are read before anything is borrowed: a getter in one of them may throw, or
//! call the same workspace.

// A build of some features leaves readers of arguments unused.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports))]

mod arguments;
mod given;
mod reader;
#[cfg(test)]
mod tests;
mod thrown;
mod values;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use serde::Deserialize;
#[cfg(feature = "standard")]
use skillglass::hosts::standard;
#[cfg(feature = "install")]
use skillglass::install::{InstallReport, InstallRequest};
#[cfg(feature = "lint")]
use skillglass::lint::{Diagnostic, Fix, FixRequest, lsp, sarif, schema};
use skillglass::model::host_choice::HostChoice;
use skillglass::model::invocation::check_outputs;
use skillglass::model::skill::ToolDependency;
#[cfg(feature = "sources")]
use skillglass::sources::{McpRequest, SiteRequest};
use skillglass::tree::WriteReport;
use wasm_bindgen::prelude::*;

use given::GivenCatalog;
#[cfg(feature = "lint")]
use given::GivenDiagnostics;
use thrown::Thrown;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A file's contents: text, bytes, or null for "exists, not read yet". */
export type FileContents = string | Uint8Array | null;

/** A Map or a record from paths to contents. */
export type Files = ReadonlyMap<string, FileContents> | Readonly<Record<string, FileContents>>;

/** A Map or a record from paths to texts or bytes. */
export type BundledFiles = ReadonlyMap<string, string | Uint8Array> | Readonly<Record<string, string | Uint8Array>>;

/** How a change of the tree is made. */
export interface WriteOptions {
    /** Whether a path that is refused is thrown, as an ArgumentError, and not only reported. */
    strict?: boolean;
}

/** The files that are planned. */
export interface PlanRequest {
    /** The hosts; each in its default edition when there are none. For `lint`, those of `skillglass.json` go before these defaults. */
    hosts?: readonly HostChoice[];
    /**
     * The reader of the files. Without it, the hosts; `"lint"` adds the files that only rules read: Markdown that hosts pass over,
     * and the scripts and references beside skills. Rules read no file above 1 MiB beside a skill's own.
     */
    for?: "lint";
}

/** An argument that makes no sense: misspelt, missing, of the wrong type, or naming what is not there. */
export class ArgumentError extends Error {
    private constructor();
    readonly name: "ArgumentError";
    /** Where in the arguments, such as `cwd` or `hosts[0].edition`. The message begins with it. */
    readonly argument: string;
}
"#;

#[cfg(feature = "lint")]
#[wasm_bindgen(typescript_custom_section)]
const SCHEMA_TYPES: &str = r#"
/** What there are schemas of. */
export type SchemaKind = "frontmatter" | "agents/openai.yaml" | "configuration";
"#;

#[cfg(feature = "sources")]
#[wasm_bindgen(typescript_custom_section)]
const SOURCE_TYPES: &str = r#"
/** What a site answered, by the URL that was asked for: the bytes as they came, or null where it has no such file. */
export type Downloads = ReadonlyMap<string, FileContents> | Readonly<Record<string, FileContents>>;

/** An entry of an archive, as the archive has it. */
export type ArchiveEntry =
    | { path: string; type: "file"; contents: string | Uint8Array }
    | { path: string; type: "directory" | "link" };

/** The entries of archives by the URL of each, null where one could not be unpacked. */
export type Archives =
    | ReadonlyMap<string, readonly ArchiveEntry[] | null>
    | Readonly<Record<string, readonly ArchiveEntry[] | null>>;

/** A call of an MCP server, and its answer: the response or its result alone, as a value or as JSON. */
export interface McpAnswer {
    call: McpCall;
    answer: unknown;
}
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
pub fn hosts() -> Result<JsValue, Thrown> {
    values::to_js(&skillglass::hosts::hosts())
}

/// The rules of `lint`, by group.
#[cfg(feature = "lint")]
#[wasm_bindgen(unchecked_return_type = "Rule[]")]
pub fn rules() -> Result<JsValue, Thrown> {
    values::to_js(&skillglass::lint::rules())
}

/// What is wrong with the skills among some files of one project, with the paths as they were given: a `Map` or a record
/// from relative or absolute paths to contents. A `SKILL.md` by itself is taken for a skill in a folder of its own name.
///
/// Throws an `ArgumentError` when there is no such host, edition, file or rule, or a path cannot be one.
#[cfg(feature = "lint")]
#[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
pub fn lint(
    #[wasm_bindgen(unchecked_param_type = "Files")] files: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "LintRequest")] request: JsValue,
) -> Result<JsValue, Thrown> {
    let files = arguments::files(&files)?.into_iter().collect();
    let request = arguments::optional("request", request)?;
    values::to_js(&skillglass::workspace::lint_files(files, &request)?)
}

/// Applies fixes to texts, given by path: each whole or, where it gets in the way of one before or does not fit, not at
/// all.
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = applyFixes, unchecked_return_type = "Applied")]
pub fn apply_fixes(
    #[wasm_bindgen(unchecked_param_type = "Files")] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly Fix[]")] fixes: JsValue,
) -> Result<JsValue, Thrown> {
    let mut texts = BTreeMap::new();
    texts.extend(arguments::files(&files)?);
    let fixes: Vec<Fix> = arguments::read("fixes", fixes)?;
    let text = |path: &str| texts.get(path)?.as_ref()?.text().ok();
    values::to_js(&skillglass::lint::apply(text, &fixes))
}

/// Findings in the shapes of the Language Server Protocol, by file: diagnostics, and code actions for their fixes.
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = toLsp, unchecked_return_type = "LspFile[]")]
pub fn to_lsp(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, Thrown> {
    let diagnostics: Vec<Diagnostic> = arguments::read("diagnostics", diagnostics)?;
    let options = arguments::optional("options", options)?;
    values::to_js(&lsp::diagnostics(&diagnostics, &options))
}

/// Findings as a SARIF 2.1.0 log, for code scanners.
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = toSarif, unchecked_return_type = "SarifLog")]
pub fn to_sarif(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, Thrown> {
    let diagnostics: Vec<Diagnostic> = arguments::read("diagnostics", diagnostics)?;
    let options = arguments::optional("options", options)?;
    values::to_js(&sarif::log(&diagnostics, &options))
}

/// The fields that a host knows, those of the frontmatter first; without an edition in its default.
///
/// Throws an `ArgumentError` when there is no such host or edition.
#[wasm_bindgen(unchecked_return_type = "Field[]")]
pub fn fields(
    #[wasm_bindgen(unchecked_param_type = "HostChoice")] host: JsValue,
) -> Result<JsValue, Thrown> {
    let choice: HostChoice = arguments::read("host", host)?;
    let edition = choice.edition.as_deref();
    values::to_js(&skillglass::hosts::fields(&choice.host, edition)?)
}

/// "Can I use": what authors look up, against these hosts; against every host in every edition when there are none. A host
/// without an edition is asked in its default. The rows are the same whichever hosts are asked.
///
/// Throws an `ArgumentError` when there is no such host or edition.
#[cfg(feature = "support")]
#[wasm_bindgen(unchecked_return_type = "Support")]
pub fn support(
    #[wasm_bindgen(unchecked_optional_param_type = "readonly HostChoice[]")] hosts: JsValue,
) -> Result<JsValue, Thrown> {
    let hosts: Vec<HostChoice> = arguments::optional("hosts", hosts)?;
    values::to_js(&skillglass::support::support(&hosts)?)
}

/// A JSON Schema (draft 2020-12) of what a host takes in a file: of the `frontmatter` of a `SKILL.md`, of
/// `agents/openai.yaml` (null for a host that does not read it), or without a host of the `configuration`,
/// `skillglass.json`.
///
/// Throws an `ArgumentError` when there is no such kind, host or edition.
#[cfg(feature = "lint")]
#[wasm_bindgen(unchecked_return_type = "Record<string, unknown> | null")]
pub fn schema(
    #[wasm_bindgen(unchecked_param_type = "SchemaKind")] kind: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "HostChoice | null")] host: JsValue,
) -> Result<JsValue, Thrown> {
    let kind: SchemaKind = arguments::read("kind", kind)?;
    let choice: Option<HostChoice> = arguments::read("host", host)?;
    let of_host = || {
        let which = "is missing: whose schema?";
        let choice = choice.as_ref();
        choice.ok_or_else(|| skillglass::ArgumentError::new("host", which))
    };
    match kind {
        SchemaKind::Frontmatter => {
            let HostChoice { host, edition } = of_host()?;
            values::to_js(&schema::frontmatter(host, edition.as_deref())?)
        }
        SchemaKind::OpenaiYaml => {
            let HostChoice { host, edition } = of_host()?;
            values::to_js(&schema::openai_yaml(host, edition.as_deref())?)
        }
        SchemaKind::Configuration => values::to_js(&schema::configuration()),
    }
}

/// What there are schemas of.
#[cfg(feature = "lint")]
#[derive(Clone, Copy, Deserialize)]
enum SchemaKind {
    #[serde(rename = "frontmatter")]
    Frontmatter,
    #[serde(rename = "agents/openai.yaml")]
    OpenaiYaml,
    #[serde(rename = "configuration")]
    Configuration,
}

/// What the open standard's reference validator finds wrong with the text of a `SKILL.md` in a folder of that name, in
/// its order; nothing when the skill is valid.
#[cfg(feature = "standard")]
#[wasm_bindgen(unchecked_return_type = "Finding[]")]
pub fn validate(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] folder: JsValue,
) -> Result<JsValue, Thrown> {
    let text = arguments::text("text", text)?;
    let folder = arguments::text("folder", folder)?;
    values::to_js(&standard::validate(&text, &folder))
}

/// A workspace with its sessions and groups of methods; nothing once it is freed.
type Shared = Rc<RefCell<Option<skillglass::Workspace>>>;

fn ask<T>(
    shared: &Shared,
    look: impl FnOnce(&skillglass::Workspace) -> Result<T, Thrown>,
) -> Result<T, Thrown> {
    match &*shared.borrow() {
        Some(workspace) => look(workspace),
        None => Err(Thrown::freed("Workspace")),
    }
}

fn change<T>(
    shared: &Shared,
    act: impl FnOnce(&mut skillglass::Workspace) -> Result<T, Thrown>,
) -> Result<T, Thrown> {
    match &mut *shared.borrow_mut() {
        Some(workspace) => act(workspace),
        None => Err(Thrown::freed("Workspace")),
    }
}

/// A tree of files seen through a host. Every answer is kept until something that it depends on changes.
///
/// Free it with `free()` or `using` when it is no longer needed; its sessions end with it.
#[wasm_bindgen]
pub struct Workspace(Shared, RefCell<Given>);

/// What callers were given before.
#[derive(Default)]
struct Given {
    catalog: GivenCatalog,
    #[cfg(feature = "lint")]
    diagnostics: GivenDiagnostics,
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
        let before = ask(&self.0, |workspace| Ok(workspace.options().clone()))?;
        let options = arguments::changed_options(&before, &options)?;
        change(&self.0, |workspace| Ok(workspace.set_options(&options)?))
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
        let path = arguments::text("path", path)?;
        let contents = arguments::contents("contents", &contents)?;
        let strict = arguments::is_strict(options)?.then_some(Named::Path);
        report(
            strict,
            change(&self.0, |workspace| {
                Ok(workspace.write_all([(path, contents)]))
            })?,
        )
    }

    /// Writes many files: a `Map` or a record from path to contents. Nothing is written when an argument is wrong;
    /// a path that is refused (see `write`) keeps no other from being written, `strict` or not.
    #[wasm_bindgen(js_name = writeAll, unchecked_return_type = "WriteReport")]
    pub fn write_all(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Files")] files: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "WriteOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        let files = arguments::files(&files)?;
        let strict = arguments::is_strict(options)?.then_some(Named::File);
        report(
            strict,
            change(&self.0, |workspace| Ok(workspace.write_all(files)))?,
        )
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
        report(
            strict,
            change(&self.0, |workspace| {
                Ok(WriteReport::of(workspace.make_directory(&path)))
            })?,
        )
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
        report(
            strict,
            change(&self.0, |workspace| {
                Ok(WriteReport::of(workspace.link(&path, &target)))
            })?,
        )
    }

    /// Removes a file, a link, or a directory with all below it; says how many entries went. A refused path is
    /// forgotten.
    pub fn remove(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<usize, Thrown> {
        let path = arguments::text("path", path)?;
        change(&self.0, |workspace| Ok(workspace.remove(&path)))
    }

    /// The files that the host would read and whose contents are still null, sorted; with a request, those that any of
    /// its hosts would read, and with `for: "lint"` those that the rules of `lint` read besides.
    ///
    /// Throws an `ArgumentError` when there is no such host or edition.
    pub fn plan(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "PlanRequest")] request: JsValue,
    ) -> Result<Vec<String>, Thrown> {
        let request: Option<PlanRequest> = arguments::read("request", request)?;
        ask(&self.0, |workspace| match &request {
            None => Ok(workspace.plan()),
            #[cfg(feature = "lint")]
            Some(PlanRequest {
                hosts,
                reader: Some(PlanReader::Lint),
            }) => Ok(workspace.plan_for_lint(hosts)?),
            Some(request) => Ok(workspace.plan_for(&request.hosts)?),
        })
    }

    /// The skill whose file, or a link to it, has that path; null when the host has none.
    #[wasm_bindgen(unchecked_return_type = "Skill | null")]
    pub fn skill(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] path: JsValue,
    ) -> Result<JsValue, Thrown> {
        let path = arguments::text("path", path)?;
        ask(&self.0, |workspace| values::to_js(&workspace.skill(&path)))
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
        ask(&self.0, |workspace| {
            self.1.borrow_mut().catalog.value(workspace.catalog())
        })
    }

    /// What the model is shown of the skills when a session starts.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(&self) -> Result<JsValue, Thrown> {
        ask(&self.0, |workspace| values::to_js(&workspace.listing()))
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
        ask(&self.0, |workspace| {
            let turn = workspace.turn(&request);
            check_outputs(&request.outputs, &turn.invocations)?;
            values::to_js(&turn)
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
        ask(&self.0, |workspace| {
            values::to_js(&workspace.invoke(&call)?)
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
        let request: InstallRequest = arguments::read("request", request)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.install(&request)?)
        })
    }

    /// Puts what a report says to be installed into the tree, for hosts to look at: what lies there goes first.
    #[cfg(feature = "install")]
    #[wasm_bindgen(js_name = putInstalled, unchecked_return_type = "WriteReport")]
    pub fn put_installed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "InstallReport")] report: JsValue,
    ) -> Result<JsValue, Thrown> {
        let report: InstallReport = arguments::read("report", report)?;
        change(&self.0, |workspace| {
            values::to_js(&workspace.put_installed(&report))
        })
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
        let request: SiteRequest = arguments::read("request", request)?;
        let files = arguments::downloads(&files)?;
        let archives = arguments::archives(&archives)?;
        change(&self.0, |workspace| {
            values::to_js(&workspace.take_site(&request, &files, &archives)?)
        })
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
        let request: McpRequest = arguments::read("request", request)?;
        let answers = arguments::mcp_answers(&answers)?;
        change(&self.0, |workspace| {
            values::to_js(&workspace.take_mcp_skills(&request, &answers)?)
        })
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
        let request = arguments::optional("request", request)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.compare(&request)?)
        })
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
        let request = arguments::optional("request", request)?;
        ask(&self.0, |workspace| {
            let found = workspace.lint_shared(&request)?;
            self.1.borrow_mut().diagnostics.value(&found)
        })
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
        let request: FixRequest = arguments::optional("request", request)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.fix(&request)?)
        })
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
        ask(&self.0, |workspace| {
            values::to_js(&workspace.resources(&skills)?)
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
        let request = arguments::turn(request)?;
        let hosts: Vec<HostChoice> = arguments::optional("hosts", hosts)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.turns(&request, &hosts)?)
        })
    }

    /// The skills that fit a request in plain words, best first: what would compete for it.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "Hit[]")]
    pub fn search(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        let request = arguments::text("request", request)?;
        let options = arguments::optional("options", options)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.search(&request, &options))
        })
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
        let skill = arguments::text("skill", skill)?;
        let closeness = arguments::share("closeness", closeness)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.competitors(&skill, closeness)?)
        })
    }

    /// Pairs of skills whose descriptions are at least that similar (up to 1, the same words in the same order).
    #[cfg(feature = "search")]
    #[wasm_bindgen(js_name = nearDuplicates, unchecked_return_type = "NearDuplicates")]
    pub fn near_duplicates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] threshold: JsValue,
    ) -> Result<JsValue, Thrown> {
        let threshold = arguments::share("threshold", threshold)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.near_duplicates(threshold))
        })
    }

    /// The skills that a text names in plain words, with where: candidates that no host would inject by itself. A turn
    /// injects them when its request says `plainNames`.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "NamedSkill[]")]
    pub fn candidates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    ) -> Result<JsValue, Thrown> {
        let text = arguments::text("text", text)?;
        ask(&self.0, |workspace| {
            values::to_js(&workspace.candidates(&text))
        })
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
        ask(&self.0, |workspace| {
            values::to_js(&workspace.implicit_use(&command, &workdir)?)
        })
    }

    /// Rises with every change of the tree.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> Result<f64, Thrown> {
        ask(&self.0, |workspace| Ok(workspace.tree().revision() as f64))
    }

    /// How many files have been parsed so far: an edit costs one.
    #[wasm_bindgen(getter, js_name = filesParsed)]
    pub fn files_parsed(&self) -> Result<f64, Thrown> {
        ask(&self.0, |workspace| Ok(workspace.files_parsed() as f64))
    }
}

/// The files that are planned.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlanRequest {
    #[serde(default)]
    hosts: Vec<HostChoice>,
    #[cfg(feature = "lint")]
    #[serde(default, rename = "for")]
    reader: Option<PlanReader>,
}

/// The reader of planned files, besides the hosts.
#[cfg(feature = "lint")]
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum PlanReader {
    Lint,
}

/// What a refused path is called when it is thrown.
#[derive(Clone, Copy)]
enum Named {
    Path,
    File,
}

/// A report; or its first refusal, thrown.
fn report(strict: Option<Named>, report: WriteReport) -> Result<JsValue, Thrown> {
    match (strict, report.refused.first()) {
        (Some(named), Some(refused)) => {
            let argument = match named {
                Named::Path => "path".to_owned(),
                Named::File => format!("files[{:?}]", refused.path),
            };
            Err(skillglass::ArgumentError::new(argument, &*refused.message).into())
        }
        _ => values::to_js(&report),
    }
}

/// What only Codex has: `workspace.codex`.
#[cfg(feature = "codex")]
#[wasm_bindgen]
pub struct Codex(Shared);

#[cfg(feature = "codex")]
#[wasm_bindgen]
impl Codex {
    /// The lists of skills that a client asks for, one for each working directory, in the request's order.
    #[wasm_bindgen(js_name = listSkills, unchecked_return_type = "SkillsListEntry[]")]
    pub fn list_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ListSkillsRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        let request = arguments::read("request", request)?;
        self.ask(|workspace| values::to_js(&workspace.list_skills(&request)?))
    }

    /// How `listSkills` came by its answers so far: from which cache, or scanned.
    #[wasm_bindgen(js_name = listCounts, unchecked_return_type = "ListCounts")]
    pub fn list_counts(&self) -> Result<JsValue, Thrown> {
        self.ask(|workspace| values::to_js(&workspace.list_counts()))
    }

    /// The user's configuration with a skill (by the path of its `SKILL.md`) enabled or disabled, comments and layout
    /// kept. Nothing is written.
    ///
    /// Throws an `ArgumentError` when the catalog has no such skill, or the configuration cannot be edited.
    #[wasm_bindgen(js_name = setEnabled, unchecked_return_type = "ConfigEdit")]
    pub fn set_enabled(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "boolean")] enabled: JsValue,
    ) -> Result<JsValue, Thrown> {
        let skill = arguments::text("skill", skill)?;
        let enabled = arguments::read("enabled", enabled)?;
        self.ask(|workspace| values::to_js(&workspace.set_enabled(&skill, enabled)?))
    }

    /// The user's configuration with MCP servers that skills need put in (those of a question's `servers`), comments and
    /// layout kept. Nothing is written.
    ///
    /// Throws an `ArgumentError` when a server is none, or the configuration cannot be edited.
    #[wasm_bindgen(js_name = installServers, unchecked_return_type = "ServerInstallation")]
    pub fn install_servers(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly ToolDependency[]")] servers: JsValue,
    ) -> Result<JsValue, Thrown> {
        let servers: Vec<ToolDependency> = arguments::read("servers", servers)?;
        self.ask(|workspace| values::to_js(&workspace.install_servers(&servers)?))
    }

    /// What installing the skills that the host brings along would do, given their files, text or bytes, by path relative to
    /// their folder. Nothing is written.
    #[wasm_bindgen(js_name = systemSkills, unchecked_return_type = "Installation")]
    pub fn system_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BundledFiles")] embedded: JsValue,
    ) -> Result<JsValue, Thrown> {
        let embedded = arguments::bundled_files("embedded", &embedded)?;
        self.ask(|workspace| values::to_js(&workspace.system_skills(&embedded)?))
    }
}

#[cfg(feature = "codex")]
impl Codex {
    fn ask<T>(
        &self,
        look: impl FnOnce(&skillglass::Workspace) -> Result<T, Thrown>,
    ) -> Result<T, Thrown> {
        ask(&self.0, |workspace| {
            let host = workspace.host_id();
            if host != skillglass::hosts::codex::ID {
                let message = format!("only Codex has that; this workspace is of {host}");
                return Err(skillglass::ArgumentError::new("host", message).into());
            }
            look(workspace)
        })
    }
}

/// One conversation: what was answered in it, which skills it has been shown and has used, and what still holds.
///
/// `workspace.startSession()` starts one. Free it with `free()` or `using` when the conversation is over; the answers go
/// with it.
#[wasm_bindgen]
pub struct Session {
    workspace: Shared,
    session: RefCell<skillglass::Session>,
}

impl Session {
    fn on<T>(
        &self,
        act: impl FnOnce(&mut skillglass::Session, &skillglass::Workspace) -> Result<T, Thrown>,
    ) -> Result<T, Thrown> {
        ask(&self.workspace, |workspace| {
            act(&mut self.session.borrow_mut(), workspace)
        })
    }
}

#[wasm_bindgen]
impl Session {
    /// A new turn: as `workspace.turn(request)`, without questions for what was answered before.
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        let request = arguments::turn(request)?;
        self.on(|session, workspace| {
            session.check_outputs(workspace, &request)?;
            values::to_js(&session.turn(workspace, &request))
        })
    }

    /// The model's call of the host's tool for skills: as `workspace.invoke(call)`, in the light of what came before.
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        let call = arguments::read("call", call)?;
        self.on(|session, workspace| values::to_js(&session.invoke(workspace, &call)?))
    }

    /// What the host finds and loads now, after the files that this conversation touched.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self) -> Result<JsValue, Thrown> {
        self.on(|session, workspace| values::to_js(&*session.catalog(workspace)))
    }

    /// The files that the host would read now, after the files that this conversation touched, and whose contents are
    /// still null, sorted.
    pub fn plan(&self) -> Result<Vec<String>, Thrown> {
        self.on(|session, workspace| Ok(session.plan(workspace)))
    }

    /// What an agent (the main one without a name) is shown now; hosts that announce only what is new show what this
    /// agent has not been shown yet.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        let agent = arguments::read::<Option<String>>("agent", agent)?;
        self.on(|session, workspace| values::to_js(&session.listing(workspace, agent.as_deref())))
    }

    /// Says that the model read or changed files: the skills that this brings. A command of the shell touches nothing.
    #[wasm_bindgen(unchecked_return_type = "Touch")]
    pub fn touch(
        &self,
        #[wasm_bindgen(unchecked_param_type = "readonly string[]")] paths: JsValue,
    ) -> Result<JsValue, Thrown> {
        let paths: Vec<String> = arguments::read("paths", paths)?;
        self.on(|session, workspace| values::to_js(&session.touch(workspace, &paths)?))
    }

    /// Ends a skill's sub-agent and returns its last answer as the host gives it to the conversation: as the result of the
    /// model's call, with its `callId`, if that waits for it, else in the user's name. What the sub-agent was shown and has
    /// used is forgotten. `fork` is the `id` of an invocation's `fork`, or the skill's name while one sub-agent of it runs.
    ///
    /// Throws an `ArgumentError` when no such sub-agent runs, or several of that skill do.
    #[wasm_bindgen(js_name = finishFork, unchecked_return_type = "Message")]
    pub fn finish_fork(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] fork: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] result: JsValue,
    ) -> Result<JsValue, Thrown> {
        let fork = arguments::text("fork", fork)?;
        let result = arguments::text("result", result)?;
        self.on(|session, workspace| {
            values::to_js(&session.finish_fork(workspace, &fork, &result)?)
        })
    }

    /// Ends an agent: forgets what it was shown and has used.
    ///
    /// Throws an `ArgumentError` when this session has no such agent.
    #[wasm_bindgen(js_name = endAgent)]
    pub fn end_agent(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] agent: JsValue,
    ) -> Result<(), Thrown> {
        let agent = arguments::text("agent", agent)?;
        Ok(self.session.borrow_mut().end_agent(&agent)?)
    }

    /// The conversation of an agent (the main one without a name) was compacted: what the host puts back.
    #[wasm_bindgen(unchecked_return_type = "Message[]")]
    pub fn compact(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        let agent = arguments::read::<Option<String>>("agent", agent)?;
        self.on(|session, workspace| values::to_js(&session.compact(workspace, agent.as_deref())))
    }

    /// The skills put to use so far, the latest last.
    #[wasm_bindgen(unchecked_return_type = "InvokedSkill[]")]
    pub fn invoked(&self) -> Result<JsValue, Thrown> {
        values::to_js(self.session.borrow().invoked())
    }

    /// What an agent's invocations (the main one's without a name) changed and what still holds, the latest last: for
    /// the main agent until the user's next message, for another until it ends.
    ///
    /// Throws an `ArgumentError` when this session has no such agent.
    #[wasm_bindgen(unchecked_return_type = "ContextChanges[]")]
    pub fn changes(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] agent: JsValue,
    ) -> Result<JsValue, Thrown> {
        let agent = arguments::read::<Option<String>>("agent", agent)?;
        values::to_js(self.session.borrow().changes(agent.as_deref())?)
    }

    /// How often each skill was put to use in this conversation, by name.
    #[wasm_bindgen(unchecked_return_type = "Record<string, number>")]
    pub fn usage(&self) -> Result<JsValue, Thrown> {
        values::to_js(self.session.borrow().usage())
    }

    /// The hooks in force; with an event and what it is about (such as a tool's name), those that it runs.
    ///
    /// Throws an `ArgumentError` when the host has hooks, and none of its events has that name.
    #[wasm_bindgen(unchecked_return_type = "RegisteredHook[]")]
    pub fn hooks(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] event: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string | null")] subject: JsValue,
    ) -> Result<JsValue, Thrown> {
        let event = arguments::read::<Option<String>>("event", event)?;
        let subject = arguments::read::<Option<String>>("subject", subject)?.unwrap_or_default();
        self.on(|session, workspace| match event {
            Some(event) => values::to_js(&session.hooks_for(workspace, &event, &subject)?),
            None => values::to_js(session.hooks()),
        })
    }

    /// Records that a hook ran well, and returns true if it is gone, as one that runs once is.
    ///
    /// Throws an `ArgumentError` when no hook of this id is in force.
    #[wasm_bindgen(js_name = hookSucceeded)]
    pub fn hook_succeeded(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] id: JsValue,
    ) -> Result<bool, Thrown> {
        let id = arguments::read("id", id)?;
        Ok(self.session.borrow_mut().hook_succeeded(id)?)
    }

    /// Takes the answers to questions, by question id, each as the strings that the client sent; says which variables
    /// got a value, which answers nothing is kept of, with why, and what installing the servers that the user agreed to
    /// does: the edited configuration, which the caller writes. The session asks for none of these servers again, agreed to
    /// or not.
    ///
    /// Throws an `ArgumentError` when servers are to be installed and the user's configuration cannot be edited; nothing
    /// has been taken then.
    #[wasm_bindgen(unchecked_return_type = "Answers")]
    pub fn answer(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Record<string, string[]>")] answers: JsValue,
    ) -> Result<JsValue, Thrown> {
        let answers = arguments::read("answers", answers)?;
        self.on(|session, workspace| values::to_js(&session.answer(workspace, &answers)?))
    }

    /// The value of a variable that was given in this session, or that was set when a skill needed it; null when there was
    /// none, or the client did not tell it.
    #[wasm_bindgen(unchecked_return_type = "string | null")]
    pub fn variable(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] name: JsValue,
    ) -> Result<JsValue, Thrown> {
        let name = arguments::text("name", name)?;
        values::to_js(&self.session.borrow().variable(&name))
    }

    /// The event of a shell command of the model's that uses a skill without a mention; one a turn and skill.
    #[wasm_bindgen(unchecked_return_type = "SkillEvent | null")]
    pub fn command(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] command: JsValue,
        #[wasm_bindgen(unchecked_param_type = "string")] workdir: JsValue,
    ) -> Result<JsValue, Thrown> {
        let command = arguments::text("command", command)?;
        let workdir = arguments::text("workdir", workdir)?;
        self.on(|session, workspace| {
            values::to_js(&session.command(workspace, &command, &workdir)?)
        })
    }
}
