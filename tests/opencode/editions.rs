//! Tests how other editions of opencode differ (`docs/hosts/opencode.md#editions`).

use skillglass::model::catalog::LeftOutReason;
use skillglass::model::invocation::{
    InvocationOutcome, InvocationRequest, RefusalReason, SkillCall, Until,
};
use skillglass::model::permission::Verdict;
use skillglass::model::turn::Outcome;

use super::{
    CONFIG, editions, left_out, locations, lone, names, request, texts, with, workspace,
    write_skill,
};
use crate::common::Files;

fn call(name: &str) -> SkillCall {
    SkillCall {
        skill: name.to_owned(),
        ..SkillCall::default()
    }
}

#[test]
fn each_edition_names_a_skill_in_its_own_way() {
    // In each case, the skill's folder is `x`.
    let cases = [
        ("---\nname: x\ndescription: d\n---\n", ["x", "x", "x"]),
        ("---\nname: y\ndescription: d\n---\n", ["error", "y", "x"]),
        ("---\nname: x\n---\n", ["error", "x", "x"]),
        ("---\ndescription: d\n---\n", ["error", "dropped", "x"]),
        ("# no frontmatter\n", ["error", "dropped", "x"]),
        (
            "---\nname: x\ndescription: d: e\n---\n",
            ["error", "x", "x"],
        ),
    ];
    for (text, expected) in cases {
        for (edition, expected) in editions().into_iter().zip(expected) {
            let catalog = lone(edition, text).catalog();
            let got = match (
                &catalog.skills.iter().collect::<Vec<_>>()[..],
                &catalog.errors[..],
            ) {
                ([skill], []) => skill.name.as_str(),
                ([], [_]) => "error",
                _ => "dropped",
            };
            assert_eq!(got, expected, "{edition} {text:?}");
        }
    }
}

#[test]
fn in_2026_03_a_higher_level_shadows_a_lower_one() {
    let mut workspace = with("2026-03", |options| {
        options.plugins = Some(vec![skillglass::model::environment::Plugin {
            id: "tools@market".to_owned(),
            root: "/plugins/tools".to_owned(),
            ..skillglass::model::environment::Plugin::default()
        }]);
    });
    let levels = [
        "/plugins/tools/skills/x",
        "/repo/.claude/skills/x",
        "/repo/.opencode/skills/x",
        "/home/me/.config/opencode/skills/x",
        "/etc/opencode/skills/x",
    ];
    for (index, folder) in levels.into_iter().enumerate() {
        write_skill(&mut workspace, folder);
        let catalog = workspace.catalog();
        assert_eq!(locations(&catalog), [format!("{folder}/SKILL.md")]);
        assert_eq!(catalog.left_out.len(), index);
    }
    assert!(
        (workspace.catalog().left_out.iter())
            .all(|left_out| left_out.reason == LeftOutReason::Shadowed)
    );
    write_skill(&mut workspace, "/plugins/tools/skills/y");
    assert_eq!(workspace.catalog().skills[1].aliases, ["tools:y"]);
}

#[test]
fn in_2026_03_names_are_strict() {
    for name in ["A", "a_b", "a b", "-a", "a-", "a--b"] {
        let mut workspace = workspace("2026-03");
        write_skill(&mut workspace, &format!("/repo/.opencode/skills/{name}"));
        assert_eq!(workspace.catalog().errors.len(), 1, "{name}");
    }
}

#[test]
fn in_2026_03_fields_say_who_may_use_a_skill() {
    let cases = [
        ("", true, true),
        ("disable-model-invocation: true\n", false, true),
        ("user-invocable: false\n", true, false),
    ];
    for (field, model, user) in cases {
        let workspace = lone(
            "2026-03",
            &format!("---\nname: x\ndescription: d\n{field}---\nText."),
        );
        let invoked = workspace.invoke(&call("x")).unwrap().outcome == InvocationOutcome::Injected;
        assert_eq!(invoked, model, "{field}");
        assert_eq!(workspace.listing().entries.len() == 1, model, "{field}");
        assert_eq!(
            workspace.turn(&request("/x")).messages.len() == 1,
            user,
            "{field}"
        );
    }
}

