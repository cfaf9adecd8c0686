//! The slash commands of skills. Each skill that users may invoke has one command
//! (`docs/hosts/openclaw.md#use`).

use super::names::is_reserved;
use crate::hashing::HashSet;
use crate::model::skill::Skill;
use crate::text::unicode;

/// The maximum length of a command in characters.
const MAX_NAME: usize = 32;

/// The command of a skill whose name contains no character that is allowed in a command.
const NAMELESS: &str = "skill";

/// Assigns a command to each skill that users may invoke, in the order of the catalog.
pub(super) fn name_commands(skills: &mut [Skill]) {
    let mut taken = HashSet::default();
    for skill in skills.iter_mut().filter(|skill| skill.user_invocable) {
        let command = free(&plain(&skill.name), &mut taken);
        let fields = skill.frontmatter.as_deref();
        let needs = fields.and_then(|fields| fields.needs.as_deref());
        let heading = needs.and_then(|needs| needs.heading.clone());
        let shown = heading.unwrap_or_else(|| capitalised(&skill.name));
        if command != skill.name {
            skill.aliases = vec![command.clone()];
        }
        if let Some(eligibility) = &mut skill.eligibility {
            eligibility.command = Some(command);
            eligibility.display_name = Some(shown);
        }
    }
}

/// Returns the slash command of a skill. A skill that users may not invoke has no command. For such
/// a skill, returns the command that the skill's name would get.
pub(super) fn command_name(skill: &Skill) -> String {
    let eligibility = skill.eligibility.as_deref();
    let command = eligibility.and_then(|eligibility| eligibility.command.clone());
    command.unwrap_or_else(|| plain(&skill.name))
}

/// Converts a skill's name to a valid command: lowercase letters, digits and underscores, cut to
/// the maximum length.
fn plain(name: &str) -> String {
    let mut command = String::new();
    for character in name.to_lowercase().chars() {
        match character {
            'a'..='z' | '0'..='9' => command.push(character),
            _ if command.ends_with('_') => {}
            _ => command.push('_'),
        }
    }
    let command = command.trim_matches('_');
    let cut = command.get(..MAX_NAME).unwrap_or(command);
    match cut {
        "" => NAMELESS.to_owned(),
        cut => cut.to_owned(),
    }
}

/// Returns `base` if no other command has this name. Otherwise adds the first number for which the
/// result is free.
fn free(base: &str, taken: &mut HashSet<String>) -> String {
    let mut candidate = base.to_owned();
    let mut number = 2;
    while is_reserved(&candidate) || taken.contains(&candidate) {
        let suffix = format!("_{number}");
        let room = MAX_NAME - suffix.len();
        candidate = format!("{}{suffix}", base.get(..room).unwrap_or(base));
        number += 1;
    }
    taken.insert(candidate.clone());
    candidate
}

/// Returns a heading for a skill's name: its words, each with an uppercase first letter and with
/// spaces between them.
fn capitalised(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let words: Vec<_> = words.map(unicode::capitalized).collect();
    if words.is_empty() {
        name.to_owned()
    } else {
        words.join(" ")
    }
}
