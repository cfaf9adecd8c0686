//! The discovery stage: finds the roots, and the skills and commands in them.

mod directories;
mod roots;
mod switches;

use self::directories::{GIT, ignores, nested_directory, repository, touched_directories};
use self::roots::{RootPlan, roots};
use super::editions::{Arrangement, ClaudeCode, ClaudeCodeEdition};
use super::left_out::{LeftOutContext, explain};
use super::names::{COMMAND_ENDING, COMMANDS, SYNCED};
use super::switch::Switch;
use super::{naming, plugin, settings};
use crate::hashing::HashSet;
use crate::host::Discover;
use crate::host::scan::{self, Found, Limits, Reasons, Wanted};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::sort;
use crate::text::collation;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryId, EntryKind, Tree, gitignore, path};

/// The maximum number of directories that are searched in one root (a directory of skills).
/// Skillglass sets this limit and [`MAX_ENTRIES`], because no limit of Claude Code is known.
const MAX_DIRECTORIES: usize = 20_000;
const MAX_ENTRIES: usize = 200_000;

impl Discover for ClaudeCode {
    fn discover(&self, tree: &Tree, environment: &Environment) -> Discovery {
        let edition = self.edition;
        let settings = settings::read(tree, environment, self);
        let plugins = plugin::installed(tree, environment, edition);
        let mut search = Search {
            tree,
            environment,
            edition,
            discovery: Discovery::default(),
            off: Vec::new(),
            reasons: Reasons::default(),
            seen: HashSet::default(),
            reported: HashSet::default(),
            plugin_folders: HashSet::default(),
        };
        for plan in roots(tree, environment, self, &settings, &plugins) {
            search.walk_root(plan);
        }
        search.explain_rest();
        let mut discovery = search.discovery;
        discovery.depends_on = depends_on(tree, environment, self);
        discovery.side_files.clone_from(&discovery.depends_on);
        discovery
    }
}

/// A search for skills and commands in all roots. A root is a directory that is searched for skills
/// or for commands.
struct Search<'s> {
    tree: &'s Tree,
    environment: &'s Environment,
    edition: &'s ClaudeCodeEdition,
    discovery: Discovery,
    /// For each root, in order, the switch that turns the root off. None if the root is on.
    off: Vec<Option<Switch>>,
    reasons: Reasons,
    /// The paths of the roots that were searched, each with the kind of skill that was searched
    /// for.
    seen: HashSet<(String, SkillKind)>,
    /// The files, folders and links that were already reported as skipped.
    reported: HashSet<EntryId>,
    /// The plugin folders inside of folders of skills, including inactive plugins.
    plugin_folders: HashSet<EntryId>,
}

