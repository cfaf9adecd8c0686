//! Diagnostics, fixes, and the formats to which both are converted.

use std::collections::BTreeMap;

use skillglass::lint::{Diagnostic, Fix, FixRequest, lsp, sarif, schema};
use skillglass::model::host_choice::HostChoice;
use wasm_bindgen::prelude::*;

use crate::thrown::Thrown;
#[cfg(feature = "parts")]
use crate::workspace::change;
use crate::workspace::{Workspace, ask, value_of};
use crate::{arguments, values};

/// Returns the rules, sorted by group.
pub fn rules() -> Result<JsValue, Thrown> {
    Ok(values::to_js(&skillglass::lint::rules()))
}

/// Returns the findings in some files of one project.
pub fn lint_files(files: JsValue, request: JsValue) -> Result<JsValue, Thrown> {
    let files = arguments::files(&files)?.into_iter().collect();
    let request = arguments::optional("request", request)?;
    Ok(values::to_js(&skillglass::workspace::lint_files(
        files, &request,
    )?))
}

/// Applies fixes to texts.
pub fn apply_fixes(files: JsValue, fixes: JsValue) -> Result<JsValue, Thrown> {
    let mut texts = BTreeMap::new();
    texts.extend(arguments::files(&files)?);
    let fixes: Vec<Fix> = arguments::read("fixes", fixes)?;
    let text = |path: &str| texts.get(path)?.as_ref()?.text().ok();
    Ok(values::to_js(&skillglass::lint::apply(text, &fixes)))
}

/// Converts findings to the types of the Language Server Protocol.
pub fn to_lsp(diagnostics: JsValue, options: JsValue) -> Result<JsValue, Thrown> {
    let diagnostics: Vec<Diagnostic> = arguments::read("diagnostics", diagnostics)?;
    let options = arguments::optional("options", options)?;
    Ok(values::to_js(&lsp::diagnostics(&diagnostics, &options)))
}

/// Converts findings to a SARIF log.
pub fn to_sarif(diagnostics: JsValue, options: JsValue) -> Result<JsValue, Thrown> {
    let diagnostics: Vec<Diagnostic> = arguments::read("diagnostics", diagnostics)?;
    let options = arguments::optional("options", options)?;
    Ok(values::to_js(&sarif::log(&diagnostics, &options)))
}

/// Returns the JSON Schema of a kind of file.
pub fn schema(kind: JsValue, host: JsValue) -> Result<JsValue, Thrown> {
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
            Ok(values::to_js(&schema::frontmatter(
                host,
                edition.as_deref(),
            )?))
        }
        SchemaKind::OpenaiYaml => {
            let HostChoice { host, edition } = of_host()?;
            Ok(values::to_js(&schema::openai_yaml(
                host,
                edition.as_deref(),
            )?))
        }
        SchemaKind::Configuration => Ok(values::to_js(&schema::configuration())),
    }
}

/// Returns the findings in a workspace's skills.
pub fn lint(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::optional("request", request)?;
    forget_outdated(this)?;
    let found = value_of(&this.0, |workspace| workspace.lint_shared(&request))??;
    Ok(this.1.borrow_mut().diagnostics.value(&found))
}

/// Returns the findings in each skill, before settings and ignore comments are applied.
pub fn lint_skills(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request = arguments::optional("request", request)?;
    forget_outdated(this)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.lint_skills(&request)?)
    })
}

/// Returns a workspace's files with safe fixes applied.
pub fn fix(this: &Workspace, request: JsValue) -> Result<JsValue, Thrown> {
    let request: FixRequest = arguments::optional("request", request)?;
    forget_outdated(this)?;
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.fix(&request)?)
    })
}

/// Removes cached findings from the time before the part `safety` was loaded, because they lack this part's findings.
fn forget_outdated(this: &Workspace) -> Result<(), Thrown> {
    #[cfg(feature = "parts")]
    change(&this.0, &mut |workspace, _| {
        workspace.forget_diagnostics_without_safety();
        Ok(())
    })?;
    let _ = this;
    Ok(())
}

/// The kinds of files that have a schema.
#[derive(Clone, Copy)]
enum SchemaKind {
    Frontmatter,
    OpenaiYaml,
    Configuration,
}

skillglass::choice! {
    SchemaKind:
    Frontmatter = "frontmatter",
    OpenaiYaml = "agents/openai.yaml",
    Configuration = "configuration",
}


/// Returns the files that the hosts and the rules would read, but whose contents are not in the
/// tree.
pub fn plan(this: &Workspace, hosts: &[HostChoice]) -> Result<JsValue, Thrown> {
    ask(&this.0, &mut |workspace, answer| {
        answer.give(&workspace.plan_for_lint(hosts)?)
    })
}
