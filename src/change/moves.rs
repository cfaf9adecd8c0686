//! Finds skills that moved: pairs of a file that is gone and a new file that replaces it.

use std::collections::VecDeque;

use super::report::{ChangedSkill, SkillChange, SkillMove};
use super::side::Side;
use crate::compare::ListedAs;
use crate::hashing::HashMap;

/// A skill's main file that exists in only one of two trees.
struct Lone<'s> {
    path: &'s str,
    name: Option<&'s str>,
    bytes: Option<&'s [u8]>,
}

/// The name and the contents that a removed file and a new file must share to be a pair. `None`
/// means that the files may differ in this point.
type Key<'s> = (Option<&'s str>, Option<&'s [u8]>);

/// Pairs each skill whose file is gone with a new file that the host lists. First, files with the
/// same name and text are paired, then files with the same name, then files with the same text.
pub(super) fn moves(
    before: &Side<'_>,
    after: &Side<'_>,
    skills: &[ChangedSkill],
) -> Vec<SkillMove> {
    let gone = lone(before, skills, |change| {
        matches!(change, SkillChange::Vanishes { because: None })
    });
    let fresh = lone(
        after,
        skills,
        |change| matches!(change, SkillChange::Appears { because: None, listed } if *listed != ListedAs::Nothing),
    );
    let mut pairs: Vec<Option<usize>> = vec![None; gone.len()];
    let mut is_free = vec![true; fresh.len()];
    let keys: [for<'s> fn(&Lone<'s>) -> Option<Key<'s>>; 3] = [
        |one| Some((Some(one.name?), Some(one.bytes?))),
        |one| Some((Some(one.name?), None)),
        |one| Some((None, Some(one.bytes?))),
    ];
    for key in keys {
        let mut free: HashMap<Key<'_>, VecDeque<usize>> = HashMap::default();
        for (index, one) in fresh
            .iter()
            .enumerate()
            .filter(|(index, _)| is_free[*index])
        {
            if let Some(key) = key(one) {
                free.entry(key).or_default().push_back(index);
            }
        }
        for (pair, one) in pairs
            .iter_mut()
            .zip(&gone)
            .filter(|(pair, _)| pair.is_none())
        {
            *pair = key(one).and_then(|key| free.get_mut(&key)?.pop_front());
            if let Some(index) = *pair {
                is_free[index] = false;
            }
        }
    }
    let moves = gone.iter().zip(pairs).filter_map(|(from, to)| {
        let to = &fresh[to?];
        Some(SkillMove {
            from: from.path.to_owned(),
            to: to.path.to_owned(),
            edited: from.bytes != to.bytes,
        })
    });
    moves.collect()
}

/// Returns the skills that have a certain kind of change, such as the skills that appear. `has`
/// returns true for a change of this kind. The bytes of each skill's main file are read from
/// `side`, one of the two compared editions or trees.
fn lone<'s>(
    side: &'s Side<'_>,
    skills: &'s [ChangedSkill],
    has: impl Fn(&SkillChange) -> bool,
) -> Vec<Lone<'s>> {
    let skills = skills.iter().filter(|skill| skill.changes.iter().any(&has));
    let lone = skills.map(|skill| Lone {
        path: &skill.path,
        name: skill.name.as_deref(),
        bytes: side.bytes(&skill.path),
    });
    lone.collect()
}