#[test]
fn in_2026_03_a_refusal_names_the_field_or_the_rule_that_causes_it() {
    let config = r#"{"permission": {"skill": {"x": "deny"}}}"#;
    let cases = [
        ("", config, RefusalReason::Denied),
        (
            "disable-model-invocation: true\n",
            "{}",
            RefusalReason::DisableModelInvocation,
        ),
        (
            "disable-model-invocation: true\n",
            config,
            RefusalReason::DisableModelInvocation,
        ),
    ];
    for (field, config, expected) in cases {
        let text = format!("---\nname: x\ndescription: d\n{field}---\nText.");
        let mut workspace = lone("2026-03", &text);
        workspace.put("/repo/opencode.json", config);
        let outcome = workspace.invoke(&call("x")).unwrap().outcome;
        assert!(
            matches!(&outcome, InvocationOutcome::Refused { reason, .. } if *reason == expected),
            "{field} {config}: {outcome:?}"
        );
    }
    let text = "---\nname: x\ndescription: d\nuser-invocable: false\n---\nText.";
    let turn = lone("2026-03", text).turn(&request("/x"));
    assert!(
        matches!(
            &turn.mentions[0].outcome,
            Outcome::Skipped { message, .. }
                if message == "its frontmatter has `user-invocable: false`"
        ),
        "{:?}",
        turn.mentions
    );
}

#[test]
fn in_2026_03_a_skill_may_use_the_tools_that_it_lists() {
    let workspace = lone(
        "2026-03",
        "---\nname: x\ndescription: d\nallowed-tools: [Read, Grep]\n---\n",
    );
    let changes = workspace.invoke(&call("x")).unwrap().changes.unwrap();
    assert_eq!(
        (changes.allowed_tools, changes.until),
        (vec!["Read".to_owned(), "Grep".to_owned()], Until::SkillEnds)
    );
    assert!(changes.only_allowed_tools, "it is no leave, but a limit");
}

#[test]
fn in_2026_03_a_command_runs_only_if_the_skill_may_use_the_shell() {
    let cases = [
        ("", true),
        ("allowed-tools: Read", false),
        ("allowed-tools: [Read, Bash]", true),
        ("allowed-tools: bash", true),
        ("allowed-tools: ['Bash(git *)']", false),
        ("allowed-tools: ['Bash(date:*)']", true),
    ];
    for (field, runs) in cases {
        let text = format!("---\nname: x\ndescription: d\n{field}\n---\nNow: !`date`");
        let turn = lone("2026-03", &text).turn(&request("/x"));
        let invocation = &turn.invocations[0];
        let [InvocationRequest::Command { verdict, rule, .. }] = &invocation.requests[..] else {
            panic!("{field}: {:?}", invocation.requests);
        };
        let failed = matches!(invocation.outcome, InvocationOutcome::Failed { .. });
        assert_eq!(
            (*verdict == Verdict::Allow, !failed),
            (runs, runs),
            "{field}"
        );
        assert_eq!(rule.is_none(), runs, "{field}");
        assert!(turn.messages.is_empty(), "{field}");
    }
    let elsewhere = lone("1.18", "---\nname: x\nallowed-tools: Read\n---\n!`date`");
    let turn = elsewhere.turn(&request("/x"));
    assert_eq!(turn.invocations[0].outcome, InvocationOutcome::Waits);
}

#[test]
fn in_2026_03_a_description_is_more_than_blanks() {
    for value in ["", "''", "' '", "\"\\n\""] {
        let text = format!("---\nname: x\ndescription: {value}\n---\n");
        let errors = &lone("2026-03", &text).catalog().errors;
        assert_eq!(errors.len(), 1, "{value:?}");
    }
    assert_eq!(
        names(&lone("1.18", "---\nname: x\ndescription: ''\n---\n").catalog()),
        ["x"]
    );
}

#[test]
fn the_table_of_fields_says_what_becomes_of_a_skill_without_a_description() {
    for (edition, expected) in editions().into_iter().zip(["load", "listed", "listed"]) {
        let fields = skillglass::hosts::fields("opencode", Some(edition)).unwrap();
        let field = fields
            .iter()
            .find(|field| field.key == "description")
            .unwrap();
        assert!(
            field.summary.ends_with(expected),
            "{edition}: {}",
            field.summary
        );
        assert_eq!(field.required, expected == "load", "{edition}");
        let text = "---\nname: x\n---\n";
        let loads = !lone(edition, text).catalog().skills.is_empty();
        assert_eq!(loads, expected == "listed", "{edition}");
    }
}

