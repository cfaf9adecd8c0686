//! The JavaScript interface of skillglass: it converts arguments, calls the core, and converts the results.
//!
//! All methods follow the same rules. A wrong argument is thrown as an `ArgumentError` that names the argument. Faults
//! of a skill are part of the result. All arguments are read before the workspace is borrowed, because a getter in an
//! argument may throw or call the same workspace.

// If only some features are enabled, some readers of arguments are unused.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports))]

mod arguments;
mod beyond_hosts;
#[cfg(feature = "codex")]
mod codex;
mod given;
mod parts;
mod reader;
#[cfg(feature = "conversation")]
mod session;
#[cfg(test)]
mod tests;
mod thrown;
#[cfg(target_arch = "wasm32")]
mod unicode;
#[cfg(test)]
mod unicode_tests;
mod values;
mod workspace;

use skillglass::model::host_choice::HostChoice;
use wasm_bindgen::prelude::*;

use thrown::Thrown;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = r#"
/** A file's contents: text, bytes, or null for "exists, not read yet". */
export type FileContents = string | Uint8Array | null;

/** A Map or a record from paths to contents. */
export type Files = ReadonlyMap<string, FileContents> | Readonly<Record<string, FileContents>>;

/** A Map or a record from paths to texts or bytes. */
export type BundledFiles = ReadonlyMap<string, string | Uint8Array> | Readonly<Record<string, string | Uint8Array>>;

/** The options of a change of the tree. */
export interface WriteOptions {
    /** True if a refused path is thrown, as an ArgumentError, and not only reported. */
    strict?: boolean;
}

/** A request for the files to read. */
export interface PlanRequest {
    /** The hosts. By default, all hosts in their default editions; for `lint`, the hosts of `skillglass.json` if there are any. */
    hosts?: readonly HostChoice[];
    /**
     * The reader of the files. By default, only the hosts. `"lint"` adds the files that only rules read: Markdown files that hosts
     * skip, and the scripts and references beside skills. Beside a skill's own file, rules read no file above 1 MiB.
     */
    for?: "lint";
}

/**
 * A wrong argument: misspelt, missing, of the wrong type, or the name of something that does not exist.
 *
 * @example
 * ```js
 * try {
 *   lint({}, { hosts: ["codx"] });
 * } catch (error) {
 *   console.log([error instanceof ArgumentError, error.argument]); // [true,"hosts[0].host"]
 * }
 * ```
 */
export class ArgumentError extends Error {
    private constructor();
    readonly name: "ArgumentError";
    /** The position in the arguments, such as `cwd` or `hosts[0].edition`. The message begins with it. */
    readonly argument: string;
}
"#;

#[cfg(feature = "lint")]
#[wasm_bindgen(typescript_custom_section)]
const SCHEMA_TYPES: &str = r#"
/** The kinds of files with a schema. */
export type SchemaKind = "frontmatter" | "agents/openai.yaml" | "configuration";
"#;

#[cfg(feature = "sources")]
#[wasm_bindgen(typescript_custom_section)]
const SOURCE_TYPES: &str = r#"
/** The answers of a site, by the requested URL: the unchanged bytes, or null if the site has no such file. */
export type Downloads = ReadonlyMap<string, FileContents> | Readonly<Record<string, FileContents>>;

/** An entry of an archive, unchanged. */
export type ArchiveEntry =
    | { path: string; type: "file"; contents: string | Uint8Array }
    | { path: string; type: "directory" | "link" };

/** The entries of archives, by the URL of each; null for an archive that could not be unpacked. */
export type Archives =
    | ReadonlyMap<string, readonly ArchiveEntry[] | null>
    | Readonly<Record<string, readonly ArchiveEntry[] | null>>;

/** A call of an MCP server, and its answer: the response or only its result, as a value or as JSON. */
export interface McpAnswer {
    call: McpCall;
    answer: unknown;
}
"#;

/// Provides the JavaScript engine's Unicode methods to the core. In debug builds, also prints
/// panics to the console.
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    #[cfg(target_arch = "wasm32")]
    unicode::provide();
}

/// Returns the version of the package.
///
/// @example
/// ```js
/// console.log(version().split(".").length); // 3
/// ```
#[wasm_bindgen]
#[must_use]
pub fn version() -> String {
    env!("CARGO_PKG_VERSION").to_owned()
}

