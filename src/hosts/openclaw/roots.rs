//! The skill roots, from the lowest to the highest precedence. A skill in a later root replaces a
//! skill with the same name in an earlier root (`docs/hosts/openclaw.md#where-it-looks`).

use super::editions::{ID, Openclaw};
use super::names::{
    BUNDLED, CUSTODIAN, EXTRA, MANAGED, PERSONAL, PROJECT, SKILLS, WORKSHOP, WORKSPACE,
};
use super::setup::{Setup, at};
use crate::model::catalog::{Root, RootStatus};
use crate::model::environment::Environment;
use crate::model::skill::Scope;
use crate::text::js_value::Value;
use crate::tree::path;

/// The rule for links in a skill root: which folders a link may lead to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Links may lead only to targets inside the skill root.
    Inside,
    /// Links may lead to targets inside the skill root, or to targets that the configuration
    /// allows.
    Allowed,
    /// Links may lead to any target. If a skill was found through a link, the catalog has the
    /// skill's path with all links resolved.
    Anywhere,
}

/// A skill root, and the rules by which it is searched.
pub(super) struct Planned {
    pub(super) root: Root,
    /// The precedence of the skill root's skills. If several skills have the same name, the skill
    /// with the highest precedence is used.
    pub(super) tier: usize,
    pub(super) links: Links,
    pub(super) depth: usize,
    /// The number of folder levels that are searched below a folder `skills` in the skill root.
    pub(super) nested_depth: usize,
    /// True if the skill root itself may be a skill or a skill pack. A skill pack is a folder that
    /// contains its skills in a folder `skills`.
    pub(super) takes_root: bool,
    /// True if the search of the skill root's children follows only links, and skips folders.
    pub(super) links_only: bool,
    /// True if the skill root's skills come after all other skills and never replace another skill.
    pub(super) is_last: bool,
    /// The directory at which relative paths in the settings start.
    pub(super) cwd: String,
}

pub(super) fn roots(environment: &Environment, host: &Openclaw, setup: &Setup) -> Vec<Planned> {
    let mut plan = Plan {
        environment,
        host,
        roots: Vec::new(),
        tier: 0,
    };
    for extra in setup
        .texts(&["skills", "load", "extraDirs"])
        .iter()
        .flatten()
    {
        let path = setup.expand(extra, environment);
        let depth = match path::file_name(&path) {
            SKILLS => host.edition.max_depth,
            _ => host.edition.max_extra_depth,
        };
        plan.add(path, Scope::User, EXTRA, Links::Allowed).depth = depth;
    }
    plan.plugins(setup);
    plan.bundled(setup);
    if let Some(workshop) = &setup.workshop {
        let workshop = plan.add(workshop.clone(), Scope::User, WORKSHOP, Links::Inside);
        workshop.takes_root = false;
    }
    if let Some(state) = &setup.state {
        let path = path::join(state, SKILLS);
        plan.add(path, Scope::User, MANAGED, Links::Anywhere);
    }
    if let Some(home) = &environment.home {
        let path = path::join(home, ".agents/skills");
        let personal = plan.add(path, Scope::User, PERSONAL, Links::Anywhere);
        if setup.personal.is_none() {
            personal.root.status = RootStatus::Off;
        }
    }
    plan.project(&setup.workspace, false);
    if let Some(folder) = &host.options.session_folder
        && *folder != setup.workspace
    {
        plan.project(folder, true);
    }
    plan.roots
}

/// The skill roots that were added so far, and the state for adding the next root.
struct Plan<'p> {
    environment: &'p Environment,
    host: &'p Openclaw,
    roots: Vec<Planned>,
    /// The precedence of the skills in the skill root that is added next.
    tier: usize,
}

impl Plan<'_> {
    /// Adds a skill root. Its skills replace skills with the same name in earlier roots.
    fn add(&mut self, path: String, scope: Scope, origin: &str, links: Links) -> &mut Planned {
        let depth = self.host.edition.max_depth;
        self.roots.push(Planned {
            root: Root::new(path, scope, origin),
            tier: self.tier,
            links,
            depth,
            nested_depth: depth,
            takes_root: true,
            links_only: false,
            is_last: false,
            cwd: self.environment.cwd.clone(),
        });
        self.tier += 1;
        let last = self.roots.len() - 1;
        &mut self.roots[last]
    }

    fn plugins(&mut self, setup: &Setup) {
        let plugins_off = at(&setup.config, &["plugins", "enabled"]) == Some(&Value::Bool(false));
        let status = if plugins_off {
            RootStatus::Off
        } else {
            RootStatus::Scanned
        };
        for plugin in self.environment.plugins_of(ID) {
            let path = plugin.skills_directory();
            let planned = self.add(path, Scope::Plugin, EXTRA, Links::Allowed);
            planned.root.plugin_id = Some(plugin.id.clone());
            planned.root.status = status;
        }
        if let Some(state) = &setup.state {
            let path = path::join(state, "plugin-skills");
            let planned = self.add(path, Scope::Plugin, EXTRA, Links::Anywhere);
            planned.links_only = true;
            planned.takes_root = false;
            planned.root.status = status;
        }
    }

    fn bundled(&mut self, setup: &Setup) {
        let named = self
            .environment
            .variables
            .get("OPENCLAW_BUNDLED_SKILLS_DIR");
        let named = named.filter(|named| !named.trim().is_empty());
        let named = named.map(|named| setup.expand(named, self.environment));
        if let Some(bundled) = named.or_else(|| self.host.options.bundled.clone()) {
            let beside =
                path::parent(&bundled).map(|parent| path::join(parent, "custodian-skills"));
            self.add(bundled, Scope::System, BUNDLED, Links::Inside);
            if let Some(custodian) = beside {
                // The next root has the same precedence as the bundled skills.
                self.tier -= 1;
                self.add(custodian, Scope::System, CUSTODIAN, Links::Inside);
            }
        }
    }

    /// Adds the skill roots in `folder`, which is a workspace or the folder of a session.
    fn project(&mut self, folder: &str, is_last: bool) {
        for (below, origin) in [(".agents/skills", PROJECT), (SKILLS, WORKSPACE)] {
            let path = path::join(folder, below);
            self.add(path, Scope::Repo, origin, Links::Allowed).is_last = is_last;
        }
    }
}