impl Search<'_> {
    fn walk_root(&mut self, plan: RootPlan) {
        let mut root = plan.root.clone();
        // If a root is off, a later root with the same path is still searched.
        if let Some(switch) = plan.off {
            root.status = RootStatus::Off;
            root.origin = format!("{}, off: {switch}", root.origin);
        } else if !self.seen.insert((root.path.clone(), plan.kind)) {
            root.status = RootStatus::Duplicate;
        } else {
            match self.tree.resolve(&root.path) {
                Err(_) => root.status = RootStatus::Missing,
                Ok(target) => match target.kind() {
                    EntryKind::Directory => self.walk(&mut root, target, &plan),
                    // A plugin's manifest may name single files of commands.
                    EntryKind::File(_) if plan.kind == SkillKind::Command => {
                        let found = Found {
                            entry: target.id(),
                            path: target.path(),
                            discovered_path: root.path.clone(),
                        };
                        self.take(&mut root, plan.kind, found);
                    }
                    EntryKind::File(_) | EntryKind::Link(_) => {
                        root.status = RootStatus::NotADirectory;
                    }
                },
            }
        }
        self.discovery.roots.push(root);
        self.off.push(plan.off);
    }

    fn walk(&mut self, root: &mut Root, target: Entry<'_>, plan: &RootPlan) {
        let limits = Limits {
            depth: plan.depth,
            directories: MAX_DIRECTORIES,
            entries: Some(MAX_ENTRIES),
            follow_links: true,
            link_files: true,
            hidden: true,
            revisits_links: false,
            skip: &[],
        };
        let wanted = match plan.kind {
            SkillKind::Command => Wanted::Ending(COMMAND_ENDING),
            SkillKind::Skill | SkillKind::McpPrompt => Wanted::Named(SKILL_FILE),
        };
        let walk = scan::walk(target, &root.path, wanted, &limits);
        root.directories = walk.directories;
        self.reasons.record(&walk, self.discovery.roots.len());
        let authored = plan.kind == SkillKind::Skill
            && matches!(root.scope, Scope::Admin | Scope::User | Scope::Repo)
            && root.plugin_id.is_none();
        if authored && self.edition.plugins_among_skills {
            self.plugin_folders
                .extend(plugin::folders(self.tree, target));
        }
        let hidden = match plan.kind {
            SkillKind::Command if self.edition.command_folders => hidden_commands(&walk.found),
            _ => HashSet::default(),
        };
        let mut walked = walk.found;
        if self.edition.arrangement == Arrangement::Collated {
            // If two paths lead to one file, the path that sorts first is used.
            sort::by(&mut walked, |left, right| {
                collation::compare(&left.discovered_path, &right.discovered_path)
            });
        }
        for found in walked {
            if hidden.contains(&found.entry) {
                self.pass_over(
                    found.entry,
                    &found.discovered_path,
                    LeftOutReason::HiddenBySkill,
                    root,
                );
                continue;
            }
            let folder = self.tree.by_id(found.entry).and_then(Entry::parent);
            let in_plugin = folder.is_some_and(|it| self.plugin_folders.contains(&it.id()));
            if authored && in_plugin {
                // The folder is a plugin among skills. A root of that plugin finds the file, unless
                // the plugin is inactive.
                continue;
            }
            match refusal(root, plan, authored, &found, self.edition) {
                None => self.take(root, plan.kind, found),
                Some(reason) => self.pass_over(found.entry, &found.discovered_path, reason, root),
            }
        }
        for passed in walk.passed_over {
            let Some(entry) = self.tree.by_id(passed.entry) else {
                continue;
            };
            // In a root of skill folders, the author of a link may have expected that the link is a
            // skill's folder.
            let beside = !plan.itself && entry.parent().map(Entry::id) == Some(target.id());
            if needs_explanation(entry, passed.reason, beside) {
                self.pass_over(passed.entry, &entry.path(), passed.reason, root);
            }
        }
        if plan.kind == SkillKind::Skill && !plan.itself {
            self.flat_files(target, root);
        }
    }

    fn take(&mut self, root: &mut Root, kind: SkillKind, found: Found) {
        root.candidates += 1;
        self.discovery.candidates.push(Candidate {
            found,
            scope: root.scope,
            root: root.path.clone(),
            plugin_id: root.plugin_id.clone(),
            kind,
            side: None,
        });
    }

    fn pass_over(&mut self, entry: EntryId, path: &str, reason: LeftOutReason, root: &Root) {
        if self.reported.insert(entry) {
            let left = explain(path, reason, LeftOutContext::below(&root.path));
            self.discovery.left_out.push(left);
        }
    }

    /// Reports the Markdown files directly in a root as skipped, because Claude Code expects
    /// folders there (docs/hosts/claude-code.md#where-it-looks).
    fn flat_files(&mut self, directory: Entry<'_>, root: &Root) {
        for child in directory.children() {
            let is_markdown = child.name().ends_with(COMMAND_ENDING);
            if is_markdown && matches!(child.kind(), EntryKind::File(_)) {
                let path = path::join(&root.path, child.name());
                self.pass_over(child.id(), &path, LeftOutReason::FlatFile, root);
            }
        }
    }

    /// Reports the skill files and commands that the search of all roots (directories of skills or
    /// commands) did not find, each with the reason.
    fn explain_rest(&mut self) {
        let found: HashSet<_> = (self.discovery.candidates.iter())
            .map(|candidate| candidate.found.entry)
            .collect();
        let mut ignores = ignores(self.tree, self.environment);
        for entry in self.tree.entries() {
            let name = entry.name();
            let is_skill_file = is_skill_file_name(name);
            if !(is_skill_file || name.ends_with(COMMAND_ENDING))
                || !matches!(entry.kind(), EntryKind::File(_))
                || found.contains(&entry.id())
                || self.reported.contains(&entry.id())
            {
                continue;
            }
            let path = entry.path();
            let left = if is_skill_file {
                self.skill_file(entry, &path, &mut ignores)
            } else {
                // A command that no walk found is reported only if its root is off, because no
                // other reason is known.
                match self.off(&path) {
                    Some((root, switch)) if root.path.ends_with(COMMANDS) => explain(
                        &path,
                        LeftOutReason::SourceOff,
                        LeftOutContext::off(root, switch),
                    ),
                    _ => continue,
                }
            };
            self.discovery.left_out.push(left);
        }
    }

    fn skill_file(
        &self,
        entry: Entry<'_>,
        path: &str,
        ignores: &mut gitignore::Ignores<'_>,
    ) -> LeftOut {
        let roots = &self.discovery.roots;
        let mut above = std::iter::successors(Some(entry), |entry| entry.parent());
        if let Some(folder) = above.find(|entry| self.plugin_folders.contains(&entry.id())) {
            return in_plugin(path, &folder.path(), roots);
        }
        let off = self.off(path);
        let walked = (self.reasons.of(entry))
            .map(|(reason, index)| (reason, &roots[index]))
            // If one of the two roots contains the other, the inner root gives the reason.
            .filter(|(_, root)| off.is_none_or(|(off, _)| off.path.len() < root.path.len()));
        let nested = nested_directory(path, &self.environment.cwd);
        if let Some((reason, root)) = walked {
            explain(path, reason, LeftOutContext::below(&root.path))
        } else if let Some((root, switch)) = off {
            explain(
                path,
                LeftOutReason::SourceOff,
                LeftOutContext::off(root, switch),
            )
        } else if let Some(directory) = nested.filter(|_| self.edition.nested) {
            let reason = if ignores.is_ignored(directory) {
                LeftOutReason::GitIgnored
            } else {
                LeftOutReason::NotTouched
            };
            explain(path, reason, LeftOutContext::in_directory(directory))
        } else {
            explain(
                path,
                LeftOutReason::OutsideRoots,
                LeftOutContext::elsewhere(roots),
            )
        }
    }

    /// Returns the innermost root (a directory of skills or commands) that contains the path and
    /// that a switch turns off. The second value is this switch, such as the option `--bare`. None
    /// if no such root contains the path.
    fn off(&self, path: &str) -> Option<(&Root, Switch)> {
        let roots = self.discovery.roots.iter().zip(&self.off);
        let off = roots.filter_map(|(root, switch)| Some((root, (*switch)?)));
        off.filter(|(root, _)| path::is_within(path, &root.path))
            .max_by_key(|(root, _)| root.path.len())
    }
}

