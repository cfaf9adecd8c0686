//! `deep-reference`: a reference is named only by another reference.
//!
//! Fix: none, because only the author knows where the SKILL.md should name the file.

use crate::hashing::HashMap;
use crate::lint::prelude::*;
use crate::tree::resources::ResourceKind;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Body,
    "deep-reference",
    Severity::Info,
    "a reference is named only by another reference",
    &[Run::Skill(check)],
);

/// Reports Markdown files that `SKILL.md` does not name, although another file of the skill names
/// them. The finding is at the first place that names such a file.
pub fn check(skill: &CheckedSkill<'_, '_>, found: &mut Vec<Diagnostic>) {
    let files = &skill.resources.files;
    let depths: HashMap<&str, Option<usize>> = (files.iter())
        .map(|file| (file.path.as_str(), file.depth))
        .collect();
    let deep = files.iter().filter_map(|file| {
        let depth = file.depth.filter(|depth| *depth > 1)?;
        // The file that names the previous file. It is one step closer to the skill's own file.
        let mut sites = file.named_by.iter();
        let site = sites.find(|site| depths.get(site.path.as_str()) == Some(&Some(depth - 1)))?;
        let is_read = file.kind == ResourceKind::Reference && file.relative.ends_with(".md");
        is_read.then_some((file, depth, site))
    });
    let deep: Vec<_> = deep.collect();
    let [(first, depth, site), rest @ ..] = &*deep else {
        return;
    };
    let far = match rest.len() {
        0 => format!("{} is {depth} files away from SKILL.md", first.relative),
        more => {
            let deepest = deep.iter().map(|(_, depth, _)| depth).max();
            let deepest = deepest.filter(|deepest| **deepest > 2);
            let up_to = deepest.map_or(String::new(), |deepest| format!(" to {deepest}"));
            let is = &first.relative;
            format!("{is} and {more} more references are 2{up_to} files away from SKILL.md")
        }
    };
    let message = format!("{far}; models rarely read distant files, or read only their start");
    let help = match rest {
        [] => "Name it in SKILL.md, too.",
        _ => "Name them in SKILL.md, too, each with when to read it.",
    };
    let diagnostic = Diagnostic::new(&RULE, &site.path, site.range, message)
        .help(help)
        .concerning(skill.all_hosts());
    let related = rest.iter().take(MAX_FOUND);
    found.push(related.fold(diagnostic, |diagnostic, (file, depth, site)| {
        let message = format!("{} is {depth} files away", file.relative);
        diagnostic.related(message, &site.path, site.range)
    }));
}
