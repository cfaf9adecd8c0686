//! The names of skills as recorded for edition `2026-11`: valid names, precedence, order, names of
//! nested skills, and labels.

use std::cmp::Ordering;

use super::left_out::{LeftOutContext, explain};
use super::names::{BUILT_IN, SKILLS, nested_in, own_directory, unqualified};
use crate::hashing::{HashMap, HashSet};
use crate::host::stages::Assembly;
use crate::model::catalog::LeftOutReason;
use crate::model::environment::Environment;
use crate::model::skill::{Scope, Skill, SkillKind};
use crate::sort;
use crate::text::collation;
use crate::tree::path;

/// Returns true if the name of a folder or command file is valid. A valid name has no angle
/// brackets, no control or format characters, no whitespace except spaces, and no space at its
/// ends.
pub(super) fn may_be_name(name: &str) -> bool {
    !name.is_empty()
        && name.trim_matches(' ') == name
        && !name.chars().any(|character| {
            matches!(character, '<' | '>')
                || character != ' ' && character.is_whitespace()
                || character.is_control()
                || is_format(character)
        })
}

/// Returns true for Unicode's format characters, which are invisible and change how the text around
/// them is shown.
pub(super) fn is_format(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180e}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{2064}' | '\u{2066}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0001}' | '\u{e0020}'..='\u{e007f}')
}

/// Converts the name of a plugin's folder to a segment of a skill's name. Characters other than
/// ASCII letters, digits, `_` and `-` become hyphens.
pub(super) fn plugin_part(folder: &str) -> String {
    let plain = |character: char| match character {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '-' => character,
        _ => '-',
    };
    // A character of two UTF-16 units becomes two hyphens.
    folder
        .chars()
        .flat_map(|character| std::iter::repeat_n(plain(character), character.len_utf16()))
        .collect()
}

/// Adds the skills to the catalog in Claude Code's order and with their final names. A skill is
/// reported as skipped if another skill with the same name hides it. `added` lists the directories
/// that were added to the session with `--add-dir`.
pub(super) fn settle(
    environment: &Environment,
    added: &[String],
    skills: Vec<Skill>,
    assembly: &mut Assembly,
) {
    let cwd = environment.cwd.as_str();
    let (mut plain, mut nested, mut commands, mut plugins, mut others, mut of_added) = (
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
        Vec::new(),
    );
    for skill in skills {
        let list = if skill.plugin_id.is_some() {
            &mut plugins
        } else if matches!(skill.scope, Scope::System | Scope::Mcp) {
            &mut others
        } else if skill.kind == SkillKind::Command {
            &mut commands
        } else if is_added(&skill.root, added, cwd) {
            &mut of_added
        } else if nested_in(&skill.root, cwd).is_some() || is_awake(&skill) {
            // Skills in directories of touched files, and skills that waited for a touched file,
            // are sorted together.
            &mut nested
        } else {
            &mut plain
        };
        list.push(skill);
    }
    let mut winners = Winners::default();
    let mut plain = winners.first_of_each(plain, assembly);
    let (taken, free): (Vec<_>, Vec<_>) = (of_added.into_iter())
        .partition(|skill| skill.active && winners.0.contains_key(&skill.name));
    plain.extend(winners.first_of_each(free, assembly));
    let (awake, below): (Vec<_>, Vec<_>) = nested.into_iter().partition(is_awake);
    let awake = winners.first_of_each(awake, assembly);
    let mut nested: Vec<_> = below.into_iter().chain(awake).collect();
    let mut commands = winners.first_of_each(commands, assembly);
    sort_in_roots(&mut plain);
    sort::by(&mut commands, |left, right| {
        collation::compare(&left.name, &right.name)
    });
    qualify(&mut nested, cwd, &winners.0);
    let plugins = last_of_each(sort_plugins(plugins), assembly);
    let others = winners.bundled(others, assembly);
    let scoped = taken.into_iter().map(|skill| scoped(skill, cwd)).collect();
    let mut lists = [plain, nested, commands, plugins, others, scoped];
    let labels = label(&mut lists, environment);
    assembly.skills = lists.into_iter().flatten().collect();
    // A hidden skill can still be invoked by its label, if no other skill has the label as a name.
    for skill in &mut assembly.hidden {
        let given = skill.frontmatter.as_ref();
        let given = given.and_then(|fields| fields.name.clone());
        let given = given.filter(|given| may_be_label(given) && !labels.contains(given));
        skill.aliases = given.into_iter().collect();
    }
    assembly.hidden.retain(|skill| !skill.aliases.is_empty());
}

