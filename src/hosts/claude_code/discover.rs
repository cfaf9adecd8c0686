//! Discover: the roots, and what lies one folder below each.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::left_out::{Place, explain};
use super::plugin::{self, Plugin};
use super::settings::{self, Settings};
use super::{COMMAND_ENDING, Edition, SameName, SettingSource, WalkTop};
use crate::host::scan::{self, Found, Limits, Reasons, Wanted};
use crate::host::stages::{Candidate, Discovery};
use crate::model::catalog::{LeftOut, LeftOutReason, Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::tree::gitignore;
use crate::tree::path;
use crate::tree::skill_file::{SKILL_FILE, is_skill_file_name};
use crate::tree::{Entry, EntryId, EntryKind, Tree};

/// Where skills lie, seen from a directory that may have some.
pub(super) const SKILLS: &str = ".claude/skills";

/// Where commands lie, seen from the same.
pub(super) const COMMANDS: &str = ".claude/commands";

/// The folder that the host keeps for skills from an account, in any capitals (host facts A1).
const SYNCED: &str = "synced";

/// What a repository's root holds.
const GIT: &str = ".git";

/// Directories and entries looked at below one root. These limits are ours: the host has none that is known.
const MAX_DIRECTORIES: usize = 20_000;
const MAX_ENTRIES: usize = 200_000;

/// The switch that turns everything off.
pub(super) const NO_COMMANDS: &str = "--disable-slash-commands";

/// Where roots come from. Root::origin holds these words, and names are made by them.
pub(super) mod origin {
    pub const MANAGED: &str = "administrator";
    pub const PERSONAL: &str = "personal";
    pub const SYNCED: &str = "synced from the account";
    pub const PROJECT: &str = "project";
    pub const MAIN_CHECKOUT: &str = "main checkout of the worktree";
    pub const ADDED: &str = "added directory";
    pub const NESTED: &str = "directory of a touched file";
    pub const PLUGIN: &str = "plugin";
    pub const PLUGIN_ROOT: &str = "plugin that is one skill";
    pub const BUNDLED: &str = "bundled";
}

/// A root with how it is walked.
struct Looked {
    root: Root,
    kind: SkillKind,
    /// Levels of folders.
    depth: usize,
    /// Whether the root's own file is a skill too.
    itself: bool,
    /// The switch that keeps the host from looking.
    off: Option<String>,
}

pub(super) fn discover(tree: &Tree, environment: &Environment, edition: &Edition) -> Discovery {
    let settings = settings::read(tree, environment);
    let plugins = plugin::installed(tree, environment, edition);
    let mut search = Search {
        tree,
        environment,
        edition,
        discovery: Discovery::default(),
        reasons: Reasons::default(),
        seen: HashSet::new(),
        told: HashSet::new(),
        plugin_folders: HashSet::new(),
    };
    for looked in roots(tree, environment, edition, &settings, &plugins) {
        search.look(looked);
    }
    search.tell_the_rest();
    let mut discovery = search.discovery;
    discovery.depends_on = depends_on(tree, environment, edition);
    discovery.side_files.clone_from(&discovery.depends_on);
    discovery
}

/// Goes from root to root.
struct Search<'s> {
    tree: &'s Tree,
    environment: &'s Environment,
    edition: &'s Edition,
    discovery: Discovery,
    reasons: Reasons,
    /// The roots walked.
    seen: HashSet<(String, SkillKind)>,
    /// What was said to be passed over.
    told: HashSet<EntryId>,
    /// The plugins among skills, those that do not count with them.
    plugin_folders: HashSet<EntryId>,
}

