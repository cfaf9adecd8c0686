//! Lowers the severity of findings that repeat.
//!
//! If the same warning occurs many times, it is about a convention of the project or has one cause,
//! such as links that all begin at another folder. A decision about one of the warnings is a decision
//! about all. So the first of them stays a warning, and its help has the number of the others. The
//! others become information.

use std::rc::Rc;

use super::config::Settings;
use super::diagnostic::{Diagnostic, Severity};
use super::registry;
use super::rule::RuleGroup;
use crate::hashing::{HashMap, HashSet};
use crate::sort;
use crate::tree::path;

/// The minimum number of equal warnings that count as repeated.
const MIN_REPEATED: usize = 4;

/// A property that equal warnings have in common, in addition to their rule.
#[derive(PartialEq, Eq, Hash)]
enum Common<'f> {
    /// The folder of the skill.
    Skill(&'f str),
    /// The message without its digits, and with a placeholder for the name of the folder that
    /// contains the file.
    Message(Vec<u8>),
    /// The folder of the skill and the message.
    SkillAndMessage(&'f str, &'f str),
}

/// Lowers all but the first of the warnings that repeat, in the order of their files and places.
/// `skills` are the paths of the skills' files. Warnings of rules whose severity is in the settings
/// are not lowered, nor warnings with a safe fix.
pub(super) fn lower<'s>(
    found: &mut [Rc<Diagnostic>],
    skills: impl Iterator<Item = &'s str>,
    settings: &Settings,
) {
    let folders: HashSet<&str> = skills.filter_map(path::parent).collect();
    let mut groups: HashMap<(&str, Common<'_>), Vec<usize>> = HashMap::default();
    for (index, one) in found.iter().enumerate() {
        if may_repeat(one, settings) {
            for common in commons(one, &folders).into_iter().flatten() {
                let group = groups.entry((&one.code, common));
                group.or_default().push(index);
            }
        }
    }
    let repeated = groups.into_values();
    let mut repeated: Vec<_> = repeated
        .filter(|group| group.len() >= MIN_REPEATED)
        .collect();
    let place = |index: usize| (&found[index].path, found[index].range.start.byte);
    for group in &mut repeated {
        sort::by(group, |left, right| place(*left).cmp(&place(*right)));
    }
    // The largest groups come first, so that a warning is counted with most others.
    sort::by(&mut repeated, |left, right| {
        let first = |group: &[usize]| group.first().copied().map(place);
        (right.len().cmp(&left.len())).then_with(|| first(left).cmp(&first(right)))
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
        && !settings.has_level(&one.code)
        && !one.fixes.iter().any(|fix| fix.safe)
}

/// Returns what a warning may have in common with others.
///
/// Each warning about safety may be an attack, so only warnings with the same message in the same
/// skill count as equal. Then the skill still has a warning. Warnings about the instructions of a
/// skill are equal whatever they name.
fn commons<'f>(one: &'f Diagnostic, folders: &HashSet<&str>) -> [Option<Common<'f>>; 2] {
    let skill = skill_folder(&one.path, folders);
    let is_of = |group| registry::is_in_group(&one.code, group);
    if is_of(RuleGroup::Safety) {
        return [
            skill.map(|skill| Common::SkillAndMessage(skill, &one.message)),
            None,
        ];
    }
    let folder = path::parent(&one.path).map_or("", path::file_name);
    let pattern = pattern(&one.message, folder);
    let of_skill = skill.filter(|_| is_of(RuleGroup::Body)).map(Common::Skill);
    [of_skill, Some(Common::Message(pattern))]
}

/// Returns a message without its digits, because the same mistake may have other figures in each
/// place, such as the length of a value. Where the message has the name of the folder, the result
/// has a byte that does not occur in UTF-8.
fn pattern(message: &str, folder: &str) -> Vec<u8> {
    const PLACEHOLDER: u8 = 0xff;
    let mut pattern = Vec::with_capacity(message.len());
    // An empty name is between all characters, so only this character is replaced instead, which
    // messages rarely have.
    let folder = if folder.is_empty() { "\0" } else { folder };
    for piece in message.split(folder) {
        // Plain loops, because WebAssembly calls a function for each step of an iterator.
        for byte in piece.as_bytes() {
            if !byte.is_ascii_digit() {
                pattern.push(*byte);
            }
        }
        pattern.push(PLACEHOLDER);
    }
    pattern
}

/// Returns the nearest of the folders above a file; `None` if none of them is above the file.
fn skill_folder<'p>(file: &'p str, folders: &HashSet<&str>) -> Option<&'p str> {
    let mut above = path::ancestors(file).skip(1);
    above.find(|folder| folders.contains(folder))
}
