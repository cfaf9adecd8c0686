//! `name-not-folder`: the name differs from the folder's, and a host requires the same name.
//!
//! Fix: gives the skill the folder's name, or a plain one, or the folder the skill's; unsafe, because users who call
//! the skill by its name have to learn the new one.

use serde_yaml::Value;

use crate::hosts::standard;
use crate::lint::helpers::other_name;
use crate::lint::prelude::*;
use crate::lint::rules::fields::name_refused;
use crate::model::catalog::FaultCode;

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

/// Reports a name that differs from the folder's name although hosts load the skill. A name with forbidden characters
/// has only the finding about these.
pub fn check(reading: &Reading<'_, '_>, found: &mut Vec<Diagnostic>) {
    let Some(Value::String(written)) = reading.value("name") else {
        return;
    };
    let name = written.trim();
    if name.is_empty() {
        return;
    }
    let context = reading.context;
    let folder = context.skill_folder();
    // The standard requires the folder's name of every skill. Other hosts name the skill after its folder.
    let is_affected = |target: &TargetHost<'_>| {
        let mut verdicts = context.verdicts.iter();
        target.host().id() == standard::ID
            || verdicts.any(|verdict| {
                verdict.host_edition() == target.host_edition()
                    && verdict.cell.name.as_deref() == Some(folder)
                    // The host also knows the skill by the name in the frontmatter.
                    && !verdict.cell.aliases.iter().any(|alias| alias == name)
            })
    };
    let hosts = reading.hosts_where(is_affected);
    let is_reported = name_refused::RULE.is_among(found) && other_name::plain_name(name) == folder;
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
        found.push(other_name::report(context, &RULE, words).concerning(hosts));
    }
}

/// Returns the reason why a host does not use this name for the skill, although it accepts other names than the
/// folder's.
fn no_label(verdict: &Verdict<'_>, path: &str, name: &str) -> Option<&'static str> {
    match verdict.pipeline.host().format().label(name)? {
        Err(fault) => Some(fault),
        Ok(()) => {
            let taken = verdict.by_name.skill(name).filter(|other| *other != path);
            taken.map(|_| "another skill has that name")
        }
    }
}