impl Search<'_> {
    fn look(&mut self, looked: Looked) {
        let mut root = looked.root.clone();
        // What is off keeps no later root from the same directory.
        if let Some(switch) = &looked.off {
            root.status = RootStatus::Off;
            root.origin = format!("{}, off: {switch}", root.origin);
        } else if !self.seen.insert((root.path.clone(), looked.kind)) {
            root.status = RootStatus::Duplicate;
        } else {
            match self.tree.resolve(&root.path) {
                Err(_) => root.status = RootStatus::Missing,
                Ok(target) => match target.kind() {
                    EntryKind::Directory => self.walk(&mut root, target, &looked),
                    // A manifest may name single files.
                    EntryKind::File(_) if looked.kind == SkillKind::Command => {
                        let found = Found {
                            entry: target.id(),
                            path: target.path(),
                            discovered_path: root.path.clone(),
                        };
                        self.take(&mut root, looked.kind, found);
                    }
                    EntryKind::File(_) | EntryKind::Link(_) => {
                        root.status = RootStatus::NotADirectory;
                    }
                },
            }
        }
        self.discovery.roots.push(root);
    }

    fn walk(&mut self, root: &mut Root, target: Entry<'_>, looked: &Looked) {
        let limits = Limits {
            depth: looked.depth,
            directories: MAX_DIRECTORIES,
            entries: Some(MAX_ENTRIES),
            follow_links: true,
            link_files: true,
            hidden: true,
            each_way: false,
            skip: &[],
        };
        let wanted = match looked.kind {
            SkillKind::Command => Wanted::Ending(COMMAND_ENDING),
            SkillKind::Skill | SkillKind::McpPrompt => Wanted::Named(SKILL_FILE),
        };
        let walk = scan::walk(target, &root.path, wanted, &limits);
        root.directories = walk.directories;
        self.reasons.note(&walk, self.discovery.roots.len());
        let authored = looked.kind == SkillKind::Skill
            && matches!(root.scope, Scope::Admin | Scope::User | Scope::Repo)
            && root.plugin_id.is_none();
        if authored && self.edition.plugins_among_skills {
            self.plugin_folders
                .extend(plugin::folders(self.tree, target));
        }
        for found in walk.found {
            let folder = self.tree.by_id(found.entry).and_then(Entry::parent);
            let in_plugin = folder.is_some_and(|it| self.plugin_folders.contains(&it.id()));
            if authored && in_plugin {
                // It is found again as the plugin that it is, unless such plugins do not count here.
                continue;
            }
            match refusal(root, looked, authored, &found, self.edition) {
                None => self.take(root, looked.kind, found),
                Some(reason) => self.pass_over(found.entry, &found.discovered_path, reason, root),
            }
        }
        for passed in walk.passed_over {
            let Some(entry) = self.tree.by_id(passed.entry) else {
                continue;
            };
            // Where folders are skills, a link may be meant for one.
            let beside = !looked.itself && entry.parent().map(Entry::id) == Some(target.id());
            if is_worth_telling(entry, passed.reason, beside) {
                self.pass_over(passed.entry, &entry.path(), passed.reason, root);
            }
        }
        if looked.kind == SkillKind::Skill && !looked.itself {
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
        if self.told.insert(entry) {
            let left = explain(path, reason, Place::below(&root.path));
            self.discovery.left_out.push(left);
        }
    }

    /// Markdown files that lie where the host wants folders (host facts A1).
    fn flat_files(&mut self, directory: Entry<'_>, root: &Root) {
        for child in directory.children() {
            let is_markdown = child.name().ends_with(COMMAND_ENDING);
            if is_markdown && matches!(child.kind(), EntryKind::File(_)) {
                let path = path::join(&root.path, child.name());
                self.pass_over(child.id(), &path, LeftOutReason::FlatFile, root);
            }
        }
    }

    /// What the host never came near, with the reason.
    fn tell_the_rest(&mut self) {
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
                || self.told.contains(&entry.id())
            {
                continue;
            }
            let path = entry.path();
            let left = match is_skill_file {
                true => self.skill_file(entry, &path, &mut ignores),
                // Of a command all that can be said is that its directory is off.
                false => match self.off(&path) {
                    Some(root) if root.path.ends_with(COMMANDS) => {
                        explain(&path, LeftOutReason::SourceOff, Place::off(root))
                    }
                    _ => continue,
                },
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
            // The inner root knows better.
            .filter(|(_, root)| off.is_none_or(|off| off.path.len() < root.path.len()));
        let nested = nested_directory(path, &self.environment.cwd);
        if let Some((reason, root)) = walked {
            explain(path, reason, Place::below(&root.path))
        } else if let Some(root) = off {
            explain(path, LeftOutReason::SourceOff, Place::off(root))
        } else if let Some(directory) = nested.filter(|_| self.edition.nested) {
            let reason = match ignores.is_ignored(directory) {
                true => LeftOutReason::GitIgnored,
                false => LeftOutReason::NotTouched,
            };
            explain(path, reason, Place::in_directory(directory))
        } else {
            explain(path, LeftOutReason::OutsideRoots, Place::elsewhere(roots))
        }
    }

    /// The innermost root that is off and that a file lies below.
    fn off(&self, path: &str) -> Option<&Root> {
        let off = (self.discovery.roots.iter())
            .filter(|root| root.status == RootStatus::Off && path::is_within(path, &root.path));
        off.max_by_key(|root| root.path.len())
    }
}

/// Why a file of the right name is none of the root's skills.
fn refusal(
    root: &Root,
    looked: &Looked,
    authored: bool,
    found: &Found,
    edition: &Edition,
) -> Option<LeftOutReason> {
    if looked.kind == SkillKind::Command {
        return None;
    }
    let folder = path::parent(&found.discovered_path).unwrap_or("/");
    if folder == root.path {
        return (!looked.itself).then_some(LeftOutReason::FlatFile);
    }
    let is_reserved = path::file_name(folder).eq_ignore_ascii_case(SYNCED);
    (authored && edition.synced && is_reserved).then_some(LeftOutReason::ReservedName)
}

/// Whether an author would miss what was passed over: a skill's file, or a link to a folder with one.
fn is_worth_telling(entry: Entry<'_>, reason: LeftOutReason, beside: bool) -> bool {
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

/// Of a file in a plugin among skills: the plugin counts and the file is none of its skills, or it does not count.
fn in_plugin(path: &str, folder: &str, roots: &[Root]) -> LeftOut {
    let own: Vec<_> = (roots.iter())
        .filter(|root| root.plugin_id.is_some() && path::is_within(&root.path, folder))
        .cloned()
        .collect();
    match own.is_empty() {
        true => explain(path, LeftOutReason::SourceOff, Place::idle_plugin(folder)),
        false => explain(path, LeftOutReason::OutsideRoots, Place::elsewhere(&own)),
    }
}

/// The directory below the working directory whose skill this would be.
fn nested_directory<'p>(path: &'p str, cwd: &str) -> Option<&'p str> {
    let below = path.strip_prefix(cwd)?;
    let at = path.len() - below.len() + below.find("/.claude/skills/")?;
    let directory = &path[..at];
    (directory != cwd && path::is_within(directory, cwd)).then_some(directory)
}

