//! `name-not-folder`: the name differs from the name of the folder, and a host requires that they
//! are the same.
//!
//! Fix: changes the name to the folder's name or to a valid name, or renames the folder. The fix is
//! unsafe, because users who call the skill by its name have to learn the new name.

use serde_yaml::Value;

use crate::host::agent_plugins;
use crate::hosts::standard;
use crate::lint::helpers::elsewhere::{project, skill_above};
use crate::lint::helpers::{other_name, plugin_files};
use crate::lint::prelude::*;
use crate::lint::rules::fields::name_refused;
use crate::lint::samples;
use crate::model::catalog::FaultCode;
use crate::tree::path;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Fields,
    "name-not-folder",
    Severity::Warning,
    "the name differs from the folder's, and a host requires the same name",
    &[
        Run::Fault(FaultCode::NameMismatch, |drop| {
            other_name::report(drop.context, &RULE, drop.words())
        }),
        Run::Values(check),
    ],
);

/// Reports a name that differs from the folder's name, if hosts load the skill nevertheless. If the
/// name differs only by forbidden characters, another rule reports it.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(Value::String(written)) = reading.value("name") else {
        return;
    };
    let name = written.trim();
    if name.is_empty() {
        return;
    }
    let context = reading.context;
    if context.is_repository() || is_root_of_plugin(context) {
        return;
    }
    let folder = context.skill_folder();
    // The standard requires the folder's name. Other hosts use the folder's name and ignore the field.
    let is_affected = |target: &TargetHost<'_>| {
        let mut verdicts = context.verdicts.iter();
        target.host().id() == standard::ID
            || verdicts.any(|verdict| {
                verdict.host_edition() == target.host_edition()
                    && verdict.cell.name.as_deref() == Some(folder)
                    // The host also accepts the name in the frontmatter for the skill.
                    && !verdict.cell.aliases.iter().any(|alias| alias == name)
            })
    };
    let hosts = reading.hosts_where(is_affected);
    let is_only_for_standard = hosts.iter().all(|(host, _)| *host == standard::ID);
    let is_reported = name_refused::RULE.is_among(found)
        && (other_name::plain_name(name) == folder
            || is_only_for_standard && has_name_space(name, folder));
    if !hosts.is_empty() && !is_reported && standard::mismatch(name, folder).is_some() {
        let mut message = format!("the skill is named `{name}` and its folder `{folder}`");
        let minding =
            (context.verdicts.iter()).filter(|verdict| hosts.contains(&verdict.host_edition()));
        if let Some((host, fault)) = minding
            .filter_map(|verdict| Some((verdict.host, no_label(verdict, context.path, written)?)))
            .next()
        {
            let host = spoken(host);
            message.push_str(&format!(
                "; {host} knows it only by the folder's name, because {fault}"
            ));
        }
        let words = (
            &*message,
            "Give both the same name: some hosts use one, some the other.",
        );
        let mut one = other_name::report(context, &RULE, words).concerning(hosts);
        // The standard is a text, so a name that only it refuses changes nothing in the other target hosts. Hosts reach a part of
        // another skill by its path, not by its name.
        let changes_nothing = is_only_for_standard && reading.targets.len() > 1;
        if changes_nothing || skill_above(context).is_some() || is_sample(context) {
            one.severity = one.severity.max(Severity::Info);
        }
        found.push(one);
    }
}

/// Returns true if the skill's file is beside the manifest of a plugin. Hosts install a plugin in a
/// folder that has the name of the plugin or of its version.
fn is_root_of_plugin(context: &SkillContext<'_>) -> bool {
    let Some(folder) = context.file.parent() else {
        return false;
    };
    let own = folder.child(agent_plugins::MANIFEST);
    let mut lists = plugin_files::lists(folder);
    own.is_some_and(plugin_files::is_manifest)
        || lists.any(|file| file.name() == agent_plugins::MANIFEST)
}

/// Returns true if the name is the folder's name after a prefix that ends with a colon. Other colons
/// of the name may be hyphens in the folder's name.
fn has_name_space(name: &str, folder: &str) -> bool {
    let mut colons = name.match_indices(':');
    colons.any(|(at, _)| name[at + 1..].replace(':', "-") == folder)
}

/// Returns true if the name of a folder between the project and the skill shows that the skill is a
/// template, an example or a test. Hosts are not meant to find such a skill.
fn is_sample(context: &SkillContext<'_>) -> bool {
    let project = project(context, context.file).map(|project| project.path());
    let folder = path::parent(context.path).unwrap_or("/");
    let inside = project.and_then(|project| folder.strip_prefix(&*project));
    let inside = inside.map_or(context.skill_folder(), |inside| {
        inside.trim_start_matches('/')
    });
    inside.split('/').any(|name| name.starts_with('_')) || samples::is_sample_skill(inside)
}

/// Returns the reason why a host does not use `name` for this skill. Returns `None` if the host
/// uses `name`, or if it always uses the folder's name.
fn no_label(verdict: &Verdict<'_>, path: &str, name: &str) -> Option<&'static str> {
    match verdict.pipeline.host().format().label(name)? {
        Err(fault) => Some(fault),
        Ok(()) => {
            let taken = verdict.by_name.skill(name).filter(|other| *other != path);
            taken.map(|_| "another skill has that name")
        }
    }
}
