//! `unread-file`: a file that the rules need is not checked, because its contents have not been given.
//!
//! Fix: none, because only the caller has the contents.

use crate::lint::prelude::*;
use crate::lint::unread;
use crate::tree::path;

pub static RULE: LintRule = LintRule::new(
    RuleGroup::Structure,
    "unread-file",
    Severity::Warning,
    "the contents of a file were not given, so nothing in it is checked",
    &[Run::File(check)],
);

/// The maximum number of files that the finding's message names. If there are more files, the
/// message ends with the number of the others.
const MAX_NAMED: usize = 3;

/// The maximum number of files that a finding lists as related places. No host has this limit.
const MAX_LISTED: usize = 100;

const HELP: &str = "Give the contents of the files that the plan for lint names, and check again.";

/// Reports a skill if the caller did not provide the contents of its main file, or of other files
/// in its folder. The rules cannot check such a file.
pub fn check(context: &SkillContext<'_>, found: &mut Vec<Diagnostic>) {
    if unread::is_unread(context.file) {
        if !unread::is_of_skill(context.file) {
            let message = "the contents of this file were not given, so nothing in it is checked";
            found.push(finding(context, message));
        }
        return;
    }
    // If the resources are complete, the contents of all files have been given.
    if context.resources.complete {
        return;
    }
    let paths: Vec<_> = unread::beside(context.file)
        .map(|file| file.path())
        .collect();
    if paths.is_empty() {
        return;
    }
    let folder = path::parent(context.path).unwrap_or("/");
    let named = paths.iter().take(MAX_NAMED).map(|path| {
        let inside = path.strip_prefix(folder).unwrap_or(path);
        inside.trim_start_matches('/')
    });
    let mut names = named.collect::<Vec<_>>().join(", ");
    let more = paths.len().saturating_sub(MAX_NAMED);
    if more > 0 {
        names = format!("{names} and {more} more");
    }
    let message = match paths.len() {
        1 => format!("the contents of {names} were not given, so nothing in it is checked"),
        count => format!(
            "the contents of {count} files were not given, so nothing in them is checked: {names}"
        ),
    };
    let finding = finding(context, &message);
    let listed = paths.iter().take(MAX_LISTED);
    found.push(listed.fold(finding, |finding, path| {
        finding.related_file("a file without contents", path)
    }));
}

fn finding(context: &SkillContext<'_>, message: &str) -> Diagnostic {
    Diagnostic::new(&RULE, context.path, START, message)
        .help(HELP)
        .concerning(context.all_hosts())
}