/// Returns true if a skill root belongs to a directory that the user added to the session. Returns
/// false if the directory contains the working directory, because the directory's skills then count
/// as skills of the project.
pub(super) fn is_added(root: &str, added: &[String], cwd: &str) -> bool {
    let mut added = added.iter();
    added.any(|directory| path::join(directory, SKILLS) == root && !path::is_within(cwd, directory))
}

/// Adds the name of the skill's directory before the skill's name, as in `web:deploy`, because
/// another skill has the same name. The directory was added to the session with `--add-dir`. For a
/// directory outside of the working directory, only the last segment of the directory's path is
/// added; this rule is assumed.
fn scoped(skill: Skill, cwd: &str) -> Skill {
    let directory = own_directory(&skill.root, cwd).unwrap_or_default();
    let Skill {
        name, description, ..
    } = &skill;
    Skill {
        description: format!("{description} {}", scoped_remark(directory, name)),
        name: format!("{directory}:{name}"),
        ..skill
    }
}

/// Returns the remark that is added to the description of a skill if another skill has the same
/// name.
fn scoped_remark(directory: &str, name: &str) -> String {
    format!(
        "(scoped to {directory}/ — use this instead of the unscoped \"{name}\" skill when the files being changed are under {directory}/)"
    )
}

/// Returns true if the skill has `paths` and is active because a touched file matches them.
fn is_awake(skill: &Skill) -> bool {
    let waited = (skill.frontmatter.as_ref()).is_some_and(|fields| !fields.paths.is_empty());
    waited && skill.active
}

/// For each name, the path of the skill that has the name, and true if the model may choose this
/// skill.
#[derive(Default)]
struct Winners(HashMap<String, (String, bool)>);

impl Winners {
    /// Returns the skills that remain after active skills with the same name have competed for this
    /// name:
    /// - The first active skill with a name remains.
    /// - If the model may not choose the first skill, the next skill that the model may choose also
    ///   remains. The user cannot invoke this second skill.
    /// - All inactive skills remain.
    ///
    /// All other skills are reported as skipped.
    fn first_of_each(&mut self, skills: Vec<Skill>, assembly: &mut Assembly) -> Vec<Skill> {
        let mut kept = Vec::new();
        for skill in skills {
            if !skill.active {
                kept.push(skill);
                continue;
            }
            match self.0.get(&skill.name) {
                // If the model may not choose the first skill with a name, the model gets the next
                // skill with the name.
                Some((_, false)) if skill.model_invocable => {
                    let entry = (skill.path.clone(), true);
                    self.0.insert(skill.name.clone(), entry);
                    kept.push(Skill {
                        user_invocable: false,
                        ..skill
                    });
                }
                Some((first, _)) => {
                    leave_out(&skill, &first.clone(), assembly);
                    if skill.kind == SkillKind::Skill {
                        assembly.hidden.push(skill);
                    }
                }
                None => {
                    let entry = (skill.path.clone(), skill.model_invocable);
                    self.0.insert(skill.name.clone(), entry);
                    kept.push(skill);
                }
            }
        }
        kept
    }

