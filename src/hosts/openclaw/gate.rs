//! The eligibility of skills: whether the machine meets a skill's requirements
//! (`docs/hosts/openclaw.md#eligible`).

use super::names::is_bundled;
use super::options::OpenclawOptions;
use super::setup::{Setup, at};
use crate::model::eligibility::{
    Eligibility, InstallOption, Installer, InstallerKind, Needs, Requirements,
};
use crate::model::environment::Environment;
use crate::text::js::trim;
use crate::text::js_value::Value;
use crate::tree::{EntryKind, Tree, path};

/// The operating system if the options name none.
const LINUX: &str = "linux";

/// The paths of the settings that are on if the configuration does not set them.
const ON_BY_DEFAULT: [&str; 2] = ["browser.enabled", "browser.evaluateEnabled"];

/// The machine and the configuration, which determine whether a skill is eligible.
pub(super) struct Gate<'g> {
    pub(super) tree: &'g Tree,
    pub(super) environment: &'g Environment,
    pub(super) options: &'g OpenclawOptions,
    pub(super) setup: &'g Setup,
}

impl Gate<'_> {
    fn os(&self) -> &str {
        self.options.os.as_deref().unwrap_or(LINUX)
    }

    /// Returns whether a skill is eligible, with the reasons. `key` is the key of the skill's
    /// settings in the configuration.
    pub(super) fn judge(
        &self,
        name: &str,
        source: &str,
        key: String,
        needs: &Needs,
    ) -> Eligibility {
        let entry = at(&self.setup.config, &["skills", "entries", &key]);
        let disabled = entry.and_then(|entry| entry.get("enabled")) == Some(&Value::Bool(false));
        // An empty list allows all bundled skills.
        let allowed = self.setup.texts(&["skills", "allowBundled"]);
        let allowed = allowed.filter(|allowed| !allowed.is_empty());
        let is_allowed =
            |allowed: Vec<&str>| allowed.contains(&name) || allowed.contains(&key.as_str());
        let blocked_by_allowlist =
            is_bundled(source) && allowed.is_some_and(|allowed| !is_allowed(allowed));
        let agents = ["agents", "entries", self.setup.agent.as_str(), "skills"];
        let of_agent = self.setup.texts(&agents);
        let of_agent = of_agent.or_else(|| self.setup.texts(&["agents", "defaults", "skills"]));
        let blocked_by_agent = of_agent.is_some_and(|allowed| !allowed.contains(&name));
        let missing = self.missing(entry, needs);
        let eligible = !disabled && !blocked_by_allowlist && missing.is_empty();
        let wanted = &needs.requires.os;
        // The list in the prompt compares the name of the operating system exactly; the report on eligibility ignores
        // case and accepts `macos`.
        let fits_exactly = wanted.is_empty() || wanted.iter().any(|os| os == self.os());
        Eligibility {
            eligible,
            offered: eligible && fits_exactly,
            disabled,
            blocked_by_allowlist,
            blocked_by_agent,
            missing,
            install: self.install(needs),
            key,
            command: None,
            display_name: None,
        }
    }

    fn missing(&self, entry: Option<&Value>, needs: &Needs) -> Requirements {
        let Requirements {
            bins,
            any_bins,
            env,
            config,
            os,
        } = &needs.requires;
        let is_here = |wanted: &String| {
            let wanted = wanted.to_lowercase();
            let wanted = if wanted == "macos" { "darwin" } else { &wanted };
            wanted == self.os()
        };
        let mut missing = Requirements::default();
        if !os.is_empty() && !os.iter().any(is_here) {
            missing.os.clone_from(os);
        }
        if needs.always {
            return missing;
        }
        let without = |list: &[String], has: &dyn Fn(&str) -> bool| -> Vec<String> {
            list.iter().filter(|name| !has(name)).cloned().collect()
        };
        missing.bins = without(bins, &|name| self.has_program(name));
        if !any_bins.iter().any(|name| self.has_program(name)) {
            missing.any_bins.clone_from(any_bins);
        }
        missing.env = without(env, &|name| self.has_variable(entry, needs, name));
        missing.config = without(config, &|place| self.is_set(place));
        missing
    }

    /// Returns true if the program `name` exists: an executable file or a folder with this name in
    /// a directory of `PATH`.
    fn has_program(&self, name: &str) -> bool {
        let programs = self.options.binaries.as_deref().unwrap_or_default();
        if programs
            .iter()
            .any(|program| program == name && !program.starts_with('/'))
        {
            return true;
        }
        let directories = self.environment.variables.get("PATH");
        let directories = directories.into_iter().flat_map(|path| path.split(':'));
        directories
            .filter(|directory| directory.starts_with('/'))
            .any(|directory| {
                let file = path::resolve(&path::join(directory, name), "");
                let is_folder = || {
                    let entry = self.tree.resolve(&file);
                    entry.is_ok_and(|entry| matches!(entry.kind(), EntryKind::Directory))
                };
                programs.contains(&file) || is_folder()
            })
    }

    fn has_variable(&self, entry: Option<&Value>, needs: &Needs, name: &str) -> bool {
        let is_filled = |text: &str| !trim(text).is_empty();
        if self
            .environment
            .variables
            .get(name)
            .is_some_and(|value| is_filled(value))
        {
            return true;
        }
        let own = entry.and_then(|entry| at(entry, &["env", name]));
        if own.and_then(Value::text).is_some_and(is_filled) {
            return true;
        }
        let has_key = entry
            .and_then(|entry| entry.get("apiKey"))
            .is_some_and(Value::is_truthy);
        needs.primary_env.as_deref() == Some(name) && has_key
    }

    /// Returns true if the setting at a path in the configuration is on. `place` is the path, such
    /// as `browser.enabled`.
    fn is_set(&self, place: &str) -> bool {
        let mut value = Some(&self.setup.config);
        for key in place.split('.').filter(|key| !key.is_empty()) {
            value = match value {
                Some(Value::List(items)) => {
                    key.parse().ok().and_then(|index: usize| items.get(index))
                }
                Some(map) => map.get(key),
                None => None,
            };
        }
        match value {
            None => ON_BY_DEFAULT.contains(&place),
            Some(Value::Text(text)) => !trim(text).is_empty(),
            Some(value) => value.is_truthy(),
        }
    }

    /// Returns the ways in which OpenClaw offers to install the requirements of a skill.
    fn install(&self, needs: &Needs) -> Vec<InstallOption> {
        let fits = |list: &[String]| list.is_empty() || list.iter().any(|os| os == self.os());
        if !fits(&needs.requires.os) {
            return Vec::new();
        }
        let all: Vec<_> = needs.install.iter().enumerate().collect();
        let fitting: Vec<_> = all.into_iter().filter(|(_, spec)| fits(&spec.os)).collect();
        let of = |kind| fitting.iter().find(|(_, spec)| spec.kind == kind).copied();
        if fitting
            .iter()
            .all(|(_, spec)| spec.kind == InstallerKind::Download)
        {
            return fitting.into_iter().map(option).collect();
        }
        let brew = of(InstallerKind::Brew);
        let preferred = brew
            .filter(|_| self.has_program("brew"))
            .or_else(|| of(InstallerKind::Uv))
            .or_else(|| of(InstallerKind::Node))
            .or_else(|| of(InstallerKind::Go))
            .or_else(|| of(InstallerKind::Download))
            .or(brew);
        preferred.into_iter().map(option).collect()
    }
}

fn option((index, spec): (usize, &Installer)) -> InstallOption {
    let Installer {
        id,
        kind,
        label,
        bins,
        target,
        ..
    } = spec;
    let target = target.as_deref().unwrap_or_default();
    let (word, plain) = match kind {
        InstallerKind::Brew => ("brew", format!("Install {target} (brew)")),
        InstallerKind::Node => ("node", format!("Install {target} (npm)")),
        InstallerKind::Go => ("go", format!("Install {target} (go)")),
        InstallerKind::Uv => ("uv", format!("Install {target} (uv)")),
        InstallerKind::Download => {
            let last = target.rsplit('/').next().filter(|last| !last.is_empty());
            ("download", format!("Download {}", last.unwrap_or(target)))
        }
    };
    let label = label.clone().filter(|_| *kind != InstallerKind::Node);
    InstallOption {
        id: id.clone().unwrap_or_else(|| format!("{word}-{index}")),
        kind: *kind,
        label: label.unwrap_or(plain),
        bins: bins.clone(),
    }
}