/// What Git ignores from the repository's top, or from the working directory, down.
fn ignores<'t>(tree: &'t Tree, environment: &Environment) -> gitignore::Ignores<'t> {
    let top = repository(tree, &environment.cwd).unwrap_or(&environment.cwd);
    gitignore::Ignores::new(tree, top)
}

/// The nearest directory upwards that holds `.git`.
fn repository<'p>(tree: &Tree, from: &'p str) -> Option<&'p str> {
    path::ancestors(from).find(|directory| {
        let directory = tree.resolve(directory).ok();
        directory.is_some_and(|directory| directory.child(GIT).is_some())
    })
}

/// The directories whose project skills count: the working directory, then those above it.
fn project_directories<'p>(
    tree: &Tree,
    environment: &'p Environment,
    edition: &Edition,
) -> Vec<&'p str> {
    let cwd = environment.cwd.as_str();
    let home = environment
        .home
        .as_deref()
        .filter(|home| path::is_within(cwd, home));
    // Outside a repository nothing is documented, so the older way stands.
    let top = match edition.walks_up_to {
        WalkTop::Repository => repository(tree, cwd).or(home),
        WalkTop::Home => home.or_else(|| repository(tree, cwd)),
    };
    let top = top.unwrap_or(cwd);
    path::ancestors(cwd)
        .take_while(|directory| path::is_within(directory, top))
        .collect()
}