    /// Returns the bundled skills under names that no other skill has. If the name of a bundled
    /// skill is taken, its first free alias becomes the name. A skill without a free alias is
    /// reported as skipped.
    fn bundled(&mut self, skills: Vec<Skill>, assembly: &mut Assembly) -> Vec<Skill> {
        let mut kept = Vec::new();
        for mut skill in skills {
            if let Some((first, _)) = self.0.get(&skill.name).cloned() {
                skill.aliases.retain(|alias| !self.0.contains_key(alias));
                if skill.aliases.is_empty() {
                    leave_out(&skill, &first, assembly);
                    continue;
                }
                skill.name = skill.aliases.remove(0);
            }
            self.0.insert(
                skill.name.clone(),
                (skill.path.clone(), skill.model_invocable),
            );
            kept.push(skill);
        }
        kept
    }
}

fn leave_out(skill: &Skill, first: &str, assembly: &mut Assembly) {
    let place = LeftOutContext::after(&skill.root, first);
    let left = explain(&skill.discovered_path, LeftOutReason::Shadowed, place);
    assembly.left_out.push(left);
}

/// Sorts the skills by the directory in which they were found, in the order in which the
/// directories first occur. Skills of the same directory are sorted by name.
fn sort_in_roots(skills: &mut [Skill]) {
    let mut roots: Vec<String> = Vec::new();
    for skill in skills.iter() {
        if !roots.contains(&skill.root) {
            roots.push(skill.root.clone());
        }
    }
    let place = |skill: &Skill| roots.iter().position(|root| *root == skill.root);
    sort::by(skills, |left, right| {
        (place(left).cmp(&place(right))).then_with(|| collation::compare(&left.name, &right.name))
    });
}

/// Sorts the skills of each plugin, commands first. Commands are sorted by name, but the commands
/// of one folder stay together, at the place of the folder's first command.
fn sort_plugins(mut skills: Vec<Skill>) -> Vec<Skill> {
    let mut ids: Vec<Option<String>> = Vec::new();
    for skill in skills.iter() {
        if !ids.contains(&skill.plugin_id) {
            ids.push(skill.plugin_id.clone());
        }
    }
    let place = |skill: &Skill| ids.iter().position(|id| *id == skill.plugin_id);
    let kind = |skill: &Skill| skill.kind == SkillKind::Skill;
    sort::by(&mut skills, |left, right| {
        (place(left).cmp(&place(right)))
            .then_with(|| kind(left).cmp(&kind(right)))
            .then_with(|| match left.kind {
                SkillKind::Command => collation::compare(&left.name, &right.name),
                _ => folder_order(left, right),
            })
    });
    // Each command moves to the position of the first command of the same plugin and folder.
    let mut first = HashMap::default();
    let places: Vec<usize> = (skills.iter().enumerate())
        .map(|(at, skill)| match skill.kind {
            SkillKind::Command => *first
                .entry((skill.plugin_id.clone(), skill.directory().to_owned()))
                .or_insert(at),
            _ => at,
        })
        .collect();
    let mut placed: Vec<_> = places.into_iter().zip(skills).collect();
    sort::by_key(&mut placed, |(place, _)| *place);
    placed.into_iter().map(|(_, skill)| skill).collect()
}

/// Compares two skills by name, and then by folder.
fn folder_order(left: &Skill, right: &Skill) -> Ordering {
    collation::compare(&left.name, &right.name)
        .then_with(|| collation::compare(left.directory(), right.directory()))
}

/// Keeps one entry for each name in a plugin. An entry is a command file or a skill folder. Of the
/// entries with the same name, the last command file is kept. If none is a command file, the last
/// skill folder is kept. The other entries are recorded in `assembly` as left out.
fn last_of_each(skills: Vec<Skill>, assembly: &mut Assembly) -> Vec<Skill> {
    let mut kept: Vec<Skill> = Vec::new();
    for skill in skills {
        if let Some(known) = kept.iter_mut().find(|known| known.name == skill.name) {
            if known.kind != skill.kind {
                leave_out(&skill, &known.path.clone(), assembly);
                continue;
            }
            leave_out(known, &skill.path, assembly);
            *known = skill;
        } else {
            kept.push(skill);
        }
    }
    kept
}

