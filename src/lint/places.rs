//! Lowers findings that do not matter at the place of a skill.
//!
//! A folder such as `.claude/skills` belongs to one agent. There, a finding that concerns only hosts
//! that do not search the folder is information. The same holds for a plugin with a manifest of
//! Claude Code, which few hosts install. A file deep in a project that neither a host nor an installer searches is usually a
//! document of an application, so all findings in it are information.

use std::cell::RefCell;
use std::iter;
use std::rc::Rc;

use super::diagnostic::{Diagnostic, Severity};
use super::helpers::elsewhere;
use super::host_files;
use super::registry::is_in_group;
use super::rule::RuleGroup;
use super::verdict::{HostNames, hosts_and_verb};
use crate::compare::{SkillVerdicts, Verdicts};
use crate::hashing::HashMap;
use crate::hosts::standard;
use crate::pipeline::Inputs;
use crate::tree::skill_file::{SKILL_FILE, is_page_of_site, is_skill_file_name};
use crate::tree::{Entry, path};

/// The number of folders at which installers no longer search a project if it has skills in the
/// usual folders.
const DEEP: usize = 3;

/// The number of folder levels that the `skills` CLI searches if a project has no skill in the usual
/// folders (`docs/skills-cli.md#what-is-found`).
const MOST_LEVELS: usize = 5;

/// The folder with the manifests of Claude Code's plugins.
const CLAUDE_PLUGIN: &str = ".claude-plugin";

/// The hosts that install plugins with the manifests of Claude Code.
const PLUGIN_HOSTS: [&str; 3] = ["claude-code", "codex", "copilot-cli"];

/// Files and folders that show that a plugin or a project is for further hosts, too.
const OTHER_PLUGINS: [&str; 6] = [
    ".cursor-plugin",
    "gemini-extension.json",
    ".agents",
    ".opencode",
    "opencode.json",
    "plugin.json",
];

/// The places of the skills of one run.
pub(super) struct Places<'l> {
    inputs: Inputs<'l>,
    verdicts: &'l Verdicts,
    /// For the folder of each project, true if the project has a skill in a usual folder.
    projects: RefCell<HashMap<String, bool>>,
    /// True if neither the request nor a configuration file names the target hosts.
    is_default: bool,
    /// For the folder of each project, the targets that the project is probably not meant for.
    unmeant: RefCell<HashMap<String, Rc<[&'l str]>>>,
}

impl<'l> Places<'l> {
    pub fn new(inputs: Inputs<'l>, verdicts: &'l Verdicts, is_default: bool) -> Self {
        Self {
            inputs,
            verdicts,
            projects: RefCell::default(),
            is_default,
            unmeant: RefCell::default(),
        }
    }

    /// Lowers the findings of one skill that do not matter at its place. Findings about safety are
    /// never lowered.
    pub fn lower(&self, skill: &SkillVerdicts, found: &mut [Rc<Diagnostic>]) {
        self.lower_for_meant(skill, found);
        if is_in_own_folder(&skill.path) {
            self.lower_for_finders(skill, found);
            if skill.path.contains("/commands/") {
                lower_read_yaml(found);
            }
            return;
        }
        let is_found = skill.cells.iter().any(|cell| cell.discovered);
        if is_found || !found.iter().any(may_be_lowered) {
            return;
        }
        let lowered = found.iter_mut().filter(|one| may_be_lowered(one));
        if self.is_in_a_plugin(&skill.path) {
            let is_of_plugins = |host: &str| PLUGIN_HOSTS.contains(&host);
            let installs = |one: &Diagnostic| one.hosts.iter().any(|one| is_of_plugins(&one.host));
            for one in lowered.filter(|one| !one.hosts.is_empty() && !installs(one)) {
                let reason = "only other hosts install the plugin that the skill belongs to";
                lower_because(Rc::make_mut(one), reason);
            }
        } else if self.is_unsearched(&skill.path) {
            for one in lowered {
                let one = Rc::make_mut(one);
                one.fixes.iter_mut().for_each(|fix| fix.safe = false);
                lower_because(one, "no host and no installer searches this folder");
            }
        }
    }

