//! Enables or disables a skill in the user's configuration. The edit preserves comments and layout.

use toml_edit::{Array, ArrayOfTables, DocumentMut, InlineTable, Item, Table, value};

use super::catalog;
use super::config::{Config, Layer};
use super::editions::CodexEdition;
use crate::model::argument::ArgumentError;
use crate::model::configuration::ConfigEdit;
use crate::model::environment::Environment;
use crate::model::skill::Skill;
use crate::tree::{Entry, Tree};

/// Returns the user's configuration with a skill enabled or disabled. First removes the entries
/// that select the skill by its path. Adds an entry only if the skill would otherwise not have the
/// requested state.
pub(super) fn set_enabled(
    tree: &Tree,
    environment: &Environment,
    edition: &CodexEdition,
    mut config: Config<'_>,
    skill: &Skill,
    enabled: bool,
) -> Result<ConfigEdit, ArgumentError> {
    let user = user_layer(&mut config)?;
    let file = user.editable()?;
    let wrong = |message: String| ArgumentError::new(file.clone(), message);
    let before = user.clone();
    let names_it = |path: &str| {
        let path = before.absolute(path, environment);
        let canonical = tree.resolve(&path).map_or(path, Entry::path);
        canonical == skill.path
    };
    let is_as_wanted = |config: &Config<'_>| {
        let mut after = [skill.clone()];
        after[0].enabled = true;
        catalog::apply(&config.rules(environment, edition), tree, &mut after);
        after[0].enabled == enabled
    };
    remove_entries(user.document(), names_it);
    if !is_as_wanted(&config) {
        add(user_layer(&mut config)?.document(), &skill.path, enabled).map_err(wrong)?;
        if !is_as_wanted(&config) {
            return Err(wrong(
                "an entry here has no effect: the session overrules it, or a malformed entry voids all of them"
                    .to_owned(),
            ));
        }
    }
    Ok(ConfigEdit {
        text: user_layer(&mut config)?.document().to_string(),
        path: file,
    })
}

pub(super) fn user_layer<'c>(config: &'c mut Config<'_>) -> Result<&'c mut Layer, ArgumentError> {
    config
        .user()
        .ok_or_else(|| ArgumentError::new("codex.layers", "there is no user layer to edit"))
}

/// Removes the entries of `skills.config` with a path for which `names_it` returns true.
fn remove_entries(document: &mut DocumentMut, names_it: impl Fn(&str) -> bool) {
    let Some(skills) = document.get_mut("skills").and_then(Item::as_table_like_mut) else {
        return;
    };
    match skills.get_mut("config") {
        Some(Item::ArrayOfTables(tables)) => {
            tables.retain(|table| {
                let path = table.get("path").and_then(Item::as_str);
                !path.is_some_and(&names_it)
            });
            if tables.is_empty() {
                skills.remove("config");
            }
        }
        Some(Item::Value(toml_edit::Value::Array(array))) => {
            array.retain(|entry| {
                let table = entry.as_inline_table();
                let path = table.and_then(|table| table.get("path")?.as_str());
                !path.is_some_and(&names_it)
            });
        }
        _ => {}
    }
}

fn add(document: &mut DocumentMut, skill_file: &str, enabled: bool) -> Result<(), String> {
    let skills = document.entry("skills").or_insert_with(|| {
        let mut skills = Table::new();
        // A table that contains only tables needs no header.
        skills.set_implicit(true);
        Item::Table(skills)
    });
    let skills = skills.as_table_like_mut().ok_or("skills is not a table")?;
    if skills.get("config").is_none() {
        skills.insert("config", Item::ArrayOfTables(ArrayOfTables::new()));
    }
    match skills.get_mut("config") {
        Some(Item::ArrayOfTables(tables)) => {
            let mut table = Table::new();
            table.insert("path", value(skill_file));
            table.insert("enabled", value(enabled));
            tables.push(table);
            Ok(())
        }
        Some(Item::Value(toml_edit::Value::Array(array))) => {
            push_inline(array, skill_file, enabled);
            Ok(())
        }
        _ => Err("skills.config is not a list".to_owned()),
    }
}

fn push_inline(array: &mut Array, skill_file: &str, enabled: bool) {
    let mut table = InlineTable::new();
    table.insert("path", skill_file.into());
    table.insert("enabled", enabled.into());
    array.push(table);
}