/// Returns the hosts with their editions. The oldest edition of each host is the first.
///
/// @example
/// ```js
/// console.log(hosts().filter(({ usual }) => usual).map(({ host }) => host)); // ["codex","claude-code","opencode","standard"]
/// ```
#[wasm_bindgen(unchecked_return_type = "HostEditions[]")]
pub fn hosts() -> Result<JsValue, Thrown> {
    Ok(values::to_js(&skillglass::hosts::hosts()))
}

/// Returns the rules of `lint`, sorted by group.
///
/// @example
/// ```js
/// console.log(rules().find(({ code }) => code === "missing-name").severity); // "warning"
/// ```
#[cfg(feature = "lint")]
#[wasm_bindgen(unchecked_return_type = "Rule[]")]
pub fn rules() -> Result<JsValue, Thrown> {
    (parts::lint()?.rules)()
}

/// Returns the diagnostics of the skills among some files of one project. Paths in diagnostics are the paths that were
/// passed. `files` is a `Map` or a record from relative or absolute paths to contents. A `SKILL.md` without a folder is
/// checked as if its folder had the skill's name.
///
/// Throws an `ArgumentError` if a host, edition, file or rule is unknown, or if a path is not valid.
///
/// @example
/// ```js
/// const found = lint({ "skills/pdf/SKILL.md": "Fill in the form." });
/// console.log(found.map(({ code, path }) => [code, path])); // [["no-frontmatter","skills/pdf/SKILL.md"]]
/// ```
#[cfg(feature = "lint")]
#[wasm_bindgen(unchecked_return_type = "Diagnostic[]")]
pub fn lint(
    #[wasm_bindgen(unchecked_param_type = "Files")] files: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "LintRequest")] request: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.lint_files)(files, request)
}

/// Applies fixes to texts, which are passed by path. A fix is applied completely or not at all. A
/// fix is not applied if it overlaps an earlier fix or does not fit the text.
///
/// @example
/// ```js
/// const files = { "skills/pdf/SKILL.md": "---\nname: pdf\ndescription:Fill in forms.\n---\n# Forms\n" };
/// const { fixes } = lint(files)[0];
/// console.log(applyFixes(files, fixes).files["skills/pdf/SKILL.md"].split("\n")[2]); // "description: Fill in forms."
/// ```
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = applyFixes, unchecked_return_type = "Applied")]
pub fn apply_fixes(
    #[wasm_bindgen(unchecked_param_type = "Files")] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly Fix[]")] fixes: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.apply_fixes)(files, fixes)
}

/// Converts diagnostics to the types of the Language Server Protocol. Each file has its diagnostics, and code actions
/// for their fixes.
///
/// @example
/// ```js
/// const [{ uri, diagnostics }] = toLsp(lint({ "/repo/skills/pdf/SKILL.md": "Fill in the form." }));
/// console.log([uri, diagnostics[0].code]); // ["file:///repo/skills/pdf/SKILL.md","no-frontmatter"]
/// ```
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = toLsp, unchecked_return_type = "LspFile[]")]
pub fn to_lsp(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.to_lsp)(diagnostics, options)
}

/// Converts diagnostics to a SARIF 2.1.0 log, for code scanners.
///
/// @example
/// ```js
/// console.log(toSarif(workspace.lint()).version); // "2.1.0"
/// ```
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = toSarif, unchecked_return_type = "SarifLog")]
pub fn to_sarif(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.to_sarif)(diagnostics, options)
}

/// Returns the fields that a host knows. The fields of the frontmatter are first. If no edition is given, the host's
/// default edition is used.
///
/// Throws an `ArgumentError` if the host or edition is unknown.
///
/// @example
/// ```js
/// console.log(fields("standard").filter(({ required }) => required).map(({ key }) => key)); // ["description","name"]
/// ```
#[wasm_bindgen(unchecked_return_type = "Field[]")]
pub fn fields(
    #[wasm_bindgen(unchecked_param_type = "HostChoice")] host: JsValue,
) -> Result<JsValue, Thrown> {
    let choice: HostChoice = arguments::read("host", host)?;
    let edition = choice.edition.as_deref();
    Ok(values::to_js(&skillglass::hosts::fields(
        &choice.host,
        edition,
    )?))
}