    /// Lowers the findings that concern only default targets for which the project is probably not
    /// meant. Skills in the project's own `skills` are published for all hosts.
    fn lower_for_meant(&self, skill: &SkillVerdicts, found: &mut [Rc<Diagnostic>]) {
        let is_of_programs = |one: &Rc<Diagnostic>| {
            let mut hosts = one.hosts.iter();
            may_be_lowered(one)
                && !one.hosts.is_empty()
                && hosts.all(|one| one.host != standard::ID)
        };
        if !self.is_default || !found.iter().any(is_of_programs) {
            return;
        }
        let Some((project, folder)) = self.in_project(&skill.path) else {
            return;
        };
        if is_offered(folder.split('/').next().unwrap_or_default()) {
            return;
        }
        let unmeant = self.unmeant(&project);
        for one in found.iter_mut().filter(|one| is_of_programs(one)) {
            if !one.hosts.iter().all(|one| unmeant.contains(&&*one.host)) {
                continue;
            }
            let hosts = self.verdicts.hosts.iter().copied();
            let hosts = hosts.filter(|(host, _)| one.hosts.iter().any(|one| one.host == *host));
            let names = HostNames::of(hosts);
            let reason = format!("nothing in the project shows that it is meant for {names}");
            lower_because(Rc::make_mut(one), &reason);
        }
    }

    /// Returns the targets that the project in this folder is probably not meant for.
    fn unmeant(&self, project: &str) -> Rc<[&'l str]> {
        let known = self.unmeant.borrow().get(project).cloned();
        known.unwrap_or_else(|| {
            let hosts = self.verdicts.hosts.iter().map(|(host, _)| *host);
            let entry = self.inputs.tree.entry(project);
            let made: Rc<[_]> = entry.map_or_else(Rc::default, |entry| {
                host_files::unmeant(entry, hosts).into()
            });
            let mut unmeant = self.unmeant.borrow_mut();
            unmeant.insert(project.to_owned(), Rc::clone(&made));
            made
        })
    }

    /// Lowers the warnings that concern none of the hosts that find the skill. If no target host
    /// finds the skill, the folder belongs to a host that is no target, and only warnings that
    /// concern all targets keep their severity.
    fn lower_for_finders(&self, skill: &SkillVerdicts, found: &mut [Rc<Diagnostic>]) {
        let hosts = || self.verdicts.hosts.iter().copied();
        let cells = hosts().zip(&*skill.cells);
        let finders = cells.filter(|(_, cell)| cell.discovered);
        let finders: Vec<_> = finders.map(|((host, _), _)| host).collect();
        let warnings = found.iter_mut();
        for one in warnings.filter(|one| one.severity == Severity::Warning && may_be_lowered(one)) {
            let is_concerned =
                |host: &str| one.hosts.iter().any(|concerned| concerned.host == host);
            let keeps = match &*finders {
                [] => hosts().all(|(host, _)| is_concerned(host)),
                finders => finders.iter().any(|host| is_concerned(host)),
            };
            if keeps || one.hosts.is_empty() || is_about_place(&one.code) {
                continue;
            }
            let concerned = hosts().filter(|(host, _)| is_concerned(host));
            let reason = hosts_and_verb(concerned, "does", "do");
            lower_because(
                Rc::make_mut(one),
                &format!("{reason} not search this folder"),
            );
        }
    }

    /// Returns true if the folder of a skill that no target host finds is so deep in the project that
    /// installers do not find it either. Folders called `skills` are searched at any depth, because
    /// plugins and marketplaces have such folders. A page of a documentation site is not searched for.
    fn is_unsearched(&self, skill: &str) -> bool {
        let file = self.inputs.tree.entry(skill);
        if file.is_some_and(is_page_of_site) {
            return true;
        }
        let within = self.in_project(skill);
        let Some((project, folder)) = within.filter(|_| is_skill_file_name(path::file_name(skill)))
        else {
            return false;
        };
        let levels = folder.split('/').count();
        let is_deep = levels >= DEEP || folder.starts_with('.') || is_page(skill, &folder);
        is_deep && !is_offered(&folder) && (levels > MOST_LEVELS || self.has_usual_skills(&project))
    }

    /// Returns true if the skill belongs to a plugin for [`PLUGIN_HOSTS`], and one of them is a
    /// target: the plugin is in a folder of the project, and neither the plugin nor the project has a
    /// file for another host's plugins. Installers search only the top folder's `skills`.
    fn is_in_a_plugin(&self, skill: &str) -> bool {
        let Inputs {
            tree, environment, ..
        } = self.inputs;
        let mut hosts = self.verdicts.hosts.iter();
        if !hosts.any(|(host, _)| PLUGIN_HOSTS.contains(host)) {
            return false;
        }
        let Some(file) = tree.entry(skill) else {
            return false;
        };
        let mut above = iter::successors(file.parent(), |folder| folder.parent());
        let skills = above.find(|folder| folder.name() == "skills");
        let plugin = skills.and_then(Entry::parent);
        let project = elsewhere::project_of(tree, environment, file);
        let (Some(plugin), Some(project)) = (plugin, project) else {
            return false;
        };
        let has = |names: &[&str]| {
            let mut names = names.iter();
            names.any(|name| {
                [plugin, project]
                    .iter()
                    .any(|folder| folder.child(name).is_some())
            })
        };
        plugin.id() != project.id() && has(&[CLAUDE_PLUGIN]) && !has(&OTHER_PLUGINS)
    }