#[test]
fn in_2026_03_values_that_mean_nothing_are_told() {
    let cases = [
        ("allowed-tools: {a: b}", &["allowed-tools"][..]),
        ("allowed-tools: true", &["allowed-tools"]),
        (
            "allowed-tools: [Read, 3, {a: b}]",
            &["allowed-tools[1]", "allowed-tools[2]"],
        ),
        ("allowed-tools: [Read]", &[]),
        ("allowed-tools: Read, Grep", &[]),
        ("allowed-tools:", &[]),
        (
            "disable-model-invocation: yes",
            &["disable-model-invocation"],
        ),
        ("user-invocable: 0", &["user-invocable"]),
        ("user-invocable: false", &[]),
        ("user-invocable:", &[]),
    ];
    for (field, expected) in cases {
        let text = format!("---\nname: x\ndescription: d\n{field}\n---\n");
        let catalog = lone("2026-03", &text).catalog();
        let told = catalog.ignored.iter();
        let told: Vec<_> = told.filter_map(|told| told.field.as_deref()).collect();
        assert_eq!(told, expected, "{field}");
        let lines = catalog.ignored.iter();
        let mut lines = lines.map(|told| told.place.map(|place| place.line));
        assert!(lines.all(|line| line == Some(4)), "{field}");
    }
}

#[test]
fn in_2026_03_the_users_skills_lie_in_one_folder() {
    let workspace = with("2026-03", |options| {
        let variables = [("OPENCODE_CONFIG_DIR".to_owned(), "/own".to_owned())];
        options.variables = Some(variables.into());
    });
    let catalog = workspace.catalog();
    let roots = catalog.roots.iter().map(|root| root.path.as_str());
    assert_eq!(
        roots.collect::<Vec<_>>(),
        [
            "/etc/opencode/skills",
            "/home/me/.config/opencode/skills",
            "/repo/.opencode/skills",
            "/repo/.claude/skills",
        ]
    );
}

#[test]
fn in_2026_03_plugins_namespaces_keep_their_skills_apart() {
    let plugins = ["one@m", "two@m", "three@m", "one@other"];
    let mut workspace = with("2026-03", |options| {
        let plugins = plugins.map(|id| skillglass::model::environment::Plugin {
            id: id.to_owned(),
            root: format!("/plugins/{id}"),
            ..skillglass::model::environment::Plugin::default()
        });
        options.plugins = Some(plugins.into());
    });
    for id in plugins {
        write_skill(&mut workspace, &format!("/plugins/{id}/skills/a"));
    }
    assert_eq!(names(&workspace.catalog()), ["a", "three:a", "two:a"]);
    assert_eq!(
        left_out(&workspace.catalog()),
        [(
            "/plugins/one@other/skills/a/SKILL.md",
            LeftOutReason::Shadowed
        )],
        "its namespace is taken"
    );
    for (name, plugin) in [
        ("a", "one"),
        ("one:a", "one"),
        ("two:a", "two"),
        ("three:a", "three"),
    ] {
        let path = format!("/plugins/{plugin}@m/skills/a/SKILL.md");
        let invocation = workspace.invoke(&call(name)).unwrap();
        assert_eq!(invocation.outcome, InvocationOutcome::Injected, "{name}");
        assert_eq!(invocation.path.as_ref(), Some(&path), "{name}");
        let turn = workspace.turn(&request(&format!("/{name}")));
        assert_eq!(turn.selected[0].path, path, "{name}");
    }
    // A skill of a higher level has precedence over all of them.
    write_skill(&mut workspace, "/repo/.opencode/skills/a");
    assert_eq!(names(&workspace.catalog()), ["a"]);
    let catalog = workspace.catalog();
    assert!(
        catalog.left_out[0]
            .help
            .contains("one:a does not reach this skill")
    );
}

#[test]
fn in_2026_03_what_the_budget_leaves_out_is_not_there() {
    // 2 % of 1,000 tokens are 20, or 80 characters.
    for (window, listed) in [(None, 3), (Some(1000), 2)] {
        let mut workspace = with("2026-03", |options| options.context_window = window);
        for name in ["a", "b", "c"] {
            let text = format!("---\nname: {name}\ndescription: {}\n---\n", "d".repeat(40));
            workspace.put(format!("/repo/.opencode/skills/{name}/SKILL.md"), text);
        }
        let listing = workspace.listing();
        assert_eq!(listing.report.included, listed, "{window:?}");
        let outcome = workspace.invoke(&call("c")).unwrap().outcome;
        assert_eq!(
            outcome == InvocationOutcome::Injected,
            listed == 3,
            "{window:?}"
        );
        assert_eq!(
            workspace.turn(&request("/c")).messages.is_empty(),
            listed < 3
        );
    }
}