/// The main checkout of a linked worktree, by what the worktree's `.git` says.
fn main_checkout(tree: &Tree, worktree: &str) -> Option<String> {
    let git = tree.resolve(&path::join(worktree, GIT)).ok()?;
    let text = git.contents()?.text().ok()?;
    let target = text.trim().strip_prefix("gitdir:")?.trim();
    let target = path::resolve(worktree, target);
    let (checkout, _) = target.split_once("/.git/worktrees/")?;
    Some(checkout.to_owned())
}

/// The directories of touched files, upwards to but without the working directory, deepest first (seed 004 section 7).
fn touched_directories(environment: &Environment) -> Vec<&str> {
    let cwd = environment.cwd.as_str();
    let mut directories: Vec<&str> = Vec::new();
    let mut seen = HashSet::new();
    for file in &environment.touched {
        let directories_up = path::parent(file).into_iter().flat_map(path::ancestors);
        let below = directories_up
            .take_while(|directory| *directory != cwd && path::is_within(directory, cwd));
        // What a path has above a directory that is known is known too.
        directories.extend(below.take_while(|directory| seen.insert(*directory)));
    }
    directories.sort_by_key(|directory| Reverse(directory.matches('/').count()));
    directories
}

/// The roots in the host's order: the first file of several that are one counts, and so does the first of a name.
fn roots(
    tree: &Tree,
    environment: &Environment,
    edition: &Edition,
    settings: &Settings,
    plugins: &[Plugin],
) -> Vec<Looked> {
    let options = &environment.claude_code;
    let switches = Switches::new(environment, settings);
    let mut roots = Vec::new();
    let mut commands = Vec::new();
    let mut plugins = plugins.to_vec();

    let managed = Looked {
        off: switches.managed(),
        ..Looked::skills(
            settings::managed_directory(options),
            Scope::Admin,
            origin::MANAGED,
        )
    };
    if managed.off.is_none() {
        plugins.extend(plugin::among_skills(tree, &managed.root.path, edition));
    }
    roots.push(managed);
    if let Some(home) = environment.home.as_deref() {
        let off = switches.source(SettingSource::User);
        let personal = Looked {
            off: off.clone(),
            ..Looked::skills(home, Scope::User, origin::PERSONAL)
        };
        if off.is_none() {
            plugins.extend(plugin::among_skills(tree, &personal.root.path, edition));
        }
        if edition.synced {
            let synced = path::join(&personal.root.path, SYNCED);
            let off = off.clone().or_else(|| switches.synced());
            roots.push(personal);
            roots.push(Looked {
                off,
                ..Looked::at(synced, Scope::User, origin::SYNCED)
            });
        } else {
            roots.push(personal);
        }
        commands.push(Looked {
            off,
            ..Looked::commands(path::join(home, COMMANDS), Scope::User, origin::PERSONAL)
        });
    }
    let off = switches.source(SettingSource::Project);
    for directory in project_directories(tree, environment, edition) {
        roots.push(Looked {
            off: off.clone(),
            ..Looked::skills(directory, Scope::Repo, origin::PROJECT)
        });
        commands.push(Looked {
            off: off.clone(),
            ..Looked::commands(
                path::join(directory, COMMANDS),
                Scope::Repo,
                origin::PROJECT,
            )
        });
    }
    if off.is_none() && options.trusted.unwrap_or(true) {
        // Only the start directory is looked at for plugins (host facts A1).
        let own = path::join(&environment.cwd, SKILLS);
        plugins.extend(plugin::among_skills(tree, &own, edition));
    }
    if edition.worktree_takes_main_checkouts
        && let Some(worktree) = repository(tree, &environment.cwd)
        && tree.resolve(&path::join(worktree, SKILLS)).is_err()
        && let Some(checkout) = main_checkout(tree, worktree)
    {
        roots.push(Looked {
            off: off.clone(),
            ..Looked::skills(&checkout, Scope::Repo, origin::MAIN_CHECKOUT)
        });
    }
    for directory in &options.add_directories {
        let off = switches.added();
        roots.push(Looked {
            off: off.clone(),
            ..Looked::skills(directory, Scope::Repo, origin::ADDED)
        });
        commands.push(Looked {
            off,
            ..Looked::commands(path::join(directory, COMMANDS), Scope::Repo, origin::ADDED)
        });
    }
    if edition.nested {
        let mut ignores = ignores(tree, environment);
        for directory in touched_directories(environment) {
            let exists = tree.resolve(&path::join(directory, SKILLS)).is_ok();
            if exists && !ignores.is_ignored(directory) {
                roots.push(Looked {
                    off: off.clone(),
                    ..Looked::skills(directory, Scope::Repo, origin::NESTED)
                });
            }
        }
    }
    // A skill goes before a command of the same name.
    roots.append(&mut commands);
    for plugin in &plugins {
        plugin_roots(plugin, edition, &switches, &mut roots);
    }
    let bundled = options.bundled.iter().map(|bundled| {
        let folder = &bundled.directory;
        Looked {
            off: switches.bundled(path::file_name(folder)),
            depth: 0,
            itself: true,
            ..Looked::at(folder.clone(), Scope::System, origin::BUNDLED)
        }
    });
    match edition.same_name {
        SameName::FirstHides => roots.extend(bundled),
        SameName::FirstRuns => {
            roots.splice(0..0, bundled);
        }
    }
    roots
}

