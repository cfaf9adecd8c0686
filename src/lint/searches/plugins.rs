//! Searches for Agent Plugins, and reports the plugins and parts of plugins that a strict client
//! rejects or skips. A strict client follows the specification exactly.

use crate::host::agent_plugins::{
    MANIFEST, PluginEffect, PluginProblem, PluginProblemKind, SPECIFICATION, read_plugin,
};
use crate::lint::catalogs::Catalogs;
use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::file_index::FileIndex;
use crate::lint::helpers::plugin_files::is_manifest;
use crate::lint::rules::configuration::{plugin_manifest, plugin_server, plugin_skill};
use crate::lint::run::LintRule;
use crate::tree::{Entry, Tree};

/// Adds the findings about each plugin whose manifest has the `$schema` of Agent Plugins.
pub(in crate::lint) fn check(
    tree: &Tree,
    files: &FileIndex,
    catalogs: &Catalogs<'_>,
    found: &mut Vec<Diagnostic>,
) {
    let manifests = files.ending(tree, None, MANIFEST);
    for manifest in manifests.filter(|file| is_manifest(*file)) {
        let Some(root) = manifest.parent().map(Entry::path) else {
            continue;
        };
        let plugin = read_plugin(tree, &root, &SPECIFICATION);
        let problems = plugin.problems.iter();
        let problems = problems.filter(|problem| !is_reported(catalogs, problem));
        found.extend(problems.filter_map(diagnostic));
    }
}

/// Returns true if a target host already reports the problem as an error, so that a second finding
/// is not needed.
fn is_reported(catalogs: &Catalogs<'_>, problem: &PluginProblem) -> bool {
    let mut errors = catalogs.all().flat_map(|catalog| &catalog.errors);
    problem.effect == PluginEffect::SkipsSkill
        && errors
            .any(|error| error.path == problem.path && error.message.ends_with(&problem.message))
}

fn diagnostic(problem: &PluginProblem) -> Option<Diagnostic> {
    let component = problem.component.as_deref().unwrap_or_default();
    let message = problem.message.trim_end_matches('.');
    let (rule, message): (&LintRule, String) = match problem.effect {
        PluginEffect::RejectsPlugin => (
            &plugin_manifest::RULE,
            format!("a strict client rejects the plugin: {message}"),
        ),
        PluginEffect::IgnoresField => (
            &plugin_manifest::RULE,
            format!("every client ignores the field `{component}`"),
        ),
        PluginEffect::DisablesSkills => (
            &plugin_skill::RULE,
            format!("a strict client loads no skill of the plugin: {message}"),
        ),
        PluginEffect::SkipsSkill => (
            &plugin_skill::RULE,
            format!("a strict client skips the skill of this plugin: {message}"),
        ),
        PluginEffect::DisablesServers => (
            &plugin_server::RULE,
            format!("a strict client uses no MCP server of the plugin: {message}"),
        ),
        PluginEffect::SkipsServer => (
            &plugin_server::RULE,
            format!("a strict client skips the MCP server `{component}`: {message}"),
        ),
        _ => return None,
    };
    let mut one = Diagnostic::new(rule, &problem.path, problem.range, message);
    // The mapping is intended, because the host whose name it has reads nothing else.
    if problem.kind == PluginProblemKind::VendorMetadata {
        one.severity = Severity::Info;
    }
    Some(one.help(&problem.help))
}
