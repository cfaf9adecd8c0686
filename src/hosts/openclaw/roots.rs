//! The roots, the lowest first: a skill of a later one takes the place of an earlier one of its name
//! (`docs/hosts/openclaw.md#where-it-looks`).

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

/// Where links to folders may lead.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Links {
    /// Into the root.
    Inside,
    /// Into the root, and where the configuration allows it.
    Allowed,
    /// Anywhere; skills then go by their real paths.
    Anywhere,
}

/// A root with what decides on its walk.
pub(super) struct Planned {
    pub(super) root: Root,
    /// The place of its skills: of one name the last one stays.
    pub(super) tier: usize,
    pub(super) links: Links,
    pub(super) depth: usize,
    /// Levels below a child folder `skills`.
    pub(super) nested_depth: usize,
    /// Whether it may be a skill itself, or a pack.
    pub(super) takes_root: bool,
    /// Whether only links count in it.
    pub(super) links_only: bool,
    /// Whether its skills go behind all others, and never before one.
    pub(super) is_last: bool,
    /// What relative paths of the settings are seen from.
    pub(super) cwd: String,
}

pub(super) fn roots(environment: &Environment, host: &Openclaw, setup: &Setup) -> Vec<Planned> {
    let mut roots: Vec<Planned> = Vec::new();
    let mut tier = 0;
    let plan = |path: String, scope, origin: &str, links, tier| Planned {
        root: Root::new(path, scope, origin),
        tier,
        links,
        depth: host.edition.max_depth,
        nested_depth: host.edition.max_depth,
        takes_root: true,
        links_only: false,
        is_last: false,
        cwd: environment.cwd.clone(),
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
        roots.push(Planned {
            depth,
            ..plan(path, Scope::User, EXTRA, Links::Allowed, tier)
        });
        tier += 1;
    }
    let plugins_off = at(&setup.config, &["plugins", "enabled"]) == Some(&Value::Bool(false));
    for plugin in environment.plugins_of(ID) {
        let mut planned = plan(
            plugin.skills_directory(),
            Scope::Plugin,
            EXTRA,
            Links::Allowed,
            tier,
        );
        planned.root.plugin_id = Some(plugin.id.clone());
        if plugins_off {
            planned.root.status = RootStatus::Off;
        }
        roots.push(planned);
        tier += 1;
    }
    if let Some(state) = &setup.state {
        let path = path::join(state, "plugin-skills");
        let mut planned = Planned {
            links_only: true,
            takes_root: false,
            ..plan(path, Scope::Plugin, EXTRA, Links::Anywhere, tier)
        };
        if plugins_off {
            planned.root.status = RootStatus::Off;
        }
        roots.push(planned);
        tier += 1;
    }
    let named = environment.variables.get("OPENCLAW_BUNDLED_SKILLS_DIR");
    let named = named.filter(|named| !named.trim().is_empty());
    let named = named.map(|named| setup.expand(named, environment));
    if let Some(bundled) = named.or_else(|| host.options.bundled.clone()) {
        let custodian = path::parent(&bundled).map(|parent| path::join(parent, "custodian-skills"));
        roots.push(plan(bundled, Scope::System, BUNDLED, Links::Inside, tier));
        if let Some(custodian) = custodian {
            roots.push(plan(
                custodian,
                Scope::System,
                CUSTODIAN,
                Links::Inside,
                tier,
            ));
        }
        tier += 1;
    }
    if let Some(workshop) = &setup.workshop {
        roots.push(Planned {
            takes_root: false,
            ..plan(workshop.clone(), Scope::User, WORKSHOP, Links::Inside, tier)
        });
        tier += 1;
    }
    if let Some(state) = &setup.state {
        let path = path::join(state, SKILLS);
        roots.push(plan(path, Scope::User, MANAGED, Links::Anywhere, tier));
        tier += 1;
    }
    if let Some(home) = &environment.home {
        let path = path::join(home, ".agents/skills");
        let mut planned = plan(path, Scope::User, PERSONAL, Links::Anywhere, tier);
        if setup.personal.is_none() {
            planned.root.status = RootStatus::Off;
        }
        roots.push(planned);
        tier += 1;
    }
    let mut project = |folder: &str, is_last: bool| {
        for (below, origin) in [(".agents/skills", PROJECT), (SKILLS, WORKSPACE)] {
            let path = path::join(folder, below);
            roots.push(Planned {
                is_last,
                ..plan(path, Scope::Repo, origin, Links::Allowed, tier)
            });
            tier += 1;
        }
    };
    project(&setup.workspace, false);
    if let Some(folder) = &host.options.session_folder
        && *folder != setup.workspace
    {
        project(folder, true);
    }
    roots
}