/// Returns the command files that do not load because of a `SKILL.md` in the same folder.
fn hidden_commands(found: &[Found]) -> HashSet<EntryId> {
    let folder = |found: &Found| {
        path::parent(&found.discovered_path)
            .unwrap_or("/")
            .to_owned()
    };
    let is_skill = |found: &&Found| is_skill_file_name(path::file_name(&found.discovered_path));
    let skills: HashSet<_> = found.iter().filter(is_skill).map(folder).collect();
    let hidden = found
        .iter()
        .filter(|found| !is_skill(found) && skills.contains(&folder(found)));
    hidden.map(|found| found.entry).collect()
}

/// Returns the reason why a file found in a root is not a skill or command. None if the file is a
/// skill or command.
fn refusal(
    root: &Root,
    plan: &RootPlan,
    authored: bool,
    found: &Found,
    edition: &ClaudeCodeEdition,
) -> Option<LeftOutReason> {
    let folder = path::parent(&found.discovered_path).unwrap_or("/");
    if edition.drops_odd_names && root.plugin_id.is_none() && folder != root.path {
        let inside = folder.strip_prefix(&root.path).unwrap_or(folder);
        let mut parts = inside.trim_start_matches('/').split('/');
        if !parts.all(naming::may_be_name) {
            return Some(LeftOutReason::SkippedFolder);
        }
    }
    if plan.kind == SkillKind::Command {
        let file = path::file_name(&found.discovered_path);
        let name = file.strip_suffix(COMMAND_ENDING).unwrap_or(file);
        let is_none = edition.drops_odd_names && !naming::may_be_name(name);
        return is_none.then_some(LeftOutReason::SkippedFolder);
    }
    if folder == root.path {
        return (!plan.itself).then_some(LeftOutReason::FlatFile);
    }
    let is_reserved = path::file_name(folder).eq_ignore_ascii_case(SYNCED);
    (authored && edition.synced && is_reserved).then_some(LeftOutReason::ReservedName)
}

