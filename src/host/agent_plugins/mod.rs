//! Agent Plugins 1.0.0: a plugin is a folder with a manifest, skills and MCP servers
//! (`docs/agent-plugins.md`).
//!
//! [`read_plugin`] reads a plugin by the rules of the specification, or by the rules of a client
//! that differs from the specification. [`ClientRules`] lists these differences. Hosts that load
//! plugins use the same code.

mod containment;
pub(crate) mod frontmatter;
mod manifest;
mod problem;
mod rules;
mod servers;
pub(crate) mod skill;

pub use manifest::{MANIFEST, MANIFEST_SCHEMA, declared_schema};
pub use problem::{PluginEffect, PluginProblem, PluginProblemKind, PluginReport};
pub use rules::{ClientRules, SPECIFICATION};
pub use servers::{SERVERS, SERVERS_SCHEMA};

use containment::is_inside;

use crate::host::stages::Fault;
use crate::sort;
use crate::text::document::{Place, Range};
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, EntryId, EntryKind, Tree, path};

/// The folder of skills, in the root of a plugin.
pub const SKILLS: &str = "skills";

/// A plugin as a client reads it, with its components and problems.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct AgentPlugin {
    /// The name in the manifest; `None` if the client rejects the plugin.
    pub name: Option<String>,
    /// The skills that load, sorted by folder.
    pub skills: Vec<PluginSkill>,
    /// The names of the MCP servers that are valid, sorted.
    pub servers: Vec<String>,
    /// The problems of the manifest, then of the skills, then of the servers.
    pub problems: Vec<PluginProblem>,
    /// The files on which the plugin's components and problems depend, including files that have no
    /// contents yet.
    pub files: Vec<EntryId>,
    /// True if a file that must be read has no contents in the tree yet. The plugin is then
    /// incomplete.
    pub unread: bool,
}

/// A skill of a plugin, with its name and its path.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PluginSkill {
    /// The name in the skill's frontmatter. For a skill that is not valid, this is the name of its
    /// folder.
    pub name: String,
    /// The absolute path of the skill's `SKILL.md` in the plugin.
    pub path: String,
}

impl AgentPlugin {
    /// Returns the text of a file, and records that the plugin depends on the file. Returns `None`
    /// if the file has no contents yet.
    fn text<'t>(&mut self, file: Entry<'t>) -> Option<std::borrow::Cow<'t, str>> {
        self.files.push(file.id());
        let contents = file.contents();
        self.unread |= contents.is_none();
        contents.map(crate::tree::Contents::text_lossy)
    }

    /// Returns the components of the plugin that have a problem with the effect `effect`. A
    /// component is the folder of a skill, the name of an MCP server or a field of the manifest.
    /// For example, `SkipsSkill` selects the folders of skills that the client skips.
    pub fn skipped(&self, effect: PluginEffect) -> impl Iterator<Item = &str> {
        let problems = self.problems.iter();
        let problems = problems.filter(move |problem| problem.effect == effect);
        problems.filter_map(|problem| problem.component.as_deref())
    }
}

/// Reads the plugin in a folder.
///
/// ```
/// use skillglass::host::agent_plugins::{PluginEffect, SPECIFICATION, read_plugin};
/// use skillglass::tree::{Contents, Tree};
///
/// let mut tree = Tree::new();
/// let manifest = r#"{"$schema": "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json", "name": "forms"}"#;
/// tree.write("/forms/plugin.json", Some(Contents::from(manifest))).unwrap();
/// let skill = "---\nname: pdf\ndescription: Fills in forms.\nversion: 1.0\n---\nFill in the form.\n";
/// tree.write("/forms/skills/pdf/SKILL.md", Some(Contents::from(skill))).unwrap();
///
/// let plugin = read_plugin(&tree, "/forms", &SPECIFICATION);
/// assert_eq!(plugin.name.as_deref(), Some("forms"));
/// assert_eq!(plugin.problems[0].effect, PluginEffect::SkipsSkill);
/// assert_eq!(plugin.problems[0].message, "Unexpected frontmatter field: version.");
/// ```
#[must_use]
pub fn read_plugin(tree: &Tree, root: &str, rules: &ClientRules) -> AgentPlugin {
    let mut plugin = AgentPlugin::default();
    plugin.name = read_manifest(tree, root, rules, &mut plugin);
    if plugin.name.is_some() {
        add_skills(tree, root, rules, true, &mut plugin);
        add_servers(tree, root, rules, &mut plugin);
    }
    plugin
}