#[test]
fn in_2026_03_the_budget_is_16_000_characters_unless_the_window_says_otherwise() {
    for (window, limit) in [
        (None, 16_000),
        (Some(200_000), 16_000),
        (Some(100_000), 8_000),
    ] {
        for (length, listed) in [(limit / 2, 2), (limit / 2 + 1, 1)] {
            let mut workspace = with("2026-03", |options| options.context_window = window);
            for name in ["a", "b"] {
                let description = "d".repeat(length);
                let text = format!("---\nname: {name}\ndescription: {description}\n---\n");
                workspace.put(format!("/repo/.opencode/skills/{name}/SKILL.md"), text);
            }
            let included = workspace.listing().report.included;
            assert_eq!(included, listed, "{window:?} {length}");
        }
    }
}

#[test]
fn in_2026_03_the_budget_goes_to_the_higher_level_first() {
    // 2 % of 1,000 tokens are 20, or 80 characters: two descriptions of 40.
    let mut workspace = with("2026-03", |options| {
        options.context_window = Some(1000);
        options.plugins = Some(vec![skillglass::model::environment::Plugin {
            id: "tools@market".to_owned(),
            root: "/plugins/tools".to_owned(),
            ..skillglass::model::environment::Plugin::default()
        }]);
    });
    for folder in [
        "/plugins/tools/skills/a",
        "/repo/.opencode/skills/b",
        "/home/me/.config/opencode/skills/c",
        "/etc/opencode/skills/d",
    ] {
        let name = folder.rsplit('/').next().unwrap();
        let text = format!("---\nname: {name}\ndescription: {}\n---\n", "d".repeat(40));
        workspace.put(format!("{folder}/SKILL.md"), text);
    }
    let entries = workspace.listing().entries.into_iter();
    let listed: Vec<_> = entries
        .map(|entry| (entry.name, entry.line.is_some()))
        .collect();
    let expected = [("d", true), ("c", true), ("b", false), ("a", false)];
    assert_eq!(
        listed,
        expected.map(|(name, shown)| (name.to_owned(), shown))
    );
}

#[test]
fn in_2026_03_a_long_text_is_advised_against() {
    for (lines, advised) in [(500, 0), (501, 1)] {
        let text = format!("---\nname: x\ndescription: d\n---\n{}", "a\n".repeat(lines));
        assert_eq!(lone("2026-03", &text).catalog().ignored.len(), advised);
    }
}

#[test]
fn in_2_0_a_markdown_file_in_a_root_is_a_skill() {
    let mut workspace = workspace("2.0");
    for (path, text) in [
        (
            "/repo/.opencode/skills/flat.md",
            "---\nname: Flat one\ndescription: F.\n---\n",
        ),
        ("/repo/.opencode/skills/a/deep.md", "---\nname: deep\n---\n"),
        ("/repo/.opencode/skills/.h/hidden/SKILL.md", "Text."),
        ("/repo/.opencode/skills/.trash/gone/SKILL.md", "Text."),
    ] {
        workspace.put(path, text);
    }
    assert_eq!(names(&workspace.catalog()), ["flat", "hidden"]);
    let text = workspace.listing().message.unwrap().text;
    assert!(text.contains("    <id>flat</id>\n    <name>Flat one</name>\n    <description>F.</description>\n  </skill>"));
    assert!(!text.contains("<location>"));
}

