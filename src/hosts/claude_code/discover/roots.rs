//! Determines the roots: the folders that Claude Code searches for skills and commands, in order.

use super::directories::{
    ignores, main_checkout, project_directories, repository, touched_directories,
};
use super::switches::Switches;
use crate::hosts::claude_code::editions::{ClaudeCode, ClaudeCodeEdition, PluginStyle, SameName};
use crate::hosts::claude_code::names::{COMMANDS, SKILLS, SYNCED};
use crate::hosts::claude_code::options::SettingSource;
use crate::hosts::claude_code::plugin::{self, Plugin};
use crate::hosts::claude_code::settings::{self, Settings};
use crate::hosts::claude_code::switch::Switch;
use crate::model::catalog::Root;
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::tree::{Tree, path};

/// The origin of a root (a directory of skills or commands), such as the project or a plugin.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Origin {
    Managed,
    Personal,
    Synced,
    Project,
    MainCheckout,
    Added,
    Nested,
    Plugin,
    PluginRoot,
    Bundled,
}

impl Origin {
    /// Returns the words that describe the origin of a root in explanations, such as
    /// `added directory`.
    fn description(self) -> &'static str {
        match self {
            Self::Managed => "administrator",
            Self::Personal => "personal",
            Self::Synced => "synced from the account",
            Self::Project => "project",
            Self::MainCheckout => "main checkout of the worktree",
            Self::Added => "added directory",
            Self::Nested => "directory of a touched file",
            Self::Plugin => "plugin",
            Self::PluginRoot => "plugin that is one skill",
            Self::Bundled => "bundled",
        }
    }
}

/// A root (a directory of skills or commands), and how it is searched.
pub(super) struct RootPlan {
    pub root: Root,
    pub kind: SkillKind,
    /// The number of levels of folders that are searched below the root.
    pub depth: usize,
    /// True if a `SKILL.md` directly in the root also counts as a skill.
    pub itself: bool,
    /// The switch that turns the root off. None if the root is on.
    pub off: Option<Switch>,
}