/// Reads the manifest of the plugin in a folder, without the skills and servers.
pub(crate) fn read_manifest_only(tree: &Tree, root: &str, rules: &ClientRules) -> AgentPlugin {
    let mut plugin = AgentPlugin::default();
    plugin.name = read_manifest(tree, root, rules, &mut plugin);
    plugin
}

/// Reads the skills and servers of the plugin in a folder, without the manifest and the texts of
/// the skills. The caller has already checked the manifest.
pub(crate) fn read_components_only(tree: &Tree, root: &str, rules: &ClientRules) -> AgentPlugin {
    let mut plugin = AgentPlugin::default();
    add_skills(tree, root, rules, false, &mut plugin);
    add_servers(tree, root, rules, &mut plugin);
    plugin
}

/// Returns the file or folder `name` in a plugin's root, such as `skills`. Returns `Ok(None)` if it
/// does not exist, and a problem if it is of the wrong kind or links out of the plugin.
fn fixed<'t>(
    tree: &'t Tree,
    root: &str,
    name: &str,
    wants_folder: bool,
    rules: &ClientRules,
    problem: impl Fn(&str, String) -> PluginProblem,
) -> Result<Option<Entry<'t>>, Box<PluginProblem>> {
    let path = path::join(root, name);
    let Ok(entry) = tree.resolve(&path) else {
        return Ok(None);
    };
    let is_outside = !rules.follows_links_out && !is_inside(tree, root, &path);
    if is_outside {
        let message = format!("path resolves outside the plugin root: {path}");
        let problem = problem(&path, message).of_kind(PluginProblemKind::Outside);
        return Err(Box::new(
            problem.help("Move it into the plugin, and remove the link."),
        ));
    }
    if matches!(entry.kind(), EntryKind::Directory) == wants_folder {
        return Ok(Some(entry));
    }
    let wanted = if wants_folder { "directory" } else { "file" };
    let message = format!("expected a regular {wanted}: {path}");
    let problem = problem(&path, message).of_kind(PluginProblemKind::WrongKind);
    Err(Box::new(problem.help(if wants_folder {
        "Make it a folder."
    } else {
        "Make it a file."
    })))
}

fn read_manifest(
    tree: &Tree,
    root: &str,
    rules: &ClientRules,
    plugin: &mut AgentPlugin,
) -> Option<String> {
    let fatal = |section| {
        move |path: &str, message| {
            PluginProblem::new(PluginEffect::RejectsPlugin, section, path, message)
        }
    };
    let path = path::join(root, MANIFEST);
    let file = fixed(tree, root, MANIFEST, false, rules, |path, message| {
        let is_outside = message.starts_with("path resolves");
        fatal(if is_outside { "4.1" } else { "5.1" })(path, message)
    });
    match file {
        Ok(Some(file)) => {
            let text = plugin.text(file)?;
            manifest::read(&path, &text, rules, &mut plugin.problems)
        }
        Ok(None) => {
            let problem = fatal("5.1")(&path, "there is no plugin.json".to_owned());
            let problem = problem.of_kind(PluginProblemKind::Missing);
            let help = format!("Add a {MANIFEST} with `$schema` and `name`.");
            plugin.problems.push(problem.help(help));
            None
        }
        Err(problem) => {
            plugin.problems.push(*problem);
            None
        }
    }
}

/// Adds the plugin's skills and their problems to `plugin`. If `texts` is false, only the paths of
/// the skills are checked, not their texts.
fn add_skills(tree: &Tree, root: &str, rules: &ClientRules, texts: bool, plugin: &mut AgentPlugin) {
    let folder = fixed(tree, root, SKILLS, true, rules, |path, message| {
        PluginProblem::new(PluginEffect::DisablesSkills, "6.2", path, message)
    });
    let folder = match folder {
        Ok(Some(folder)) => folder,
        Ok(None) => return,
        Err(problem) => {
            plugin.problems.push(*problem);
            return;
        }
    };
    let mut names: Vec<_> = folder.children().map(Entry::name).collect();
    sort::by(&mut names, |one, other| {
        one.encode_utf16().cmp(other.encode_utf16())
    });
    for name in names {
        let child = path::join(&path::join(root, SKILLS), name);
        let file = skill_file(tree, root, (&child, name), rules, plugin);
        if let Some(file) = file.filter(|_| texts) {
            add_skill((&child, name), file, rules, plugin);
        }
    }
}