fn plugin_roots(
    plugin: &Plugin,
    edition: &Edition,
    switches: &Switches<'_>,
    roots: &mut Vec<Looked>,
) {
    let off = switches.plugin();
    let mut add = |looked: Looked| {
        let mut looked = Looked {
            off: off.clone(),
            ..looked
        };
        looked.root.plugin_id = Some(plugin.id.clone());
        roots.push(looked);
    };
    // Seed 004 puts a plugin's commands before its skills, and nothing contradicts it.
    for directory in &plugin.commands {
        add(Looked::commands(
            directory.clone(),
            Scope::Plugin,
            origin::PLUGIN,
        ));
    }
    let depth = match edition.deep_plugin_skills {
        true => MAX_PLUGIN_DEPTH,
        false => 1,
    };
    if let Some(directory) = &plugin.scanned {
        add(Looked {
            depth,
            ..Looked::at(directory.clone(), Scope::Plugin, origin::PLUGIN)
        });
    }
    for directory in &plugin.listed {
        add(Looked {
            depth,
            itself: true,
            ..Looked::at(directory.clone(), Scope::Plugin, origin::PLUGIN)
        });
    }
    if plugin.single {
        add(Looked {
            depth: 0,
            itself: true,
            ..Looked::at(plugin.root.clone(), Scope::Plugin, origin::PLUGIN_ROOT)
        });
    }
}

/// Levels of folders below a plugin's skills where they become a part of the name. The limit is ours.
const MAX_PLUGIN_DEPTH: usize = 8;

impl Looked {
    fn at(path: String, scope: Scope, origin: &str) -> Self {
        Self {
            root: Root::new(path, scope, origin),
            kind: SkillKind::Skill,
            depth: 1,
            itself: false,
            off: None,
        }
    }

    fn skills(directory: &str, scope: Scope, origin: &str) -> Self {
        Self::at(path::join(directory, SKILLS), scope, origin)
    }

    fn commands(path: String, scope: Scope, origin: &str) -> Self {
        Self {
            kind: SkillKind::Command,
            depth: usize::MAX,
            ..Self::at(path, scope, origin)
        }
    }
}

