//! The commands that users type. Each skill has one command (`docs/hosts/openclaw.md#use`).

use std::collections::HashSet;

use super::names::is_reserved;
use crate::model::skill::Skill;
use crate::text::unicode;

/// The longest name of a command, in characters.
const MAX_NAME: usize = 32;

/// The name of the command for a skill whose name contains no character that a command may have.
const NAMELESS: &str = "skill";

/// Gives a command to each skill that users may type, in the order of the catalog.
pub(super) fn name_commands(skills: &mut [Skill]) {
    let mut taken = HashSet::new();
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

/// Returns the name of a skill's command. For a skill without a command, returns the name that the command would have
/// if no other command had it.
pub(super) fn command_name(skill: &Skill) -> String {
    let eligibility = skill.eligibility.as_deref();
    let command = eligibility.and_then(|eligibility| eligibility.command.clone());
    command.unwrap_or_else(|| plain(&skill.name))
}

/// Converts a name to a name that a command may have: lowercase letters, digits and underscores, cut to the longest
/// allowed length.
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

/// Returns the name if no command has it, otherwise the name with the first free number.
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

/// Returns the words of a name, joined by spaces, each with its first letter in uppercase.
fn capitalised(name: &str) -> String {
    let words = name.split(['-', '_']).filter(|word| !word.is_empty());
    let words: Vec<_> = words.map(unicode::capitalized).collect();
    if words.is_empty() {
        name.to_owned()
    } else {
        words.join(" ")
    }
}
