//! Tests Agent Plugins in Cline.

use super::*;
use crate::common::left_out;
use skillglass::model::catalog::LeftOutReason;

const SCHEMA: &str = "https://agent-plugins.org/schemas/1.0.0/plugin.schema.json";

/// Writes a plugin with a skill `a` into a folder. `fields` are the manifest's fields after
/// `$schema`.
fn write_plugin(workspace: &mut Workspace, folder: &str, fields: &str) {
    let root = format!("/home/me/.agents/plugins/{folder}");
    let manifest = format!(r#"{{"$schema": "{SCHEMA}", {fields}}}"#);
    workspace.put(format!("{root}/plugin.json"), manifest);
    let skill = "---\nname: a\ndescription: A.\n---\n";
    workspace.put(format!("{root}/skills/a/SKILL.md"), skill);
}

#[test]
fn a_manifest_follows_the_standard() {
    let cases = [
        (r#""name": "p""#, None),
        (r#""name": "p", "extensions": {"com.x": 5}"#, None),
        (
            r#""name": "p", "hooks": {}"#,
            Some("Ignoring unknown plugin.json field 'hooks'."),
        ),
        (
            r#""name": "p", "extensions": []"#,
            Some("Ignoring non-object plugin.json 'extensions' field."),
        ),
        (
            r#""name": 1"#,
            Some("Rejecting Agent Plugin: Manifest field 'name' must be a string."),
        ),
        (
            r#""name": "p--q""#,
            Some(
                "Rejecting Agent Plugin: Manifest field 'name' must be 1-64 lowercase alphanumeric, hyphen, or period characters; it must start and end alphanumeric and cannot contain '--' or '..'.",
            ),
        ),
        (
            r#""name": "p", "author": "me""#,
            Some("Rejecting Agent Plugin: Manifest field 'author' must be an object."),
        ),
        (
            r#""name": "p", "author": {"age": 1}"#,
            Some("Rejecting Agent Plugin: Manifest author contains unknown field 'age'."),
        ),
        (
            r#""name": "p", "keywords": [1]"#,
            Some("Rejecting Agent Plugin: Manifest field 'keywords' must be an array of strings."),
        ),
        (
            r#""name": "p", "version": 1"#,
            Some("Rejecting Agent Plugin: Manifest field 'version' must be a string."),
        ),
    ];
    for (fields, message) in cases {
        let mut workspace = workspace();
        write_plugin(&mut workspace, "folder", fields);
        let catalog = workspace.catalog();
        let told = catalog
            .ignored
            .first()
            .map(|ignored| ignored.message.as_str());
        assert_eq!(told, message, "{fields}");
        let is_rejected = message.is_some_and(|message| message.starts_with("Rejecting"));
        assert_eq!(catalog.skills.is_empty(), is_rejected, "{fields}");
    }
}

#[test]
fn of_two_plugins_with_one_name_the_first_counts_even_if_it_is_off() {
    let mut workspace = workspace();
    write_plugin(&mut workspace, "one", r#""name": "p""#);
    write_plugin(&mut workspace, "two", r#""name": "p""#);
    let off = LeftOutReason::SourceOff;
    let [one, two] =
        ["one", "two"].map(|it| format!("/home/me/.agents/plugins/{it}/skills/a/SKILL.md"));
    let catalog = workspace.catalog();
    assert_eq!(
        (names(&catalog), left_out(&catalog)),
        (vec!["p:a"], vec![(&*two, off)])
    );
    let settings = "/home/me/.cline/data/settings/global-settings.json";
    workspace.put(settings, r#"{"disabledAgentPlugins": ["p"]}"#);
    let catalog = workspace.catalog();
    assert_eq!(left_out(&catalog), [(&*one, off), (&*two, off)]);
}

#[test]
fn links_out_of_a_plugin_are_not_followed() {
    let mut workspace = workspace();
    write_plugin(&mut workspace, "p", r#""name": "p""#);
    write_skill(&mut workspace, "/outside/b");
    let link = "/home/me/.agents/plugins/p/skills/b";
    workspace.link(link, "/outside/b").unwrap();
    assert_eq!(names(&workspace.catalog()), ["p:a"]);
}

#[test]
fn a_skill_follows_the_standard() {
    let cases = [
        ("name: a\ndescription: A.", None),
        (
            "name: a\ndescription: A.\nmetadata: {k: v}\nlicense: MIT",
            None,
        ),
        (
            "name: a\ndescription: A.\nz: 1\nb: 1",
            Some("Unexpected frontmatter fields: b, z."),
        ),
        (
            "description: A.",
            Some("Missing required frontmatter field 'name'."),
        ),
        (
            "name: ''\ndescription: A.",
            Some("Frontmatter field 'name' cannot be empty."),
        ),
        (
            "name: A\ndescription: A.",
            Some("Skill name 'A' must be lowercase."),
        ),
        (
            "name: a-\ndescription: A.",
            Some(
                "Skill name 'a-' cannot start or end with a hyphen or contain consecutive hyphens.",
            ),
        ),
        (
            "name: a_b\ndescription: A.",
            Some("Skill name 'a_b' may contain only lowercase letters, numbers, and hyphens."),
        ),
        (
            "name: b\ndescription: A.",
            Some("Skill directory 'a' must match frontmatter name 'b'."),
        ),
        (
            "name: a",
            Some("Missing required frontmatter field 'description'."),
        ),
        (
            "name: a\ndescription: ~",
            Some("Frontmatter field 'description' must be a string."),
        ),
        (
            "name: a\ndescription: A.\ncompatibility: ''",
            Some("Frontmatter field 'compatibility' cannot be empty."),
        ),
        (
            "name: a\ndescription: A.\nallowed-tools: [x]",
            Some("Frontmatter field 'allowed-tools' must be a string."),
        ),
        (
            "name: a\ndescription: A.\nmetadata: x",
            Some("Frontmatter field 'metadata' must be an object."),
        ),
        (
            "name: a\ndescription: A.\nmetadata: {k: 1}",
            Some("Frontmatter metadata value 'k' must be a string."),
        ),
        ("- a", Some("SKILL.md frontmatter must be a YAML mapping.")),
    ];
    for (fields, message) in cases {
        let mut workspace = workspace();
        write_plugin(&mut workspace, "p", r#""name": "p""#);
        let skill = format!("---\n{fields}\n---\n");
        workspace.put("/home/me/.agents/plugins/p/skills/a/SKILL.md", skill);
        let expected =
            message.map(|message| format!("Skipping invalid Agent Plugin skill 'a': {message}"));
        assert_eq!(error_of(&workspace), expected, "{fields}");
    }
}

#[test]
fn a_name_and_a_description_have_a_limit() {
    for (length, loads) in [(1024, true), (1025, false)] {
        let mut workspace = workspace();
        write_plugin(&mut workspace, "p", r#""name": "p""#);
        let skill = format!("---\nname: a\ndescription: {}\n---\n", "d".repeat(length));
        workspace.put("/home/me/.agents/plugins/p/skills/a/SKILL.md", skill);
        assert_eq!(workspace.catalog().skills.len() == 1, loads, "{length}");
    }
}
