//! Discover: the roots, and what lies one folder below each.

use std::cmp::Reverse;
use std::collections::HashSet;

use super::left_out::{Place, explain};
use super::plugin::{self, Plugin};
use super::settings::{self, Settings};
use super::{COMMAND_ENDING, Edition, SKILL_FILE, SameName, SettingSource, WalkTop};
use crate::environment::Environment;
use crate::gitignore;
use crate::host::{Candidate, Discovery};
use crate::path;
use crate::scan::{self, Found, Limits, Reasons, Wanted};
use crate::skill::{LeftOutReason, Root, RootStatus, Scope, SkillKind};
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
    let plugins = plugin::installed(tree, environment);
    let mut discovery = Discovery::default();
    let mut reasons = Reasons::default();
    let mut seen = HashSet::new();
    let mut told = HashSet::new();
    for looked in roots(tree, environment, edition, &settings, &plugins) {
        let index = discovery.roots.len();
        let mut root = looked.root;
        let target = tree.resolve(&root.path).ok();
        if !seen.insert((root.path.clone(), looked.kind)) {
            root.status = RootStatus::Duplicate;
        } else if let Some(switch) = &looked.off {
            root.status = RootStatus::Off;
            root.origin = format!("{}, off: {switch}", root.origin);
        } else if let Some(target) = target {
            if looked.kind == SkillKind::Command && matches!(target.kind(), EntryKind::File(_)) {
                // A manifest may name single files.
                let found = Found {
                    entry: target.id(),
                    path: target.path(),
                    discovered_path: root.path.clone(),
                };
                root.candidates = 1;
                discovery
                    .candidates
                    .push(candidate(&root, looked.kind, found));
            } else if target.kind() == EntryKind::Directory {
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
                reasons.note(&walk, index);
                for found in walk.found {
                    match refusal(tree, &root, &looked.kind, looked.itself, &found, edition) {
                        None => {
                            root.candidates += 1;
                            discovery
                                .candidates
                                .push(candidate(&root, looked.kind, found));
                        }
                        Some(reason) => {
                            told.insert(found.entry);
                            let place = Place::below(&root.path);
                            let left = explain(&found.discovered_path, reason, place);
                            discovery.left_out.push(left);
                        }
                    }
                }
                for passed in walk.passed_over {
                    let entry = tree.by_id(passed.entry);
                    let Some(entry) = entry.filter(|entry| is_worth_telling(*entry)) else {
                        continue;
                    };
                    if told.insert(passed.entry) {
                        let place = Place::below(&root.path);
                        discovery
                            .left_out
                            .push(explain(&entry.path(), passed.reason, place));
                    }
                }
                flat_files(target, &root, looked.kind, &mut told, &mut discovery);
            } else {
                root.status = RootStatus::NotADirectory;
            }
        } else {
            root.status = RootStatus::Missing;
        }
        discovery.roots.push(root);
    }
    rest(tree, environment, &reasons, &told, &mut discovery);
    discovery.depends_on = depends_on(tree, environment, &discovery, &plugins);
    discovery.side_files.clone_from(&discovery.depends_on);
    discovery
}

fn candidate(root: &Root, kind: SkillKind, found: Found) -> Candidate {
    Candidate {
        found,
        scope: root.scope,
        root: root.path.clone(),
        plugin_id: root.plugin_id.clone(),
        kind,
        side: None,
    }
}

/// Why a file of the right name is none of the root's skills.
fn refusal(
    tree: &Tree,
    root: &Root,
    kind: &SkillKind,
    itself: bool,
    found: &Found,
    edition: &Edition,
) -> Option<LeftOutReason> {
    if *kind == SkillKind::Command {
        return None;
    }
    let folder = path::parent(&found.discovered_path).unwrap_or("/");
    if folder == root.path {
        return (!itself).then_some(LeftOutReason::FlatFile);
    }
    let authored = matches!(root.scope, Scope::Admin | Scope::User | Scope::Repo);
    if authored && edition.synced && path::file_name(folder).eq_ignore_ascii_case(SYNCED) {
        return Some(LeftOutReason::ReservedName);
    }
    let folder = tree.resolve(folder).ok()?;
    // It is found again as the plugin that it is.
    (authored && edition.plugins_among_skills && plugin::is_plugin(tree, folder))
        .then_some(LeftOutReason::AlreadyVisited)
}

/// Markdown files that lie where the host wants folders (host facts A1).
fn flat_files(
    directory: Entry<'_>,
    root: &Root,
    kind: SkillKind,
    told: &mut HashSet<EntryId>,
    discovery: &mut Discovery,
) {
    if kind != SkillKind::Skill || root.plugin_id.is_some() {
        return;
    }
    for child in directory.children() {
        let is_markdown = child.name().ends_with(COMMAND_ENDING);
        if is_markdown && matches!(child.kind(), EntryKind::File(_)) && told.insert(child.id()) {
            let path = path::join(&root.path, child.name());
            let place = Place::below(&root.path);
            discovery
                .left_out
                .push(explain(&path, LeftOutReason::FlatFile, place));
        }
    }
}

