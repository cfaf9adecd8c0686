//! Agent Plugins and JavaScript packages with skills (`docs/hosts/cline.md#agent-plugins`).

use super::editions::ClineEdition;
use super::left_out::{DUPLICATE_PLUGIN, REJECTED, SWITCHED_OFF};
use super::settings::{Settings, folder, json};
use crate::hashing::HashSet;
use crate::host::agent_plugins::{
    ClientRules, MANIFEST, PluginEffect, PluginProblem, PluginProblemKind, read_components_only,
    read_manifest_only,
};
use crate::host::roots::OffReason;
use crate::host::stages::IgnoredField;
use crate::model::catalog::Ignored;
use crate::model::environment::Environment;
use crate::sort;
use crate::text::collation;
use crate::text::js_yaml::JsYamlValue;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The path of the folder of Agent Plugins in the user's home directory.
const PLUGINS: &str = ".agents/plugins";

/// An installed Agent Plugin.
pub(super) struct AgentPlugin {
    /// The plugin's name. For a plugin without a valid manifest, this is the name of its folder.
    pub name: String,
    /// The path of the folder `skills` in the plugin.
    pub skills: String,
    /// The path of the plugin's folder, with links resolved.
    pub root: String,
    /// The reason why no skill of the plugin loads, and the remedy; `None` if its skills load.
    pub off: Option<OffReason>,
}

/// All installed Agent Plugins in order, and the files from which they were read.
#[derive(Default)]
pub(super) struct AgentPlugins {
    pub all: Vec<AgentPlugin>,
    /// The faults of plugins that make Cline ignore a field, a component or a plugin.
    pub ignored: Vec<Ignored>,
    pub files: Vec<EntryId>,
}

impl AgentPlugins {
    pub fn read(
        tree: &Tree,
        environment: &Environment,
        settings: &Settings,
        edition: &ClineEdition,
    ) -> Self {
        let mut plugins = Self::default();
        let home = environment.home.as_deref();
        let directory = home.and_then(|home| tree.resolve(&path::join(home, PLUGINS)).ok());
        let folders = directory.into_iter().flat_map(Entry::children);
        let folders = folders.filter_map(|folder| folder.follow().ok());
        let folders = folders.filter(|folder| folder.child(MANIFEST).is_some());
        let mut roots: Vec<_> = folders.map(|folder| (folder.path(), folder)).collect();
        sort::by(&mut roots, |(one, _), (other, _)| {
            collation::compare(one, other)
        });
        let (mut seen, mut names) = (HashSet::default(), HashSet::default());
        for (root, folder) in roots {
            if !seen.insert(root.clone()) {
                continue;
            }
            let name = plugins.manifest(tree, &root, &edition.plugins);
            let off = match &name {
                None => Some(REJECTED),
                Some(name) if !names.insert(name.clone()) => Some(DUPLICATE_PLUGIN),
                Some(name) if settings.disabled_plugins.contains(name) => Some(SWITCHED_OFF),
                Some(_) => None,
            };
            if off.is_none() {
                plugins.components(tree, &root, &edition.plugins);
            }
            plugins.all.push(AgentPlugin {
                name: name.unwrap_or_else(|| folder.name().to_owned()),
                skills: path::join(&root, "skills"),
                root,
                off,
            });
        }
        plugins
    }

    /// Reads the manifest of a plugin, and returns the plugin's name; `None` if Cline rejects the
    /// plugin. Records the ignored fields and the first reason for a rejection, because Cline
    /// reports only these.
    fn manifest(&mut self, tree: &Tree, root: &str, rules: &ClientRules) -> Option<String> {
        let plugin = read_manifest_only(tree, root, rules);
        self.files.extend(plugin.files);
        for problem in &plugin.problems {
            self.ignore(problem);
            if problem.effect == PluginEffect::RejectsPlugin {
                break;
            }
        }
        plugin.name
    }

    /// Records the faults of a plugin's skill folders and MCP servers. If a skill is skipped
    /// because its link leads out of the plugin, this fault is not recorded here.
    fn components(&mut self, tree: &Tree, root: &str, rules: &ClientRules) {
        let plugin = read_components_only(tree, root, rules);
        self.files.extend(plugin.files);
        for problem in &plugin.problems {
            let is_link = problem.kind == PluginProblemKind::Outside;
            if !is_link || problem.effect != PluginEffect::SkipsSkill {
                self.ignore(problem);
            }
        }
    }

