//! `Workspace`: a tree of files that a host reads.

use std::cell::RefCell;
use std::mem::take;
use std::rc::Rc;

use skillglass::ArgumentError;
use skillglass::model::host_choice::HostChoice;
use skillglass::tree::WriteReport;
use wasm_bindgen::prelude::*;

#[cfg(feature = "codex")]
use crate::codex::Codex;
use crate::given::GivenCatalog;
#[cfg(any(feature = "lint", feature = "dependencies", feature = "budget-plan"))]
use crate::given::GivenShared;
#[cfg(feature = "budget-plan")]
use crate::given::GivenTexts;
#[cfg(feature = "conversation")]
use crate::session::Session;
use crate::thrown::Thrown;
use crate::values::Json;
use crate::{arguments, parts};

/// A workspace that the JavaScript workspace and its sessions share. `None` after the workspace is
/// freed.
pub type Shared = Rc<RefCell<Option<skillglass::Workspace>>>;

/// The outcome of a method that writes its result to a [`Json`]: nothing, or an error about an argument.
pub type Answered = Result<(), ArgumentError>;

/// Calls `question` with the workspace. `question` writes JSON, which is returned as a JavaScript
/// value.
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

/// Calls `question` with the workspace, which `question` may change. Returns the JSON that
/// `question` writes, as a JavaScript value.
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

/// Calls `question`, which writes its result as JSON. Returns this result as a JavaScript value.
#[inline(never)]
pub fn answered(question: &mut dyn FnMut(&mut Json) -> Answered) -> Result<JsValue, Thrown> {
    let mut answer = Json::default();
    question(&mut answer)?;
    Ok(answer.into_js())
}

/// Calls `at` with the workspace, and returns the result of `at` as a Rust value, not as JSON.
/// Returns an error if the workspace was freed.
pub fn value_of<T>(
    shared: &Shared,
    at: impl FnOnce(&skillglass::Workspace) -> T,
) -> Result<T, Thrown> {
    match &*shared.borrow() {
        Some(workspace) => Ok(at(workspace)),
        None => Err(Thrown::freed("Workspace")),
    }
}

/// A tree of files that a host reads. Every result is cached until one of its inputs changes.
///
/// When the workspace is no longer needed, free it with `free()` or `using`. Its sessions then end, too.
///
/// @example
/// ```js
/// const workspace = new Workspace({ host: "codex", cwd: "/repo" });
/// workspace.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n");
/// console.log(workspace.catalog().skills.map(({ name }) => name)); // ["pdf"]
/// console.log(workspace.turn("Use $pdf").messages.length); // 1
/// ```
#[wasm_bindgen]
pub struct Workspace(pub(crate) Shared, pub(crate) RefCell<Given>);

/// The JavaScript values that this workspace has returned to callers.
#[derive(Default)]
pub(crate) struct Given {
    catalog: GivenCatalog,
    #[cfg(feature = "lint")]
    pub diagnostics: GivenShared,
    #[cfg(feature = "dependencies")]
    pub dependencies: [GivenShared; 3],
    #[cfg(feature = "health")]
    pub health: GivenShared,
    #[cfg(feature = "budget-plan")]
    pub plan_changes: GivenShared,
    #[cfg(feature = "budget-plan")]
    pub plan_files: GivenTexts,
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
    /// Creates a workspace with an empty tree.
    ///
    /// Throws an `ArgumentError` that names the option if an option is missing, unknown or wrong.
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

    /// Changes the given options. The files do not change. An absent option keeps its value, and null removes the
    /// option. Results whose inputs did not change stay cached.
    ///
    /// Throws an `ArgumentError` that names the option if an option is unknown or wrong. In this case no option
    /// changes.
    #[wasm_bindgen(js_name = setOptions)]
    pub fn set_options(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Partial<WorkspaceOptions>")] options: JsValue,
    ) -> Result<(), Thrown> {
        let before = value_of(&self.0, |workspace| workspace.options().clone())?;
        let options = arguments::changed_options(before, options)?;
        change(&self.0, &mut |workspace, _| workspace.set_options(&options))?;
        Ok(())
    }

    /// Writes one file, and creates its parent directories.
    ///
    /// A path that cannot exist in a tree is refused. The reason is in the report and in the catalog. No error is
    /// thrown, because the path may be from an archive or a repository, so it may not be the caller's mistake. With `{
    /// strict: true }`, an error with the reason is thrown.
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

    /// Writes many files, which are passed as a `Map` or a record from path to contents. If an argument is wrong, no
    /// file is written. If a path is refused (see `write`), the other files are written nevertheless, even with
    /// `strict`.
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