fn is_worth_telling(entry: Entry<'_>) -> bool {
    match entry.kind() {
        EntryKind::Directory => false,
        EntryKind::Link(_) => true,
        EntryKind::File(_) => entry.name().eq_ignore_ascii_case(SKILL_FILE),
    }
}

/// What the host never came near, with the reason.
fn rest(
    tree: &Tree,
    environment: &Environment,
    reasons: &Reasons,
    told: &HashSet<EntryId>,
    discovery: &mut Discovery,
) {
    let found: HashSet<_> = (discovery.candidates.iter())
        .map(|candidate| candidate.found.entry)
        .collect();
    for entry in tree.entries() {
        if !entry.name().eq_ignore_ascii_case(SKILL_FILE)
            || !matches!(entry.kind(), EntryKind::File(_))
            || found.contains(&entry.id())
            || told.contains(&entry.id())
        {
            continue;
        }
        let path = entry.path();
        let off = (discovery.roots.iter())
            .find(|root| root.status == RootStatus::Off && path::is_within(&path, &root.path));
        let left = if let Some((reason, index)) = reasons.of(entry) {
            explain(&path, reason, Place::below(&discovery.roots[index].path))
        } else if let Some(root) = off {
            explain(&path, LeftOutReason::SourceOff, Place::off(root))
        } else if let Some(directory) = nested_directory(&path, &environment.cwd) {
            let ignored = is_ignored(tree, environment, directory);
            let reason = match ignored {
                true => LeftOutReason::GitIgnored,
                false => LeftOutReason::NotTouched,
            };
            explain(&path, reason, Place::in_directory(directory))
        } else {
            explain(
                &path,
                LeftOutReason::OutsideRoots,
                Place::elsewhere(&discovery.roots),
            )
        };
        discovery.left_out.push(left);
    }
}

/// The directory below the working directory whose skill this would be.
fn nested_directory<'p>(path: &'p str, cwd: &str) -> Option<&'p str> {
    let at = path.find("/.claude/skills/")?;
    let directory = &path[..at];
    (directory != cwd && path::is_within(directory, cwd)).then_some(directory)
}

fn is_ignored(tree: &Tree, environment: &Environment, directory: &str) -> bool {
    let top = repository(tree, &environment.cwd).unwrap_or(&environment.cwd);
    gitignore::is_ignored(tree, top, directory)
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

    let managed = settings::managed_directory(options);
    roots.push(Looked {
        off: switches.managed(),
        ..Looked::skills(managed, Scope::Admin, origin::MANAGED)
    });
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
    let is_nested = |directory: &str| {
        directory != environment.cwd && path::is_within(directory, &environment.cwd)
    };
    for directory in &options.add_directories {
        let origin = match is_nested(directory) {
            true => origin::NESTED,
            false => origin::ADDED,
        };
        let off = switches.added();
        roots.push(Looked {
            off: off.clone(),
            ..Looked::skills(directory, Scope::Repo, origin)
        });
        commands.push(Looked {
            off,
            ..Looked::commands(path::join(directory, COMMANDS), Scope::Repo, origin::ADDED)
        });
    }
    if edition.nested {
        for directory in touched_directories(environment) {
            let exists = tree.resolve(&path::join(directory, SKILLS)).is_ok();
            if exists && !is_ignored(tree, environment, directory) {
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
    for directory in &plugin.skills {
        add(Looked {
            depth: if edition.deep_plugin_skills {
                MAX_PLUGIN_DEPTH
            } else {
                1
            },
            itself: *directory != plugin.skills[0],
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
            root: Root {
                path,
                scope,
                origin: origin.to_owned(),
                plugin_id: None,
                status: RootStatus::Scanned,
                directories: 0,
                candidates: 0,
            },
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
            all: options
                .disable_slash_commands
                .then_some("--disable-slash-commands"),
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

/// The files whose contents decided on the roots: settings, manifests, and what Git ignores or links.
fn depends_on(
    tree: &Tree,
    environment: &Environment,
    discovery: &Discovery,
    plugins: &[Plugin],
) -> Vec<EntryId> {
    let mut files: Vec<_> = settings::entries(tree, environment);
    files.extend((plugins.iter()).filter_map(|plugin| plugin::manifest(tree, &plugin.root)));
    files.extend(
        (discovery.roots.iter())
            .filter(|root| root.plugin_id.is_none())
            .filter_map(|root| tree.resolve(&root.path).ok())
            .flat_map(Entry::children)
            .filter_map(|folder| plugin::manifest(tree, &folder.path())),
    );
    let repository = repository(tree, &environment.cwd);
    files.extend(repository.and_then(|top| tree.resolve(&path::join(top, GIT)).ok()));
    let mut ids: Vec<_> = (files.into_iter())
        .filter(|entry| matches!(entry.kind(), EntryKind::File(_)))
        .map(Entry::id)
        .collect();
    let top = repository.unwrap_or(&environment.cwd);
    for directory in touched_directories(environment) {
        ids.extend(gitignore::files(tree, top, directory));
    }
    ids
}