/// Adds a remark to the description of each skill in a subdirectory of the working directory. The
/// remark names the subdirectory. If another skill has the same name, the subdirectory is also
/// added to the skill's name.
fn qualify(nested: &mut [Skill], cwd: &str, winners: &HashMap<String, (String, bool)>) {
    sort::by(nested, |left, right| {
        let directory = |skill: &Skill| nested_in(&skill.root, cwd).unwrap_or_default().to_owned();
        collation::compare(&left.name, &right.name)
            .then_with(|| collation::compare(&directory(left), &directory(right)))
    });
    let mut seen = HashSet::default();
    let mut twice = HashSet::default();
    for skill in nested.iter() {
        if !seen.insert(skill.name.clone()) {
            twice.insert(skill.name.clone());
        }
    }
    for skill in nested {
        let Some(directory) = nested_in(&skill.root, cwd).map(str::to_owned) else {
            continue;
        };
        let name = skill.name.clone();
        let is_taken = winners.contains_key(&name);
        let remark = if is_taken {
            scoped_remark(&directory, &name)
        } else {
            format!(
                "(from {directory}/.claude/skills — applies when working on files under {directory}/)"
            )
        };
        if is_taken || twice.contains(&name) {
            skill.name = format!("{directory}:{name}");
        }
        skill.description = format!("{} {remark}", skill.description);
    }
}

/// Adds the `name` in a skill's frontmatter as an alias (a label), unless another skill, a command
/// or an earlier label has this name. Returns all names that are then in use.
fn label(lists: &mut [Vec<Skill>; 6], environment: &Environment) -> HashSet<String> {
    let cwd = environment.cwd.as_str();
    let mut taken: HashSet<String> = (lists.iter().flatten())
        .filter(|skill| skill.active)
        .map(|skill| skill.name.clone())
        .chain(BUILT_IN.iter().map(|name| (*name).to_owned()))
        .collect();
    // Skills of touched files get their labels last.
    const ORDER: [usize; 6] = [0, 2, 3, 4, 5, 1];
    let mut ordered: Vec<(usize, &mut Skill)> = (lists.iter_mut().enumerate())
        .flat_map(|(list, skills)| {
            skills.iter_mut().map(move |skill| {
                (
                    ORDER.iter().position(|it| *it == list).unwrap_or(list),
                    skill,
                )
            })
        })
        .collect();
    sort::by_key(&mut ordered, |(place, _)| *place);
    for (_, skill) in ordered {
        // A nested skill whose name includes its directory has no label.
        let is_qualified = nested_in(&skill.root, cwd).is_some() && skill.name.contains('/');
        let is_qualified = is_qualified || unqualified(skill, environment).is_some();
        let is_command = skill.kind != SkillKind::Skill && skill.plugin_id.is_none();
        if is_command || skill.scope == Scope::System || is_qualified {
            continue;
        }
        let given = skill.frontmatter.as_ref();
        let Some(given) = given.and_then(|fields| fields.name.clone()) else {
            continue;
        };
        if !may_be_label(&given) {
            continue;
        }
        let prefix = match (&skill.plugin_id, skill.name.rsplit_once(':')) {
            (Some(_), Some((plugin, _))) => Some(plugin.to_owned()),
            _ => None,
        };
        let label = match &prefix {
            Some(plugin) => format!("{plugin}:{given}"),
            None => given.clone(),
        };
        if label != skill.name && taken.insert(label.clone()) {
            skill.aliases.push(label);
            if prefix.is_some() {
                taken.insert(given.clone());
                skill.aliases.push(given);
            }
        }
    }
    taken
}

/// Returns true if a label is valid: it has only letters and digits of any script, `_`, `.`, `:`
/// and `-`.
pub(super) fn may_be_label(name: &str) -> bool {
    !name.is_empty()
        && name.chars().all(|character| {
            character.is_alphanumeric() || matches!(character, '_' | '.' | ':' | '-')
        })
}