/// Returns the usable `SKILL.md` of a folder in `skills/`; otherwise `None`. Adds a problem if the
/// path is not valid.
fn skill_file<'t>(
    tree: &'t Tree,
    root: &str,
    (child, name): (&str, &str),
    rules: &ClientRules,
    plugin: &mut AgentPlugin,
) -> Option<Entry<'t>> {
    let skips = |path: &str, message: String| {
        PluginProblem::new(PluginEffect::SkipsSkill, "7.1", path, message).about(name)
    };
    let folder = tree.resolve(child).ok()?;
    if folder.kind() != EntryKind::Directory || folder.child(SKILL_FILE).is_none() {
        return None;
    }
    if !rules.follows_links_out && !is_inside(tree, root, child) {
        let message = format!("path resolves outside the plugin root: {child}");
        let problem = skips(child, message).of_kind(PluginProblemKind::Outside);
        let problem = problem.reported(PluginReport::Unsaid);
        let help = "Move the skill into the plugin, and remove the link.";
        plugin.problems.push(problem.help(help));
        return None;
    }
    let file = fixed(tree, child, SKILL_FILE, false, &FOLLOWS, skips);
    let path = path::join(child, SKILL_FILE);
    match file {
        Ok(Some(_)) if !rules.follows_links_out && !is_inside(tree, root, &path) => {
            let message = format!("path resolves outside the plugin root: {path}");
            let problem = skips(&path, message).of_kind(PluginProblemKind::Outside);
            let problem = problem.reported(PluginReport::Unsaid);
            let help = "Move the file into the plugin, and remove the link.";
            plugin.problems.push(problem.help(help));
            None
        }
        Ok(file) => file,
        Err(problem) => {
            let effect = if rules.reports_folders {
                PluginEffect::SkipsSkill
            } else {
                PluginEffect::IgnoresPath
            };
            let report = PluginReport::Unsaid;
            plugin.problems.push(PluginProblem {
                effect,
                report,
                ..*problem
            });
            None
        }
    }
}

/// Reads a `SKILL.md`, and adds the skill to the plugin. If the client skips the skill, adds the
/// problem instead.
fn add_skill(
    (child, name): (&str, &str),
    file: Entry<'_>,
    rules: &ClientRules,
    plugin: &mut AgentPlugin,
) {
    let path = path::join(child, SKILL_FILE);
    let Some(text) = plugin.text(file) else {
        return;
    };
    match skill::read(&text, name) {
        Ok((name, _)) => plugin.skills.push(PluginSkill { name, path }),
        Err(fault) if rules.skips_invalid_skills => {
            let kind = fault.kind;
            let Fault {
                message,
                place,
                help,
                ..
            } = fault.fault;
            let place = place.unwrap_or(Place::START);
            let line = text.get(place.byte..).and_then(|rest| rest.lines().next());
            let end = place.byte + line.unwrap_or_default().len();
            let problem = PluginProblem::new(PluginEffect::SkipsSkill, "7.1", &path, message);
            let problem = problem.about(name).help(help).of_kind(kind);
            plugin.problems.push(PluginProblem {
                range: Range {
                    start: place,
                    end: Place::of_byte(&text, end),
                },
                ..problem
            });
        }
        Err(_) => plugin.skills.push(PluginSkill {
            name: name.to_owned(),
            path,
        }),
    }
}

/// The rules for finding the `SKILL.md` in a skill's folder. They allow links out of this folder,
/// because the plugin's folder is checked separately.
const FOLLOWS: ClientRules = ClientRules {
    follows_links_out: true,
    ..SPECIFICATION
};

fn add_servers(tree: &Tree, root: &str, rules: &ClientRules, plugin: &mut AgentPlugin) {
    let file = fixed(tree, root, SERVERS, false, rules, |path, message| {
        let effect = PluginEffect::DisablesServers;
        PluginProblem::new(effect, "6.2", path, message).reported(PluginReport::Unsaid)
    });
    match file {
        Ok(None) => {}
        Ok(Some(file)) => {
            let path = path::join(root, SERVERS);
            if let Some(text) = plugin.text(file) {
                plugin.servers = servers::read(tree, root, &path, &text, &mut plugin.problems);
            }
        }
        Err(problem) => plugin.problems.push(*problem),
    }
}
