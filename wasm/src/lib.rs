//! The JavaScript surface of skillglass: arguments in, the core's answer, values out.
//!
//! Each method has the same shape. A wrong argument is thrown as an `ArgumentError` that names it; what is wrong
//! with a skill is part of the answer. Arguments are read before anything is borrowed: a getter in one of them may throw, or
//! call the same workspace.

// A build of some features leaves readers of arguments unused.
#![cfg_attr(not(feature = "default"), allow(dead_code, unused_imports))]

mod arguments;
#[cfg(feature = "codex")]
mod codex;
mod given;
mod parts;
mod reader;
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

/// Provides the engine's Unicode methods to the core. Debugging builds print panics to the console, with their place.
#[wasm_bindgen(start)]
pub fn start() {
    #[cfg(debug_assertions)]
    console_error_panic_hook::set_once();
    #[cfg(target_arch = "wasm32")]
    unicode::provide();
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
    Ok(values::to_js(&skillglass::hosts::hosts()))
}

/// The rules of `lint`, by group.
#[cfg(feature = "lint")]
#[wasm_bindgen(unchecked_return_type = "Rule[]")]
pub fn rules() -> Result<JsValue, Thrown> {
    (parts::lint()?.rules)()
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
    (parts::lint()?.lint_files)(files, request)
}

/// Applies fixes to texts, given by path: each whole or, where it gets in the way of one before or does not fit, not at
/// all.
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = applyFixes, unchecked_return_type = "Applied")]
pub fn apply_fixes(
    #[wasm_bindgen(unchecked_param_type = "Files")] files: JsValue,
    #[wasm_bindgen(unchecked_param_type = "readonly Fix[]")] fixes: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.apply_fixes)(files, fixes)
}

/// Findings in the shapes of the Language Server Protocol, by file: diagnostics, and code actions for their fixes.
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = toLsp, unchecked_return_type = "LspFile[]")]
pub fn to_lsp(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.to_lsp)(diagnostics, options)
}

/// Findings as a SARIF 2.1.0 log, for code scanners.
#[cfg(feature = "lint")]
#[wasm_bindgen(js_name = toSarif, unchecked_return_type = "SarifLog")]
pub fn to_sarif(
    #[wasm_bindgen(unchecked_param_type = "readonly Diagnostic[]")] diagnostics: JsValue,
    #[wasm_bindgen(unchecked_optional_param_type = "ConvertOptions")] options: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::lint()?.to_sarif)(diagnostics, options)
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
    Ok(values::to_js(&skillglass::hosts::fields(
        &choice.host,
        edition,
    )?))
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
    (parts::support()?.support)(hosts)
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
    (parts::lint()?.schema)(kind, host)
}

/// What the open standard's reference validator finds wrong with the text of a `SKILL.md` in a folder of that name, in
/// its order; nothing when the skill is valid.
#[cfg(feature = "standard")]
#[wasm_bindgen(unchecked_return_type = "Finding[]")]
pub fn validate(
    #[wasm_bindgen(unchecked_param_type = "string")] text: JsValue,
    #[wasm_bindgen(unchecked_param_type = "string")] folder: JsValue,
) -> Result<JsValue, Thrown> {
    (parts::standard()?.validate)(text, folder)
}