    fn ignore(&mut self, problem: &PluginProblem) {
        let field = match problem.effect {
            PluginEffect::IgnoresField => problem.component.as_deref(),
            _ => None,
        };
        let ignored = IgnoredField {
            place: Some(problem.range.start),
            ..IgnoredField::new(field, words(problem))
        };
        self.ignored.push(ignored.at(&problem.path));
    }
}

/// Returns Cline's message for a problem of a plugin.
fn words(problem: &PluginProblem) -> String {
    let message = &problem.message;
    let component = problem.component.as_deref().unwrap_or_default();
    match (problem.effect, problem.kind) {
        (PluginEffect::RejectsPlugin, PluginProblemKind::Missing) => format!(
            "Rejecting Agent Plugin: ENOENT: no such file or directory, realpath '{}'",
            problem.path
        ),
        (PluginEffect::RejectsPlugin, PluginProblemKind::NotJson) => {
            format!("Rejecting Agent Plugin: Invalid plugin.json: {message}")
        }
        (PluginEffect::RejectsPlugin, _) => format!("Rejecting Agent Plugin: {message}"),
        (PluginEffect::DisablesSkills, _) => {
            format!("Invalid Agent Plugin skills component: {message}")
        }
        (PluginEffect::DisablesServers, PluginProblemKind::NotJson) => {
            format!("Invalid mcp.json: {message}")
        }
        (PluginEffect::DisablesServers, _) => {
            format!("Invalid Agent Plugin MCP component: {message}")
        }
        (PluginEffect::SkipsServer, _) => {
            format!("Skipping invalid Agent Plugin MCP server '{component}': {message}")
        }
        (PluginEffect::SkipsSkill, _) => {
            format!("Skipping invalid Agent Plugin skill '{component}': {message}")
        }
        _ => message.clone(),
    }
}

/// Returns the paths of skill folders in installed JavaScript packages. Adds the files that were
/// read to `files`.
pub(super) fn packages(
    tree: &Tree,
    environment: &Environment,
    workspace: &str,
    files: &mut Vec<EntryId>,
) -> Vec<String> {
    let home = environment.home.as_deref();
    let directories = [
        Some(path::join(workspace, ".cline/plugins")),
        folder(environment).map(|folder| path::join(&folder, "plugins")),
        home.map(|home| path::join(home, "Documents/Cline/Plugins")),
    ];
    let mut skills = Vec::new();
    for directory in directories.into_iter().flatten() {
        for package in tree
            .resolve(&directory)
            .into_iter()
            .flat_map(Entry::children)
        {
            let root = path::join(&directory, package.name());
            let manifest = json(tree, &path::join(&root, "package.json"), files);
            let plugins = manifest
                .as_ref()
                .and_then(|manifest| manifest.get("cline")?.get("plugins"));
            if plugins.is_some_and(|plugins| !plugins.items().is_empty()) {
                skills.push(path::join(&root, "skills"));
            }
        }
    }
    skills
}

/// Returns the paths of the skill folders that an organization manages. They are in each folder of
/// `.cline` that contains a `managed.json`.
pub(super) fn managed(tree: &Tree, workspace: &str, files: &mut Vec<EntryId>) -> Vec<String> {
    let directory = path::join(workspace, ".cline");
    let folders = tree
        .resolve(&directory)
        .into_iter()
        .flat_map(Entry::children);
    let folders = folders.filter(|folder| matches!(folder.kind(), EntryKind::Directory));
    let roots = folders.map(|folder| path::join(&directory, folder.name()));
    let mut managed: Vec<_> = roots
        .filter(|root| {
            let manifest = json(tree, &path::join(root, "managed.json"), files);
            matches!(
                manifest,
                Some(JsYamlValue::Mapping(_) | JsYamlValue::Sequence(_))
            )
        })
        .collect();
    sort::by(&mut managed, |one, other| collation::compare(one, other));
    managed
        .iter()
        .map(|root| path::join(root, "skills"))
        .collect()
}