/// What keeps the host from looking somewhere (host facts A1, "Reload and off switches").
struct Switches<'e> {
    environment: &'e Environment,
    settings: &'e Settings,
    /// What is off everywhere.
    all: Option<&'static str>,
    safe_mode: bool,
    bare: bool,
}

impl<'e> Switches<'e> {
    fn new(environment: &'e Environment, settings: &'e Settings) -> Self {
        let options = &environment.claude_code;
        Self {
            environment,
            settings,
            all: options.disable_slash_commands.then_some(NO_COMMANDS),
            safe_mode: options.safe_mode || environment.is_on("CLAUDE_CODE_SAFE_MODE"),
            bare: options.bare || environment.is_on("CLAUDE_CODE_SIMPLE"),
        }
    }

    fn first(&self, switches: &[(bool, &str)]) -> Option<String> {
        let on = switches.iter().find(|(on, _)| *on).map(|(_, name)| *name);
        self.all.or(on).map(str::to_owned)
    }

    fn managed(&self) -> Option<String> {
        self.first(&[
            (self.safe_mode, "--safe-mode"),
            (self.bare, "--bare"),
            (
                self.environment.is_on("CLAUDE_CODE_DISABLE_POLICY_SKILLS"),
                "CLAUDE_CODE_DISABLE_POLICY_SKILLS",
            ),
        ])
    }

    fn source(&self, source: SettingSource) -> Option<String> {
        let counts = settings::counts(&self.environment.claude_code, source);
        self.first(&[
            (self.safe_mode, "--safe-mode"),
            (self.bare, "--bare"),
            (!counts, "--setting-sources"),
            (self.settings.plugins_only, "strictPluginOnlyCustomization"),
        ])
    }

    /// Added directories count as the project's source, and are what `--bare` leaves.
    fn added(&self) -> Option<String> {
        let counts = settings::counts(&self.environment.claude_code, SettingSource::Project);
        self.first(&[
            (self.safe_mode, "--safe-mode"),
            (!counts, "--setting-sources"),
            (self.settings.plugins_only, "strictPluginOnlyCustomization"),
        ])
    }

    fn plugin(&self) -> Option<String> {
        self.first(&[(self.safe_mode, "--safe-mode"), (self.bare, "--bare")])
    }

    fn synced(&self) -> Option<String> {
        let synced = self.environment.claude_code.headless
            && self.environment.is_on("CLAUDE_CODE_SYNC_SKILLS");
        self.first(&[(!synced, "only with -p and CLAUDE_CODE_SYNC_SKILLS=1")])
    }

    /// `/doctor` stays unless it is hidden by itself.
    fn bundled(&self, name: &str) -> Option<String> {
        const DOCTOR: &str = "doctor";
        let variable = "CLAUDE_CODE_DISABLE_BUNDLED_SKILLS";
        if name == DOCTOR {
            let hidden = self.environment.is_on("DISABLE_DOCTOR_COMMAND");
            return self.first(&[(hidden, "DISABLE_DOCTOR_COMMAND")]);
        }
        self.first(&[
            (self.settings.disable_bundled, "disableBundledSkills"),
            (self.environment.is_on(variable), variable),
        ])
    }
}

/// The files whose contents decided on the roots: settings, manifests, what Git links, and what it ignores wherever there
/// are skills that a touched file would bring.
fn depends_on(tree: &Tree, environment: &Environment, edition: &Edition) -> Vec<EntryId> {
    let mut files: Vec<_> = settings::entries(tree, environment);
    let plugins = plugin::all(tree, environment, edition);
    files.extend((plugins.iter()).filter_map(|plugin| plugin::manifest(tree, &plugin.root)));
    let repository = repository(tree, &environment.cwd);
    files.extend(repository.and_then(|top| tree.resolve(&path::join(top, GIT)).ok()));
    let mut ids: Vec<_> = (files.into_iter())
        .filter(|entry| matches!(entry.kind(), EntryKind::File(_)))
        .map(Entry::id)
        .collect();
    if edition.nested {
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
