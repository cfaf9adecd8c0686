//! Lowers the severity of findings that repeat in a project.
//!
//! If the same warning occurs many times, it is about a convention of the project or about one cause,
//! such as links that all begin at another folder. A decision about one of the warnings is a decision
//! about all. So the first of them stays a warning, and its help says how many others there are. The
//! others become information.

use std::rc::Rc;

use super::config::Settings;
use super::diagnostic::{Diagnostic, Severity};
use super::registry;
use super::rule::RuleGroup;
use crate::hashing::HashMap;
use crate::tree::path;

/// The minimum number of equal warnings that count as repeated.
const MIN_REPEATED: usize = 4;

/// What equal warnings have in common.
#[derive(PartialEq, Eq, Hash)]
enum Common<'f> {
    /// The rule and the file. Only findings about the body and the files that it names have this in
    /// common: other findings in one file are about different things.
    File(&'f str, &'f str),
    /// The rule and the message, with a placeholder for the name of the folder that contains the file.
    Message(&'f str, String),
}

/// Lowers all but the first of the warnings that repeat, in the order of their files and places.
/// Warnings about safety are not lowered, because each of them may be an attack. Warnings of rules
/// whose severity is in the settings are not lowered either, nor warnings with a safe fix.
pub(super) fn lower(found: &mut [Rc<Diagnostic>], settings: &Settings) {
    let mut groups: HashMap<Common<'_>, Vec<usize>> = HashMap::default();
    for (index, one) in found.iter().enumerate() {
        if may_repeat(one, settings) {
            if registry::is_in_group(&one.code, RuleGroup::Body) {
                let of_file = Common::File(&one.code, &one.path);
                groups.entry(of_file).or_default().push(index);
            }
            let of_message = Common::Message(&one.code, message_for_any_folder(one));
            groups.entry(of_message).or_default().push(index);
        }
    }
    let mut repeated: Vec<Vec<usize>> = (groups.into_values())
        .filter(|group| group.len() >= MIN_REPEATED)
        .collect();
    for group in &mut repeated {
        let place = |index: &usize| (&found[*index].path, found[*index].range.start.byte);
        crate::sort::by(group, |left, right| place(left).cmp(&place(right)));
    }
    // The largest groups come first, so that a warning is counted with most others.
    crate::sort::by(&mut repeated, |left, right| {
        (right.len(), left).cmp(&(left.len(), right))
    });
    for mut group in repeated {
        group.retain(|index| found[*index].severity == Severity::Warning);
        let [first, others @ ..] = &*group else {
            continue;
        };
        if group.len() < MIN_REPEATED {
            continue;
        }
        for other in others {
            Rc::make_mut(&mut found[*other]).severity = Severity::Info;
        }
        let first = Rc::make_mut(&mut found[*first]);
        let others = format!(
            "{} other findings like this one are information.",
            others.len()
        );
        first.help = format!("{} {others}", first.help).trim_start().to_owned();
    }
}

fn may_repeat(one: &Diagnostic, settings: &Settings) -> bool {
    one.severity == Severity::Warning
        && !registry::is_in_group(&one.code, RuleGroup::Safety)
        && !settings.has_level(&one.code)
        && !one.fixes.iter().any(|fix| fix.safe)
}

fn message_for_any_folder(one: &Diagnostic) -> String {
    let folder = path::parent(&one.path).map_or("", path::file_name);
    if folder.is_empty() {
        return one.message.clone();
    }
    one.message.replace(folder, "{folder}")
}