#[test]
fn in_2_0_a_later_source_replaces_an_earlier_one_for_certain() {
    let mut workspace = workspace("2.0");
    workspace.put(CONFIG, r#"{"skills": ["/far", "~/mine"]}"#);
    for folder in [
        "/repo/.claude/skills/x",
        "/repo/.agents/skills/x",
        "/repo/.opencode/skills/x",
        "/far/x",
        "/home/me/mine/x",
    ] {
        write_skill(&mut workspace, folder);
        let catalog = workspace.catalog();
        assert_eq!(locations(&catalog), [format!("{folder}/SKILL.md")]);
        assert!(catalog.ignored.is_empty());
    }
    assert_eq!(left_out(&workspace.catalog()).len(), 4);
}

#[test]
fn in_2_0_each_configuration_directory_has_its_skill_before_its_skills() {
    let workspace = with("2.0", |options| options.cwd = "/repo/pkg".to_owned());
    let catalog = workspace.catalog();
    let roots = catalog.roots.iter().map(|root| root.path.as_str());
    assert_eq!(
        roots.collect::<Vec<_>>(),
        [
            "/home/me/.claude/skills",
            "/repo/pkg/.claude/skills",
            "/repo/.claude/skills",
            "/home/me/.agents/skills",
            "/repo/pkg/.agents/skills",
            "/repo/.agents/skills",
            "/home/me/.config/opencode/skill",
            "/home/me/.config/opencode/skills",
            "/repo/pkg/.opencode/skill",
            "/repo/pkg/.opencode/skills",
            "/repo/.opencode/skill",
            "/repo/.opencode/skills",
            "/home/me/.opencode/skill",
            "/home/me/.opencode/skills",
        ]
    );
}

#[test]
fn in_2_0_links_are_followed_to_folders_and_to_flat_files() {
    let mut workspace = workspace("2.0");
    write_skill(&mut workspace, "/shared/a");
    workspace.put("/shared/b.md", "Text.");
    for (link, target) in [("mine", "/shared/a"), ("flat.md", "/shared/b.md")] {
        let link = format!("/repo/.opencode/skills/{link}");
        workspace.put_link(&link, target);
    }
    assert_eq!(names(&workspace.catalog()), ["flat", "mine"]);
}

#[test]
fn in_2_0_the_configurations_list_holds_paths_and_urls() {
    for url in ["https://example.com/skills/", "http://example.com/skills/"] {
        let mut workspace = with("2.0", |options| {
            let fetched = &mut options.opencode.as_mut().unwrap().fetched;
            fetched.insert(url.to_owned(), "/fetched".to_owned());
        });
        workspace.put(CONFIG, format!("{{\"skills\": [\"near\", {url:?}]}}"));
        workspace.put(
            "/fetched/index.json",
            r#"{"skills": [{"name": "a", "files": ["SKILL.md"]}]}"#,
        );
        write_skill(&mut workspace, "/fetched/a");
        write_skill(&mut workspace, "/repo/near/b");
        assert_eq!(names(&workspace.catalog()), ["a", "b"], "{url}");
    }
}

#[test]
fn in_2_0_a_skill_may_be_hidden_and_still_be_loaded() {
    for field in [
        "disable-model-invocation: true",
        "metadata:\n  opencode/autoinvoke: false",
    ] {
        let workspace = lone("2.0", &format!("---\ndescription: d\n{field}\n---\nText."));
        assert!(workspace.listing().entries.is_empty(), "{field}");
        let invocation = workspace.invoke(&call("x")).unwrap();
        assert_eq!(invocation.outcome, InvocationOutcome::Injected, "{field}");
    }
}

#[test]
fn in_2_0_a_skill_that_may_be_chosen_is_listed() {
    for field in [
        "disable-model-invocation: false",
        "metadata:\n  opencode/autoinvoke: true",
    ] {
        let workspace = lone("2.0", &format!("---\ndescription: d\n{field}\n---\nText."));
        assert_eq!(workspace.listing().entries.len(), 1, "{field}");
    }
}

#[test]
fn in_2_0_a_name_that_is_typed_brings_the_skill_as_it_is() {
    let workspace = lone("2.0", "---\ndescription: d\n---\nDo $1 !`ls`.");
    for typed in ["/x p", "please @x now", "@x"] {
        let turn = workspace.turn(&request(typed));
        let text = texts(&turn)[0];
        assert!(
            text.starts_with("<skill_content name=\"x\">\n# Skill: x\n\nDo $1 !`ls`.\n"),
            "{typed}"
        );
    }
    assert!(workspace.turn(&request("me@x")).mentions.is_empty());
}

#[test]
fn in_2_0_an_unknown_id_cannot_be_loaded() {
    let outcome = workspace("2.0").invoke(&call("x")).unwrap().outcome;
    assert!(
        matches!(outcome, InvocationOutcome::Refused { message, .. } if message.contains("load"))
    );
}