/// Returns the table "Can I use" for these hosts: how each host interprets fields, placeholders, folders and limits. If
/// no hosts are given, the table has every host in every edition. If a host is given without an edition, its default
/// edition is used. The rows do not depend on the hosts.
///
/// Throws an `ArgumentError` if a host or edition is unknown.
///
/// @example
/// ```js
/// console.log(support(["codex"]).columns.map(({ label, edition }) => [label, edition])); // [["Codex","2026-11"]]
/// ```
#[cfg(feature = "support")]
#[wasm_bindgen(unchecked_return_type = "Support")]
pub fn support(
    #[wasm_bindgen(unchecked_optional_param_type = "readonly HostChoice[]")] hosts: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::support()?.support)(hosts)
}

/// Returns the differences between each edition of a host and the previous edition. A difference is
/// a row of the table "Can I use" whose cell differs between the two editions. Most rows have a
/// small tree of files in which `diff` shows the difference.
///
/// Throws an `ArgumentError` if the host is unknown.
///
/// @example
/// ```js
/// const [{ previous, edition, rows }] = changelog("codex").editions;
/// console.log([previous, edition]); // ["2026-02","2026-05"]
/// console.log(rows.some(({ id }) => id === "behaviour/missing-name")); // true
/// ```
#[cfg(feature = "change")]
#[wasm_bindgen(unchecked_return_type = "Changelog")]
pub fn changelog(
    #[wasm_bindgen(unchecked_param_type = "HostId")] host: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::change()?.changelog)(host)
}

/// Returns how each host treats the skills of the tree `head` differently from the skills of the tree `base`, and the
/// findings of the safety rules that only the tree `head` has. Both workspaces must contain the same project, so their
/// files have the same paths. If no hosts are given, the hosts that `hosts()` marks as `usual` are used in their default
/// editions.
///
/// Throws an `ArgumentError` if a host or edition is unknown, or if the workspaces have different directories.
///
/// @example
/// ```js
/// const head = new Workspace({ cwd: "/repo" });
/// const base = new Workspace({ cwd: "/repo" });
/// base.write("/repo/.agents/skills/pdf/SKILL.md", "---\nname: pdf\ndescription: Fill in forms.\n---\n");
/// const [codex] = diffTrees(base, head, { hosts: ["codex"] }).hosts;
/// console.log(codex.skills.map(({ name, changes }) => [name, changes[0].kind])); // [["pdf","vanishes"]]
/// ```
#[cfg(feature = "change")]
#[wasm_bindgen(js_name = diffTrees, unchecked_return_type = "TreeDiff")]
pub fn diff_trees(
    base: &workspace::Workspace,
    head: &workspace::Workspace,
    #[wasm_bindgen(unchecked_optional_param_type = "TreeDiffRequest")] request: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::change()?.diff_trees)(base, head, request)
}

/// Returns the JSON Schema (draft 2020-12) of a kind of file, for a host. The kinds are the `frontmatter` of a
/// `SKILL.md`, `agents/openai.yaml` (null if the host does not read this file), and the `configuration` in
/// `skillglass.json`, which needs no host.
///
/// Throws an `ArgumentError` if the kind, host or edition is unknown.
///
/// @example
/// ```js
/// console.log(Object.keys(schema("frontmatter", "codex").properties)); // ["description","metadata","name"]
/// ```
#[cfg(feature = "lint")]
#[wasm_bindgen(unchecked_return_type = "Record<string, unknown> | null")]
pub fn schema(
    #[wasm_bindgen(unchecked_param_type = "SchemaKind")] kind: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "HostChoice | null")] host: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.schema)(kind, host)
}

/// Returns the findings of the open standard's reference validator about the text of a `SKILL.md`, for a folder with
/// the given name. The findings are in the validator's order. The result is empty if the skill is valid.
///
/// @example
/// ```js
/// const found = validateStandard("---\nname: PDF\ndescription: Fill in forms.\n---\n", "pdf");
/// console.log(found.map(({ code }) => code)); // ["name-not-lowercase","name-folder-mismatch"]
/// ```
#[cfg(feature = "standard")]
#[wasm_bindgen(js_name = validateStandard, unchecked_return_type = "Finding[]")]
pub fn validate_standard(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] folder: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::standard()?.validate)(text, folder)
}
