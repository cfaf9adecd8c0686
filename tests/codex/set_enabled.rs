//! Tests enabling and disabling a skill: the edited text of the user's configuration.

use skillglass::hosts::codex::{CodexOptions, LayerKind};
use skillglass::{Workspace, WorkspaceOptions};

use super::{workspace, write_skill};
use crate::common::Files;

const CONFIG: &str = "/home/me/.codex/config.toml";
const A: &str = "/repo/.agents/skills/a/SKILL.md";

fn with_config(config: &str) -> Workspace {
    let mut workspace = workspace("2026-11");
    write_skill(&mut workspace, "/repo/.agents/skills/a");
    if !config.is_empty() {
        workspace.put(CONFIG, config);
    }
    workspace
}

/// Returns the user's configuration after an edit that enables or disables the skill `a`. Panics if
/// the edit does not have this effect.
fn edited(config: &str, enabled: bool) -> String {
    let mut workspace = with_config(config);
    let edit = workspace.set_enabled(A, enabled).unwrap();
    assert_eq!(edit.path, CONFIG);
    workspace.put(&edit.path, &edit.text);
    assert_eq!(
        workspace.catalog().skills[0].enabled,
        enabled,
        "{}",
        edit.text
    );
    edit.text
}

#[test]
fn disabling_adds_one_entry() {
    let entry = format!("[[skills.config]]\npath = \"{A}\"\nenabled = false\n");
    assert_eq!(edited("", false), entry);
    assert_eq!(
        edited("model = \"m\" # mine\n", false),
        format!("model = \"m\" # mine\n\n{entry}")
    );
}

#[test]
fn enabling_takes_the_entry_out_and_leaves_the_rest_as_it_was() {
    let before = "# My settings\nmodel = \"m\"   # the good one\n\n[[skills.config]]\npath = \"/other/SKILL.md\" # keep\nenabled = false\n";
    let config = format!("{before}\n[[skills.config]]\npath = \"{A}\"\nenabled = false\n");
    assert_eq!(edited(&config, true), before);
}

#[test]
fn an_edit_made_twice_is_made_once() {
    let once = edited("", false);
    assert_eq!(edited(&once, false), once);
    assert_eq!(edited(&once, true), "");
    assert_eq!(edited("", true), "");
}

#[test]
fn a_rule_by_name_is_overruled_and_not_touched() {
    let by_name = "[[skills.config]]\nname = \"a\"\nenabled = false\n";
    let text = edited(by_name, true);
    assert!(text.starts_with(by_name));
    assert!(text.contains(&format!("path = \"{A}\"\nenabled = true")));
}

#[test]
fn a_list_written_in_one_line_stays_one() {
    let text = edited(
        "[skills]\nconfig = [{ name = \"x\", enabled = false }]\n",
        false,
    );
    assert_eq!(
        text,
        format!(
            "[skills]\nconfig = [{{ name = \"x\", enabled = false }}, {{ path = \"{A}\", enabled = false }}]\n"
        )
    );
}

#[test]
fn an_entry_that_names_the_skill_through_a_link_is_found() {
    let config = "[[skills.config]]\npath = \"~/link/SKILL.md\"\nenabled = false\n";
    let mut workspace = with_config(config);
    workspace.put_link("/home/me/link", "/repo/.agents/skills/a");
    assert!(!workspace.catalog().skills[0].enabled);
    assert_eq!(workspace.set_enabled(A, true).unwrap().text, "");
}

#[test]
fn what_cannot_be_edited_is_an_error_that_names_it() {
    let broken = with_config("not toml").set_enabled(A, false).unwrap_err();
    assert_eq!(broken.argument, CONFIG);
    let wrong_type = with_config("skills = 3\n")
        .set_enabled(A, false)
        .unwrap_err();
    assert_eq!(wrong_type.argument, CONFIG);
    let unknown = with_config("")
        .set_enabled("/no/SKILL.md", false)
        .unwrap_err();
    assert_eq!(unknown.argument, "skill");

    let mut homeless = Workspace::new(&WorkspaceOptions::new("/repo")).unwrap();
    write_skill(&mut homeless, "/repo/.agents/skills/a");
    assert_eq!(
        homeless.set_enabled(A, false).unwrap_err().argument,
        "codex.layers"
    );
}

#[test]
fn an_edit_that_would_count_for_nothing_is_an_error() {
    let malformed = "[[skills.config]]\nname = 3\nenabled = false\n";
    let mut old = workspace("2026-05");
    write_skill(&mut old, "/repo/.agents/skills/a");
    old.put(CONFIG, malformed);
    assert_eq!(old.set_enabled(A, false).unwrap_err().argument, CONFIG);
    assert!(with_config(malformed).set_enabled(A, false).is_ok());

    let layer = |kind, folder: &str, config: &str| super::layer(kind, folder, config);
    let mut overruled = Workspace::new(&WorkspaceOptions {
        codex: Some(CodexOptions {
            layers: Some(vec![
                layer(LayerKind::User, "/home/me/.codex", ""),
                layer(
                    LayerKind::Session,
                    "",
                    &format!("[[skills.config]]\npath = \"{A}\"\nenabled = true\n"),
                ),
            ]),
            ..CodexOptions::default()
        }),
        ..WorkspaceOptions::new("/repo")
    })
    .unwrap();
    write_skill(&mut overruled, "/repo/.agents/skills/a");
    assert_eq!(
        overruled.set_enabled(A, false).unwrap_err().argument,
        CONFIG
    );
}

#[test]
fn tables_written_in_one_line_are_edited_in_it() {
    for config in [
        "skills = {}\n",
        "skills = { config = [] }\n",
        "[skills]\nbundled = {}\n",
    ] {
        assert!(edited(config, false).contains(A), "{config}");
    }
}