    /// Returns true if a skill of the project is in a folder that hosts or installers search.
    fn has_usual_skills(&self, project: &str) -> bool {
        if let Some(known) = self.projects.borrow().get(project) {
            return *known;
        }
        let has_usual = self.verdicts.skills.iter().any(|skill| {
            let is_found = || skill.cells.iter().any(|cell| cell.discovered);
            let within = self.in_project(&skill.path);
            let within = within.filter(|(of_skill, _)| of_skill == project);
            within.is_some_and(|(_, folder)| {
                let is_near = !folder.contains(['/', '.']) && !is_page(&skill.path, &folder);
                is_found() || is_offered(&folder) || is_near
            })
        });
        let mut projects = self.projects.borrow_mut();
        projects.insert(project.to_owned(), has_usual);
        has_usual
    }

    /// Returns the folder of the project that contains a file, and the path of the file's folder
    /// from there.
    fn in_project(&self, file: &str) -> Option<(String, String)> {
        let Inputs {
            tree, environment, ..
        } = self.inputs;
        let project = elsewhere::project_of(tree, environment, tree.entry(file)?)?.path();
        let folder = path::parent(file)?.strip_prefix(&*project)?;
        let folder = folder.trim_start_matches('/').to_owned();
        Some((project, folder))
    }
}

/// The rules about values that are no YAML, and that the named hosts read nevertheless.
const READ_NEVERTHELESS: [&str; 2] = ["unquoted-colon", "leading-indicator"];

/// Lowers the warnings about values that are no YAML, but that the agent reads. No other agent with a
/// stricter reader gets the file of a command.
fn lower_read_yaml(found: &mut [Rc<Diagnostic>]) {
    let is_read = |one: &&mut Rc<Diagnostic>| {
        one.severity == Severity::Warning && READ_NEVERTHELESS.contains(&&*one.code)
    };
    for one in found.iter_mut().filter(is_read) {
        let reason = "only one agent reads a command, and it reads this value";
        lower_because(Rc::make_mut(one), reason);
    }
}

fn may_be_lowered(one: &Rc<Diagnostic>) -> bool {
    one.severity < Severity::Info && !is_in_group(&one.code, RuleGroup::Safety)
}

/// Returns true if a rule is about the place of a file, or about files that belong to no skill.
fn is_about_place(code: &str) -> bool {
    let groups = [
        RuleGroup::Structure,
        RuleGroup::Configuration,
        RuleGroup::Locks,
    ];
    groups.into_iter().any(|group| is_in_group(code, group))
}

fn lower_because(one: &mut Diagnostic, reason: &str) {
    one.severity = Severity::Info;
    let sentence = format!("This is information, because {reason}.");
    one.help = format!("{} {sentence}", one.help).trim_start().to_owned();
}

/// Returns true if a file is a `skill.md` at the top of a project, which no host finds there. It is a
/// page of the project's site. `folder` is the path of the file's folder in the project.
fn is_page(skill: &str, folder: &str) -> bool {
    folder.is_empty() && path::file_name(skill) != SKILL_FILE
}

/// Returns true if a path is in a folder of skills or commands that belongs to one agent, such as
/// `.claude/skills`. The folder `.agents/skills` belongs to all agents.
fn is_in_own_folder(path: &str) -> bool {
    let mut hidden = path.match_indices("/.");
    hidden.any(|(at, _)| {
        let mut names = path[at + 1..].split('/');
        let (agent, folder) = (names.next(), names.next());
        agent != Some(".agents") && folder.is_some_and(|name| is_skills(name) || name == "commands")
    })
}

/// Returns true if a folder is in a folder called `skills` that does not belong to templates.
fn is_offered(folder: &str) -> bool {
    let mut above = folder.split('/').take_while(|name| !is_templates(name));
    above.any(is_skills)
}

fn is_skills(name: &str) -> bool {
    matches!(name, "skills" | "skill")
}

fn is_templates(name: &str) -> bool {
    matches!(name, "templates" | "template")
}