/// Returns true if the report must explain why an entry was skipped, because the author probably
/// expects the entry to load. Such an entry is a skill's file, or a link to a folder with a skill's
/// file. If `beside` is true, the entry is directly in a root, and every link needs an explanation.
fn needs_explanation(entry: Entry<'_>, reason: LeftOutReason, beside: bool) -> bool {
    let is_skill_file = is_skill_file_name(entry.name());
    match entry.kind() {
        EntryKind::Directory => reason == LeftOutReason::NotAFile,
        EntryKind::File(_) => is_skill_file,
        EntryKind::Link(_) => {
            let target = entry.follow().ok();
            let leads_to_skill = target.is_some_and(|target| target.child(SKILL_FILE).is_some());
            beside || is_skill_file || leads_to_skill
        }
    }
}

/// Describes a skipped file of a plugin whose `folder` is inside of a directory of skills. Claude
/// Code skips the file because the plugin is inactive, or because the file is outside of the
/// plugin's roots. A root is a directory that Claude Code searches for skills.
fn in_plugin(path: &str, folder: &str, roots: &[Root]) -> LeftOut {
    let own: Vec<_> = (roots.iter())
        .filter(|root| root.plugin_id.is_some() && path::is_within(&root.path, folder))
        .cloned()
        .collect();
    if own.is_empty() {
        explain(
            path,
            LeftOutReason::SourceOff,
            LeftOutContext::idle_plugin(folder),
        )
    } else {
        explain(
            path,
            LeftOutReason::OutsideRoots,
            LeftOutContext::elsewhere(&own),
        )
    }
}

/// Returns the files whose contents determine the roots: settings, plugin manifests, `.git` files
/// of worktrees, and ignore files. An ignore file is included if it may ignore a directory of
/// skills that is searched only after a file was touched (read or changed).
fn depends_on(tree: &Tree, environment: &Environment, setup: &ClaudeCode) -> Vec<EntryId> {
    let mut files: Vec<_> = settings::entries(tree, environment, &setup.options);
    let plugins = plugin::all(tree, environment, setup);
    files.extend((plugins.iter()).filter_map(|plugin| plugin::manifest(tree, &plugin.root)));
    let repository = repository(tree, &environment.cwd);
    files.extend(repository.and_then(|top| tree.resolve(&path::join(top, GIT)).ok()));
    let mut ids: Vec<_> = (files.into_iter())
        .filter(|entry| matches!(entry.kind(), EntryKind::File(_)))
        .map(Entry::id)
        .collect();
    if setup.edition.nested {
        let top = repository.unwrap_or(&environment.cwd);
        let mut directories: HashSet<_> = touched_directories(environment).into_iter().collect();
        let skill_files = tree.entries().filter(|entry| entry.name() == SKILL_FILE);
        let paths: Vec<_> = skill_files.map(Entry::path).collect();
        directories
            .extend((paths.iter()).filter_map(|path| nested_directory(path, &environment.cwd)));
        ids.extend(gitignore::files(tree, top, directories));
    }
    ids
}
