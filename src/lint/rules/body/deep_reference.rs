//! `deep-reference`: a reference is named only by another reference.
//!
//! Fix: none, since only the author knows where SKILL.md should name it.

use crate::lint::diagnostic::{Diagnostic, Severity};
use crate::lint::rule::{Rule, RuleGroup};
use crate::lint::rules::limits::MAX_FOUND;
use crate::lint::skill_context::SkillContext;
use crate::tree::resources::ResourceKind;
use std::collections::HashMap;

pub(in crate::lint) static RULE: Rule = Rule::new(
    RuleGroup::Body,
    "deep-reference",
    Severity::Info,
    "a reference is named only by another reference",
);

/// Finds references two or more files away from the skill's own, where the last file on the way names them.
pub(super) fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    let files = &context.resources.files;
    let depths: HashMap<&str, Option<usize>> = (files.iter())
        .map(|file| (file.path.as_str(), file.depth))
        .collect();
    let deep = files.iter().filter_map(|file| {
        let depth = file.depth.filter(|depth| *depth > 1)?;
        // Where the way from the skill's file goes on to it.
        let mut sites = file.named_by.iter();
        let site = sites.find(|site| depths.get(site.path.as_str()) == Some(&Some(depth - 1)))?;
        let is_read = file.kind == ResourceKind::Reference && file.relative.ends_with(".md");
        is_read.then_some((file, depth, site))
    });
    for (file, depth, site) in deep.take(MAX_FOUND) {
        let message = format!(
            "{} is {depth} files away from SKILL.md; models look into far files less, or only at their start",
            file.relative
        );
        found.push(
            Diagnostic::new(&RULE, &site.path, site.range, message)
                .help("Name it in SKILL.md, too.")
                .concerning(context.all_hosts()),
        );
    }
}
