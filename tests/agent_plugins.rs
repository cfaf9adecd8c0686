//! Tests Agent Plugins 1.0.0: each MUST of the specification that concerns files, and plugins in a
//! comparison of hosts.

use skillglass::compare::CompareRequest;
use skillglass::host::agent_plugins::{
    AgentPlugin, MANIFEST_SCHEMA, PluginEffect, SERVERS_SCHEMA, SPECIFICATION, read_plugin,
};
use skillglass::tree::{Contents, Tree};
use skillglass::{Workspace, WorkspaceOptions};

use PluginEffect::{
    DisablesServers, DisablesSkills, IgnoresField, RejectsPlugin, SkipsServer, SkipsSkill,
};

const SKILL: &str = "---\nname: a\ndescription: A.\n---\nText.\n";

/// Returns the plugin at `/p` with a skill `a`, the given fields of its manifest after `$schema`,
/// and the given files. A file's text that begins with `-> ` makes a symbolic link to the path
/// after it.
fn plugin(fields: &str, files: &[(&str, &str)]) -> AgentPlugin {
    let mut tree = Tree::new();
    let manifest = format!(r#"{{"$schema": "{MANIFEST_SCHEMA}"{fields}}}"#);
    let usual = [
        ("/p/plugin.json", &*manifest),
        ("/p/skills/a/SKILL.md", SKILL),
    ];
    let is_given = |path: &str| files.iter().any(|(given, _)| path.starts_with(given));
    let usual = usual.into_iter().filter(|(path, _)| !is_given(path));
    for (path, text) in usual.chain(files.iter().copied()) {
        match text.strip_prefix("-> ") {
            Some(target) => tree.link(path, target).unwrap(),
            None => tree.write(path, Some(Contents::from(text))).unwrap(),
        }
    }
    read_plugin(&tree, "/p", &SPECIFICATION)
}

/// Returns the effect and the section of the specification of each of the plugin's problems.
fn effects(plugin: &AgentPlugin) -> Vec<(PluginEffect, &'static str)> {
    let problems = plugin.problems.iter();
    problems
        .map(|problem| (problem.effect, problem.section))
        .collect()
}

#[test]
fn a_manifest_that_violates_a_must_rejects_the_plugin_or_is_ignored_in_part() {
    let name = r#", "name": "p""#;
    let cases = [
        ("", RejectsPlugin, "5.3"),
        (r#", "name": 5"#, RejectsPlugin, "5.3"),
        (r#", "name": """#, RejectsPlugin, "5.5"),
        (r#", "name": "a--b""#, RejectsPlugin, "5.5"),
        (r#", "name": "a..b""#, RejectsPlugin, "5.5"),
        (r#", "name": "a.""#, RejectsPlugin, "5.5"),
        (r#", "name": "A""#, RejectsPlugin, "5.5"),
        (r#", "name": "p", "author": "me""#, RejectsPlugin, "5.4"),
        (
            r#", "name": "p", "author": {"x": ""}"#,
            RejectsPlugin,
            "5.4",
        ),
        (r#", "name": "p", "keywords": [1]"#, RejectsPlugin, "5.4"),
        (r#", "name": "p", "license": null"#, RejectsPlugin, "5.4"),
        (r#", "name": "p", "skills": "./x""#, IgnoresField, "5.2"),
        (r#", "name": "p", "extensions": 1"#, IgnoresField, "8.1"),
    ];
    for (fields, effect, section) in cases {
        let plugin = plugin(fields, &[]);
        assert_eq!(effects(&plugin), [(effect, section)], "{fields}");
        let is_rejected = effect == RejectsPlugin;
        assert_eq!(plugin.skills.is_empty(), is_rejected, "{fields}");
    }
    let open = [
        r#", "version": "x", "homepage": "x", "license": "x""#,
        r#", "extensions": {"com.x": 5}"#,
        r#", "author": {}"#,
    ];
    for fields in open {
        let plugin = plugin(&format!("{name}{fields}"), &[]);
        assert_eq!(effects(&plugin), [], "{fields}");
    }
}

#[test]
fn a_manifest_of_another_kind_or_version_or_place_rejects_the_plugin() {
    let other =
        r#"{"$schema": "https://agent-plugins.org/schemas/1.1.0/plugin.schema.json", "name": "p"}"#;
    let cases = [
        ("/p/plugin.json", "{", "5.2"),
        ("/p/plugin.json", "[]", "5.2"),
        ("/p/plugin.json", r#"{"name": "p"}"#, "5.3"),
        ("/p/plugin.json", other, "5.2"),
        ("/p/plugin.json", "-> /out.json", "4.1"),
        ("/p/plugin.json/x", "", "5.1"),
    ];
    for (path, text, section) in cases {
        let path_of_folder = path.starts_with("/p/plugin.json/");
        let files = [(path, text), ("/out.json", other)];
        let files = if path_of_folder {
            vec![("/p/plugin.json", "-> folder"), ("/p/folder/x", "")]
        } else {
            files.to_vec()
        };
        let plugin = plugin("", &files);
        assert_eq!(
            effects(&plugin),
            [(RejectsPlugin, section)],
            "{path} {text}"
        );
    }
}

#[test]
fn a_component_that_violates_a_must_is_skipped_and_the_rest_loads() {
    let fields = r#", "name": "p""#;
    let cases = [
        ("/p/skills", "x", DisablesSkills, "6.2"),
        ("/p/skills", "-> /out", DisablesSkills, "6.2"),
        ("/p/skills/b", "-> /out/b", SkipsSkill, "7.1"),
        (
            "/p/skills/b/SKILL.md",
            "-> /out/b/SKILL.md",
            SkipsSkill,
            "7.1",
        ),
        ("/p/skills/b/SKILL.md", SKILL, SkipsSkill, "7.1"),
        ("/p/skills/b/SKILL.md", "x", SkipsSkill, "7.1"),
        ("/p/mcp.json", "{", DisablesServers, "7.2.2"),
        ("/p/mcp.json", "{}", DisablesServers, "7.2.1"),
        ("/p/mcp.json", "-> /out", DisablesServers, "6.2"),
    ];
    for (path, text, effect, section) in cases {
        let plugin = plugin(fields, &[(path, text), ("/out/b/SKILL.md", SKILL)]);
        assert_eq!(effects(&plugin), [(effect, section)], "{path} {text}");
        assert_eq!(plugin.name.as_deref(), Some("p"));
    }
    let deeper = [
        ("/p/skills/x/deep/SKILL.md", SKILL),
        ("/p/skills/SKILL.md", SKILL),
        ("/p/.mcp.json", "{"),
    ];
    let plugin = plugin(fields, &deeper);
    assert_eq!((effects(&plugin), plugin.skills.len()), (vec![], 1));
}

#[test]
fn a_server_that_violates_a_must_is_skipped() {
    let cases = [
        (r#"{"type": "stdio", "command": "node"}"#, None),
        (
            r#"{"type": "stdio", "command": "./bin/x", "cwd": "${PLUGIN_ROOT}"}"#,
            None,
        ),
        (r#"{"type": "sse", "url": "http://[::1]:8/x"}"#, None),
        (r#"{"type": "sse", "url": "http://localhost"}"#, None),
        ("5", Some("7.2.1")),
        (r#"{"command": "node"}"#, Some("7.2.1")),
        (r#"{"type": "stdio", "command": "a b"}"#, Some("7.2.1")),
        (r#"{"type": "stdio", "command": "./../x"}"#, Some("7.2.1")),
        (r#"{"type": "stdio", "command": "./out"}"#, Some("7.2.1")),
        (
            r#"{"type": "stdio", "command": "x", "url": "y"}"#,
            Some("7.2.1"),
        ),
        (
            r#"{"type": "stdio", "command": "x", "cwd": "y"}"#,
            Some("7.2.1"),
        ),
        (
            r#"{"type": "stdio", "command": "x", "cwd": "${PLUGIN_DATA}/../y"}"#,
            Some("7.2.1"),
        ),
        (
            r#"{"type": "stdio", "command": "x", "env": {"PLUGIN_DATA": ""}}"#,
            Some("9.2"),
        ),
        (r#"{"type": "sse", "url": "/x"}"#, Some("7.2.1")),
        (r#"{"type": "sse", "url": "https://a@b"}"#, Some("7.2.1")),
        (r#"{"type": "sse", "url": "https://b#c"}"#, Some("7.2.1")),
        (r#"{"type": "sse", "url": "http://b"}"#, Some("7.2.1")),
        (
            r#"{"type": "sse", "url": "https://b", "headers": {"a b": ""}}"#,
            Some("7.2.1"),
        ),
        (
            r#"{"type": "sse", "url": "https://b", "headers": {"A": "", "a": ""}}"#,
            Some("7.2.1"),
        ),
    ];
    for (server, section) in cases {
        let servers =
            format!(r#"{{"$schema": "{SERVERS_SCHEMA}", "mcpServers": {{"s": {server}}}}}"#);
        let files = [
            ("/p/mcp.json", &*servers),
            ("/p/out", "-> /bin/sh"),
            ("/bin/sh", ""),
        ];
        let plugin = plugin(r#", "name": "p""#, &files);
        let expected: Vec<_> = section.iter().map(|it| (SkipsServer, *it)).collect();
        assert_eq!(effects(&plugin), expected, "{server}");
        assert_eq!(plugin.servers.len(), usize::from(section.is_none()));
    }
}

#[test]
fn a_comparison_shows_why_a_client_skips_a_skill_of_a_plugin() {
    let options = WorkspaceOptions {
        home: Some("/home/me".to_owned()),
        ..WorkspaceOptions::new("/repo").host("cline")
    };
    let mut workspace = Workspace::new(&options).unwrap();
    let root = "/home/me/.agents/plugins/p";
    let manifest = format!(r#"{{"$schema": "{MANIFEST_SCHEMA}", "name": "p"}}"#);
    workspace
        .write(&format!("{root}/plugin.json"), manifest)
        .unwrap();
    let path = format!("{root}/skills/b/SKILL.md");
    workspace.write(&path, SKILL).unwrap();
    let compared = workspace.compare(&CompareRequest::default()).unwrap();
    let shown = format!("{compared:?}");
    let reason = "Skill directory 'b' must match frontmatter name 'a'.";
    assert!(shown.contains(reason), "{shown}");
}
