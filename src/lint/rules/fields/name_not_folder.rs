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
use crate::tree::skill_file::SKILL_FILE;
use crate::tree::{Entry, path};

/// The maximum number of folders above a skill in which the manifest of its plugin is searched for.
/// No host has this limit.
const MAX_ABOVE: usize = 3;

/// The maximum number of lines of another skill that are searched for its name. No host has this
/// limit.
const MAX_LINES: usize = 20;

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
    // If a host finds the skill through a link with the skill's name, clients of the standard find the same name there.
    let mut verdicts = context.verdicts.iter();
    let is_linked = verdicts.any(|verdict| verdict.by_name.is_linked_as(name, context.path));
    // The standard requires the folder's name. Other hosts use the folder's name and ignore the field.
    let is_affected = |target: &TargetHost<'_>| {
        let mut verdicts = context.verdicts.iter();
        target.host().id() == standard::ID && !is_linked
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
        // Hosts reach a part of another skill by its path, not by its name. Authors who sort skills into folders put
        // the name of the upper folder before the name, and only the standard forbids this.
        let has_prefix = || is_only_for_standard && has_prefix_of_group(context, name, folder);
        // A file directly in a folder `skills` is a packaged copy: installers name its folder after the skill.
        let is_packaged = is_only_for_standard && matches!(folder, "skills" | "skill");
        if skill_above(context).is_some() || is_sample(context) || is_packaged || has_prefix() {
            one.severity = one.severity.max(Severity::Info);
        }
        found.push(one);
    }
}

/// Returns true if the skill's file is beside the manifest of a plugin. Hosts install a plugin in a
/// folder that has the name of the plugin or of its version.
fn is_root_of_plugin(context: &SkillContext<'_>) -> bool {
    let folder = context.file.parent();
    folder.is_some_and(|folder| manifests(folder).next().is_some())
}

/// Returns the manifests of a plugin whose root is the folder.
fn manifests(folder: Entry<'_>) -> impl Iterator<Item = Entry<'_>> {
    let own = folder.child(agent_plugins::MANIFEST);
    let own = own.filter(|file| plugin_files::is_manifest(*file));
    let lists = plugin_files::lists(folder);
    let of_plugin = |file: &Entry<'_>| file.name() == agent_plugins::MANIFEST;
    lists.filter(of_plugin).chain(own)
}

/// Returns true if the name is the folder's name after a prefix that ends with a colon. Other colons
/// of the name may be hyphens in the folder's name.
fn has_name_space(name: &str, folder: &str) -> bool {
    let mut colons = name.match_indices(':');
    colons.any(|(at, _)| name[at + 1..].replace(':', "-") == folder)
}

/// Returns true if the name is the name of a group of skills, a hyphen and the folder's name. The
/// group is one of these:
///
/// - the folder above the skill's folder. Before its name, the prefix may have the name of the
///   project, as in `acme-forms-pdf` for `forms/pdf`,
/// - the plugin of the skill, by the name of its folder or of its manifest. The end of the
///   manifest's name is enough (`logs` in `acme-logs`) if the name of another skill of the plugin
///   has the same prefix.
fn has_prefix_of_group(context: &SkillContext<'_>, name: &str, folder: &str) -> bool {
    let prefix = name.strip_suffix(folder);
    let prefix = prefix.and_then(|prefix| prefix.strip_suffix('-'));
    let Some(prefix) = prefix.filter(|prefix| !prefix.is_empty()) else {
        return false;
    };
    let own = context.file.parent();
    let Some(skills) = own.and_then(Entry::parent) else {
        return false;
    };
    let is_prefix = |group: &str| {
        let rest = prefix.strip_suffix(group);
        rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('-'))
    };
    if is_prefix(skills.name()) {
        return true;
    }
    let above = std::iter::successors(Some(skills), |folder| folder.parent()).take(MAX_ABOVE);
    let mut plugins = above.filter_map(|root| Some((root, manifests(root).next()?)));
    let Some((root, manifest)) = plugins.next() else {
        return false;
    };
    if root.name() == prefix {
        return true;
    }
    context.note_read(manifest);
    let text = manifest.contents().map(|contents| contents.text_lossy());
    let value = text.and_then(|text| serde_json::from_str::<serde_json::Value>(&text).ok());
    let plugin = value.as_ref().and_then(|value| value.get("name")?.as_str());
    if plugin == Some(prefix) {
        return true;
    }
    let rest = plugin.and_then(|plugin| plugin.strip_suffix(prefix));
    let is_topic = rest.is_some_and(|rest| rest.ends_with('-'));
    let has_same = |sibling: Entry<'_>| {
        let file = sibling.child(SKILL_FILE)?;
        context.note_read(file);
        let text = file.contents()?.text().ok()?;
        let head = text.lines().take(MAX_LINES);
        let mut names = head.filter_map(|line| line.strip_prefix("name:"));
        let rest = names.next()?.trim().trim_matches(['"', '\'']);
        let rest = rest.strip_prefix(prefix)?.strip_prefix('-')?;
        Some(rest == sibling.name())
    };
    let mut siblings = skills
        .children()
        .filter(|one| Some(one.id()) != own.map(Entry::id));
    is_topic && siblings.any(|sibling| has_same(sibling) == Some(true))
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