    /// Creates a directory and its parent directories. This is not needed before `write`, which creates directories
    /// itself. The same paths are refused as in `write`.
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

    /// Creates a symbolic link. The target may be absolute or relative to the link's directory, and need not exist. The
    /// same paths are refused as in `write`.
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

    /// Removes a file, a link, or a directory with everything in it. Returns the number of removed entries. If the path
    /// was refused earlier, its entry in the catalog is removed.
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

    /// Returns the files that the host would read but whose contents are still null. The files are sorted by path. With
    /// a request, returns the files that any of the request's hosts would read. With `for: "lint"`, the files that the
    /// rules of `lint` read are included.
    ///
    /// Throws an `ArgumentError` if a host or edition is unknown.
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

    /// Returns the skill whose `SKILL.md` is at this path. If the path is a link, returns the skill at the link's
    /// target. Returns null if the host loads no such skill.
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

    /// Creates a conversation in this workspace: a new conversation, or one that continues a conversation saved with
    /// `session.save()`.
    ///
    /// @example
    /// ```js
    /// const session = workspace.startSession();
    /// session.turn("Use $pdf");
    /// const saved = JSON.stringify(session.save());
    /// const resumed = workspace.startSession({ saved: JSON.parse(saved) });
    /// console.log(resumed.usage()); // {"pdf":1}
    /// ```
    #[cfg(feature = "conversation")]
    #[wasm_bindgen(js_name = startSession)]
    pub fn start_session(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "SessionOptions")] options: JsValue,
    ) -> Result<Session, Thrown> {
        (parts::conversation()?.start)(self, options)
    }

    /// Returns the methods that only Codex has. If the workspace has another host, these methods throw an
    /// `ArgumentError`.
    #[cfg(feature = "codex")]
    #[wasm_bindgen(getter)]
    pub fn codex(&self) -> Codex {
        Codex(Rc::clone(&self.0))
    }

    /// Returns the skills that the host finds and loads, and the files that it does not load, with the reasons. If an
    /// item of the catalog's lists did not change since the last call, the result contains the same object, so do not
    /// modify items.
    #[wasm_bindgen(unchecked_return_type = "Catalog")]
    pub fn catalog(&self) -> Result<JsValue, Thrown> {
        let catalog = value_of(&self.0, skillglass::Workspace::catalog)?;
        Ok(self.1.borrow_mut().catalog.value(catalog))
    }

    /// Returns the list of skills that the model sees when a session starts.
    #[wasm_bindgen(unchecked_return_type = "Listing")]
    pub fn listing(&self) -> Result<JsValue, Thrown> {
        ask(&self.0, &mut |workspace, answer| {
            answer.give(&workspace.listing())
        })
    }

    /// Returns the skills that a message of the user selects, the outcome of each mention, and the
    /// messages that the host injects. If the request is a string, the string is the text of the
    /// message.
    ///
    /// Throws an `ArgumentError` that names the wrong part of the request.
    #[cfg(feature = "conversation")]
    #[wasm_bindgen(unchecked_return_type = "Turn")]
    pub fn turn(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.workspace_turn)(self, request)
    }

    /// Returns the host's decision on a tool call in a new conversation: `allow`, `ask` or `deny`.
    /// The call may be a call of any tool. The result has the rule that decided, and the source of
    /// the rule. If the host asks the user, `remember` has the settings file that the host saves if
    /// the user answers "always allow". `decision` is null if the host's rules are not known.
    /// `session.permission` also applies the rules of the skills in use.
    #[cfg(feature = "conversation")]
    #[wasm_bindgen(unchecked_return_type = "ToolPermission")]
    pub fn permission(
        &self,
        #[wasm_bindgen(unchecked_param_type = "ToolCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.workspace_permission)(self, call)
    }

    /// Returns the host's answer to a call of its skill tool by the model. If the answer has
    /// requests that wait for outputs, run the requests, and call this method again with their
    /// outputs.
    ///
    /// Throws an `ArgumentError` if the host has no skill tool, or if a field of `call` is invalid.
    /// The error names this field.
    #[cfg(feature = "conversation")]
    #[wasm_bindgen(unchecked_return_type = "Invocation")]
    pub fn invoke(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SkillCall")] call: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::conversation()?.workspace_invoke)(self, call)
    }

    /// Returns the result of `npx skills add` for a repository of this tree: the found skills, the
    /// skipped skills with the reasons, and the installed files.
    ///
    /// Throws an `ArgumentError` if a directory is not an absolute path, if an agent is unknown, or
    /// if `global` is set and `home` is absent.
    #[cfg(feature = "install")]
    #[wasm_bindgen(unchecked_return_type = "InstallReport")]
    pub fn install(
        &self,
        #[wasm_bindgen(unchecked_param_type = "InstallRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::install()?.install)(self, request)
    }

    /// Writes the files of an installation into the tree, so that hosts find the skills. Existing entries at the files'
    /// paths are removed first.
    #[cfg(feature = "install")]
    #[wasm_bindgen(js_name = putInstalled, unchecked_return_type = "WriteReport")]
    pub fn put_installed(
        &self,
        #[wasm_bindgen(unchecked_param_type = "InstallReport")] report: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::install()?.put_installed)(self, report)
    }

    /// Returns the skills that `gh skill` of the GitHub CLI finds in a repository of this tree. The
    /// result also has the findings of `gh skill publish`, and the files that `gh skill install`
    /// writes.
    ///
    /// Throws an `ArgumentError` if a directory is not an absolute path, if the agent is unknown,
    /// or if `user` is set and `home` is absent.
    #[cfg(feature = "install")]
    #[wasm_bindgen(js_name = ghSkill, unchecked_return_type = "GhSkillReport")]
    pub fn gh_skill(
        &self,
        #[wasm_bindgen(unchecked_param_type = "GhSkillRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::install()?.gh_skill)(self, request)
    }

    /// Writes into the tree the files that `gh skill install` writes, so that hosts find the
    /// skills.
    ///
    /// Throws an `ArgumentError` in the same cases as `ghSkill`.
    #[cfg(feature = "install")]
    #[wasm_bindgen(js_name = putGhSkill, unchecked_return_type = "WriteReport")]
    pub fn put_gh_skill(
        &self,
        #[wasm_bindgen(unchecked_param_type = "GhSkillRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::install()?.put_gh_skill)(self, request)
    }

    /// Writes the skills that `npx skills add` reads from a website into the folder
    /// `install.source` of this tree. This folder is emptied first. Fetch and unpack the files in
    /// the result's `needs`, and call this method again with all answers so far. Then
    /// `putInstalled(install)` installs the skills.
    ///
    /// Throws an `ArgumentError` if
    /// - the URL is not an HTTP URL,
    /// - a directory is not an absolute path, or overlaps another directory of the request,
    /// - an agent is unknown,
    /// - `global` is set and `home` is absent.
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

    /// Writes the skills of an MCP server with the extension `io.modelcontextprotocol/skills` into
    /// the folder `install.source` of this tree. This folder is emptied first. If the result has
    /// MCP requests in `needs`, send them to the server, and call `takeMcpSkills` again with all
    /// answers so far. When `needs` is empty, `putInstalled(install)` writes the skills to the
    /// folders of hosts.
    ///
    /// Throws an `ArgumentError` if
    /// - a directory is not an absolute path, or overlaps another directory of the request,
    /// - an agent is unknown,
    /// - `global` is set and `home` is absent.
    #[cfg(feature = "sources")]
    #[wasm_bindgen(js_name = takeMcpSkills, unchecked_return_type = "McpReport")]
    pub fn take_mcp_skills(
        &self,
        #[wasm_bindgen(unchecked_param_type = "McpRequest")] request: JsValue,
        #[wasm_bindgen(unchecked_param_type = "readonly McpAnswer[]")] answers: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::sources()?.take_mcp_skills)(self, request, answers)
    }

    /// Returns the lock files of the tree, compared with the installed skills. The result has the
    /// skills that are missing or changed, and the installed skills that a lock file does not list.
    /// The compared lock files are the files of the `skills` CLI and of `gh skill`, and the indexes
    /// of sites.
    ///
    /// The result's `unread` lists the files whose contents are needed but were not given. Write these files, and call
    /// this method again.
    #[cfg(feature = "locks")]
    #[wasm_bindgen(unchecked_return_type = "LocksReport")]
    pub fn locks(&self) -> Result<JsValue, Thrown> {
        (parts::locks()?.locks)(self)
    }

    /// Returns how each requested host interprets each skill, and whether the skill is portable.
    /// Each obstacle has the smallest change that removes the obstacle. If no hosts are given, the
    /// hosts that `hosts()` marks as `usual` are compared in their default editions.
    ///
    /// Throws an `ArgumentError` if a host or edition is unknown.
    #[cfg(feature = "compare")]
    #[wasm_bindgen(unchecked_return_type = "Comparison")]
    pub fn compare(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "CompareRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::compare()?.compare)(self, request)
    }

    /// Returns the changes for the skills of this tree between two editions of a host. Each change has its reason.
    ///
    /// Throws an `ArgumentError` if a host, edition or file is unknown, or if the request does not name two editions of
    /// one host.
    #[cfg(feature = "change")]
    #[wasm_bindgen(unchecked_return_type = "HostDiff")]
    pub fn diff(
        &self,
        #[wasm_bindgen(unchecked_param_type = "DiffRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::change()?.diff)(self, request)
    }

    /// Returns the edition in which a host began to list a skill of this tree, or stopped listing
    /// the skill. For each edition, the result also has the reason if the host's list does not show
    /// the whole skill.
    ///
    /// Throws an `ArgumentError` if the host, edition or file is unknown.
    #[cfg(feature = "change")]
    #[wasm_bindgen(unchecked_return_type = "Since")]
    pub fn since(
        &self,
        #[wasm_bindgen(unchecked_param_type = "SinceRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::change()?.since)(self, request)
    }

    /// Returns the plan of a build, which creates the layout of every host from one folder of
    /// skills. The plan has the files to write and to remove, and the conflicts that prevent a
    /// change. It also has the answer of each host about each skill after the build. Nothing is
    /// written. Before the call, write the contents of the files that `planForBuild` returns.
    ///
    /// Throws an `ArgumentError` if
    /// - a host or edition is unknown,
    /// - the folder of skills does not exist,
    /// - `scope` is `"user"` and the workspace has no home,
    /// - the folder of the plugin is not in the project.
    ///
    /// @example
    /// ```js
    /// const workspace = new Workspace({ cwd: "/repo" });
    /// workspace.write("/repo/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n");
    /// const plan = workspace.build({ from: "skills", hosts: ["codex", "claude-code"] });
    /// console.log(plan.folders.map(({ path }) => path)); // ["/repo/.agents/skills", "/repo/.claude/skills"]
    /// console.log(plan.proof.every(({ same, times }) => same && times === 1)); // true
    /// ```
    #[cfg(feature = "build")]
    #[wasm_bindgen(unchecked_return_type = "BuildPlan")]
    pub fn build(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BuildRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::build()?.build)(self, request)
    }

    /// Returns the files that `build` reads but whose contents are still null. The files are sorted
    /// by path. Before a build, also write the contents of the files that `plan` returns.
    ///
    /// Throws an `ArgumentError` in the same cases as `build`.
    #[cfg(feature = "build")]
    #[wasm_bindgen(js_name = planForBuild, unchecked_return_type = "string[]")]
    pub fn plan_for_build(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BuildRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::build()?.plan)(self, request)
    }

    /// Builds the skills as `build` does, and writes the result into the workspace's tree, so that
    /// hosts load the built skills.
    ///
    /// Throws an `ArgumentError` in the same cases as `build`.
    #[cfg(feature = "build")]
    #[wasm_bindgen(js_name = putBuild, unchecked_return_type = "WriteReport")]
    pub fn put_build(
        &self,
        #[wasm_bindgen(unchecked_param_type = "BuildRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::build()?.put_build)(self, request)
    }

    /// Returns the diagnostics of the skills, sorted by path and position. Each diagnostic has its position, the hosts
    /// that it is about, and its fixes. If a diagnostic did not change since the last call, the result contains the
    /// same object, so do not modify diagnostics.
    ///
    /// Throws an `ArgumentError` if a host, edition, file or rule is unknown.
    #[cfg(feature = "lint")]
    #[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
    pub fn lint(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "LintRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::lint()?.lint)(self, request)
    }

    /// Returns the findings in each requested skill, before settings and ignore comments are applied, and without the
    /// findings that depend on all skills. If several workers share the work, each calls this method for some of the
    /// skills, and one passes the results to `lint` as `known`.
    ///
    /// Throws an `ArgumentError` if a host, edition, file or rule is unknown.
    ///
    /// @example
    /// ```js
    /// const workspace = new Workspace({ cwd: "/repo" });
    /// workspace.write("/repo/.agents/skills/pdf/SKILL.md", "Fill in the form.");
    /// const known = workspace.lintSkills();
    /// console.log(workspace.lint({ known }).map(({ code }) => code)); // ["no-frontmatter"]
    /// ```
    #[cfg(feature = "lint")]
    #[wasm_bindgen(js_name = lintSkills, unchecked_return_type = "FoundInSkill[]")]
    pub fn lint_skills(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "LintRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::lint()?.lint_skills)(self, request)
    }

    /// Returns the files after their safe fixes. The fixes are applied in rounds, until no diagnostic has a safe fix.
    /// Nothing is written.
    ///
    /// Throws an `ArgumentError` if a host, edition, file or rule is unknown.
    #[cfg(feature = "lint")]
    #[wasm_bindgen(unchecked_return_type = "Fixed")]
    pub fn fix(
        &self,
        #[wasm_bindgen(unchecked_optional_param_type = "FixRequest")] request: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::lint()?.fix)(self, request)
    }

    /// Returns the files beside the requested skills, and the places in texts that name these files. If no skill is
    /// requested, all folders with a `SKILL.md` are searched.
    ///
    /// Throws an `ArgumentError` if a file does not exist.
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

    /// Runs the same turn in each requested host, and returns the hosts' results. If no hosts are
    /// given, the hosts that `hosts()` marks as `usual` are used in their default editions.
    ///
    /// Throws an `ArgumentError` if a host or edition is unknown, or if a field of the request is
    /// invalid. The error names this field. An output in the request is invalid if none of the
    /// hosts asked for it.
    #[cfg(feature = "compare")]
    #[wasm_bindgen(unchecked_return_type = "HostTurn[]")]
    pub fn turns(
        &self,
        #[wasm_bindgen(unchecked_param_type = "TurnRequest | string")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "readonly HostChoice[]")] hosts: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::compare()?.turns)(self, request, hosts)
    }

    /// Returns the skills that fit a request in plain words, the best skill first.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "Hit[]")]
    pub fn search(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] request: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "SearchOptions")] options: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.search)(self, request, options)
    }

    /// Returns the skills that compete with a skill. The skill's name and description are used as the request. A
    /// competitor's score is at least `closeness` (from 0 to 1) times the skill's own score.
    ///
    /// Throws an `ArgumentError` if no loaded skill has the path `skill`.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "Competitor[]")]
    pub fn competitors(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] skill: JsValue,
        #[wasm_bindgen(unchecked_param_type = "number")] closeness: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.competitors)(self, skill, closeness)
    }

    /// Returns the pairs of skills whose descriptions have a similarity of at least `threshold`. A similarity of 1
    /// means the same words in the same order.
    #[cfg(feature = "search")]
    #[wasm_bindgen(js_name = nearDuplicates, unchecked_return_type = "NearDuplicates")]
    pub fn near_duplicates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "number")] threshold: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.near_duplicates)(self, threshold)
    }

    /// Returns the skills that a text names in plain words, with the places of the names. No host injects these skills
    /// because of their names. A turn injects them only if its request has `plainNames`.
    #[cfg(feature = "search")]
    #[wasm_bindgen(unchecked_return_type = "NamedSkill[]")]
    pub fn candidates(
        &self,
        #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    ) -> Result<JsValue, Thrown> {
        (parts::search()?.candidates)(self, text)
    }

    /// Returns the path of the skill that the model uses with a shell command in `workdir`. The
    /// command reads the skill's file, or runs one of the skill's scripts. Returns null if the
    /// command uses no skill. Hosts count such a use, but inject nothing.
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

    /// Returns the revision of the tree, which increases with every change.
    #[wasm_bindgen(getter)]
    pub fn revision(&self) -> Result<f64, Thrown> {
        value_of(&self.0, |workspace| workspace.tree().revision() as f64)
    }

    /// Returns the number of files that were parsed so far. An edit of one file adds 1. Only tests use this method, so
    /// the types of the package do not declare it.
    #[wasm_bindgen(getter, js_name = filesParsed, skip_typescript)]
    pub fn files_parsed(&self) -> Result<f64, Thrown> {
        value_of(&self.0, |workspace| workspace.files_parsed() as f64)
    }
}

impl Workspace {
    /// Calls a function that writes to the tree, and returns its report. With `strict`, throws an
    /// error about the first refused path.
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

/// The argument of `plan`: the hosts whose files `plan` lists. If `reader` is set, `plan` also
/// lists the files that only this function reads, such as `lint`.
struct PlanRequest {
    hosts: Vec<HostChoice>,
    #[cfg(feature = "lint")]
    reader: Option<PlanReader>,
}

skillglass::record! { PlanRequest: has(hosts, #[cfg(feature = "lint")] reader = "for") }

/// A function that reads more files than hosts read, such as `lint`. If the option `for` of `plan`
/// names this function, `plan` also lists the files that the function reads.
#[cfg(feature = "lint")]
#[derive(Clone, Copy)]
enum PlanReader {
    Lint,
}

#[cfg(feature = "lint")]
skillglass::choice! { PlanReader: Lint = "lint" }

/// The argument that an error names if a path is refused: `path`, or an entry of `files`.
#[derive(Clone, Copy)]
enum Named {
    Path,
    File,
}