/// Returns the roots in Claude Code's order. If several paths lead to the same file, or if several
/// skills have the same name, the first root in this order takes precedence.
pub(super) fn roots(
    tree: &Tree,
    environment: &Environment,
    setup: &ClaudeCode,
    settings: &Settings,
    plugins: &[Plugin],
) -> Vec<RootPlan> {
    let ClaudeCode { edition, options } = setup;
    let switches = Switches::new(environment, options, settings);
    let mut places = Places {
        tree,
        environment,
        edition,
        roots: Vec::new(),
        commands: Vec::new(),
        plugins: plugins.to_vec(),
    };
    places.managed(settings::managed_directory(options), &switches);
    if let Some(home) = environment.home.as_deref() {
        places.personal(home, &switches);
    }
    let off = switches.source(SettingSource::Project);
    places.project(off, options.trusted.unwrap_or(true));
    for directory in &options.add_directories {
        places.add(directory, Scope::Repo, Origin::Added, switches.added());
    }
    places.nested(off);
    let Places {
        mut roots,
        mut commands,
        plugins,
        ..
    } = places;
    // A skill takes precedence over a command with the same name.
    roots.append(&mut commands);
    for plugin in plugins.iter().filter(|plugin| !plugin.broken) {
        plugin_roots(plugin, edition, &switches, &mut roots);
    }
    let bundled = options.bundled.iter().map(|bundled| {
        let folder = &bundled.directory;
        RootPlan {
            off: switches.bundled(path::file_name(folder)),
            depth: 0,
            itself: true,
            ..RootPlan::at(folder.clone(), Scope::System, Origin::Bundled)
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

/// The roots that were determined so far. The roots of commands and of plugins have separate lists,
/// because they come after all other roots.
struct Places<'p> {
    tree: &'p Tree,
    environment: &'p Environment,
    edition: &'p ClaudeCodeEdition,
    roots: Vec<RootPlan>,
    commands: Vec<RootPlan>,
    plugins: Vec<Plugin>,
}

impl Places<'_> {
    /// Adds the folders `.claude/skills` and `.claude/commands` of a directory.
    fn add(&mut self, directory: &str, scope: Scope, origin: Origin, off: Option<Switch>) {
        let commands = path::join(directory, COMMANDS);
        self.roots
            .push(RootPlan::skills(directory, scope, origin).off(off));
        self.commands
            .push(RootPlan::commands(commands, scope, origin).off(off));
    }

    /// Adds the plugins inside of the folder of skills at `skills`.
    fn plugins_among(&mut self, skills: &str) {
        let found = plugin::among_skills(self.tree, skills, self.edition);
        self.plugins.extend(found);
    }

    /// Adds the administrator's directories of skills and commands.
    fn managed(&mut self, directory: &str, switches: &Switches<'_>) {
        let off = switches.managed();
        let managed = RootPlan::skills(directory, Scope::Admin, Origin::Managed).off(off);
        if off.is_none() {
            self.plugins_among(&managed.root.path);
        }
        self.roots.push(managed);
        if self.edition.managed_commands {
            // The switch that turns off the administrator's skills does not turn off the
            // administrator's commands.
            let off = off.filter(|switch| *switch != Switch::DisablePolicySkills);
            let commands = path::join(directory, COMMANDS);
            let commands = RootPlan::commands(commands, Scope::Admin, Origin::Managed);
            self.commands.push(commands.off(off));
        }
    }

    /// Adds the directories of skills and commands in the user's home.
    fn personal(&mut self, home: &str, switches: &Switches<'_>) {
        let off = switches.source(SettingSource::User);
        self.add(home, Scope::User, Origin::Personal, off);
        let skills = path::join(home, SKILLS);
        if off.is_none() {
            self.plugins_among(&skills);
        }
        if self.edition.synced {
            let off = off.or_else(|| switches.synced());
            let synced = path::join(&skills, SYNCED);
            self.roots
                .push(RootPlan::at(synced, Scope::User, Origin::Synced).off(off));
        }
    }

    /// Adds the project's roots. If the session is in a linked Git worktree without skills, adds
    /// the skills of the main checkout, too.
    fn project(&mut self, off: Option<Switch>, is_trusted: bool) {
        let cwd = &self.environment.cwd;
        for directory in project_directories(self.tree, self.environment, self.edition) {
            self.add(directory, Scope::Repo, Origin::Project, off);
        }
        if off.is_none() && is_trusted {
            // Among the project's directories, only the working directory is searched for plugins
            // (docs/hosts/claude-code.md#plugins).
            self.plugins_among(&path::join(cwd, SKILLS));
        }
        if self.edition.worktree_takes_main_checkouts
            && let Some(worktree) = repository(self.tree, cwd)
            && self.tree.resolve(&path::join(worktree, SKILLS)).is_err()
            && let Some(checkout) = main_checkout(self.tree, worktree)
        {
            let skills = RootPlan::skills(&checkout, Scope::Repo, Origin::MainCheckout);
            self.roots.push(skills.off(off));
        }
    }

    /// Adds the directories of skills in the folders of touched files and in the folders above.
    fn nested(&mut self, off: Option<Switch>) {
        if !self.edition.nested {
            return;
        }
        let mut ignores = ignores(self.tree, self.environment);
        let outside = self.edition.gitignore_needs_repository
            && repository(self.tree, &self.environment.cwd).is_none();
        for directory in touched_directories(self.environment) {
            let exists = self.tree.resolve(&path::join(directory, SKILLS)).is_ok();
            if exists && (outside || !ignores.is_ignored(directory)) {
                let skills = RootPlan::skills(directory, Scope::Repo, Origin::Nested);
                self.roots.push(skills.off(off));
            }
        }
    }
}

fn plugin_roots(
    plugin: &Plugin,
    edition: &ClaudeCodeEdition,
    switches: &Switches<'_>,
    roots: &mut Vec<RootPlan>,
) {
    let off = switches.plugin();
    let mut add = |plan: RootPlan| {
        let mut plan = RootPlan { off, ..plan };
        plan.root.plugin_id = Some(plugin.id.clone());
        roots.push(plan);
    };
    // A plugin's commands come before its skills (docs/hosts/claude-code.md#where-it-looks).
    for directory in &plugin.commands {
        add(RootPlan::commands(
            directory.clone(),
            Scope::Plugin,
            Origin::Plugin,
        ));
    }
    let depth = if edition.deep_plugin_skills {
        MAX_PLUGIN_DEPTH
    } else {
        1
    };
    if let Some(directory) = &plugin.scanned {
        add(RootPlan {
            depth,
            ..RootPlan::at(directory.clone(), Scope::Plugin, Origin::Plugin)
        });
    }
    for directory in &plugin.listed {
        let is_root = edition.plugins == PluginStyle::Strict && *directory == plugin.root;
        add(RootPlan {
            depth: if is_root { 0 } else { depth },
            itself: true,
            ..RootPlan::at(directory.clone(), Scope::Plugin, Origin::Plugin)
        });
    }
    if plugin.single {
        add(RootPlan {
            depth: 0,
            itself: true,
            ..RootPlan::at(plugin.root.clone(), Scope::Plugin, Origin::PluginRoot)
        });
    }
}

/// The maximum depth of the search in a plugin's folder of skills, in editions that add the names
/// of nested folders to a skill's name. Skillglass sets this limit.
const MAX_PLUGIN_DEPTH: usize = 8;

impl RootPlan {
    fn off(self, off: Option<Switch>) -> Self {
        Self { off, ..self }
    }

    fn at(path: String, scope: Scope, origin: Origin) -> Self {
        Self {
            root: Root::new(path, scope, origin.description()),
            kind: SkillKind::Skill,
            depth: 1,
            itself: false,
            off: None,
        }
    }

    fn skills(directory: &str, scope: Scope, origin: Origin) -> Self {
        Self::at(path::join(directory, SKILLS), scope, origin)
    }

    fn commands(path: String, scope: Scope, origin: Origin) -> Self {
        Self {
            kind: SkillKind::Command,
            depth: usize::MAX,
            ..Self::at(path, scope, origin)
        }
    }
}
