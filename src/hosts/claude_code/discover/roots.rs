//! The roots: where skills and commands are looked for, in the host's order.

use super::directories::{
    ignores, main_checkout, project_directories, repository, touched_directories,
};
use super::switches::Switches;
use crate::hosts::claude_code::editions::{ClaudeCode, Edition, PluginStyle, SameName};
use crate::hosts::claude_code::names::{COMMANDS, SKILLS, SYNCED};
use crate::hosts::claude_code::options::SettingSource;
use crate::hosts::claude_code::plugin::{self, Plugin};
use crate::hosts::claude_code::settings::{self, Settings};
use crate::hosts::claude_code::switch::Switch;
use crate::model::catalog::Root;
use crate::model::environment::Environment;
use crate::model::skill::{Scope, SkillKind};
use crate::tree::{Tree, path};

/// Where a root comes from.
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
    /// The words for people.
    fn words(self) -> &'static str {
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

/// A root with how it is walked.
pub(super) struct Looked {
    pub root: Root,
    pub kind: SkillKind,
    /// Levels of folders.
    pub depth: usize,
    /// Whether the root's own file is a skill too.
    pub itself: bool,
    /// The switch that keeps the host from looking.
    pub off: Option<Switch>,
}

/// The roots in the host's order: the first file of several that are one counts, and so does the first of a name.
pub(super) fn roots(
    tree: &Tree,
    environment: &Environment,
    setup: &ClaudeCode,
    settings: &Settings,
    plugins: &[Plugin],
) -> Vec<Looked> {
    let ClaudeCode { edition, options } = setup;
    let switches = Switches::new(environment, options, settings);
    let mut roots = Vec::new();
    let mut commands = Vec::new();
    let mut plugins = plugins.to_vec();

    let managed = Looked {
        off: switches.managed(),
        ..Looked::skills(
            settings::managed_directory(options),
            Scope::Admin,
            Origin::Managed,
        )
    };
    if managed.off.is_none() {
        plugins.extend(plugin::among_skills(tree, &managed.root.path, edition));
    }
    roots.push(managed);
    if edition.managed_commands {
        // The switch against the administrator's skills leaves his commands.
        let off = switches.managed();
        let managed = path::join(settings::managed_directory(options), COMMANDS);
        commands.push(Looked {
            off: off.filter(|switch| *switch != Switch::DisablePolicySkills),
            ..Looked::commands(managed, Scope::Admin, Origin::Managed)
        });
    }
    if let Some(home) = environment.home.as_deref() {
        let off = switches.source(SettingSource::User);
        let personal = Looked {
            off,
            ..Looked::skills(home, Scope::User, Origin::Personal)
        };
        if off.is_none() {
            plugins.extend(plugin::among_skills(tree, &personal.root.path, edition));
        }
        if edition.synced {
            let synced = path::join(&personal.root.path, SYNCED);
            let off = off.or_else(|| switches.synced());
            roots.push(personal);
            roots.push(Looked {
                off,
                ..Looked::at(synced, Scope::User, Origin::Synced)
            });
        } else {
            roots.push(personal);
        }
        commands.push(Looked {
            off,
            ..Looked::commands(path::join(home, COMMANDS), Scope::User, Origin::Personal)
        });
    }
    let off = switches.source(SettingSource::Project);
    for directory in project_directories(tree, environment, edition) {
        roots.push(Looked {
            off,
            ..Looked::skills(directory, Scope::Repo, Origin::Project)
        });
        commands.push(Looked {
            off,
            ..Looked::commands(
                path::join(directory, COMMANDS),
                Scope::Repo,
                Origin::Project,
            )
        });
    }
    if off.is_none() && options.trusted.unwrap_or(true) {
        // Only the start directory is looked at for plugins (docs/hosts/claude-code.md#plugins).
        let own = path::join(&environment.cwd, SKILLS);
        plugins.extend(plugin::among_skills(tree, &own, edition));
    }
    if edition.worktree_takes_main_checkouts
        && let Some(worktree) = repository(tree, &environment.cwd)
        && tree.resolve(&path::join(worktree, SKILLS)).is_err()
        && let Some(checkout) = main_checkout(tree, worktree)
    {
        roots.push(Looked {
            off,
            ..Looked::skills(&checkout, Scope::Repo, Origin::MainCheckout)
        });
    }
    for directory in &options.add_directories {
        let off = switches.added();
        roots.push(Looked {
            off,
            ..Looked::skills(directory, Scope::Repo, Origin::Added)
        });
        commands.push(Looked {
            off,
            ..Looked::commands(path::join(directory, COMMANDS), Scope::Repo, Origin::Added)
        });
    }
    if edition.nested {
        let mut ignores = ignores(tree, environment);
        for directory in touched_directories(environment) {
            let exists = tree.resolve(&path::join(directory, SKILLS)).is_ok();
            let counts =
                edition.gitignore_needs_repository && repository(tree, &environment.cwd).is_none();
            if exists && (counts || !ignores.is_ignored(directory)) {
                roots.push(Looked {
                    off,
                    ..Looked::skills(directory, Scope::Repo, Origin::Nested)
                });
            }
        }
    }
    // A skill goes before a command of the same name.
    roots.append(&mut commands);
    for plugin in plugins.iter().filter(|plugin| !plugin.broken) {
        plugin_roots(plugin, edition, &switches, &mut roots);
    }
    let bundled = options.bundled.iter().map(|bundled| {
        let folder = &bundled.directory;
        Looked {
            off: switches.bundled(path::file_name(folder)),
            depth: 0,
            itself: true,
            ..Looked::at(folder.clone(), Scope::System, Origin::Bundled)
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
        let mut looked = Looked { off, ..looked };
        looked.root.plugin_id = Some(plugin.id.clone());
        roots.push(looked);
    };
    // A plugin's commands come before its skills (docs/hosts/claude-code.md#where-it-looks).
    for directory in &plugin.commands {
        add(Looked::commands(
            directory.clone(),
            Scope::Plugin,
            Origin::Plugin,
        ));
    }
    let depth = match edition.deep_plugin_skills {
        true => MAX_PLUGIN_DEPTH,
        false => 1,
    };
    if let Some(directory) = &plugin.scanned {
        add(Looked {
            depth,
            ..Looked::at(directory.clone(), Scope::Plugin, Origin::Plugin)
        });
    }
    for directory in &plugin.listed {
        let is_root = edition.plugins == PluginStyle::Strict && *directory == plugin.root;
        add(Looked {
            depth: if is_root { 0 } else { depth },
            itself: true,
            ..Looked::at(directory.clone(), Scope::Plugin, Origin::Plugin)
        });
    }
    if plugin.single {
        add(Looked {
            depth: 0,
            itself: true,
            ..Looked::at(plugin.root.clone(), Scope::Plugin, Origin::PluginRoot)
        });
    }
}

/// Levels of folders below a plugin's skills where they become a part of the name. The limit is ours.
const MAX_PLUGIN_DEPTH: usize = 8;

impl Looked {
    fn at(path: String, scope: Scope, origin: Origin) -> Self {
        Self {
            root: Root::new(path, scope, origin.words()),
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
